"""Lists of lists that were made with a known length, and are then indexed as only the running program knows.

Such a list keeps its items in rows from then on. If that turns out to be needed inside of a loop or branch, for
a list that was made outside, the function is traced once more: the rows are then made before the first loop.
Where these are long lists of numbers, or lists of lists of such, so do they. The items of a short list are told
apart one by one, and one that grows in a loop is copied; where something is refused for that reason, they are kept in
rows, too.
"""

from __future__ import annotations

import sys
from typing import Any

from sct.errors import SctError
from sct.runtime.current import is_variable
from sct.runtime.hashing.entries import KeysComing
from sct.runtime.joins.known_content import comes_from_inputs
from sct.runtime.lists import growing, nests
from sct.runtime.lists.rows import Stale, stale_or_marker
from sct.runtime.pools import pools
from sct.runtime.state.containers_in import LEAVES, containers_in
from sct.runtime.trace import Trace

__all__ = ["LEAST", "are_asked_by_inputs", "in_rows", "is_long", "item", "made", "noted", "places"]

LEAST = 9  # items; fewer are told apart one by one,
_MOST_ASKED = 64  # lists, or items of one, that are looked at to see whether it makes a difference what they are
_FEW = 4  # but lists only where there are fewer than that, or they may have names


def made(trace: Trace, xs: list[Any]) -> list[Any]:
    """A list has been made."""
    site = trace.location()
    trace.sites[xs] = site
    if site in trace.pools:
        return pools.pooled(trace, xs)
    if site in trace.plan.hashing:  # which makes a difference where it comes to a loop: see `_ask`
        trace.items.coming.append(xs)
    return xs


def noted(trace: Trace, xs: Any, part: int | str = 0) -> Any:
    """What a call, slice or operator has made, if that is a list; `part`: how deep in what it has made, or which."""
    if type(xs) is list and trace.doubts.site_of_list(xs) is None:
        where = trace.location()
        site = (where, part) if part else where
        trace.doubts.note_site(xs, site)
        pool = trace.pools.get(site)
        if isinstance(pool, pools.Pool):
            pools.enter(trace, xs, pool)
    return xs


def places(trace: Trace) -> set[Any]:
    """Where the lists were made that the trace has seen."""
    return {site for xs, site in trace.sites.items() if type(xs) is list}


def in_rows(trace: Trace) -> None:
    """Before a loop: lists that are known to be indexed at run time keep their items in rows from here on."""
    _ask(trace)
    if not trace.items.coming:
        return
    ready = [xs for xs in trace.items.coming if trace.made.get(xs) is trace.builder and not growing.is_growing(xs)]
    ready = [xs for xs in ready if not _is_stepped_through(trace, xs)]
    inside = {id(one) for xs in ready for one in containers_in(xs) if one is not xs}
    trace.items.coming = [xs for xs in trace.items.coming if id(xs) not in inside]
    for xs in ready:
        if is_long(trace, xs) and id(xs) not in inside:
            _convert(trace, xs)


def _ask(trace: Trace) -> None:
    """Whether lists that hold others are known to be indexed at run time: that makes a difference here."""
    plan = trace.plan
    if plan.asked_all:
        return
    if len(trace.sites) > _MOST_ASKED:
        plan.asked_all = True
        return
    for xs, site in trace.sites.items():
        if type(xs) is list and trace.made.get(xs) is trace.builder:
            marker = stale_or_marker(xs)
            held = marker is None and (len(xs) > _MOST_ASKED or any(map(_may_hold, xs)))
            if held or isinstance(marker, Stale) or trace.iterators.stepped_through:
                plan.hashes(site)


def _may_hold(x: Any) -> bool:
    """Whether there may be a container in an item, or it is one, as far as can be told without a look at what it is."""
    return type(x) not in LEAVES and (type(x) is not tuple or any(type(part) not in LEAVES for part in x))


def _ask_of(trace: Trace, items: list[Any]) -> None:
    for x in items:
        trace.plan.hashes(trace.sites.get(x))


def item(trace: Trace, xs: Any, key: Any) -> tuple[Any] | None:
    """`xs[key]` of a long list of lists or dicts of one form; None of another one."""
    if type(xs) is not list or not (is_long(trace, xs) or _is_kept_by_inputs(trace, xs, key)):
        return None
    site = trace.sites.get(xs)
    if trace.made.get(xs) is not trace.builder and site is not None:
        if trace.plan.hashes(site) or trace.trying_depth or not _have_one_form(trace, xs):
            return None
        error = SctError("a list of lists is indexed at run time", where=trace.location())
        raise KeysComing(site, error)
    if _is_stepped_through(trace, xs):
        return None
    try:
        _convert(trace, xs)
    except SctError:  # the items are of different forms
        return None
    return (growing.get(trace, xs, key),)


def _is_kept_by_inputs(trace: Trace, xs: list[Any], key: Any) -> bool:
    """Whether a list of few lists is to be in rows as one of many is."""
    return len(xs) >= _FEW and is_variable(key) and are_asked_by_inputs(trace, xs, key)


def _convert(trace: Trace, xs: list[Any]) -> None:
    for x in xs if (depth := nests.depth_of(xs)) > 1 else ():
        if depth > 2 or len(x) >= LEAST:
            _into_rows(trace, x)
    nameless = _nameless(trace, xs)
    parts = [part for x in nameless for part in containers_in(x) if part is not x]
    nameless += _nameless(trace, parts, 1)
    growing.put(trace, xs, [growing.rows_in(trace, xs)])
    for x in nameless:
        trace.doubts.links.remove(x)  # no name can be told apart from the list's own


def _into_rows(trace: Trace, xs: list[Any]) -> None:
    """The numbers of a list that is an item, and of those in it, stand side by side: else each place has a column."""
    if growing.is_growing(xs) or _is_stepped_through(trace, xs):
        return
    if nests.depth_of(xs) > 1:
        _convert(trace, xs)
    else:
        growing.put(trace, xs, [growing.rows_in(trace, xs)])


def _is_stepped_through(trace: Trace, xs: list[Any]) -> bool:
    from sct.runtime.iteration.sequence_iterators import is_stepped_through

    return is_stepped_through(trace, xs)  # which steps from one of its items to the next, not from row to row


def _nameless(trace: Trace, xs: list[Any], more: int = 0) -> list[Any]:
    """The items that only the list itself refers to, and as many others as that."""
    owners = trace.transaction.owners()
    _ask_of(trace, xs)  # those of `coming` have one reference more
    probe = [trace.note_new([])]
    counts = [sys.getrefcount(x) - owners[id(x)] - trace.doubts.notes_of(x) for x in (*probe, *xs)]
    links = trace.doubts.links
    return [x for x, count in zip(xs, counts[1:], strict=True) if count <= counts[0] + more and x not in links]


def are_asked_by_inputs(trace: Trace, xs: list[Any], key: Any) -> bool:
    """Whether these are lists without names, and `key`, which says which one is meant, comes from an input."""
    return all(type(x) is list for x in xs) and comes_from_inputs(trace, key) and _are_nameless(trace, xs)


def _are_nameless(trace: Trace, xs: list[Any]) -> bool:
    """Whether lists were made at one place and are, as far as that can be told, in one other container alone."""
    sites = {trace.doubts.site_of_list(x) for x in xs}
    return len(sites) == 1 and len(_nameless(trace, xs, 2)) == len(xs)  # a loop that is tried out knows them as well


def is_long(trace: Trace, xs: list[Any]) -> bool:
    """Whether these are containers that are kept in rows rather than told apart one by one."""
    if not xs or type(xs[0]) in LEAVES:
        return False
    if trace.plan.hashes(trace.sites.get(xs)):
        return len({type(x) for x in xs}) == 1 and all(map(_is_container, xs))
    if not all(type(x) in (list, dict) for x in xs):
        return False
    rolls_rather = bool(trace.loops.rolled_rather)
    return len(xs) >= LEAST or (rolls_rather and nests.depth_of(xs) > 2 and nests.rows_in(xs) >= LEAST)


def _is_container(x: Any) -> bool:
    return type(x) is not tuple and any(one is x for one in containers_in(x))


def _have_one_form(trace: Trace, xs: list[Any]) -> bool:
    try:
        with trace.region() as region:
            growing.rows_in(trace, xs)
            region.transaction.rollback()
    except SctError:
        return False
    return True
