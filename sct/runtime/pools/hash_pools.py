"""Sets, and dicts with run-time keys, that several names may stand for: which one it is, is a number.

They are to `pools` what `hashed` is to lists: the keys of all sets that were made at some places of the user's code
lie side by side in one pool of lists, and the values of dicts in a second one. One dict for all of them tells where
among the keys of its set a key was when it was noted. That is a hint: keys move where others are taken out, and it is
looked at whether the key still is there.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from sct.records import record
from sct.runtime.hashing import key_places, run_time_order
from sct.runtime.hashing.entries import ENTRIES, Elements, is_hashed, is_of_dict, is_users_dict, lists_of, note_parts
from sct.runtime.joins.looked_for import opened
from sct.runtime.libraries import hash_library
from sct.runtime.lists import growing, list_comparing, row_search
from sct.runtime.lists.rows import Rows, TableRef, marker_of, table_place
from sct.runtime.pools import pools
from sct.runtime.trace import NUMBERS, Trace

__all__ = [
    "HashPool",
    "TableForm",
    "as_run_time",
    "entered",
    "entering",
    "find",
    "form_of",
    "is_one",
    "note",
    "note_all",
    "shift",
]


@record
class TableForm:
    """What sets or dicts have in common that may be in one pool."""

    kind: type
    factory: Any = None  # of a defaultdict


class HashPool:
    """The sets or dicts that were made at some places of the user's code."""

    site: Any = None  # one of the places where these are made

    def __init__(self, trace: Trace, form: TableForm) -> None:
        self.kind, self.factory = form.kind, form.factory
        written = 2 * (form.kind is set and trace.set_orders.logged)
        self.lists = tuple([pools.Pool(trace) for _ in range(1 + (form.kind is not set) + written)])
        self.keys = self.lists[0]
        self.hints: dict[Any, Any] = trace.note_new({ENTRIES: tuple(trace.note_new([]) for _ in range(3))})

    def handle(self, at: Any, x: Any = None) -> Any:
        """A set or dict that stands for the one at a place; `x` if there is one."""
        keys = [TableRef(self, at)]
        others = [pool.handle(at) for pool in self.lists[1:]]
        if self.kind is set:
            elements = Elements(keys, [], *others)
            elements.joined = True
            found: Any = set() if x is None else x
            found.clear()
            found.add(elements)
            return found
        if x is None:
            x = defaultdict(self.factory) if self.kind is defaultdict else self.kind()
        dict.clear(x)
        dict.__setitem__(x, ENTRIES, (keys, *others, []))
        return x


def form_of(x: Any) -> TableForm | None:
    """The form of a set, or of a dict that has run-time keys or may get them; None of anything else."""
    told = type(x) is dict or (is_of_dict(type(x)) and not is_users_dict(type(x)))
    if type(x) is set or (told and (not x or is_hashed(x))):
        return TableForm(type(x), x.default_factory if isinstance(x, defaultdict) else None)
    return None


def entered(trace: Trace, made: Any, site: Any) -> Any:
    """A set or dict that has been made, which is in a pool if those of its place are."""
    form = form_of(made)
    if form is None:
        note_parts(trace, made, site)
        return made
    trace.sites[made] = site
    trace.doubts.families.note_form(site, form)
    pool = trace.pools.get(site)
    if not isinstance(pool, HashPool) or not is_hashed(made) or form != TableForm(pool.kind, pool.factory):
        note_parts(trace, made, site)
        return made
    if isinstance(made, set):
        (elements,) = made
        if elements.shrunk or not elements.ordered:
            run_time_order.loosen(trace)
    contents = _parts(made)
    at, *_ = [pools.make(trace, part) for part in pool.lists]
    pool.handle(at, made)
    for k, (xs, items) in enumerate(zip(_parts(made), contents, strict=True)):
        known = k != 1 and not growing.is_growing(items)
        pools.extend(trace, xs, [as_run_time(trace, key) for key in items] if known else items)
    note_all(trace, made)
    return made


def _parts(made: Any) -> list[list[Any]]:
    """The lists of a set or dict, without its table: keys first, then the values or steps."""
    if isinstance(made, dict):
        return list(lists_of(made))
    (elements,) = made
    return [elements.items, *([] if elements.steps is None else [elements.steps, elements.about])]


def entering(trace: Trace, owner: Any, key: Any) -> Any:
    """A key that is going to be among the keys of a dict or set."""
    return key if table_place(owner) is None else as_run_time(trace, key)


def as_run_time(trace: Trace, key: Any) -> Any:
    """A key that is about to go in: numbers as the program's own, so that all keys are of one form from the first."""
    if isinstance(key, tuple):
        return tuple([as_run_time(trace, part) for part in key]) if type(key) is tuple else key
    known = type(key) in NUMBERS or isinstance(key, np.generic)
    return trace.variable(trace.value(key), trace.location()) if known else key


# -- keys --------------------------------------------------------------------------------------------


def find(trace: Trace, ref: TableRef, key: Any) -> Any:
    """The index of a key among those at a place, or -1."""
    keys: list[Any] = [ref]
    rows = marker_of(keys)
    assert isinstance(rows, Rows)
    if not key_places.has_table(rows.item):
        return list_comparing.find(trace, keys, rows, key)

    def search(one: Any) -> Any:
        values = row_search.comparable(trace, one, rows.item)
        if values is None:
            return -1
        if not key_places.are_hashable(values):
            return list_comparing.find(trace, keys, rows, one)
        return _in_library(trace, "hinted", ref.whole.hints, ref.at, keys, one)

    return opened(trace, key, rows.item, search, lambda: -1)


def note(trace: Trace, ref: TableRef) -> None:
    """The last key may be a new one."""
    if _has_hints(ref):
        _in_library(trace, "hint", ref.whole.hints, ref.at, [ref])


def shift(trace: Trace, ref: TableRef, at: Any) -> None:
    """The key at `at` is about to be taken out, if that is not negative: those behind it move."""
    if _has_hints(ref):
        _in_library(trace, "hint_before", ref.whole.hints, ref.at, [ref], at)


def note_all(trace: Trace, owner: Any) -> None:
    """The keys are others now, or elsewhere."""
    ref = lists_of(owner)[0][0]
    if _has_hints(ref):
        _in_library(trace, "hint_all", ref.whole.hints, ref.at, [ref])


def _has_hints(ref: TableRef) -> bool:
    rows = marker_of([ref])
    empty = isinstance(rows, Rows) and type(rows.length) is int and rows.length == 0
    return isinstance(rows, Rows) and not empty and key_places.has_table(rows.item)


def is_one(x: TableRef, y: TableRef) -> Any:
    """Whether two names stand for one set or dict."""
    return x.whole is y.whole and x.at == y.at


def _in_library(trace: Trace, name: str, *args: Any) -> Any:
    from sct.runtime.calls.library_calls import inlined

    return inlined(trace, getattr(hash_library, name), *args)
