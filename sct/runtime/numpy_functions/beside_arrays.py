"""What NumPy's operators make of an operand that is an object of a user's class."""

from __future__ import annotations

from collections.abc import Iterator
from types import BuiltinFunctionType, MethodType
from typing import Any, NoReturn

import numpy as np

from sct.errors import ObjectDtypeError, UnsupportedCallError
from sct.ir.types import ARRAY, SCALAR
from sct.runtime.callers.buffers import is_own_buffer, refuse_memory
from sct.runtime.current import current, has_spec, here
from sct.runtime.homes import home_of
from sct.runtime.texts.kind_names import a_kind

__all__ = ["check_items", "check_names", "check_other", "is_unlike", "met"]

#: Where an object does not say how it ranks, it ranks like a NumPy scalar, below arrays.
_LOWEST = -1_000_000.0


def met(a: Any, b: Any, name: str, ranked: bool = True) -> Any:
    """`a`, as the reflected method of `b`, which is written in Python, gets it of NumPy's operator.

    A NumPy scalar hands itself over as a Python number; an array meets an object element by element, unless
    the object asks, as NumPy lets it, to be asked first. How it ranks is no question where it has been.
    """
    kind = a.spec.kind if has_spec(a) else _kind_of(a)
    if kind not in (ARRAY, SCALAR) or isinstance(b, (int, float, complex, str)):
        return a
    check_names(b)
    if getattr(type(b), "__array_ufunc__", 0) is None or (kind == SCALAR and name == "matmul"):
        return a
    if ranked and getattr(b, "__array_priority__", _LOWEST) > (0.0 if kind == ARRAY else _LOWEST):
        return a
    if kind == ARRAY:
        check_other(b)
    check_items(b)  # of which a NumPy scalar, too, makes an array
    return a.item()


def check_names(other: Any) -> None:
    """Refuse an object that notes which attributes it is asked for, where NumPy looks for several."""
    from sct.runtime.iteration.loud import is_loud, refuse_loud
    from sct.runtime.objects.operators import users_method

    trace = current()
    if trace is not None and users_method(other, "__getattr__") is not None and is_loud(trace, other):
        raise refuse_loud(trace, "an operator of NumPy")


def check_other(other: Any) -> None:
    """Refuse an object that NumPy would put into an array of objects, or ask for its items, or for an array."""
    _check_buffer(other)
    _refuse_objects(other)


def _check_buffer(other: Any) -> None:
    if is_own_buffer(other):
        refuse_memory(f"{a_kind(other)} of which only the run knows what it holds, in the place of an array,")


def _refuse_objects(other: Any) -> NoReturn:
    if type(other).__module__ == "array":
        raise UnsupportedCallError(
            "an array.array meets a value that is known only at run time",
            where=here(),
            why="an array.array is made while the graph is built, and kept as it is",
            fix="use an array of NumPy's: np.array(…), np.zeros(…), np.full(…), or a list",
        )
    raise ObjectDtypeError(
        f"an array meets {a_kind(other)}",
        where=here(),
        why="NumPy's operator goes through the elements, and makes an array of dtype object of what they give",
        fix=f"say in the class that it goes first, `__array_ufunc__ = None`, or let the {type(other).__name__} "
        "stand on the left",
    )


#: How NumPy finds out that an object is, or holds, an array.
_ARRAY_LIKE = ("__array__", "__array_interface__", "__array_struct__", "__array_wrap__", "__array_ufunc__")
_VIEWS: tuple[Any, ...] = ({}.keys(), {}.values(), {}.items())
_UNLIKE = (dict, set, frozenset, slice, BuiltinFunctionType, MethodType, *map(type, _VIEWS))


def check_items(other: Any) -> None:
    """Refuse an object of a user's class that NumPy would take for a sequence, or for an array."""
    kind: Any = type(other)
    _check_buffer(other)
    if home_of(kind).startswith(("sct.", "builtins", "collections")) or getattr(kind, "__array_ufunc__", 0) is None:
        return
    if getattr(other, "__array_priority__", _LOWEST) > 0.0:
        return
    if all(hasattr(kind, name) for name in ("__len__", "__getitem__")) or any(hasattr(kind, n) for n in _ARRAY_LIKE):
        _refuse_objects(other)


def is_unlike(other: Any, scalar: bool) -> bool:
    """Whether no element of an array, or a NumPy scalar, is equal to this object; not where it has its say first.

    Raises
    ------
    ObjectDtypeError
        If only NumPy knows: it would look for items in the object, or ask it about each element.
    """
    kind: Any = type(other)
    _check_buffer(other)
    if other is None or home_of(kind).startswith("sct."):
        made = other.python_type if hasattr(kind, "python_type") else None
        return other is None or (isinstance(made, type) and issubclass(made, Iterator))
    check_names(other)
    if getattr(kind, "__array_ufunc__", 0) is None or getattr(other, "__array_priority__", _LOWEST) > 0.0:
        return False
    has_items = any(hasattr(kind, name) for name in ("__len__", "__getitem__"))
    compares = kind.__eq__ is not object.__eq__ or kind.__ne__ is not object.__ne__
    if kind not in _UNLIKE and (has_items or (compares and not scalar)):
        _refuse_objects(other)
    if any(hasattr(other, name) for name in _ARRAY_LIKE) or isinstance(other, np.dtype):
        _refuse_objects(other)
    return True


def _kind_of(a: Any) -> Any:
    if isinstance(a, np.ndarray):
        return ARRAY
    return SCALAR if isinstance(a, np.generic) else None
