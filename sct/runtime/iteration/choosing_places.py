"""`itertools.combinations` and its like over known items: a `for` takes what comes next by a table of their places."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.calls.foreign_call import call_foreign
from sct.runtime.current import has_spec, is_variable
from sct.runtime.iteration.sequence_iterators import by_python
from sct.runtime.iteration.steps import Steps
from sct.runtime.joins.choosing_items import in_table
from sct.runtime.lists import growing
from sct.runtime.trace import Trace

__all__ = ["over_known_items"]

_MOST = 50_000  # choices that a table is made of
_FEW = 12  # choices, up to which they are taken one by one
_NAMES = {
    itertools.combinations: "combinations",
    itertools.combinations_with_replacement: "combinations_with_replacement",
    itertools.permutations: "permutations",
    itertools.product: "product",
}


def over_known_items(trace: Trace, function: Any, iterables: tuple[Any, ...], r: Any, given: dict[str, Any]) -> Any:
    """`function(*iterables, …)`, an iterator of Python's own, of which a `for` may take the items by their number.

    What is chosen from is taken when the iterator is made, so a list that changes afterwards makes no difference.
    """
    pools = [_items(x) for x in iterables]
    known = [pool for pool in pools if pool is not None]
    whole = r is None or (type(r) is int and r >= 0)
    if len(known) < len(pools) or not whole or any(type(x) is not int for x in given.values()):
        return NotImplemented
    if function is itertools.product:
        known *= max(given.get("repeat", 1), 0)
    made = call_foreign(trace, function, *(known if function is itertools.product else (*known, *_count(r))))
    places = _Places(function, [len(pool) for pool in known], r)
    return by_python(trace, made, tuple(known), lambda _: _steps(trace, known, places))


def _count(r: Any) -> tuple[Any, ...]:
    return () if r is None else (r,)


def _items(x: Any) -> tuple[Any, ...] | None:
    """The items of a sequence of known length."""
    if isinstance(x, (range, str)) or (type(x) in (list, tuple) and not growing.is_growing(x)):
        return tuple(x)
    if has_spec(x) and x.spec.ndim == 1 and isinstance(x.spec.shape[0], int):
        return tuple(x)
    return None


class _Places:
    """Which of the items each choice is made of: places in their pools."""

    def __init__(self, function: Any, lengths: list[int], r: Any) -> None:
        self.function, self.lengths, self.r = function, lengths, r

    def __len__(self) -> int:
        n, r = self.lengths[0] if self.lengths else 0, self.r
        if self.function is itertools.product:
            return math.prod(self.lengths)
        if self.function is itertools.permutations:
            return math.perm(n, n if r is None else r)
        return math.comb(n + r - 1, r) if self.function is not itertools.combinations and r else math.comb(n, r)

    def each(self) -> Iterator[tuple[int, ...]]:
        """One choice after the other."""
        ranges = [range(n) for n in self.lengths]
        found: Iterator[tuple[int, ...]] = self.function(*ranges, *_count(self.r))
        return found

    @functools.cached_property
    def table(self) -> np.ndarray:
        """All of them."""
        return np.array(list(self.each()), np.int64)


def _steps(trace: Trace, pools: list[tuple[Any, ...]], places: _Places) -> Steps | None:
    number = len(places)
    if not 0 < number <= _MOST or not places.table.shape[1]:
        return None
    return Steps(trace, _NAMES[places.function], number, _taker(trace, pools, places))


def _taker(trace: Trace, pools: list[tuple[Any, ...]], places: _Places) -> Callable[[Any], Any]:
    def pool(j: int) -> tuple[Any, ...]:
        return pools[j] if places.function is itertools.product else pools[0]

    def at(k: Any) -> Any:
        if not is_variable(k):
            return tuple([pool(j)[i] for j, i in enumerate(places.table[k].tolist())])
        found: list[Any] = []
        columns = places.table.T if len(places) > _FEW else ()
        for j, column in enumerate(columns):
            item = in_table(trace, pool(j), _number(trace, column, k), 1)
            found += [item[0]] if item is not None else []
        if len(found) < places.table.shape[1]:
            raise StaticValueError(
                "what itertools chooses from is no more than a few items, or no numbers",
                where=trace.location(),
                why="they are taken one by one only if the loop is unrolled",
            )
        return tuple(found)

    return at


def _number(trace: Trace, column: np.ndarray, k: Any) -> Any:
    """The place in a pool that a column has for the choice number `k`."""
    from sct import ops

    return ops.get("py_int")(trace.variable(trace.builder.constant(column))[k])
