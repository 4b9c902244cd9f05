"""Comparisons of tuples that are in a pool: item by item, as far as that does not go on in other tuples of the pool."""

from __future__ import annotations

from typing import Any

from sct.errors import SymbolicRecursionError
from sct.runtime.control_flow import select, truth
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.pools.object_pools import ObjectPool, is_one
from sct.runtime.trace import Trace

__all__ = ["compare"]

_OF_ITSELF = {"eq": True, "ne": False, "lt": False, "le": True, "gt": False, "ge": True}


def compare(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a < b` and its like, where one of them is such a tuple."""
    if type(a) is type(b) is PooledTuple and a.place.pool is b.place.pool:
        same = truth(trace, is_one(a.place, b.place))
        return select(same, lambda: _OF_ITSELF[name], lambda: _opened(trace, name, a, b))
    return _opened(trace, name, a, b)


def _opened(trace: Trace, name: str, a: Any, b: Any) -> Any:
    from sct.runtime.objects import operators

    pools: list[ObjectPool] = [x.place.pool for x in (a, b) if type(x) is PooledTuple]
    if any(pool.compared for pool in pools):
        leave_to_python(trace, _endless(trace))
    for pool in pools:
        pool.compared = True
    try:
        return operators.compare(name, *[x.sct_opened() if type(x) is PooledTuple else x for x in (a, b)])
    finally:
        for pool in pools:
            pool.compared = False


def _endless(trace: Trace) -> SymbolicRecursionError:
    return SymbolicRecursionError(
        "tuples that hold others of their form are compared",
        where=trace.location(),
        why="how many there are inside of one another is known only when the program runs",
        fix="compare numbers that tell them apart, such as a counter before the tuple",
    )
