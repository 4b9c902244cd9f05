"""Lists that several names may stand for, as the running program says: which one it is, is a number.

They lie side by side in one list of items. What the user's names refer to holds a `Ref`: the pool and the place in it.
Joins, loops and lists of lists then carry places, and every name sees every change. See `pooling` for which lists are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sct.errors import AliasError
from sct.ir.types import PYTHON, Spec
from sct.runtime.callers.sources import Source
from sct.runtime.current import has_spec
from sct.runtime.joins import form_sites
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers
from sct.runtime.joins.templates import TVar
from sct.runtime.libraries import pool_library
from sct.runtime.lists import growing, row_lists
from sct.runtime.lists.rows import Ref, Rows, stale_or_marker
from sct.runtime.state.containers_in import containers_in
from sct.runtime.trace import Trace

__all__ = [
    "NO_ITEM",
    "Pool",
    "append",
    "assign",
    "check",
    "check_items",
    "content",
    "enter",
    "extend",
    "is_one",
    "is_pooled",
    "length",
    "make",
    "owned",
    "pop",
    "pooled",
    "store",
    "take_out",
    "unchanged",
]

NO_ITEM = TVar(Spec(np.dtype("float64"), (), PYTHON))
"""The form of the items in a pool that holds none so far."""


_FEW = 4  # items that are put in one by one


class Pool:
    """The lists that were made at some places of the user's code."""

    site: Any = None  # one of the places where these are made
    at_first: Any = None  # what the caller's lists hold

    def __init__(self, trace: Trace) -> None:
        self.starts, self.lengths, self.rooms, self.changes, self.items = self.lists = tuple(
            trace.note_new([]) for _ in range(5)
        )
        for xs in self.lists:
            trace.key_lists[xs] = True
        self.coming: list[list[Any]] = []  # the items of the caller's lists, until all are known
        self.theirs: list[tuple[Any, Source]] = []  # the places of the caller's lists, and where they are

    def handle(self, at: Any) -> list[Any]:
        """A list that stands for the one at a place."""
        return [Ref(self, at)]

    def state(self) -> tuple[Any, ...]:
        """What is another one after every change of a list."""
        markers = [stale_or_marker(xs) for xs in self.lists]
        return tuple(object() if marker is None else marker for marker in markers)


def pooled(trace: Trace, xs: list[Any]) -> list[Any]:
    """A list that has been made, which is in a pool if those of its place are."""
    pool = trace.pools.get(trace.sites.get(xs))
    if isinstance(pool, Pool) and not is_pooled(xs):
        enter(trace, xs, pool)
    return xs


def enter(trace: Trace, xs: list[Any], pool: Pool) -> None:
    """A list goes to a pool."""
    first = trace.note_new(list(xs))
    xs[:] = [Ref(pool, make(trace, pool))]
    extend(trace, xs, first)


def make(trace: Trace, pool: Pool) -> Any:
    """The place of a new list."""
    return _call(trace, "new", pool)


def is_pooled(xs: Any) -> bool:
    """Whether a list is in a pool."""
    return isinstance(stale_or_marker(xs), Ref)


def content(trace: Trace, ref: Ref) -> Rows:
    """The items of a list."""
    pool: Pool = ref.pool
    state = pool.state()
    if ref.seen is not None:
        then, builder, rows = ref.seen
        if all(a is b for a, b in zip(then, state, strict=True)) and trace.in_scope(builder):
            return rows  # type: ignore[no-any-return]
    items = growing.as_rows(trace, pool.items)
    if items is None:
        empty = trace.variable(trace.builder.constant(np.zeros(0)))
        return Rows(NO_ITEM, (empty,))
    start, n = pool.starts, pool.lengths
    first = growing.get(trace, start, ref.at)
    end = first + growing.get(trace, n, ref.at)
    columns = [trace.value(column[first:end]) for column in items.columns]
    rows = row_lists.made_of(trace, items.item, columns, items)
    rows.borrowed = True
    ref.seen = (state, trace.builder, rows)
    return rows


def owned(trace: Trace, rows: Rows) -> Rows:
    """The same items in memory of their own, where they are part of a pool's."""
    columns = [row_lists.op_value(trace, "copy", [c.sct_value()]) for c in rows.columns]
    return row_lists.made_of(trace, rows.item, columns, rows)


def length(trace: Trace, xs: list[Any]) -> Any:
    """`len(xs)`."""
    ref = xs[0]
    return growing.get(trace, ref.pool.lengths, ref.at)


def append(trace: Trace, xs: list[Any], x: Any) -> None:
    """`xs.append(x)`."""
    _change(trace, xs, "append", x)


def extend(trace: Trace, xs: list[Any], more: list[Any]) -> None:
    """`xs.extend(more)`, of items that are what they were before."""
    if growing.is_growing(more):
        _change(trace, xs, "extend", _snapshot(trace, more))
        return
    if len(more) > _FEW and _alike(more):
        together = trace.note_new(list(more))
        growing.put(trace, together, [growing.rows_in(trace, together)])
        _change(trace, xs, "extend", together)
        return
    for x in list(more):
        append(trace, xs, x)


def _alike(items: list[Any]) -> bool:
    """Whether items are numbers of the run, all of one kind."""
    return all(has_spec(x) and not x.spec.ndim and x.spec == items[0].spec for x in items)


def assign(trace: Trace, xs: list[Any], items: list[Any]) -> None:
    """`xs[:] = items`."""
    if not items:
        _change(trace, xs, "empty")
        return
    _change(trace, xs, "assign", _snapshot(trace, items))


def store(trace: Trace, xs: list[Any], key: Any, x: Any) -> None:
    """`xs[key] = x`."""
    _change(trace, xs, "store", row_lists.as_index(key), x)


def pop(trace: Trace, xs: list[Any]) -> Any:
    """`xs.pop()`."""
    return _change(trace, xs, "pop")


def take_out(trace: Trace, xs: list[Any], key: Any, pops: bool) -> Any:
    """`xs.pop(key)` or `del xs[key]`."""
    message = "pop index out of range" if pops else "list assignment index out of range"
    return _change(trace, xs, "take_out", row_lists.as_index(key), message)


def is_one(a: list[Any], b: list[Any]) -> Any:
    """`a is b`."""
    x, y = a[0], b[0]
    return x.pool is y.pool and x.at == y.at


def unchanged(trace: Trace, xs: list[Any]) -> Any:
    """A function that refuses to go on, when the program runs, where a list is no longer what it is now."""
    ref: Ref = xs[0]
    pool, before = ref.pool, ref.pool.state()
    known = [growing.get(trace, one, ref.at) for one in (pool.lengths, pool.changes)]

    def check() -> None:
        if all(a is b for a, b in zip(before, pool.state(), strict=True)):
            return
        now = [growing.get(trace, one, ref.at) for one in (pool.lengths, pool.changes)]
        for a, b in zip(known, now, strict=True):
            text = "a list changes while a loop goes over it"
            trace.effect("assert", (a == b,), {"exception": "sct.errors.AliasError", "template": (text,)})

    return check


def _change(trace: Trace, xs: list[Any], name: str, *args: Any) -> Any:
    ref: Ref = xs[0]
    check_items(trace, () if name in ("extend", "assign") else args)
    return _call(trace, name, ref.pool, ref.at, *args)


def _call(trace: Trace, name: str, pool: Pool, *args: Any) -> Any:
    from sct.runtime.calls.library_calls import inlined

    found = inlined(trace, getattr(pool_library, name), pool.lists, *args)
    for xs in pool.lists:
        if xs and not growing.is_growing(xs):
            growing.put(trace, xs, [growing.rows_in(trace, xs)])
    check(trace, pool)
    return found


def _snapshot(trace: Trace, items: list[Any]) -> list[Any]:
    if growing.is_growing(items):
        rows = growing.as_rows(trace, items)
        return trace.note_new([]) if rows is None else growing.made(trace, row_lists.copied(trace, rows))
    made: list[Any] = trace.note_new(list(items))
    return made


def check_items(trace: Trace, items: Iterable[Any]) -> None:
    """Refuse items that hold lists or objects, unless those are in a pool, too."""
    for x in items:
        for one in containers_in(x):
            raise _cannot_hold(trace, trace.doubts.site(one))


def check(trace: Trace, pool: Pool) -> None:
    """Refuse items that are arrays or objects themselves, unless those are in a pool, too."""
    marker = stale_or_marker(pool.items)
    theirs = bool(pool.theirs) and isinstance(marker, Rows) and any(array_leaves(marker.item))  # each is the caller's
    if isinstance(marker, Rows) and (holds_containers(marker.item) or theirs):
        raise _cannot_hold(trace, form_sites.site_of_list(marker.item))


def _cannot_hold(trace: Trace, site: Any) -> AliasError:
    """The refusal of an item; of a list, which could be in a pool of its own."""
    error = AliasError("a list that several names may stand for holds arrays or objects", where=trace.location())
    error.site = site
    trace.doubts.families.unite(site)
    return error
