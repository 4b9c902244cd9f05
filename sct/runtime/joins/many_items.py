"""Many items of known number that a list of run-time length gets at once: one op in place of one for each of them."""

from __future__ import annotations

from typing import Any

from sct.runtime.callers.known_numbers import MANY
from sct.runtime.lists import growing, row_lists
from sct.runtime.lists.plain_items import are_plain, are_plain_rows
from sct.runtime.lists.rows import Rows
from sct.runtime.trace import Trace

__all__ = ["extended", "is_settled"]


def extended(trace: Trace, rows: Rows, items: list[Any]) -> Rows:
    """The rows with these items after them."""
    if len(items) >= MANY and are_plain_rows(rows) and are_plain(items):
        more = row_lists.rows_of(trace, items)
        assert more is not None
        made = row_lists.concatenated(trace, rows, more)
        made.origin, made.added, made.order = rows.origin, rows.added + len(items), rows.order
        return made
    for x in items:
        rows = row_lists.appended(trace, rows, x)
    return rows


def is_settled(trace: Trace, xs: list[Any], items: list[Any]) -> bool:
    """Whether a list of one of several lengths has become rows: so many items are not added to each of them."""
    if len(items) < MANY or not are_plain(items):
        return False
    rows = growing.as_rows(trace, xs)
    if rows is None or not are_plain_rows(rows):
        return False
    growing.put(trace, xs, [rows])
    return True
