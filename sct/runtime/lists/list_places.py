"""Where an item is in a list: `index`, `count`, `remove` and `in`."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.lists import row_lists
from sct.runtime.lists.growing import changed, get, length, read, touch
from sct.runtime.lists.item_equality import are_equal
from sct.runtime.lists.list_comparing import find_item as find
from sct.runtime.lists.rows import Rows
from sct.runtime.objects.searched_live import Searched, may_change
from sct.runtime.state.bare import items_in
from sct.runtime.trace import Trace

__all__ = ["contains", "count", "counted", "first_equal", "index", "place", "remove"]


def first_equal(
    trace: Trace, owner: Any, x: Any, use: Callable[[int], Any], missing: Callable[[], Any], span: range | None = None
) -> Any:
    """What `use` answers for the place of the first item that equals `x`, as Python looks for it."""
    from sct.runtime.control_flow import select

    held = tuple(items_in(owner))
    searched = Searched(trace, owner) if may_change(owner, x, *held) else None
    first, last = (0, sys.maxsize) if span is None else (span.start, span.stop)  # there may come more to look at

    def from_(i: int) -> Any:
        items = held if searched is None else searched.items()
        if i >= min(last, len(items)):
            return missing()
        return select(are_equal(trace, items[i], x), lambda: use(i), lambda: from_(i + 1))

    return from_(first)


def place(trace: Trace, items: list[Any], x: Any) -> Any:
    """The index of the first item of an ordinary list that equals `x`, or -1."""
    return first_equal(trace, items, x, lambda i: i, lambda: -1)


def _is_not_in(xs: Any, x: Any) -> Callable[[], Any]:
    def fail() -> Any:
        kind = "deque" if isinstance(xs, deque) else "list"
        error = ValueError(f"{'the item' if is_variable(x) else repr(x)} is not in {kind}")
        vars(error)["sct_by_value"] = is_variable(x)
        raise error

    return fail


def _not_in_list() -> Any:
    raise ValueError("list.remove(x): x not in list")


def counted(trace: Trace, owner: Any, x: Any) -> Any:
    """How many items equal `x`."""
    from sct.runtime.control_flow import select

    items = tuple(items_in(owner))
    searched = Searched(trace, owner) if may_change(owner, x, *items) else None
    total: Any = 0
    i = 0
    while i < len(items):
        total = total + select(are_equal(trace, items[i], x), lambda: 1, lambda: 0)
        items = items if searched is None else searched.items()
        i += 1
    return total


def count(trace: Trace, xs: list[Any], x: Any, /) -> Any:
    """`xs.count(x)`."""

    def in_rows(rows: Rows) -> Any:
        return find(trace, xs, rows, x, "list_count")

    return read(trace, xs, lambda items: counted(trace, items, x), in_rows)


def contains(trace: Trace, xs: list[Any], x: Any) -> Any:
    """`x in xs`."""
    from sct.runtime.logical import in_

    return read(trace, xs, lambda items: in_(x, items), lambda rows: find(trace, xs, rows, x) >= 0)


_BOUND = "slice indices must be integers or have an __index__ method"


def index(trace: Trace, xs: list[Any], x: Any, start: Any = 0, stop: Any = None, /) -> Any:
    """`xs.index(x, start, stop)`."""
    from sct.runtime.control_flow import select

    if stop is not None or type(start) is not int or start:
        first = row_lists.as_index(start, said=_BOUND)
        first = select(first < 0, lambda: first + length(trace, xs), lambda: first)
        last = None if stop is None else row_lists.as_index(stop, said=_BOUND)
        return index(trace, get(trace, xs, slice(start, last)), x) + select(first > 0, lambda: first, lambda: 0)

    missing = _is_not_in(xs, x)

    def in_rows(rows: Rows) -> Any:
        at = find(trace, xs, rows, x)
        return select(at >= 0, lambda: at, missing)

    return read(trace, xs, lambda items: first_equal(trace, items, x, lambda i: i, missing), in_rows)


def remove(trace: Trace, xs: Any, x: Any, /) -> None:
    """`xs.remove(x)`."""
    from sct.runtime.control_flow import select

    missing = _is_not_in(xs, x) if isinstance(xs, deque) else _not_in_list

    def in_rows(rows: Rows) -> Any:
        found = find(trace, xs, rows, x)
        at = select(found >= 0, lambda: found, missing)
        return row_lists.deleted(trace, rows, at, False), None

    changed(trace, xs, lambda items: _remove(trace, xs, items, x, missing), in_rows)


def _remove(trace: Trace, owner: Any, items: Any, x: Any, missing: Callable[[], Any]) -> None:
    """Take it out of `items`, which are those of `owner` or a copy of them."""
    from sct.runtime.control_flow import select

    searched = Searched(trace, owner, IndexError) if may_change(owner, x, *items) else None

    def take_out(i: int) -> None:
        if searched is not None and items is not owner and searched.has_changed():
            raise searched.refusal()
        touch(trace, items)
        if i < len(items):
            del items[i]

    def from_(i: int) -> None:
        if i >= len(items):
            missing()
        same = are_equal(trace, items[i], x)
        if searched is not None:
            searched.items()
        select(same, lambda: take_out(i), lambda: from_(i + 1))

    from_(0)
