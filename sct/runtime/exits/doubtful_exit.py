"""Lists, dicts and objects that may be others, as they leave a program."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sct.runtime.exits.rings import Rings
from sct.runtime.joins.doubts import HELD, Doubt, refuse
from sct.runtime.joins.function_forms import FUNCTIONS
from sct.runtime.joins.leaf_forms import holds_containers
from sct.runtime.lists.item_links import is_current, may_be_one, place_of
from sct.runtime.lists.rows import Rows
from sct.runtime.rolling.alike_functions import check_leaving
from sct.runtime.state.cells import IdentityMap
from sct.runtime.state.containers_in import containers_in
from sct.runtime.trace import Trace

__all__ = ["Leaving", "check_unsure", "doubts_of", "items_beside", "place_beside"]


def doubts_of(trace: Trace, x: Any) -> list[Doubt]:
    """What a container may be of that which may leave too: not what a branch or loop has made for itself."""
    found = trace.doubts.of(x)
    return [one for one in found if one.other is HELD or trace.in_scope(trace.made.get(one.other) or trace.root)]


class Leaving:
    """Where the containers of a result stand: those in two alternatives of one choice never leave together."""

    def __init__(self) -> None:
        self._path: tuple[tuple[int, int], ...] = ()
        self._choices = 0
        self._places = IdentityMap()  # container -> the paths to it: of each choice on the way, which alternative

    def met(self, x: Any) -> None:
        """Another reference to `x`, here."""
        if isinstance(x, FUNCTIONS):
            self._check_which(x)
        self._places[x] = (*self._places.get(x, ()), self._path)

    def _check_which(self, x: Any) -> None:
        """Refuse two functions of which only the run knows whether they are one, where one run may answer both."""
        at = dict(self._path)
        for other, paths in self._places.items():
            if isinstance(other, FUNCTIONS) and any(all(at.get(c, k) == k for c, k in path) for path in paths):
                check_leaving(x, other)

    @contextlib.contextmanager
    def alternative(self, choice: int, k: int) -> Iterator[None]:
        """While the alternative `k` of a choice is looked at."""
        before, self._path = self._path, (*self._path, (choice, k))
        try:
            yield
        finally:
            self._path = before

    def choice(self) -> int:
        """A number for another choice."""
        self._choices += 1
        return self._choices

    def together(self, a: Any, b: Any) -> bool:
        """Whether one run may answer both."""
        for one in self._places.get(a, ((),)):
            at = dict(one)
            if any(all(at.get(choice, k) == k for choice, k in other) for other in self._places.get(b, ((),))):
                return True
        return False


def items_beside(trace: Trace, result: Any) -> dict[int, int]:
    """How many items of each list of run-time length are in a result, by the id of the list, which is one more."""
    found: Counter[int] = Counter()
    for x in {id(x): x for x in containers_in(result)}.values():
        found[id(x)] += 1
        if (link := trace.doubts.links.get(x)) is not None:
            found[id(link.order.owner)] += 1
    return found


def place_beside(
    trace: Trace,
    x: Any,
    items: Mapping[int, int],
    render: Callable[[Any], str],
    shared: Mapping[int, tuple[Any, str]],
    rings: Rings,
) -> str | None:
    """An item of a list that leaves, too, as the text that takes it from there; None where it stands alone."""
    link = trace.doubts.links.get(x)
    if link is None or not is_current(link):
        return None
    owner = link.order.owner
    if rings.is_open(owner):  # it cannot be taken from a list that is being made
        refuse(trace, x, "leaves the function")
    if items.get(id(owner), 0) > 1:
        render(owner)  # two of its items may be one object
    return f"{shared[id(owner)][1]}[{render(place_of(link))}]" if id(owner) in shared else None


def check_unsure(
    trace: Trace, unsure: Iterable[Any], leaving: Iterable[Any], lists: Sequence[Rows], result: Leaving
) -> None:
    """Containers that may be others are fine as long as none of those leaves the function, too."""
    out = {id(x): x for x in leaving}
    _check_made_inside(trace, out.values(), result)
    taken: list[tuple[Any, dict[int, Any]]] = []
    before: list[Any] = []
    items: list[tuple[Any, bool]] = []  # what is or may be an item, and whether that is in doubt
    for x in unsure:
        others = {id(one.other): one.other for one in doubts_of(trace, x)}
        outside = any(
            trace.callers.originals.get(one) is not None or trace.sources.get(one) is not None
            for one in others.values()
        )
        item = id(HELD) in others or x in trace.doubts.links or x in trace.doubts.held
        held = item and any(holds_containers(rows.item) for rows in lists)
        beside = any(result.together(x, out[other]) for other in others.keys() & out.keys())
        shared = any(others.keys() & theirs.keys() and result.together(x, y) for y, theirs in taken)
        again = any(may_be_one(trace, x, other) for other in before)
        before.append(x)
        doubtful = id(HELD) in others or _is_anywhere(trace, x)
        again |= item and any((doubtful or other) and result.together(x, y) for y, other in items)
        items += [(x, doubtful)] if item else []
        if outside or held or beside or shared or again:
            refuse(trace, x, "leaves the function")
        taken.append((x, others))


def _check_made_inside(trace: Trace, leaving: Iterable[Any], result: Leaving) -> None:
    """Two containers that may both be one that a loop or branch has made are fine as long as not both leave."""
    seen: dict[int, list[Any]] = {}
    for x in leaving:
        for other in {id(one.other): one.other for one in trace.doubts.of(x)}.values():
            if trace.in_scope(trace.made.get(other) or trace.root):
                continue
            before = seen.setdefault(id(other), [])
            if any(y is not x and result.together(x, y) for y in before):
                refuse(trace, x, "leaves the function")
            before.append(x)


def _is_anywhere(trace: Trace, x: Any) -> bool:
    """Whether `x` has been an item of several lists: which they are nobody knows."""
    link = trace.doubts.links.get(x)
    return link is not None and link.length is None
