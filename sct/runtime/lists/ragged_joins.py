"""What NumPy's functions make of a list of run-time length whose arrays are of several shapes."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.errors import StaticValueError
from sct.ops import bindings
from sct.runtime.calls.library_calls import inlined
from sct.runtime.exits.array_tags import unnumbered
from sct.runtime.exits.viewed_items import holds_views
from sct.runtime.joins.templates import TChoice, Template, TNode
from sct.runtime.libraries import joining_library
from sct.runtime.lists.ragged import by_rows, element, ndim_of
from sct.runtime.lists.rows import Ref, Rows, marker_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["as_array", "call", "with_arrays"]


def call(trace: Trace, f: Any, xs: Any, rows: Rows, *args: Any, **kwargs: Any) -> Any:
    """`f(xs, *args, **kwargs)` of one of NumPy's functions that join arrays."""
    odd = sorted(kwargs.keys() - {"axis", "dtype"})
    if odd:
        raise StaticValueError(
            f"np.{f.__name__}({odd[0]}=...) of a list of run-time length whose arrays are of several shapes",
            where=trace.location(),
            fix=f"call it without {odd[0]}",
        )
    return _FUNCTIONS[f](trace, xs, rows, *args, **kwargs)


def as_array(trace: Trace, xs: Any, rows: Rows, dtype: Any = None) -> Any:
    """`np.array(xs, dtype)`, of a list that is not empty: refused by NumPy unless all have one shape after all."""
    _inlined(trace, joining_library.check_alike, xs)
    return _inlined(trace, joining_library.side_by_side, xs, 0, _dtype(rows, dtype))


def with_arrays(trace: Trace, xs: Any, rows: Rows) -> tuple[Any, Rows]:
    """A list and its items: without numbers, and with copies of views and of lists that several names may stand for."""
    if _in_pools(rows.item):
        xs = _inlined(trace, joining_library.opened, xs)
        opened = marker_of(xs)
        assert isinstance(opened, Rows)
        rows = opened
    if holds_views(rows.item):
        xs = _inlined(trace, joining_library.copied, xs)
        copies = marker_of(xs)
        assert isinstance(copies, Rows)
        rows = copies
    return xs, unnumbered(rows)


def _in_pools(item: Template) -> bool:
    """Whether the items are lists, some or all of them in pools, of which there are but their places."""
    items = item.items if isinstance(item, TChoice) else (item,)
    kinds = {one.kind if isinstance(one, TNode) else None for one in items}
    return Ref in kinds and kinds <= {Ref, list}


def _inlined(trace: Trace, function: Callable[..., Any], *args: Any) -> Any:
    assert isinstance(function, FunctionType)
    return inlined(trace, function, *args)


def _form(rows: Rows) -> TNode:
    assert isinstance(rows.item, TNode)
    return rows.item


def _dtype(rows: Rows, dtype: Any = None) -> Any:
    return element(_form(rows)).dtype if dtype is None else np.dtype(dtype)


def _axis(axis: int, ndim: int) -> int:
    """One that counts from the front; NumPy's error where there is none."""
    return int(normalize_axis_index(axis, ndim))


def _concatenate(trace: Trace, xs: Any, rows: Rows, axis: Any = 0, *, dtype: Any = None) -> Any:
    form = _form(rows)
    at = 0 if axis is None else _axis(axis, ndim_of(form))
    if at == 0 and by_rows(form):
        made = _one_after_the_other(trace, rows)
        made = made if dtype is None else made.astype(dtype)
        return made.reshape(-1) if axis is None else made
    if axis is None:
        xs = _inlined(trace, joining_library.flattened, xs)
    return _inlined(trace, joining_library.concatenated, xs, at, _dtype(rows, dtype))


def _one_after_the_other(trace: Trace, rows: Rows) -> Any:
    """All rows of all arrays."""
    from sct.runtime.lists.row_arrays import needs_items

    needs_items(trace, rows, "concatenate")
    lengths, column = rows.columns
    arange: Any = bindings.lookup_binding(np.arange)
    return column[arange(column.shape[1]) < lengths[:, None]]


def _stack(trace: Trace, xs: Any, rows: Rows, axis: int = 0, *, dtype: Any = None) -> Any:
    at = _axis(axis, ndim_of(_form(rows)) + 1)
    _inlined(trace, joining_library.check_one_shape, xs)
    return _inlined(trace, joining_library.side_by_side, xs, at, _dtype(rows, dtype))


def _vstack(trace: Trace, xs: Any, rows: Rows, *, dtype: Any = None) -> Any:
    if ndim_of(_form(rows)) > 1:
        return _concatenate(trace, xs, rows, dtype=dtype)
    xs = _inlined(trace, joining_library.in_rows, xs)
    return _inlined(trace, joining_library.concatenated, xs, 0, _dtype(rows, dtype))


def _hstack(trace: Trace, xs: Any, rows: Rows, *, dtype: Any = None) -> Any:
    return _concatenate(trace, xs, rows, int(ndim_of(_form(rows)) > 1), dtype=dtype)


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.concatenate: _concatenate,
    np.stack: _stack,
    np.vstack: _vstack,
    np.hstack: _hstack,
}
