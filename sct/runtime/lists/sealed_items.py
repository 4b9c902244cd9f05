"""Read-only arrays in lists of run-time length, which hold copies: each column knows whether its arrays are read-only.

That is said by `frozen` of the column's memory, as it is of an array that a branch or loop has made: "never" as long as
no array has been put into the list, and "perhaps" where some are and others are not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import AliasError
from sct.ir.types import ARRAY
from sct.runtime.arrays.array_attributes import joined_frozen
from sct.runtime.arrays.storage import Storage
from sct.runtime.joins.leaf_forms import array_leaves
from sct.runtime.lists.rows import Rows
from sct.runtime.lists.taken import arrays_in, own_arrays

__all__ = ["makers", "note_held", "note_taken", "pass_on", "start"]


def start(rows: Rows) -> None:
    """No array is in the list yet."""
    for column in _columns(rows):
        column.storage.frozen = "never"


def pass_on(made: Rows, old: Rows) -> None:
    """The arrays of one list are in another one."""
    mine, theirs = _columns(made), _columns(old)
    for k, new in enumerate(mine):
        _join(new, theirs[k : k + 1] if len(mine) == len(theirs) else theirs)


def note_held(rows: Rows, x: Any) -> None:
    """The arrays in `x` are in the list."""
    columns = _columns(rows)
    own = own_arrays(rows.item, x) if columns else None
    if own is not None and len(own) == len(columns):
        for column, one in zip(columns, own, strict=True):
            _join(column, [one])
        return
    held = list(arrays_in(x)) if columns else []
    for column in columns:
        _join(column, held)


def note_taken(rows: Rows, x: Any) -> None:
    """The arrays in `x` were made of the columns, for one item."""
    columns = _columns(rows)
    held = [one for one in arrays_in(x) if not one.steps] if columns else []
    for k, one in enumerate(held):
        state = joined_frozen(columns[k : k + 1] if len(held) == len(columns) else columns)
        one.storage.frozen = "no" if state == "never" else state


def makers(rows: Rows) -> list[Any]:
    """What makes the arrays that leave, for each column; refused where only the run knows which are read-only."""
    leaves = zip(rows.columns, array_leaves(rows.item), strict=True)
    return [_maker(column) if is_array else np.array for column, is_array in leaves]


def _maker(column: Any) -> Any:
    state = column.storage.frozen
    if state == "perhaps":
        raise AliasError(
            "a list that grew at run time leaves the function with arrays of which some are read-only",
            where=column.storage.origin,
            why="which of them are, is known only when the program runs",
            fix="append a copy, as in xs.append(x.copy())",
        )
    return _read_only if state == "yes" else np.array


def _read_only(row: np.ndarray) -> np.ndarray:
    made = np.array(row)
    made.flags.writeable = False
    return made


def _columns(rows: Rows) -> list[Any]:
    return [column for column, one in zip(rows.columns, array_leaves(rows.item), strict=True) if one]


def _join(column: Any, ways: list[Any]) -> None:
    found: list[Any] = [column, *(x for x in ways if isinstance(getattr(x, "storage", None), Storage))]
    column.storage.frozen = joined_frozen([x for x in found if x.spec.kind == ARRAY], nothing="never")
