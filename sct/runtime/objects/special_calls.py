"""Functions of Python's that ask an object of the user's by a special method: the method is converted and called."""

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Callable, Iterator
from types import FunctionType, UnionType
from typing import TYPE_CHECKING, Any

from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.kinds import kind_of
from sct.runtime.objects.operators import users_method
from sct.runtime.texts.kind_names import type_name

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["asked", "is_instance", "is_subclass"]

_BY_ONE: dict[Any, str] = {
    math.floor: "__floor__", math.ceil: "__ceil__", math.trunc: "__trunc__", bytes: "__bytes__", copy.copy: "__copy__",
    operator.length_hint: "__length_hint__",
}  # fmt: skip
_OF_INTEGERS = (math.gcd, math.lcm, math.comb, math.perm, math.factorial, math.isqrt)


def asked(trace: Trace, f: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """What `f(*args)` answers by such a method, else `NotImplemented`; and the arguments, asked what they stand for."""
    module = getattr(f, "__module__", None)
    if not args or module not in _MODULES:
        return NotImplemented, args
    name = _BY_ONE.get(f) if len(args) == 1 else None
    if name is not None and (method := users_method(args[0], name)) is not None:
        found = _call(method, args[0])
        return _bytes(found) if f is bytes else found, args
    if f is copy.deepcopy and (method := users_method(args[0], "__deepcopy__")) is not None:
        return _call(method, args[0], *(args[1:] or ({},))), args
    if module == "math" and f not in _BY_ONE:
        return NotImplemented, tuple(_number(x, "__index__" if f in _OF_INTEGERS else "__float__") for x in args)
    return NotImplemented, args


def _bytes(found: Any) -> Any:
    """What a `__bytes__` answers."""
    if type(found) is Choice:
        return found.sct_distribute(_bytes)
    if not issubclass(kind_of(found), bytes):
        raise TypeError(f"__bytes__ returned non-bytes (type {type_name(found)})")
    return found


_MODULES = ("math", "builtins", "copy", "operator", "_operator")


def _number(x: Any, name: str) -> Any:
    method = None if isinstance(x, _THEMSELVES[name]) else users_method(x, name)
    return x if method is None else _call(method, x)


_THEMSELVES = {"__index__": int, "__float__": float}
"""What is a number itself is not asked for one."""


def _call(method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(method)(*args, **kwargs)


def is_instance(x: Any, kind: type, classes: Any) -> Any:
    """`isinstance(x, classes)`, where plain Python sees an object of this type."""
    if isinstance(classes, tuple):
        return _any(is_instance(x, kind, cls) for cls in classes)
    if type(classes) is Choice:
        return classes.sct_distribute(lambda one: is_instance(x, kind, one))
    hook = _hook(classes, "__instancecheck__")
    if hook is None:
        known = kind is type(x) or not isinstance(classes, type | UnionType)  # whose error is that of isinstance
        return isinstance(x, classes) if known else issubclass(kind, classes)
    return kind is classes or bool(_call(hook, classes, x))


def is_subclass(trace: Trace, /, cls: Any, classes: Any) -> Any:
    """`issubclass(cls, classes)`."""
    if isinstance(classes, tuple):
        return _any(is_subclass(trace, cls, one) for one in classes)
    if type(classes) is Choice:
        return classes.sct_distribute(lambda one: is_subclass(trace, cls, one))
    hook = _hook(classes, "__subclasscheck__")
    return issubclass(cls, classes) if hook is None else bool(_call(hook, classes, cls))


def _any(answers: Iterator[Any]) -> Any:
    """Whether one of the answers is True, of which those are not asked for that come later."""
    from sct.runtime.logical import or_

    for found in answers:
        if is_variable(found):
            return or_(found, lambda: _any(answers))
        if found:
            return True
    return False


def _hook(cls: Any, name: str) -> FunctionType | None:
    """What a metaclass of the user's says about such questions."""
    return users_method(cls, name) if isinstance(cls, type) and type(cls) is not type else None
