"""Operators between run-time values and what is no number: Python's or NumPy's own TypeError, in their words.

Whether there is an answer, and what is said if not, depends on the types alone. So plain values of the same types
are asked.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from sct.ir.types import PYTHON
from sct.runtime.homes import home_of
from sct.runtime.numpy_functions.numpy_signatures import stand_in

if TYPE_CHECKING:
    from sct.runtime.variable import Variable

__all__ = ["check_types"]

_MIRRORED = {"__lt__": "__gt__", "__gt__": "__lt__", "__le__": "__ge__", "__ge__": "__le__"}
_LIKE_ARRAYS = ("__array__", "__array_ufunc__", "__array_interface__", "__len__", "__getitem__", "__iter__")
_PLAIN = (str, bytes, bytearray, type(None), list, tuple, dict, set, frozenset, range, slice)


def check_types(x: Variable, other: Any, method: str, swapped: bool = False) -> None:
    """Raise what `x + other`, or its like, raises in plain Python, if both are of types that say so."""
    if type(other) not in _PLAIN and _has_a_say(type(other), method):
        return
    if isinstance(other, (list, tuple, range)) and x.spec.kind != PYTHON:
        return  # NumPy makes arrays of them
    if isinstance(other, (list, tuple, dict, set)):
        other = type(other)()
    pair = (other, stand_in(x)) if swapped else (stand_in(x), other)
    try:
        (divmod if method == "__divmod__" else getattr(operator, method))(*pair)
    except (TypeError, ValueError) as error:
        raise error.with_traceback(None) from None  # the user's, who has such operands


def _has_a_say(kind: type, method: str) -> bool:
    """Whether objects of a class may have an answer of their own, or be taken for something else."""
    mirrored = _MIRRORED.get(method, f"__r{method.removeprefix('__i').strip('_')}__")
    names = (method, mirrored, f"__{mirrored.removeprefix('__r')}", *_LIKE_ARRAYS)
    return home_of(kind).startswith("sct.") or any(_has_own(kind, n) for n in names)


def _has_own(kind: type, name: str) -> bool:
    return getattr(kind, name, None) is not getattr(object, name, None)

