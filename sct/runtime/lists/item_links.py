"""Containers that are items of a list of run-time length: what changes one of them is written into the list, too.

Such a list keeps its items in columns, so each use of an item makes a container anew. Python would have answered
the same object. A `Link` says which item a container is. Before it changes, the link must hold; afterwards the
item is written back, and others that may be the same item must not be read any more.
"""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sct.errors import AliasError
from sct.records import record
from sct.runtime.current import is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.joins.doubtful_writes import write_on
from sct.runtime.joins.doubts import HELD, refuse
from sct.runtime.joins.lost import Lost
from sct.runtime.lists import item_refresh
from sct.runtime.lists.items_again import comes_again, happens_once, has_come
from sct.runtime.lists.rows import ELSEWHERE, TWICE, Order, Rows, Stale, owns_itself, stale_or_marker
from sct.runtime.state.bare import refill
from sct.runtime.state.cells import AttrCell, DictCell, ListCell, set_plainly
from sct.runtime.state.containers_in import containers_in
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.reachable import any_reachable
from sct.runtime.texts.kind_names import a_kind

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = [
    "Link",
    "claim",
    "check_write",
    "enter",
    "hand_over",
    "is_at",
    "happens_once",
    "is_current",
    "is_valid",
    "known_item",
    "link_item",
    "may_be_one",
    "note_parts",
    "outdate",
    "place_of",
    "referenced",
    "release",
    "spread",
    "whole_item",
    "writing",
]


@record(eq=False)
class Link:
    """Which item a container is: that at `at` of a list which had `length` items then; None where that is not known."""

    order: Order
    at: Any
    length: Any
    sole: bool = True  # whether it is all that stands for the item
    part_of: Any = None  # the container that stands for the item, where this one is in it


def is_current(link: Link) -> bool:
    """Whether a container still is the item that it was made of."""
    return link.at is not None and is_valid(link)


def is_valid(link: Link) -> bool:
    """Whether the items of the list are where they were."""
    marker = stale_or_marker(link.order.owner)
    return isinstance(marker, Rows) and marker.order is link.order


def is_at(trace: Trace, rows: Rows, link: Link, at: Any) -> bool:
    """Whether a container is the item of these rows that it was at first: that at `at`."""
    return rows.order is link.order and is_current(link) and trace.value(link.at) is trace.value(at)


def claim(rows: Rows, owner: Any) -> None:
    """Note which list holds these rows."""
    if rows.order.owner is None:
        rows.order.owner = owner
    elif rows.order.owner is not owner:
        rows.order = Order()
        rows.order.owner = owner
        rows.repeats |= ELSEWHERE


def hand_over(rows: Rows, owner: Any) -> None:
    """A list gets these rows; if they were made as those of another list, that has no use for them."""
    if rows.order.owner is not None and rows.order.owner is not owner:
        rows.order = Order()
    rows.order.owner = owner


def spread(rows: Rows) -> None:
    """The items of this list go to another one, too."""
    rows.repeats |= ELSEWHERE


# -- going in and coming out -------------------------------------------------------------------------


def enter(trace: Trace, rows: Rows, x: Any, at: Any, part_of: Any = None) -> None:
    """A container becomes an item, or part of one."""
    links, entered = trace.doubts.links, trace.doubts.entered
    known = links.get(x)
    entered[x] = entered.get(x, 0) + 1
    if known is not None:
        same = known.order is rows.order or (known.order.owner is not None and known.order.owner is rows.order.owner)
        level = TWICE if same else ELSEWHERE
        rows.repeats |= TWICE if comes_again(trace, known) or has_come(trace, rows, known) else level
        marker = stale_or_marker(known.order.owner)
        if isinstance(marker, Rows):
            marker.repeats |= level
        links[x] = Link(rows.order, None, None)
        return
    again = x in trace.doubts.held or _may_be_others(trace, x)
    if trace.made.get(x) is trace.builder and not again:
        links[x] = Link(rows.order, at, rows.length, part_of=part_of)
    else:
        if again:
            trace.doubts.families.again.add(trace.doubts.site(x))
        if again or not happens_once(trace, trace.made.get(x)):
            rows.repeats |= TWICE
        trace.doubts.held[x] = True


def _may_be_others(trace: Trace, x: Any) -> bool:
    """Whether a container may be one that the user's code can still reach, or that is an item already."""
    doubts = trace.doubts
    others = [one.other for one in doubts.of(x)]
    if any(map(doubts.by_item, doubts.of(x))):
        return True
    mine = set(map(id, others))
    beside = [y for y, theirs in doubts.all() if y is not x and any(id(one.other) in mine for one in theirs)]
    return any(map(doubts.may_be_item, beside)) or (bool(others) and any_reachable(trace, others + beside))


def link_item(trace: Trace, rows: Rows, x: Any, at: Any, sole: bool, part_of: Any = None) -> None:
    """A container is made of the item at `at`, or of a part of it."""
    if trace.made.get(x) is trace.builder:
        trace.doubts.links[x] = Link(rows.order, at, rows.length, sole, part_of)


def note_parts(trace: Trace, rows: Rows, item: Any) -> None:
    """An item was changed: what it holds now is in the list, too."""
    met = set()
    for x in containers_in(item):
        link = trace.doubts.links.get(x)
        if id(x) in met:
            rows.repeats |= TWICE
        elif x is not item and (link is None or link.part_of is not item):
            enter(trace, rows, x, None, item)
        met.add(id(x))


def whole_item(trace: Trace, x: Any, link: Link) -> tuple[Any, Link | None]:
    """The container that stands for the item that `x` is, or is a part of, and its link."""
    whole = link.part_of
    if whole is None:
        return x, link
    held = any(one is x for one in containers_in(whole))
    return whole, trace.doubts.links.get(whole) if held else None


def may_be_one(trace: Trace, x: Any, y: Any) -> bool:
    """Whether two containers may be one item, of one list or of lists that may be one."""
    (mine, whole, at), (theirs, other, there) = _item_of(trace, x), _item_of(trace, y)
    if mine is None or theirs is None or whole is other or (type(at) is type(there) is int and at != there):
        return False
    if mine is theirs or may_be_one(trace, mine, theirs):
        return True
    one, another = ({id(xs), *(id(doubt.other) for doubt in trace.doubts.of(xs))} for xs in (mine, theirs))
    return not one.isdisjoint(another)


def _item_of(trace: Trace, x: Any) -> tuple[Any, Any, Any]:
    """The list that `x` is an item of, or in one, what stands for that item, and where; None where it is unknown."""
    link = trace.doubts.links.get(x)
    if link is None:
        return None, None, None
    whole, its = whole_item(trace, x, link)
    return link.order.owner, whole, None if its is None or not is_current(its) else place_of(its)


def known_item(trace: Trace, rows: Rows, at: Any) -> Any:
    """The container that stands for an item already; None if there is none."""
    for x, link in trace.doubts.links.items():
        if link.order is not rows.order or not link.sole or type(link.at) is not type(at):
            continue
        if is_variable(at) and (trace.value(link.at) is not trace.value(at) or link.length is not rows.length):
            continue
        if not is_variable(at) and (link.at != at or at < 0):
            continue
        if trace.in_scope(trace.made.get(x)) and not isinstance(stale_or_marker(x), Stale):
            return x
    return None


def release(trace: Trace, rows: Rows, x: Any) -> None:
    """An item is taken out: it is free, unless others know it."""
    others = any(link.order is rows.order for _, link in referenced(trace))
    if rows.repeats & TWICE or others or _loose(trace):
        trace.doubts.links[x] = Link(rows.order, None, None)


# -- changes -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def writing(trace: Trace, x: Any) -> Iterator[None]:
    """Change a container; if it is an item, the list has the change afterwards."""
    doubts = trace.doubts
    if not (x in doubts.links or doubts.involves(x)) or any(one is x for one in trace.items.writing):
        yield
        return
    before, held = trace.items.writing, list(containers_in(x))
    trace.items.writing = (*before, x)
    try:
        yield
    finally:
        trace.items.writing = before
    link = trace.doubts.links.get(x)
    if link is not None:
        now = list(containers_in(x))
        _write_through(trace, x, link, len(held) == len(now) and all(a is b for a, b in zip(held, now, strict=True)))
    if trace.doubts.involves(x):
        write_on(trace, x)


def check_write(trace: Trace, x: Any) -> None:
    """Refuse a change of an item that could not be written back."""
    link = trace.doubts.links.get(x)
    if link is not None:
        _, whole = whole_item(trace, x, link)
        ready = whole is not None and is_current(whole) and any(one is x for one in trace.items.writing)
        marker = stale_or_marker(whole.order.owner) if whole is not None else None
        if not ready or not isinstance(marker, Rows) or marker.repeats & TWICE:
            refuse(trace, x, "is changed")
        if trace.doubts.families.are_again(trace.doubts.site(x)):
            refuse(trace, x, "is changed")
    elif x in trace.doubts.held:
        refuse(trace, x, "is changed")


def _write_through(trace: Trace, x: Any, link: Link, keeps: bool) -> None:
    """Write a change of `x` into the list; `keeps`: it holds the same containers as before."""
    from sct.runtime.lists import growing, row_lists

    top, whole = whole_item(trace, x, link)
    if whole is None or not is_current(whole) or _may_hold_itself(trace, top):
        refuse(trace, x, "is changed")
    assert whole is not None
    owner = whole.order.owner
    rows = stale_or_marker(owner)
    assert isinstance(rows, Rows)
    at = place_of(whole)
    again: list[tuple[Any, Link]] = []
    known = referenced(trace)
    _forget_others(trace, owner, [top, *(other for other, _ in known)])
    for other, theirs in known:
        one, its = whole_item(trace, other, theirs)
        if one is top and its is not None:
            continue
        if (its or theirs).order is whole.order:
            if its is not None and item_refresh.may_be_read(trace, rows, one, its, keeps):
                again += [] if any(one is before for before, _ in again) else [(one, its)]
            else:
                _part_from(trace, whole, at, other, theirs)
        elif theirs.order.owner is owner or trace.doubts.between(owner) or may_be_one(trace, owner, theirs.order.owner):
            outdate(trace, other)
    loose = [other for other in _loose(trace) if other is not top]
    if loose and any_reachable(trace, loose):  # all are looked for in one go: most often there is none
        for other in loose:
            if any_reachable(trace, [other]):
                outdate(trace, other)
    still = trace.value(whole.length) is trace.value(rows.length)
    rows = row_lists.rewritten(trace, rows, whole.at if still else at, top)
    growing.put(trace, owner, [rows])
    for one, its in again:
        item_refresh.read_again(trace, rows, one, place_of(its))


def _may_hold_itself(trace: Trace, top: Any) -> bool:
    """Whether an item holds what may be that item: the copy of it in there would not hold itself."""
    return any(one is not top and may_be_one(trace, top, one) for one in containers_in(top))


def _forget_others(trace: Trace, owner: Any, known: list[Any]) -> None:
    """What no name is left of does not stand for an item any more: it is not going to be changed with it."""
    links = trace.doubts.links
    kept = {id(_whole(x, links.get(x))) for x in known}
    for x, link in links.items():
        if link.order.owner is owner and id(_whole(x, link)) not in kept:
            links[x] = Link(link.order, None, None)


def _whole(x: Any, link: Link | None) -> Any:
    return x if link is None or link.part_of is None else link.part_of


def place_of(link: Link) -> Any:
    """The index of an item, counted from the start."""
    if is_variable(link.at):
        return link.at + (link.at < 0) * link.length
    return link.at if link.at >= 0 else link.at + link.length


def _part_from(trace: Trace, link: Link, at: Any, other: Any, theirs: Link) -> None:
    """See to it that a name for another item does not hide a change of this one."""
    if theirs.at is None:
        outdate(trace, other)
        return
    there = place_of(theirs)
    if is_variable(there) and is_variable(at) and trace.value(at) is trace.value(there):
        outdate(trace, other)
    elif type(link.at) is type(theirs.at) and (is_variable(at) or is_variable(there)):
        text = "two names stand for one item of a list, and one of them is changed"
        trace.effect("assert", (at != there,), {"exception": "sct.errors.AliasError", "template": (text,)})
    elif is_variable(at) or is_variable(there) or at == there:
        outdate(trace, other)


def outdate(trace: Trace, x: Any) -> None:
    """From now on it is not known what a container holds."""
    error = AliasError(
        f"{a_kind(x)} is used that may have been changed as an item of a list",
        where=trace.location(),
        why="which item was changed is known only when the program runs",
        fix="take the item out of the list anew where it is used",
    )
    trace.doubts.links.remove(x)
    trace.doubts.outdated[x] = True
    if isinstance(x, list):
        trace.transaction.touch(ListCell(x))
        refill(x, [Stale(error)])
    elif isinstance(x, dict):
        trace.transaction.touch(DictCell(x))
        dict.update(x, dict.fromkeys(x, Lost(error)))  # a Counter's would count
    elif type(x) is set and is_hashed(x):
        for one in containers_in(x):
            if one is not x:
                outdate(trace, one)
    elif type(x) not in (tuple, set, bytearray):
        for name in attributes_of(x):
            trace.transaction.touch(AttrCell(x, name))
            set_plainly(x, name, Lost(error))
    else:
        refuse(trace, x, "would have to change with an item of a list")


def _loose(trace: Trace) -> list[Any]:
    """Containers that may be items of some list."""
    joined = [x for x, doubts in trace.doubts.all() if any(one.other is HELD for one in doubts)]
    found = [*(x for x, _ in trace.doubts.held.items()), *joined]
    return [x for x in found if trace.in_scope(trace.made.get(x) or trace.root)]


def referenced(trace: Trace, current: bool = False) -> list[tuple[Any, Link]]:
    """The linked containers that the user's code may still have a name for; all, or those that are `current`."""
    links = trace.doubts.links
    others = {id(x) for x, link in links.items() if current and not is_current(link)}
    if current and len(others) == len(links):
        return []
    probe: list[Any] = trace.note_new([])
    links[probe] = Link(Order(), None, None)
    usual, counted = 0, list[tuple[Any, Link, int]]()
    inner, owners = _held_by_items(trace), trace.transaction.owners()
    for x, link in links.items():
        if id(x) in others:
            continue
        trace.plan.hashes(trace.sites.get(x))  # those that are noted for that have one reference more
        count = sys.getrefcount(x) - owners[id(x)] - trace.doubts.notes_of(x) - owns_itself(x) - inner[id(x)]
        if x is probe:
            usual = count - 1  # the name here
        else:
            counted.append((x, link, count))
    links.remove(probe)
    return [(x, link) for x, link, count in counted if count > usual and trace.in_scope(trace.made.get(x))]


def _held_by_items(trace: Trace) -> Counter[int]:
    """How often containers are referred to by the items that they are in, and by the links of what is in them."""
    found: Counter[int] = Counter()
    for x, link in trace.doubts.links.items():
        if link.part_of is not None:
            found[id(link.part_of)] += 1
        elif link.at is not None:
            found.update(id(one) for one in containers_in(x) if one is not x)
    return found
