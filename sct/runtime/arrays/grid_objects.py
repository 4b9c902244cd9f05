"""`np.r_[…]`, `np.c_[…]`, `np.mgrid[…]` and `np.ogrid[…]` of run-time arrays and bounds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sct import ops
from sct.errors import SctError, UnsupportedOpError
from sct.ir.types import ARRAY
from sct.ops import bindings
from sct.runtime import trace as tracing
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import is_plain
from sct.runtime.lists.row_arrays import without_lists
from sct.runtime.lists.rows import Rows, marker_of
from sct.runtime.numpy_functions.asked_sequences import check_numpy

__all__ = ["GRIDS", "grid_item"]


GRIDS = (type(np.mgrid), type(np.ogrid), type(np.r_), type(np.c_))


def grid_item(trace: tracing.Trace, owner: Any, key: Any) -> Any:
    """`owner[key]` for one of NumPy's grid objects."""
    if type(key) is Choice:
        return key.sct_distribute(lambda x: grid_item(trace, owner, x))
    check_numpy(trace, type(owner).__name__, key if type(key) is tuple else (key,), {})
    key = without_lists(trace, _listed(trace, owner, key))
    if not _holds_variable(key):
        return trace.own(owner[key])
    at = next((i for i, x in enumerate(key) if type(x) is Choice), -1) if isinstance(key, tuple) else -1
    if at >= 0:
        return key[at].sct_distribute(lambda x: grid_item(trace, owner, (*key[:at], x, *key[at + 1 :])))
    try:
        return _grid_item(trace, owner, key)
    except SctError as error:
        error.where = error.where or trace.location()
        raise


def _grid_item(trace: tracing.Trace, owner: Any, key: Any) -> Any:
    if owner is np.mgrid or owner is np.ogrid:
        return _grid(key, sparse=owner is np.ogrid)
    if owner is np.r_:
        return _joined(key, 0, 1, -1)
    return _joined(key, -1, 2, 0) if owner is np.c_ else trace.own(owner[key])


def _listed(trace: tracing.Trace, owner: Any, key: Any) -> Any:
    """A tuple of numbers of run-time length as a list: `np.r_` puts them one after the other."""
    rows = marker_of(key) if type(key) is tuple else None
    if rows is None:
        return key
    from sct.runtime.numbers.traced_builtins import TRACED

    if owner is np.r_ and isinstance(rows, Rows) and is_plain(rows.item):
        from sct.runtime.control_flow import select, truth

        select(truth(trace, rows.length > 0), lambda: None, _raise_none)
        return TRACED[list](trace, key)
    raise UnsupportedOpError(
        "a tuple of run-time length as the index of np.r_, np.c_, np.mgrid or np.ogrid",
        where=trace.location(),
        fix="use np.concatenate or np.stack of a list",
    )


def _raise_none() -> None:
    raise ValueError("need at least one array to concatenate")


def _holds_variable(key: Any) -> bool:
    if isinstance(key, (tuple, list)):
        return any(map(_holds_variable, key))
    if isinstance(key, slice):
        return any(map(tracing.is_variable, (key.start, key.stop, key.step)))
    return tracing.is_variable(key)


def _call(function: Any, *args: Any, **kwargs: Any) -> Any:
    binding = bindings.lookup_binding(function)
    assert binding is not None, function
    return binding(*args, **kwargs)


def _range(part: slice) -> Any:
    """The numbers that a slice stands for: with an imaginary step, so many of an interval."""
    start = 0 if part.start is None else part.start
    if isinstance(part.step, complex):
        return _call(np.linspace, start, part.stop, num=int(abs(part.step)))
    if tracing.is_variable(part.step) and part.step.spec.dtype.kind == "c":
        raise UnsupportedOpError("a grid with a run-time imaginary step", fix="use np.linspace")
    return _call(np.arange, start, part.stop, 1 if part.step is None else part.step)


# -- np.mgrid and np.ogrid ---------------------------------------------------------------------------


def _grid(key: Any, *, sparse: bool) -> Any:
    if isinstance(key, slice):
        return _line(key, _dtype([key])) if isinstance(key.step, complex) else _range(key)
    if any(_is_many(bound) for part in key for bound in (part.start, part.stop)):
        raise UnsupportedOpError(
            "np.mgrid and np.ogrid of several axes with arrays as bounds",
            why="NumPy adds them to the whole grid",
            fix="use np.linspace and np.meshgrid",
        )
    dtype = _dtype(key)
    axes = [_line(part, dtype, dense=not sparse) for part in key]
    made = _call(np.meshgrid, *[_call(np.asarray, axis, dtype) for axis in axes], indexing="ij", sparse=sparse)
    return tuple(made) if sparse else _call(np.stack, list(made))


def _is_many(bound: Any) -> bool:
    shape = np.shape(bound)
    return len(shape) > 1 or (len(shape) == 1 and not (isinstance(shape[0], int) and shape[0] == 1))


def _dtype(parts: Any) -> Any:
    """That of all axes, which are computed in it: an int at least."""
    numbers = [x for part in parts for x in (part.start, part.stop, part.step) if x is not None]
    return _call(np.result_type, 0, *(abs(x) if isinstance(x, complex) else x for x in numbers))


def _line(part: slice, dtype: Any, *, dense: bool = False) -> Any:
    """One axis of a grid, computed as NumPy does it, which refuses dense ones of less than no points."""
    start = 0 if part.start is None else part.start
    step = 1 if part.step is None else part.step
    if isinstance(step, complex):
        count = int(abs(step))
        by = (part.stop - start) / float(count - 1) if count != 1 else 1
        return _call(np.arange, count, dtype=dtype) * by + start
    count = _count(start, part.stop, step)
    points = _call(np.indices, (count,), dtype=dtype)[0] if dense else _call(np.arange, count, dtype=dtype)
    return points * step + start


def _count(start: Any, stop: Any, step: Any) -> Any:
    """How many steps lead from `start` to `stop`, as a Python int: the next whole number."""
    for bound in (start, stop, step):
        if type(bound) is Choice or (tracing.is_variable(bound) and bound.spec.dtype.kind == "c"):
            raise UnsupportedOpError(
                "np.mgrid and np.ogrid with bounds that are no real numbers, or may be unlike ones",
                fix="use np.arange and np.meshgrid",
            )
    if all(isinstance(x, int) or (tracing.is_variable(x) and x.spec.dtype.kind in "iu") for x in (start, stop, step)):
        return -((start - stop) // step)
    steps = (stop - start) / step
    return ops.get("math_ceil")(steps) if tracing.is_variable(steps) else math.ceil(steps)


# -- np.r_ and np.c_ ---------------------------------------------------------------------------------


def _joined(key: Any, axis: int, ndmin: int, trans1d: int) -> Any:
    parts = list(key) if isinstance(key, tuple) else [key]
    if parts and isinstance(parts[0], str):
        axis, ndmin, trans1d = _directive(parts.pop(0), axis, ndmin, trans1d)
    if any(isinstance(part, str) for part in parts):
        raise ValueError("special directives must be the first entry.")
    pairs = [_part(part, ndmin, trans1d) for part in parts]
    dtype = _call(np.result_type, *[kind for _, kind in pairs])
    made = [_call(np.array, x, dtype, copy=None, ndmin=ndmin) for x, _ in pairs]
    return _call(np.concatenate, made, axis)


def _part(part: Any, ndmin: int, trans1d: int) -> tuple[Any, Any]:
    """What one entry adds, and what it has to say about the dtype: numbers are weak."""
    if isinstance(part, slice):
        line = _range(part)
        if ndmin > 1:
            line = _call(np.array, line, copy=None, ndmin=ndmin)
            line = _call(np.swapaxes, line, -1, trans1d) if trans1d != -1 else line
        return line, line.dtype
    if np.isscalar(part) or (tracing.is_variable(part) and part.spec.kind != ARRAY):
        return part, part
    given = _call(np.asarray, part)
    array = _call(np.array, given, copy=None, ndmin=ndmin)
    if trans1d != -1 and given.ndim < ndmin:
        array = _moved(array, given.ndim, ndmin, trans1d)
    return array, array.dtype


def _moved(array: Any, ndim: int, ndmin: int, trans1d: int) -> Any:
    """The axes of an array of too few, put where NumPy puts them."""
    k2 = ndmin - ndim
    k1 = trans1d + k2 + 1 if trans1d < 0 else trans1d
    order = list(range(ndmin))
    return _call(np.transpose, array, order[:k1] + order[k2:] + order[k1:k2])


def _directive(text: str, axis: int, ndmin: int, trans1d: int) -> tuple[int, int, int]:
    if text in ("r", "c"):
        raise UnsupportedOpError(
            f"np.r_[{text!r}, …] makes a matrix, which has no static form", fix="use np.concatenate or np.stack"
        )
    try:
        numbers = [int(n) for n in text.split(",")[:3]]
    except ValueError:
        raise ValueError("unknown special directive") from None
    return (*numbers, *(axis, ndmin, trans1d)[len(numbers) :])  # type: ignore[return-value]
