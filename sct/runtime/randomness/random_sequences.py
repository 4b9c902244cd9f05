"""Sequences in random order, and random items of them: what `shuffle`, `choice`, `choices` and `sample` do.

The program draws positions; which items that are, is selected as for any index that is known at run time.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from sct import ops
from sct.ops import bindings
from sct.ops.bindings.table import array, static
from sct.runtime.comprehension import collect
from sct.runtime.current import is_variable
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choosing_items import choose_item
from sct.runtime.lists import growing, list_methods, row_lists
from sct.runtime.lists.rows import TWICE, Rows
from sct.runtime.objects.operators import users_method
from sct.runtime.randomness.random_object import RandomObject, family_of, refuse
from sct.runtime.trace import Trace

__all__ = ["choice", "choices", "sample", "shuffle"]

_LISTED = "give it a list of the items"


def shuffle(trace: Trace, owner: RandomObject, x: Any, axis: Any = 0) -> None:
    """`shuffle(x)` of a list, a deque or an array, in place."""
    if isinstance(x, (list, deque)):
        if static(axis, "axis") != 0:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")

        def in_rows(rows: Rows) -> tuple[Rows, None]:
            return row_lists.taken(trace, rows, _shuffled_places(trace, owner, rows.length)), None

        growing.changed(trace, x, lambda items: _shuffle_items(trace, owner, items), in_rows)
        return
    x = trace.own(x)
    if not is_variable(x):
        why = "only lists, deques and arrays have a static form"
        refuse(trace, f"shuffle() of a {type(x).__name__}", why, "make it a list")
    from sct.runtime.arrays.methods import store_whole

    if family_of(owner) != "Random":
        attrs = {"axis": static(axis, "axis")}
        store_whole(x, trace.record(ops.get("shuffled"), (owner.handle, x), attrs), "shuffle")
        return
    if x.ndim != 1:
        refuse(trace, "random.shuffle() of an array of rows", "it swaps views of one memory", "use rng.shuffle(x)")
    store_whole(x, x[_shuffled_places(trace, owner, x.shape[0])], "shuffle")


def _shuffle_items(trace: Trace, owner: RandomObject, xs: list[Any]) -> None:
    """Shuffle an ordinary list."""
    order = _order(trace, owner, "shuffle", len(xs), len(xs))
    growing.put(trace, xs, _items(trace, list(xs), order))


def _shuffled_places(trace: Trace, owner: RandomObject, length: Any) -> Any:
    """Where the items of a list that is shuffled come from."""
    if not is_variable(length):
        return _order(trace, owner, "shuffle", length, length)
    arange: Any = bindings.lookup_binding(np.arange)
    return trace.record(ops.get("shuffled"), (owner.handle, arange(length)), {"listed": True})


def _order(trace: Trace, owner: RandomObject, method: str, length: Any, count: Any, *weights: Any, **more: Any) -> Any:
    sizes = [n for n in (length, count) if is_variable(n)]
    known = {name: None if is_variable(n) else static(n, name) for name, n in (("length", length), ("k", count))}
    attrs = {"method": method, "length": known["length"], "count": known["k"], **more}
    return trace.record(ops.get("random_order"), (owner.handle, *sizes, *weights), attrs)


def _picked(trace: Trace, population: Any, order: Any) -> list[Any]:
    """A new list of the items at these run-time positions."""
    count = order.shape[0]
    if not is_variable(count):
        return trace.note_new(_items(trace, population, order))  # type: ignore[no-any-return]
    items = collect(trace, population)
    if not growing.is_growing(items) and not items:
        return trace.note_new([])  # type: ignore[no-any-return]
    rows = growing.as_rows(trace, items)
    assert rows is not None
    made = row_lists.taken(trace, growing.shared(rows), order)
    made.repeats |= TWICE
    return growing.made(trace, made)


def _items(trace: Trace, population: Any, order: Any) -> list[Any]:
    """The items of a sequence at run-time positions, of which it is known how many they are."""
    return [_item(trace, population, ops.get("item")(order[k])) for k in range(order.spec.shape[0])]


def _item(trace: Trace, population: Any, index: Any) -> Any:
    if isinstance(population, range):
        step = index if population.step == 1 else index * population.step
        return step + population.start if population.start else step
    if is_variable(population):
        return population[index]
    if isinstance(population, SymbolicRange):
        return population.at(index)
    if growing.is_growing(population):
        return growing.get(trace, population, index)
    kinds = {type(item) for item in population}
    if len(kinds) == 1 and kinds <= {int, float}:
        return ops.get("item")(trace.lift_array(np.array(population))[index])
    return choose_item(trace, population, index)


def _sequence(trace: Trace, given: Any) -> tuple[Any, Any]:
    """What items are picked from, and how many there are."""
    found = trace.own(given)
    if growing.is_growing(found):
        return found, growing.length(trace, found)
    if isinstance(found, SymbolicRange):
        return found, found.length
    return found, found.shape[0] if is_variable(found) else len(found)


def _is_users(population: Any) -> bool:
    """Whether code of the user's answers how many there are, or which."""
    return any(users_method(population, name) is not None for name in ("__len__", "__getitem__", "__iter__"))


def _asked(population: Any, index: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(operator.getitem)(population, index)


def _length(population: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(len)(population)


def choice(trace: Trace, owner: RandomObject, seq: Any) -> Any:
    """`random.choice(seq)`."""
    if _is_users(seq):
        empty = _length(seq) == 0
        if empty is True:
            raise IndexError("Cannot choose from an empty sequence")
        return _asked(seq, trace.record(ops.get("random_index"), (owner.handle, _length(seq)), {}))
    seq, length = _sequence(trace, seq)
    if not is_variable(length) and not length:
        raise IndexError("Cannot choose from an empty sequence")
    return _item(trace, seq, trace.record(ops.get("random_index"), (owner.handle, length), {}))


def choices(
    trace: Trace, owner: RandomObject, population: Any, weights: Any = None, *, cum_weights: Any = None, k: Any = 1
) -> list[Any]:
    """`random.choices(population, …)`."""
    users = _is_users(population)
    if users and is_variable(k):
        refuse(trace, "random.choices() of a user's sequence", "how many are asked for is run-time", _LISTED)
    population, length = (population, _length(population)) if users else _sequence(trace, population)
    if weights is not None and cum_weights is not None:
        raise TypeError("Cannot specify both weights and cumulative weights")
    given = weights if weights is not None else cum_weights
    if growing.is_growing(given):
        given = list_methods.array_of(trace, given)
    operands = () if given is None else (array(given),)
    more = {} if cum_weights is None else {"cumulative": True}
    order = _order(trace, owner, "choices", length, k, *operands, **more)
    if not users:
        return _picked(trace, population, order)
    picked = [_asked(population, ops.get("item")(order[j])) for j in range(order.spec.shape[0])]
    return trace.note_new(picked)  # type: ignore[no-any-return]


def sample(trace: Trace, owner: RandomObject, population: Any, k: Any, *, counts: Any = None) -> list[Any]:
    """`random.sample(population, k)`."""
    if counts is not None:
        refuse(trace, "random.sample(counts=…)", "it has no static form", "repeat the items of the population")
    users = _is_users(population)
    if isinstance(population, (set, frozenset, dict)) or (users and not isinstance(population, Sequence)):
        raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
    if users:
        refuse(trace, "random.sample() of a user's sequence", "what it is asked for depends on k", _LISTED)
    population, length = _sequence(trace, population)
    if not is_variable(length) and not is_variable(k) and not 0 <= static(k, "k") <= length:
        raise ValueError("Sample larger than population or is negative")
    return _picked(trace, population, _order(trace, owner, "sample", length, k))
