"""Whether an item of one list may become an item of another one twice: then it is one object there, in two places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sct.runtime.current import is_variable
from sct.runtime.lists.rows import TWICE, Rows, stale_or_marker

if TYPE_CHECKING:
    from sct.ir.build import Builder
    from sct.runtime.lists.item_links import Link
    from sct.runtime.trace import Trace

__all__ = ["comes_again", "happens_once", "has_come", "note_together"]


def happens_once(trace: Trace, born: Builder | None) -> bool:
    """Whether what happens here happens at most once for each time that something is made there."""
    builder = trace.builder
    while builder is not born:
        if builder in trace.bodies or builder.parent is None:
            return False
        builder = builder.parent
    return True


def comes_again(trace: Trace, link: Link) -> bool:
    """Whether what is at one place of its list becomes an item here again, in a loop that does not choose the place."""
    if link.at is None or not isinstance(stale_or_marker(link.order.owner), Rows):
        return False
    chosen = link.at.storage.born if is_variable(link.at) else trace.made.get(link.order.owner)
    return not happens_once(trace, chosen)


def has_come(trace: Trace, rows: Rows, link: Link) -> bool:
    """Whether this list has got an item before that may be the one of this link; notes that it gets it."""
    earlier: tuple[Link, ...] = trace.doubts.sources.get(rows.order, ())
    trace.doubts.sources[rows.order] = (*earlier, link)
    return any(one.order is link.order and not _are_apart(one.at, link.at) for one in earlier)


def _are_apart(a: Any, b: Any) -> bool:
    return type(a) is type(b) is int and a != b and (a < 0) == (b < 0)


def note_together(trace: Trace, rows: Rows, parts: Sequence[Any]) -> None:
    """Containers become one item, or its parts: two that are items of one list may be one and the same."""
    orders = [link.order for x in parts if (link := trace.doubts.links.get(x)) is not None]
    if any(one is other for k, one in enumerate(orders) for other in orders[:k]):
        rows.repeats |= TWICE
