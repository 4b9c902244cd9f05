"""Which containers are items of which lists, around a branch or a loop: tied anew to what it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.lists.item_links import Link, claim, is_valid, outdate, referenced
from sct.runtime.lists.rows import Rows, stale_or_marker
from sct.runtime.state.reachable import any_reachable

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["Kept"]


class Kept:
    """The links that hold around a branch or a loop, to be tied anew to what it leaves."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        # what nobody names any more is not kept alive
        self.links = referenced(trace, current=True) if len(trace.doubts.links) else []
        self.held: dict[int, Any] = {}
        self.outdated: dict[int, Any] = {}
        self.forgotten: list[tuple[Any, Any]] = []

    def check(self) -> bool:
        """Forget the links that do not hold any more; whether all of them do."""
        before = len(self.links)
        doubts = self.trace.doubts
        if len(doubts.held):
            self.held.update((id(x), x) for x, _ in doubts.held.items())
        if len(doubts.outdated):
            self.outdated.update((id(x), x) for x, _ in doubts.outdated.items())
        self.forgotten += doubts.forgotten
        if before:
            now = doubts.links
            self.links = [(x, link) for x, link in self.links if _is_as_it_was(now.get(x), link)]
        return len(self.links) == before

    def leave(self) -> None:
        """What became an item in the branch or the loop may be one afterwards."""
        for x in self.held.values():
            if self.trace.in_scope(self.trace.made.get(x) or self.trace.root):
                self.trace.doubts.held[x] = True
        for x, other in self.forgotten:
            if any(one.other is other for one in self.trace.doubts.of(x)):
                doubts = self.trace.doubts
                (doubts.loosen if any_reachable(self.trace, [other]) else doubts.forget)(x, other)
        self.tie()

    def tie(self) -> None:
        """The lists hold other rows by now, with each item at the place where it was."""
        for x in self.outdated.values():
            if x not in self.trace.doubts.outdated and self.trace.in_scope(self.trace.made.get(x) or self.trace.root):
                outdate(self.trace, x)
        for x, link in self.links:
            owner = link.order.owner
            marker = stale_or_marker(owner)
            if isinstance(marker, Rows):
                claim(marker, owner)
                self.trace.doubts.links[x] = Link(marker.order, link.at, link.length, link.sole)


def _is_as_it_was(now: Any, link: Link) -> bool:
    return now is not None and is_valid(now) and now.order.owner is link.order.owner and now.at is link.at
