"""Objects of users' classes among the arguments of NumPy's functions: who is asked first, and what for.

`__array_ufunc__` and `__array_function__` go before all that NumPy does. Whom it asks, and with which arguments, NumPy
itself says: it is called with objects of like classes that note down what they are asked. The methods are then called
as converted code. What only has `__array__` is replaced by what that answers, if NumPy asks it for nothing else.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from sct.errors import SctError, UnsupportedCallError
from sct.ir.types import ARRAY, PYTHON, Dim
from sct.ops.bindings.refused import is_of_files
from sct.ops.bindings.table import without_code
from sct.runtime.calls.purity import check_callee, full_name, module_of, words
from sct.runtime.conversion.opened import is_of_opened
from sct.runtime.current import has_spec, is_variable
from sct.runtime.ignore import is_ignored_class, is_opened
from sct.runtime.iteration.array_likes import answers_itself
from sct.runtime.iteration.loud import refuse_loud, tried_out
from sct.runtime.numpy_functions.beside_arrays import check_names
from sct.runtime.objects.not_implemented import or_else
from sct.runtime.state.bare import items_in
from sct.runtime.state.instances import attributes_of
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["answered"]

_Dispatcher = type(np.sum)  # of functions that ask for `__array_function__`
_SPECIAL = ("__array_ufunc__", "__array_function__", "__array__")
_MAKERS = (np.array, np.asarray, np.asanyarray)
_DEEP = 6
_PLAIN = words(
    """
    __init__ __new__ __repr__ __str__ __hash__ __init_subclass__ __class_getitem__ __module__ __dict__ __weakref__
    __annotations__ __doc__ __qualname__ __slots__ __array_priority__ __getattribute__ __subclasshook__ __del__
    """
)


def answered(
    trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any] | None, tuple[Any, ...], dict[str, Any]]:
    """What a method of a user's object answers in the place of a function of NumPy's; or else the arguments for it."""
    ufunc = f if isinstance(f, np.ufunc) else getattr(f, "__self__", None)
    is_ufunc = isinstance(ufunc, np.ufunc)
    if not is_ufunc and module_of(f).partition(".")[0] != "numpy":
        return None, args, kwargs
    found = list(_objects((*args, *kwargs.values())))
    if is_ufunc:
        without_code((*args, *kwargs.values()), but=[*found, *filter(answers_itself, _nested(args))])
    if not found or (is_of_opened(f) and all(isinstance(x, np.poly1d) for x in found)):
        return None, args, kwargs
    if not is_ufunc:
        check_callee(trace, f)
    if is_ufunc or type(f) is _Dispatcher:
        asked = _Asked(found)
        error = asked.ask(f, args, kwargs)
        if asked.calls:
            if any(of[0] is not (ufunc if is_ufunc else f) for _, _, of, _ in asked.calls):  # a function within it
                _refuse(trace, f, *asked.calls[0][:2])
            return (_of_users(trace, asked, error, is_ufunc),), args, kwargs
        if asked.names:  # where one has no ufuncs, NumPy may make an array of objects, which have operators
            _refuse(trace, f, *asked.names[0])
        if isinstance(error, TypeError) and asked.refuses:
            raise error
    for x in found:
        check_names(x)
    if f in _MAKERS and 0 < len(args) < 3 and any(args[0] is x for x in found) and _is_users(type(args[0])):
        rest = {"dtype": args[1], **kwargs} if len(args) > 1 else kwargs
        return (_made(trace, f, args[0], **rest),), args, kwargs
    tried = {id(x): tried_out(trace, partial(_sampled, trace, x)) for x in found if _is_users(type(x))}
    asked = _Asked(found, {key: sample for key, (sample, _) in tried.items()})
    asked.ask(f, args, kwargs)
    for x in found:
        listed = not any(x is y for y in (*args, *kwargs.values()))
        if listed and id(x) in asked.arrays and np.ndim(tried[id(x)][0]) == 0:
            _refuse(trace, f, x, "number, or its array of no dimensions, which is in a list")
    loud = [x for x in found if id(x) in asked.arrays and tried[id(x)][1]]
    if len(loud) > 1 or any(asked.arrays[id(x)] > 1 for x in loud):  # which is asked first, and when again
        raise refuse_loud(trace, full_name(f))
    arrays = {id(x): _array_of(trace, x) for x in found if id(x) in asked.arrays}
    if asked.calls or asked.names:
        _refuse(trace, f, *(asked.calls or asked.names)[0][:2])
    return None, _replaced(args, arrays), _replaced(kwargs, arrays)


def _nested(value: Any, depth: int = _DEEP) -> Iterator[Any]:
    """What is given, and what lists and tuples in it hold, so deep."""
    rest = [(value, depth)]
    while rest:
        x, deep = rest.pop(0)
        yield x
        if isinstance(x, (list, tuple)):
            rest += [(item, deep - 1) for item in items_in(x)] if deep else []


def _objects(value: Any) -> Iterator[Any]:
    """The objects of users' classes with one of the protocols, each once."""
    seen: set[int] = set()
    for x in _nested(value):
        if not isinstance(x, (list, tuple)) and id(x) not in seen and _has_protocol(x):
            seen.add(id(x))
            yield x


def _has_protocol(x: Any) -> bool:
    kind = type(x)
    if is_variable(x) or isinstance(x, (np.ndarray, np.generic, type)) or kind.__module__ == "builtins":
        return False
    return any(hasattr(kind, name) for name in _SPECIAL) and not is_ignored_class(kind)


class _Asked:
    """What NumPy asks users' objects for, or would: others stand in for them, and samples for arrays."""

    def __init__(self, objects: list[Any], samples: dict[int, Any] | None = None) -> None:
        self.calls: list[tuple[Any, str, tuple[Any, ...], dict[str, Any]]] = []  # object, protocol, arguments
        self.names: list[tuple[Any, str]] = []  # object, attribute
        self.arrays: Counter[int] = Counter()  # by the ids of objects, how often they were asked for one
        self.refuses = any(getattr(type(x), "__array_ufunc__", 0) is None for x in objects)
        self._samples = samples
        self._classes: dict[type, type] = {}
        self._stands: dict[int, Any] = {}
        self._users: dict[int, Any] = {}  # by the id of what stands for it
        for x in objects:
            stand = self._stands[id(x)] = self._class(type(x))()
            self._users[id(stand)] = x

    def ask(self, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
        """Call the function so, unless it is one of files; the exception that it ends with."""
        if is_of_files(f):
            return None
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                f(*self._stand_in(args), **self._stand_in(kwargs))
            except SctError:
                raise
            except Exception as error:
                return error
        return None

    def _stand_in(self, x: Any) -> Any:
        if id(x) in self._stands:
            return self._stands[id(x)]
        if type(x) in (list, tuple):
            return type(x)(map(self._stand_in, x))
        if isinstance(x, dict):
            return {name: self._stand_in(value) for name, value in x.items()}
        if is_variable(x) or isinstance(x, np.ndarray):
            stand = self._stands[id(x)] = _sample(x)
            self._users[id(stand)] = x
            return stand
        return x

    def meant(self, x: Any) -> Any:
        """What something stands for, however deep."""
        if type(x) in (list, tuple):
            return type(x)(map(self.meant, x))
        if type(x) is dict:
            return {name: self.meant(value) for name, value in x.items()}
        return self._users.get(id(x), x)

    def user(self, kind: type) -> type:
        """The class for which one stands."""
        return next((theirs for theirs, ours in self._classes.items() if ours is kind), kind)

    def _class(self, kind: type) -> type:
        if kind not in self._classes:
            bases = tuple(self._class(base) for base in kind.__bases__ if not is_ignored_class(base))
            self._classes[kind] = type(kind.__name__, bases or (object,), self._methods(kind))
        return self._classes[kind]

    def _methods(self, kind: type) -> dict[str, Any]:
        """What the class that stands for one has: each method of a special name notes that it was asked for."""
        own = {name for base in kind.__mro__ if base is not object for name in vars(base)} - _PLAIN
        made: dict[str, Any] = {
            name: self._refusing(name) for name in own if name.startswith("__") and callable(getattr(kind, name))
        }
        for protocol in ("__array_ufunc__", "__array_function__"):
            if hasattr(kind, protocol):
                made[protocol] = None if getattr(kind, protocol) is None else self._noting(protocol)
        if hasattr(kind, "__array__"):
            made["__array__"] = lambda stand, *args, **kwargs: self._array(stand)
        made["__getattr__"] = lambda stand, name: self._missing(stand, name)
        return made

    def _noting(self, protocol: str) -> Callable[..., Any]:
        def method(stand: Any, *args: Any, **kwargs: Any) -> Any:
            self.calls.append((self._users[id(stand)], protocol, args, kwargs))
            return NotImplemented

        return method

    def _refusing(self, name: str) -> Callable[..., Any]:
        def method(stand: Any, *args: Any, **kwargs: Any) -> Any:
            self.names.append((self._users[id(stand)], name))
            raise TypeError(name)

        return method

    def _array(self, stand: Any) -> Any:
        if self._samples is None:
            raise _WithoutProtocol
        key = id(self._users[id(stand)])
        if key in self._samples:
            self.arrays[key] += 1
        else:
            self.names.append((self._users[id(stand)], "__array__"))
            raise _WithoutProtocol
        return self._samples[key]

    def _missing(self, stand: Any, name: str) -> Any:
        x = self._users[id(stand)]
        if name not in _SPECIAL and (hasattr(type(x), name) or name in attributes_of(x)):
            self.names.append((x, name))
        raise AttributeError(name)


class _WithoutProtocol(Exception):
    """NumPy asks for an array: there is none that goes first."""


def _sample(x: Any) -> Any:
    """Something of the kind, dtype and shape of a symbolic value."""
    spec = x.spec if has_spec(x) else None
    if spec is None:
        return np.array(x) if isinstance(x, np.ndarray) else x
    if spec.kind == PYTHON:
        return spec.dtype.type(1).item()
    if spec.kind != ARRAY:
        return spec.dtype.type(1)
    return np.ones([2 if isinstance(n, Dim) else n for n in spec.shape], spec.dtype)


def _of_users(trace: Trace, asked: _Asked, error: Exception | None, is_ufunc: bool) -> Any:
    """What the first method answers that answers anything."""

    def from_(k: int) -> Any:
        if k == len(asked.calls):
            raise error or TypeError("operand type(s) all returned NotImplemented")
        return or_else(_of_user(trace, asked, is_ufunc, *asked.calls[k]), lambda: from_(k + 1))

    return from_(0)


def _of_user(trace: Trace, asked: _Asked, is_ufunc: bool, x: Any, protocol: str, args: Any, kwargs: Any) -> Any:
    from sct.runtime.calls.traced_call import convert_traced

    method = getattr(type(x), protocol)
    if type(method) is not FunctionType or is_ignored_class(type(x)) or _is_library(method):
        raise UnsupportedCallError(
            f"NumPy asks {a_kind(x)} for its {protocol}, which is no function of the user's",
            where=trace.location(),
            fix="write it in the class itself, or pass an array",
        )
    if not is_ufunc:  # func, types, args, kwargs
        args = (args[0], tuple(map(asked.user, args[1])), *args[2:])
    return convert_traced(trace, method)(x, *asked.meant(args), **asked.meant(kwargs))


def _is_library(method: FunctionType) -> bool:
    module = str(method.__globals__.get("__name__"))
    return module.partition(".")[0] == "numpy" and not is_opened(module)


def _is_users(kind: Any) -> bool:
    """Whether a class has an `__array__` that can be converted."""
    method = getattr(kind, "__array__", None)
    return type(method) is FunctionType and not _is_library(method)


def _refuse(trace: Trace, f: Any, x: Any, what: str) -> NoReturn:
    raise UnsupportedCallError(
        f"{full_name(f)}() asks {a_kind(x)} for its {what}",
        where=trace.location(),
        why="NumPy does that by itself, where sct does not see it",
        fix="call the method yourself, or pass an array",
    )


def _array_of(trace: Trace, x: Any, *args: Any, **kwargs: Any) -> Any:
    from sct.runtime.calls.traced_call import convert_traced

    return convert_traced(trace, type(x).__array__)(x, *args, **kwargs)


def _sampled(trace: Trace, x: Any) -> Any:
    return _sample(_array_of(trace, x))


def _made(trace: Trace, f: Any, x: Any, dtype: Any = None, **kwargs: Any) -> Any:
    """`np.array(x)` and its like: `__array__` is told what is wanted, and an array that it has copied is not again."""
    from sct.runtime.calls.foreign_call import call_foreign

    copy = kwargs.pop("copy", True if f is np.array else None)
    code = type(x).__array__.__code__
    takes_copy = "copy" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] or bool(code.co_flags & _ANY)
    if is_variable(copy) or (copy is False and not takes_copy):
        _refuse(trace, f, x, "__array__ with copy=")
    asked = {"copy": copy} if copy is not None and takes_copy else {}
    made = _array_of(trace, x, *([] if dtype is None else [np.dtype(dtype)]), **asked)
    return call_foreign(trace, np.array, made, dtype=dtype, **kwargs, copy=None if asked else copy)


_ANY = 8  # flag of code that takes any keyword


def _replaced(x: Any, made: dict[int, Any]) -> Any:
    if id(x) in made:
        return made[id(x)]
    if type(x) in (list, tuple):
        items = [_replaced(item, made) for item in x]
        return x if all(a is b for a, b in zip(items, x, strict=True)) else type(x)(items)
    if type(x) is dict:
        return {name: _replaced(value, made) for name, value in x.items()}
    return x
