"""Lists of run-time length whose arrays NumPy puts side by side, or takes for the columns of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct import ops
from sct.errors import UnsupportedOpError
from sct.runtime.joins.templates import TVar
from sct.runtime.lists.rows import Rows, marker_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["JOINING", "check_arrays", "known_blocks"]


def check_arrays(trace: Trace, name: str, rows: Any) -> None:
    """Refuse items that are no arrays or numbers of one shape: NumPy asks each of them how deep it goes."""
    if not isinstance(rows, Rows) or not isinstance(rows.item, TVar):
        raise UnsupportedOpError(
            f"{name} of a list of run-time length whose items are no arrays of one shape",
            where=trace.location(),
            why="what it makes of them depends on what each of them is",
            fix="use np.concatenate or np.stack, or make an array of the list first",
        )


def known_blocks(trace: Trace, arrays: Any) -> Any:
    """What `np.block` gets, with lists of run-time length as lists of one array each, which are as deep."""
    from sct.runtime.lists.row_arrays import needs_items, stacked

    marker: Any = marker_of(arrays) if type(arrays) is list else None
    if marker is not None:
        check_arrays(trace, "np.block", marker)
        made = stacked(trace, marker)
        needs_items(trace, marker, "concatenate")
        ndim = made.spec.ndim - 1
        return trace.note_new([made if ndim == 0 else _along(made, ndim - 1)])
    if type(arrays) is not list:
        return arrays
    items = [known_blocks(trace, item) for item in arrays]
    return arrays if all(new is old for new, old in zip(items, arrays, strict=True)) else trace.note_new(items)


def _column_stack(trace: Trace, stacked: Any) -> Any:
    ndim = stacked.spec.ndim - 1
    if ndim > 1:
        return _along(stacked, 1)
    return _copied(stacked[None, :] if ndim == 0 else np.transpose(stacked))


def _dstack(trace: Trace, stacked: Any) -> Any:
    ndim = stacked.spec.ndim - 1
    if ndim > 2:
        return _along(stacked, 2)
    moved = np.moveaxis(stacked, 0, -1)
    for _ in range(2 - ndim):
        moved = moved[None]
    return _copied(moved)


def _along(stacked: Any, axis: int) -> Any:
    """The items along one of their axes."""
    moved, n = np.moveaxis(stacked, 0, axis), stacked.shape
    shape = [*n[1:]]
    shape[axis] = n[0] * n[1 + axis]
    return _copied(moved.reshape(tuple(shape)))


def _copied(x: Any) -> Any:
    return ops.get("copy")(x)


JOINING = {np.column_stack: _column_stack, np.dstack: _dstack}
"""What these make of the array of all items, along a new first axis."""
