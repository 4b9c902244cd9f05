"""Arrays that were read from lists of run-time length: a write to one goes through to its list.

The program's lists hold copies. Where a branch has left the list as it was but for such writes, the list that the
branches make together has the array at the same place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from sct.runtime.arrays.storage import Storage
from sct.runtime.joins.templates import TNode
from sct.runtime.lists import row_lists
from sct.runtime.lists.item_links import is_at
from sct.runtime.lists.rows import Rows, marker_of, stale_or_marker
from sct.runtime.lists.taken import arrays_in
from sct.runtime.trace import Trace

__all__ = ["ItemWrites", "KeptArrays"]

_MOST = 32  # of the arrays that were read last may be written to below a branch


class ItemWrites:
    """Writes an array that was read from a list back into it, as long as the list is what it was."""

    def __init__(self, trace: Trace, xs: list[Any], rows: Rows, key: Any, leaf: int, item: Any) -> None:
        self.trace, self.xs, self.key = trace, xs, key
        self.at = row_lists.as_index(key)
        self.leaf, self.item = leaf, item  # which column it is in, and of which item
        self._rows = [rows]  # what the list has held with the array at this place: a branch that is undone goes back

    def is_of(self, rows: Any) -> bool:
        """Whether these have the array at its place."""
        return any(rows is one for one in self._rows)

    def holds(self, xs: list[Any], key: Any) -> bool:
        """Whether it is the item of `xs` at `key`, or may be."""
        now = marker_of(xs)
        same = key is self.key or self.trace.value(key) is self.trace.value(self.key)
        return xs is self.xs and isinstance(now, Rows) and self.is_of(now) and same and not isinstance(now.item, TNode)

    def __call__(self, storage: Storage) -> None:
        from sct.runtime.lists.growing import put

        now = marker_of(self.xs)
        if not isinstance(now, Rows):
            return  # reading the list is refused
        if not self.is_of(now):
            link = self.trace.doubts.links.get(self.item)
            held = any(one.storage is storage for one in arrays_in(self.item))
            if not held or link is None or not is_at(self.trace, now, link, self.at):
                return  # else the item has been written to otherwise
        self._rows.append(row_lists.written(self.trace, now, self.key, storage, self.leaf))
        put(self.trace, self.xs, [self._rows[-1]])

    @property
    def columns(self) -> Iterator[Storage]:
        """The memory of what the list has held it in."""
        return (column.storage for rows in self._rows for column in rows.columns)

    @property
    def is_current(self) -> bool:
        """Whether the list still has the array at its place."""
        return self.is_of(stale_or_marker(self.xs))

    def follow(self) -> None:
        """The list holds other rows by now, with the array at the place where it was."""
        now = stale_or_marker(self.xs)
        if isinstance(now, Rows) and not self.is_of(now):
            self._rows.append(now)


class KeptArrays:
    """The arrays that are items around a branch, to be tied to what its arms leave together."""

    def __init__(self, trace: Trace) -> None:
        scope = trace.builders()
        last = list(islice(reversed(list(trace.items.read)), _MOST))
        found = [one.item_of for one in last if one.born in scope]
        self._writes = [one for one in found if isinstance(one, ItemWrites) and one.is_current]

    def check(self) -> None:
        """Forget those of which the list has been changed in this arm."""
        self._writes = [one for one in self._writes if one.is_current]

    def leave(self) -> None:
        """What is left is of both arms."""
        for one in self._writes:
            one.follow()
