"""How what is in a pool leaves a program: each list or object is made once, however many names it has."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sct.ops.set_steps import replayed
from sct.runtime.callers.callers_pools import places
from sct.runtime.callers.sources import Source
from sct.runtime.exits.row_exit import rows_expression, with_known
from sct.runtime.hashing.run_time_order import check_joined
from sct.runtime.joins.leaf_forms import array_leaves
from sct.runtime.joins.templates import TChoice, Template, TNode
from sct.runtime.lists.rows import IN_POOLS, Rows, stale_or_marker
from sct.runtime.pools.hash_pools import HashPool
from sct.runtime.pools.object_pools import ObjectPool
from sct.runtime.pools.pools import Pool
from sct.runtime.state.bare import refill
from sct.runtime.state.instances import new_instance

__all__ = ["POOLS", "Lists", "Objects", "Sets", "Tables", "arrays_of", "pool_expression"]

POOLS = (Pool, ObjectPool, HashPool)


class Lists:
    """The lists of a pool by their place, as ordinary ones."""

    def __init__(
        self,
        starts: Sequence[int],
        lengths: Sequence[int],
        items: Callable[[int, int | None], list[Any]],
        nested: bool,
        theirs: dict[int, list[Any]] | None = None,
    ) -> None:
        self._starts, self._lengths, self._items, self._nested = starts, lengths, items, nested
        self._theirs = theirs or {}
        self._made = dict(self._theirs)
        self._all: list[Any] | None = None

    def __getitem__(self, at: int) -> list[Any]:
        """The list at a place."""
        made = self._made.get(at)
        if made is not None:
            return made
        if at >= len(self._starts):  # where it is part of what another way would have left
            return []
        made = self._made[at] = []  # which may hold itself
        made += self._content(at)
        return made

    def _content(self, at: int) -> list[Any]:
        start = self._starts[at]
        end = start + self._lengths[at]
        if self._nested:
            return self._items(start, end)
        if self._all is None:
            self._all = self._items(0, None)
        return self._all[start:end]

    def write_back(self) -> None:
        """Give the caller's lists what they hold now."""
        for at, xs in self._theirs.items():
            refill(xs, self._content(at))


class Objects:
    """The objects or dicts of a pool by their place, as ordinary ones."""

    def __init__(
        self,
        kind: type,
        names: Sequence[Any],
        count: int,
        values: Callable[[int, int | None], tuple[list[Any], ...]],
        nested: bool,
    ) -> None:
        self._kind, self._names, self._count, self._values, self._nested = kind, names, count, values, nested
        self._made: dict[int, Any] = {}
        self._all: tuple[list[Any], ...] | None = None
        self._coming: list[int] = []  # made, without what they hold: a chain of them may be a long one

    def __getitem__(self, at: int) -> Any:
        """The object at a place."""
        if at in self._made:
            return self._made[at]
        if at >= self._count:  # where it is part of what another way would have left
            return None
        if self._kind is tuple:
            return self._tuple(at)
        made = self._made[at] = {} if self._kind is dict else new_instance(self._kind, {})
        self._coming.append(at)
        if len(self._coming) == 1:
            for each in self._coming:  # which come to more of them
                self._fill(each)
            self._coming = []
        return made

    def _tuple(self, at: int) -> Any:
        """The tuple at a place; those that it holds were there before it."""
        for k in range(len(self._made), at + 1):
            self._made.setdefault(k, tuple(self._held(k)))
        return self._made[at]

    def _held(self, at: int) -> list[Any]:
        if self._nested:
            return [column[0] for column in self._values(at, at + 1)]
        self._all = self._values(0, None) if self._all is None else self._all
        return [column[at] for column in self._all]

    def _fill(self, at: int) -> None:
        held = dict(zip(self._names, self._held(at), strict=True))
        if self._kind is dict:
            self._made[at].update(held)
        else:
            new_instance(self._kind, held, self._made[at])


class Tables:
    """The dicts of a pool by their place, as ordinary ones."""

    def __init__(self, make: Callable[[], Any], keys: Lists, values: Lists) -> None:
        self._make, self._keys, self._values = make, keys, values
        self._made: dict[int, Any] = {}
        self._coming: list[int] = []  # made, without what they hold: a chain of them may be a long one

    def __getitem__(self, at: int) -> Any:
        """The dict at a place."""
        if at in self._made:
            return self._made[at]
        self._made[at] = made = self._make()
        self._coming.append(at)
        if len(self._coming) == 1:
            for each in self._coming:  # which come to more of them
                pairs = zip(self._keys[each], self._values[each], strict=True)
                found = self._made[each]
                (dict if isinstance(found, Counter) else type(found)).update(found, pairs)  # a Counter's would count
            self._coming = []
        return made


class Sets:
    """The sets of a pool by their place, as ordinary ones: made of their elements, or of what was done to them."""

    def __init__(self, make: Callable[..., set[Any]], *lists: Lists) -> None:
        self._make, self._lists = make, lists
        self._made: dict[int, set[Any]] = {}

    def __getitem__(self, at: int) -> set[Any]:
        """The set at a place."""
        if at not in self._made:
            self._made[at] = self._make(*[lists[at] for lists in self._lists])
        return self._made[at]


def pool_expression(
    pool: Pool | ObjectPool | HashPool,
    output: Callable[[Any], str],
    render: Callable[[Any], str],
    variable: Callable[[Any], str],
    name: Any,
    place: Callable[[Source], str],
) -> str:
    """A Python expression for the `Lists` or `Objects` of a pool; the arguments are those of `list_expression`.

    `place` answers where an object of the caller's is.
    """
    if isinstance(pool, ObjectPool):
        return _objects(pool, output, render, variable, name)
    if isinstance(pool, HashPool):
        return _tables(pool, output, render, variable, name, place)
    parts = [_plain(xs, output, render, name) for xs in (pool.starts, pool.lengths)]
    items, nested = _part(pool.items, output, render, variable, name)
    theirs = f", {places(pool, render, place)}" if pool.theirs else ""
    return f"{name(Lists, 'T')}({', '.join(parts)}, lambda __s_a, __s_b: {items}, {nested}{theirs})"


def arrays_of(pool: Pool | ObjectPool | HashPool) -> list[Rows]:
    """The columns of a pool that hold arrays: of one that may be elsewhere, too, the copy cannot leave."""
    if isinstance(pool, HashPool):
        return [marker for part in pool.lists for marker in arrays_of(part)]
    lists = pool.columns.values() if isinstance(pool, ObjectPool) else [pool.items]
    markers = map(stale_or_marker, lists)
    return [marker for marker in markers if isinstance(marker, Rows) and any(array_leaves(marker.item))]


def _tables(pool: HashPool, output: Any, render: Any, variable: Any, name: Any, place: Any) -> str:
    lists = [pool_expression(part, output, render, variable, name, place) for part in pool.lists]
    if pool.kind is set:
        check_joined()
        written = len(lists) > 1
        maker = name(replayed) if written else name(set, "T")
        return f"{name(Sets, 'T')}({maker}, {', '.join(lists[written:])})"
    made = f"{name(partial)}({name(defaultdict, 'T')}, {render(pool.factory)})"
    maker = made if pool.kind is defaultdict else name(pool.kind, "T")
    return f"{name(Tables, 'T')}({maker}, {', '.join(lists)})"


def _objects(pool: ObjectPool, output: Any, render: Any, variable: Any, name: Any) -> str:
    parts = [_part(xs, output, render, variable, name) for xs in pool.columns.values()]
    values = "".join(f"{text}, " for text, _ in parts)
    first = stale_or_marker(pool.columns[pool.names[0]])
    count = f"len({output(first.columns[0])})" if isinstance(first, Rows) else "0"
    names = "".join(f"{render(one)}, " for one in pool.names)
    maker, kind = name(Objects, "T"), name(pool.kind, "T")
    nested = any(nested for _, nested in parts)
    return f"{maker}({kind}, ({names}), {count}, lambda __s_a, __s_b: ({values}), {nested})"


def _plain(xs: list[Any], output: Any, render: Any, name: Any) -> str:
    marker = stale_or_marker(xs)
    return rows_expression(marker, output, render, name) if isinstance(marker, Rows) else repr(list(xs))


def _part(xs: list[Any], output: Any, render: Any, variable: Any, name: Any) -> tuple[str, bool]:
    """An expression for some of the items of a column, and whether these may be what is in a pool."""
    marker = stale_or_marker(xs)
    if not isinstance(marker, Rows):
        return "[]", False
    text = rows_expression(marker, lambda column: f"{output(column)}[__s_a:__s_b]", render, name)
    return with_known(text, marker, variable, name, "__s_a"), _holds_refs(marker.item)


def _holds_refs(t: Template) -> bool:
    if isinstance(t, TNode):
        return t.kind in IN_POOLS or any(map(_holds_refs, t.items))
    return isinstance(t, TChoice) and any(map(_holds_refs, t.items))
