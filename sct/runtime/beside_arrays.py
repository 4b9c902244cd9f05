"""What NumPy's operators make of an operand that is an object of a user's class."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import ObjectDtypeError
from sct.ir.types import ARRAY, SCALAR
from sct.runtime.current import current, is_variable
from sct.runtime.kind_names import a_kind

__all__ = ["check_other", "met"]

#: Where an object does not say how it ranks, it ranks like a NumPy scalar, below arrays.
_LOWEST = -1_000_000.0


def met(a: Any, b: Any, name: str) -> Any:
    """`a`, as the reflected method of `b`, which is written in Python, gets it of NumPy's operator.

    A NumPy scalar hands itself over as a Python number; an array meets an object element by element, unless
    the object asks, as NumPy lets it, to be asked first.
    """
    kind = a.spec.kind if is_variable(a) and hasattr(type(a), "spec") else _kind_of(a)
    if kind not in (ARRAY, SCALAR) or isinstance(b, (int, float, complex, str)):
        return a
    if getattr(type(b), "__array_ufunc__", 0) is None or (kind == SCALAR and name == "matmul"):
        return a
    if getattr(b, "__array_priority__", _LOWEST) > (0.0 if kind == ARRAY else _LOWEST):
        return a
    if kind == ARRAY:
        check_other(b)
    return a.item()


def check_other(other: Any) -> None:
    """Refuse an object that NumPy would put into an array of objects, or ask for its items, or for an array."""
    trace = current()
    raise ObjectDtypeError(
        f"an array meets {a_kind(other)}",
        where=trace.location() if trace is not None else None,
        why="NumPy's operator goes through the elements, and makes an array of dtype object of what they give",
        fix=f"say in the class that it goes first, `__array_ufunc__ = None`, or let the {type(other).__name__} "
        "stand on the left",
    )


def _kind_of(a: Any) -> Any:
    if isinstance(a, np.ndarray):
        return ARRAY
    return SCALAR if isinstance(a, np.generic) else None
