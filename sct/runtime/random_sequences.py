"""Sequences in random order, and random items of them: what `shuffle`, `choice`, `choices` and `sample` do.

The program draws positions; which items that are, is selected as for any index that is known at run time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.ops.bindings.table import array, static
from sct.runtime.choice import choose_item
from sct.runtime.current import is_variable
from sct.runtime.random_object import RandomObject, family_of, refuse
from sct.runtime.trace import Trace

__all__ = ["choice", "choices", "sample", "shuffle"]


def shuffle(trace: Trace, owner: RandomObject, x: Any, axis: Any = 0) -> None:
    """`shuffle(x)` of a list or an array, in place."""
    if isinstance(x, list):
        if static(axis, "axis") != 0:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")
        order = _order(trace, owner, "shuffle", len(x), len(x))
        items = _items(trace, list(x), order, len(x))
        trace.touch_list(x)
        x[:] = items
        return
    x = trace.own(x)
    if not is_variable(x):
        refuse(
            trace, f"shuffle() of a {type(x).__name__}", "only lists and arrays have a static form", "make it a list"
        )
    from sct.runtime.methods import store_whole

    if family_of(owner) != "Random":
        attrs = {"axis": static(axis, "axis")}
        store_whole(x, trace.record(ops.get("shuffled"), (owner.handle, x), attrs), "shuffle")
        return
    if x.ndim != 1:
        refuse(trace, "random.shuffle() of an array of rows", "it swaps views of one memory", "use rng.shuffle(x)")
    length = static(x.shape[0], "x")
    store_whole(x, x[_order(trace, owner, "shuffle", length, length)], "shuffle")


def _order(trace: Trace, owner: RandomObject, method: str, length: int, count: Any, *weights: Any, **attrs: Any) -> Any:
    attrs |= {"method": method, "length": length, "count": static(count, "k")}
    return trace.record(ops.get("random_order"), (owner.handle, *weights), attrs)


def _items(trace: Trace, population: Any, order: Any, count: int) -> list[Any]:
    """The items of a sequence at `count` run-time positions."""
    return [_item(trace, population, ops.get("item")(order[k])) for k in range(count)]


def _item(trace: Trace, population: Any, index: Any) -> Any:
    if isinstance(population, range):
        step = index if population.step == 1 else index * population.step
        return step + population.start if population.start else step
    if is_variable(population):
        return population[index]
    kinds = {type(item) for item in population}
    if len(kinds) == 1 and kinds <= {int, float}:
        return ops.get("item")(trace.lift_array(np.array(population))[index])
    return choose_item(trace, population, index)


def _length(population: Any) -> Any:
    return population.shape[0] if is_variable(population) else len(population)


def choice(trace: Trace, owner: RandomObject, seq: Any) -> Any:
    """`random.choice(seq)`."""
    seq = trace.own(seq)
    length = _length(seq)
    if not is_variable(length) and not length:
        raise IndexError("Cannot choose from an empty sequence")
    return _item(trace, seq, trace.record(ops.get("random_index"), (owner.handle, length), {}))


def choices(
    trace: Trace, owner: RandomObject, population: Any, weights: Any = None, *, cum_weights: Any = None, k: Any = 1
) -> list[Any]:
    """`random.choices(population, …)`."""
    population = trace.own(population)
    if weights is not None and cum_weights is not None:
        raise TypeError("Cannot specify both weights and cumulative weights")
    given = weights if weights is not None else cum_weights
    operands = () if given is None else (array(given),)
    more = {} if cum_weights is None else {"cumulative": True}
    order = _order(trace, owner, "choices", static(_length(population), "population"), k, *operands, **more)
    return trace.note_new(_items(trace, population, order, order.spec.shape[0]))  # type: ignore[no-any-return]


def sample(trace: Trace, owner: RandomObject, population: Any, k: Any, *, counts: Any = None) -> list[Any]:
    """`random.sample(population, k)`."""
    if counts is not None:
        refuse(trace, "random.sample(counts=…)", "it has no static form", "repeat the items of the population")
    if isinstance(population, (set, frozenset, dict)):
        raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
    population = trace.own(population)
    length = static(_length(population), "population")
    if not 0 <= static(k, "k") <= length:
        raise ValueError("Sample larger than population or is negative")
    order = _order(trace, owner, "sample", length, k)
    return trace.note_new(_items(trace, population, order, order.spec.shape[0]))  # type: ignore[no-any-return]
