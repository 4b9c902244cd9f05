"""Where an item is in a list: `index`, `count`, `remove` and `in`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.lists import row_lists
from sct.runtime.lists.growing import changed, get, length, read, touch
from sct.runtime.lists.item_equality import are_equal
from sct.runtime.lists.list_comparing import find_item as find
from sct.runtime.lists.rows import Rows
from sct.runtime.state.bare import plain
from sct.runtime.trace import Trace

__all__ = ["contains", "count", "index", "place", "remove"]


def _place(trace: Trace, items: Any, x: Any, use: Callable[[int], Any], missing: Callable[[], Any]) -> Any:
    """What `use` answers for the place of the first item that equals `x`."""
    from sct.runtime.control_flow import select

    def from_(i: int) -> Any:
        if i == len(items):
            return missing()
        return select(are_equal(trace, items[i], x), lambda: use(i), lambda: from_(i + 1))

    return from_(0)


def place(trace: Trace, items: list[Any], x: Any) -> Any:
    """The index of the first item of an ordinary list that equals `x`, or -1."""
    return _place(trace, items, x, lambda i: i, lambda: -1)


def _missing(text: str) -> Callable[[], Any]:
    def fail() -> Any:
        raise ValueError(text)

    return fail


def _counted(trace: Trace, items: list[Any], x: Any) -> Any:
    from sct.runtime.control_flow import select

    total: Any = 0
    for item in items:
        total = total + select(are_equal(trace, item, x), lambda: 1, lambda: 0)
    return total


def count(trace: Trace, xs: list[Any], x: Any, /) -> Any:
    """`xs.count(x)`."""

    def in_rows(rows: Rows) -> Any:
        return find(trace, xs, rows, x, "list_count")

    return read(trace, xs, lambda items: _counted(trace, plain(items), x), in_rows)


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

    def missing() -> Any:
        error = ValueError(f"{x!r} is not in list" if not is_variable(x) else "the item is not in list")
        vars(error)["sct_by_value"] = is_variable(x)
        raise error

    def in_rows(rows: Rows) -> Any:
        at = find(trace, xs, rows, x)
        return select(at >= 0, lambda: at, missing)

    return read(trace, xs, lambda items: _place(trace, items, x, lambda i: i, missing), in_rows)


def remove(trace: Trace, xs: Any, x: Any, /) -> None:
    """`xs.remove(x)`."""
    from sct.runtime.control_flow import select

    kind = "deque" if isinstance(xs, deque) else "list"
    missing = _missing(f"{kind}.remove(x): x not in {kind}")

    def in_rows(rows: Rows) -> Any:
        found = find(trace, xs, rows, x)
        at = select(found >= 0, lambda: found, missing)
        return row_lists.deleted(trace, rows, at, False), None

    def plainly(items: list[Any]) -> None:
        def remove_at_place(i: int) -> None:
            touch(trace, items)
            del items[i]

        _place(trace, items, x, remove_at_place, missing)

    changed(trace, xs, plainly, in_rows)
