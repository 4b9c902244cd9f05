"""`x.tolist()`: nested lists of Python numbers, also of many, or of as many as the running program knows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct import ops
from sct.errors import UnsupportedOpError
from sct.ir.types import PYTHON, Spec
from sct.ops import bindings
from sct.runtime import comprehension
from sct.runtime.joins.templates import Template, TNode, TVar
from sct.runtime.lists import known_lists
from sct.runtime.lists.rows import Rows

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["as_list", "as_their_list"]

_FEW = 64  # so many elements become items of their own
_NUMBERS = {"b": "bool", "i": "int64", "u": "int64", "f": "float64", "c": "complex128"}


def as_list(x: Variable) -> Callable[[], Any]:
    """The method `tolist` of an array."""
    return lambda: _listed(x.storage.trace, x, 0)


def as_their_list(x: Variable) -> list[Any]:
    """A list with the numbers of an array in place of one of the caller's: no line of the user's makes it."""
    made: list[Any] = x.storage.trace.note_new(_few(x)) if _is_small(x.spec) else _many(x, 0)
    return made


def _listed(trace: Trace, x: Any, depth: int) -> Any:
    """The list of an array that is an item, so deep, of the one that is asked for."""
    if depth < x.spec.ndim - 1 and _has_pool_inside(trace, x.spec.ndim, depth):
        return known_lists.noted(trace, _rows(trace, x, depth), depth)
    return _noted(trace, _few(x), depth) if _is_small(x.spec) else known_lists.noted(trace, _many(x, depth), depth)


def _has_pool_inside(trace: Trace, ndim: int, depth: int) -> bool:
    """Whether lists in the list may be in a pool."""
    where = trace.location() if trace.pools else None
    return any((where, depth + k) in trace.pools for k in range(1, ndim))


def _rows(trace: Trace, x: Variable, depth: int) -> list[Any]:
    """A list for each row, one after the other."""
    made: list[Any] = trace.note_new([])
    comprehension.walk(x, lambda row: comprehension.put(trace, made, _listed(trace, row, depth + 1)))
    return made


def _is_small(spec: Spec) -> bool:
    return spec.static and math.prod(n for n in spec.shape if isinstance(n, int)) <= _FEW


def _few(x: Variable) -> Any:
    tolist = bindings.lookup_method("tolist")
    assert tolist is not None
    return tolist(x)


def _noted(trace: Trace, made: Any, depth: int) -> Any:
    """The lists are new, and the function's own."""
    if type(made) is list:
        trace.note_new(made)
        for item in made:
            _noted(trace, item, depth + 1)
        known_lists.noted(trace, made, depth)
    return made


def _many(x: Variable, depth: int) -> list[Any]:
    """A list whose items are the rows of buffers."""
    trace, spec = x.storage.trace, x.spec
    inner = spec.shape[1:]
    count = math.prod(n for n in inner if isinstance(n, int))
    if not all(isinstance(n, int) for n in inner) or not 0 < count <= _FEW or spec.dtype == np.dtype("uint64"):
        raise UnsupportedOpError(
            "ndarray.tolist has no static support for uint64, or for rows that are long or of run-time length",
            where=trace.location(),
            fix="keep the array, or take it apart row by row",
        )
    number = TVar(Spec(np.dtype(_NUMBERS[spec.dtype.kind]), (), PYTHON))
    columns = ops.get("reshape")(x.astype(number.spec.dtype), shape=(-1, count)) if inner else None
    parts = [x.astype(number.spec.dtype)] if columns is None else [columns[:, k].copy() for k in range(count)]
    form = _nested(number, [n for n in inner if isinstance(n, int)], trace.location(), depth + 1)
    made: list[Any] = [Rows(form, tuple(parts))]
    trace.note_new(made)
    return made


def _nested(number: TVar, extents: list[int], where: Any, depth: int) -> Template:
    if not extents:
        return number
    return TNode(list, None, (_nested(number, extents[1:], where, depth + 1),) * extents[0], site=(where, depth))
