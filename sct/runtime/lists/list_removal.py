"""Items taken out of lists and deques by their places."""

from __future__ import annotations

from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import row_lists
from sct.runtime.lists.growing import changed, containers_of, put, rows_in
from sct.runtime.lists.item_links import release
from sct.runtime.lists.rows import Ref, Rows, stale_or_marker
from sct.runtime.pools import pools
from sct.runtime.trace import Trace

__all__ = ["delete", "remove_at", "taken_out"]


def delete(trace: Trace, xs: list[Any], key: Any) -> None:
    """`del xs[key]`."""
    if not isinstance(key, slice):
        remove_at(trace, xs, key, False)
        return

    from sct.runtime.lists import list_slices

    list_slices.delete(trace, xs, key)


def taken_out(trace: Trace, rows: Rows, at: Any, error: str) -> Any:
    """An item that is going to be removed."""
    result = row_lists.item(trace, rows, at, error)
    for container in containers_of(rows, result):
        release(trace, rows, container)
    return result


def remove_at(trace: Trace, xs: list[Any], at: Any, pops: bool) -> Any:
    """`xs.pop(at)` or `del xs[at]`."""
    if isinstance(stale_or_marker(xs), Ref) and not isinstance(at, Choice):
        if pops and type(at) is int and at == -1:
            return pools.pop(trace, xs)
        return pools.take_out(trace, xs, at, pops)

    def plainly(items: list[Any]) -> Any:
        if is_variable(at) and items:
            return in_rows(rows_in(trace, items), items)
        place = 0 if is_variable(at) else at  # an empty list raises, whatever the place is
        if pops:
            return items.pop(place)
        del items[place]
        return None

    def in_rows(rows: Rows, owner: list[Any] | None = None) -> Any:
        result = taken_out(trace, rows, at, "pop index out of range") if pops else None
        rest = row_lists.deleted(trace, rows, at, pops)
        if owner is None:
            return rest, result
        put(trace, owner, [rest])
        return result

    return changed(trace, xs, plainly, in_rows)
