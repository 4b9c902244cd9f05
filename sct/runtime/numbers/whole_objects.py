"""Objects of users' classes that stand for an integer, where Python asks their `__index__`.

Python would call it by itself: as it was written, and only while the graph is built. So it is asked for here,
before Python sees the object, and what it answers and does is part of the program.
"""

from __future__ import annotations

import operator
from collections import deque
from typing import Any

import numpy as np

from sct.errors import SctError, UnsupportedCallError
from sct.ir.types import PYTHON
from sct.ops.index_template import BAD_ENTRY
from sct.runtime.calls.defects import is_surely_users
from sct.runtime.calls.purity import module_of, words
from sct.runtime.current import has_spec, here
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.kinds import kind_of
from sct.runtime.objects.operators import users_method
from sct.runtime.texts.kind_names import a_kind, type_name

__all__ = [
    "as_factors",
    "as_index",
    "as_indices",
    "as_subscript",
    "held_number",
    "with_indices",
    "with_own_ints",
]

_SEQUENCES = (list, tuple, str, bytes, bytearray)


def as_index(value: Any) -> Any:
    """The integer that an object of a user's class stands for; everything else as it is, and what is an int itself."""
    method = None if isinstance(value, int) else users_method(value, "__index__")
    if method is None:
        return value
    from sct.runtime.call import convert_call

    return _checked(convert_call(method)(value))


def _checked(found: Any) -> Any:
    if type(found) is Choice:
        return found.sct_distribute(_checked)
    if not issubclass(kind_of(found), int):
        raise TypeError(f"__index__ returned non-int (type {type_name(found)})")
    return found


def held_number(x: Any) -> Any:
    """What an object of a class that is derived from one of Python's numbers is itself.

    Raises
    ------
    UnsupportedCallError
        If the class says otherwise: NumPy asks it, and Python does not.
    """
    kind: Any = next(cls for cls in _ITSELF if isinstance(x, cls))
    asked = next((name for name in _CONVERSIONS if users_method(x, name) is not None), None)
    if asked is not None:
        raise UnsupportedCallError(
            f"{a_kind(x)} is used as a number beside what only the run knows, and has {asked} of its own",
            where=here(),
            why="NumPy asks for it, where sct does not see it, and Python takes the number as it is",
            fix="convert it first: int(…) or float(…)",
        )
    return _ITSELF[kind](x)


_ITSELF: dict[Any, Any] = {int: int.__int__, float: float.__float__, complex: complex.__pos__}
_CONVERSIONS = ("__int__", "__index__", "__float__", "__complex__", "__array__")


def as_indices(value: Any) -> Any:
    """The same for a number, or a list or tuple of numbers."""
    return type(value)(map(as_index, value)) if type(value) in (list, tuple) else as_index(value)


def as_subscript(owner: Any, key: Any) -> Any:
    """The same for `owner[key]`, where `key` may be a slice."""
    if isinstance(owner, (dict, type(np.s_))):  # which hands it on as it is
        return key
    if type(key) is slice:
        parts = (key.start, key.stop, key.step)
        if any(users_method(part, "__index__") is not None for part in parts):
            return slice(*map(as_index, parts))
        return key
    asked = _as_entry if isinstance(owner, np.ndarray) or has_spec(owner) else as_index
    return tuple(map(asked, key)) if type(key) is tuple else asked(key)


def _as_entry(value: Any) -> Any:
    """The same for an array, which says nothing of what `__index__` has raised."""
    try:
        return as_index(value)
    except SctError:
        raise
    except Exception as error:
        if is_surely_users(error):
            raise IndexError(BAD_ENTRY) from None
        raise


def as_factors(a: Any, b: Any) -> tuple[Any, Any]:
    """The same for `a * b` of a sequence and how often it is repeated."""
    if isinstance(a, _SEQUENCES) and not hasattr(type(b), "__rmul__"):
        return a, as_index(b)
    if isinstance(b, _SEQUENCES) and not hasattr(type(a), "__mul__"):
        return as_index(a), b
    return a, b


def with_own_ints(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of what asks nothing that stands for an int which it is: ints that are known come as Python's."""

    def own(x: Any) -> Any:
        whole = has_spec(x) and x.spec.kind == PYTHON and x.spec.dtype.kind in "bi"
        return operator.index(x) if whole else x

    return (*args[:1], *map(own, args[1:])), {name: own(x) for name, x in kwargs.items()}


_TAKING = {bytes, bytearray}
_METHODS = {
    str: words("center count expandtabs find index ljust replace rfind rindex rjust rsplit split splitlines zfill"),
    bytes: words("center count find index ljust replace rfind rindex rjust rsplit split zfill"),
    list: words("pop"),
    deque: words("rotate"),
    int: words("to_bytes"),
    slice: words("indices"),
}


def with_indices(f: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function of Python's own, which asks for integers."""
    if f.__class__ is type:
        return tuple(map(_bare_index, args)) if f in _TAKING else args
    owner = getattr(f, "__self__", None)
    name = getattr(f, "__name__", "")
    for kind, names in _METHODS.items():
        if type(owner) is kind and name in names:
            return tuple(map(as_index, args))
    if type(owner) in (list, deque) and name == "insert":
        return (*map(as_index, args[:1]), *args[1:])
    if type(owner) in (list, tuple, deque) and name == "index":
        return _after_first(args)
    if module_of(f) == "math":
        return tuple(x if hasattr(type(x), "__float__") else as_index(x) for x in args)
    return args


def _after_first(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*args[:1], *map(as_index, args[1:]))


def _bare_index(x: Any) -> Any:
    """What is an integer and nothing that `bytes` would rather make bytes of."""
    kind = type(x)
    return x if hasattr(kind, "__bytes__") or hasattr(kind, "__iter__") else as_index(x)
