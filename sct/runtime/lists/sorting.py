"""`sorted` by run-time keys: a stable sort of the program, whose items come back one by one."""

from __future__ import annotations

import functools
import sys
from typing import Any

import numpy as np

from sct import ops
from sct.errors import SideEffectError, StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.ops import bindings
from sct.runtime.callers.owning import owned
from sct.runtime.control_flow import select, truth
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing.frozensets import in_any_order
from sct.runtime.joins.choice import Choice
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists import growing
from sct.runtime.lists.asked_order import asks_users, less_of
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.only_comparing import more_than_compares, tried
from sct.runtime.numpy_functions.numpy_signatures import stand_in
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import pools
from sct.runtime.trace import Trace

__all__ = ["Compared", "sorted_"]

_COMPARED = 24  # so many items are compared each with each


def sorted_(trace: Trace, /, iterable: Any, *, key: Any = None, reverse: Any = False) -> list[Any]:
    """`sorted(iterable, key=key, reverse=reverse)`."""
    from sct.runtime.lists import known_lists

    _check_flag(reverse)
    made: list[Any] = known_lists.noted(trace, _sorted(trace, iterable, key, reverse))
    return made


def _asked(trace: Trace, iterable: Any) -> Any:
    """What is sorted, of a class of the user's that may have been asked for its length, as Python asks it."""
    from sct.runtime.iteration.length_hints import hint_of, with_room

    if isinstance(iterable, (set, frozenset)) and users_method(iterable, "__iter__") is None:
        if users_method(iterable, "__len__") is not None:
            hint_of(trace, iterable)
        return iterable
    return with_room(trace, iterable) if isinstance(iterable, (dict, str, bytes)) else iterable


def _check_flag(reverse: Any) -> None:
    """Python's own error for what does not say whether to go backwards."""
    if has_spec(reverse) or type(reverse).__module__ == "builtins":
        sorted((), reverse=stand_in(reverse) if has_spec(reverse) else reverse)


def _sorted(trace: Trace, iterable: Any, key: Any, reverse: Any) -> list[Any]:
    from sct.runtime.calls.library_calls import in_the_library as in_library
    from sct.runtime.calls.traced_call import convert_traced
    from sct.runtime.numbers.extremes import iterable_of

    if isinstance(key, Compared):
        items = in_library(trace, "collected", iterable)
        if growing.is_growing(items) or any(map(needs_program, items)):
            ordered: list[Any] = in_library(trace, "sorted_by", items, key.compare, reverse)
            return ordered
        iterable, key = items, key.key
    iterable = in_any_order(trace, _asked(trace, iterable), key is not None)
    if growing.is_unknown(iterable):
        from sct.runtime.comprehension import collect
        from sct.runtime.lists.growing_builtins import sorted_list

        xs = iterable if growing.is_growing(iterable) else collect(trace, iterable)
        return sorted_list(trace, xs, None if key is None else convert_traced(trace, key), reverse)
    iterable = list(iterable) if type(iterable) is range else iterable  # which raises where there is no room
    items = [owned(trace, item) for item in iterable_of(trace, iterable)]
    keys = items if key is None else [convert_traced(trace, key)(item) for item in items]
    if any(map(needs_program, keys)) and len(keys) > 1:
        many = len(keys) > _COMPARED or all(map(pools.is_pooled, keys))
        if many and not is_variable(reverse) and not (_columns(keys) and _are_taken_apart(items)):
            return _by_ranks(trace, items, keys, bool(reverse))
        order = _order(trace, keys, reverse)
        if isinstance(order, list):
            made = [items[i] for i in order]
        elif _are_rows(iterable) and _are_nameless(items):
            made = [iterable[order[i]] for i in range(len(items))]  # views, as the items are, and as new as they
        else:
            made = _gathered(trace, items, order)
    elif is_variable(reverse):
        made = _either_way(trace, items, keys, reverse)
    else:
        order = sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)
        made = [items[i] for i in order]
    trace.made[made] = trace.builder
    return made


def _either_way(trace: Trace, items: list[Any], keys: list[Any], reverse: Any) -> list[Any]:
    """Items whose order is known both ways."""
    from sct.runtime.control_flow import select
    from sct.runtime.numbers.numbers_ import bool_

    up, down = (sorted(range(len(keys)), key=keys.__getitem__, reverse=how) for how in (False, True))
    backwards = bool_(trace, reverse)
    return [select(backwards, lambda j=j: items[j], lambda i=i: items[i]) for i, j in zip(up, down, strict=True)]  # type: ignore[misc]


def _are_rows(iterable: Any) -> bool:
    """Whether the items are views of one array, each at its own place."""
    return has_spec(iterable) and iterable.spec.ndim > 1


def _are_nameless(items: list[Any]) -> bool:
    """Whether only this list refers to each of its items."""
    probe: list[Any] = [object()]
    least = sys.getrefcount(probe[0])
    return all(sys.getrefcount(items[i]) <= least for i in range(len(items)))


class Compared:
    """What `functools.cmp_to_key` makes: `sorted` asks the user's function about two items at a time."""

    def __init__(self, trace: Trace, compare: Any) -> None:
        from sct.runtime.calls.traced_call import convert_traced

        self.compare = compare
        self.key = functools.cmp_to_key(convert_traced(trace, compare))

    def __call__(self, item: Any) -> Any:
        return self.key(item)


def _by_ranks(trace: Trace, items: list[Any], keys: list[Any], reverse: bool) -> list[Any]:
    """Many items by keys of any form, or many that are lists, objects or arrays, as a list of the program."""
    from sct.runtime.lists import ranking_lists, row_lists

    order = ranking_lists.order_of(trace, growing.rows_in(trace, keys), reverse)
    return growing.made(trace, row_lists.taken(trace, growing.shared(growing.rows_in(trace, items)), order))


def _order(trace: Trace, keys: list[Any], reverse: Any) -> Any:
    """The indices of the items in their order: a list, or an array of the program."""
    if is_variable(reverse):
        _refuse(trace)
    columns = _columns(keys)
    if columns is not None:
        ranked = [_array(trace, column) for column in columns]
        for column in ranked:
            if column.spec.dtype.kind == "f":
                _forbid_nan(trace, column)
        if reverse:
            ranked = [column[::-1] for column in ranked]
        order = _ranking(ranked)
        return len(keys) - 1 - order[::-1] if reverse else order
    if len(keys) > _COMPARED:
        _refuse(trace)
    return _by_comparisons(trace, keys, reverse)


def _ranking(columns: list[Any]) -> Any:
    if len(columns) == 1:
        return np.argsort(columns[0], kind="stable")
    lexsort = bindings.lookup_binding(np.lexsort)
    assert lexsort is not None
    return lexsort(columns[::-1])


def _asks_program(trace: Trace, less: Any, n: int) -> bool:
    """Whether only the run knows what comes before what: tried out, and undone."""
    found, does_more = tried(
        trace, lambda: sum(is_variable(less(j, i)) for i in range(n) for j in range(i + 1, n)) > 0
    )
    if found is True and does_more and n > 2:  # two are compared once
        raise more_than_compares(trace)
    return found is True  # and not `ENDED`: that comes where Python comes to it, after what the others have done


def _by_comparisons(trace: Trace, keys: list[Any], reverse: bool) -> Any:
    """Each key is compared with each: how many come before it is its place."""
    n = len(keys)
    asked = less_of(trace, keys)

    def less(i: int, j: int) -> Any:
        return truth(trace, asked(keys[i], keys[j]))

    def order_of(i: int, j: int) -> int:
        return -1 if less(i, j) else 0

    if any(map(asks_users, keys)) and not _asks_program(trace, less, n):  # as often as Python asks, and in its order
        return sorted(range(n), key=functools.cmp_to_key(order_of), reverse=reverse)
    later_first = {(i, j): less(i, j) if reverse else less(j, i) for i in range(n) for j in range(i + 1, n)}
    if not any(map(is_variable, later_first.values())):
        return sorted(range(n), key=functools.cmp_to_key(order_of), reverse=reverse)
    before: list[Any] = [0] * n
    for (i, j), test in later_first.items():
        count = ops.get("py_int")(test)
        before[i] = before[i] + count
        before[j] = before[j] + (1 - count)
    ranks = _array(trace, before)
    order = np.argsort(ranks, kind="stable")
    select(truth(trace, np.all(ranks[order] == np.arange(n))), lambda: None, lambda: _no_order(trace))
    return order


def _no_order(trace: Trace) -> Any:
    leave_to_python(
        trace,
        SideEffectError(
            "sorted() by keys that have no order",
            where=trace.location(),
            why="where they end up depends on the order in which Python compares them",
        ),
    )


def _columns(keys: list[Any]) -> list[list[Any]] | None:
    """The keys as columns of numbers of one type each, or None."""
    if all(isinstance(k, tuple) for k in keys):
        if len({len(k) for k in keys}) != 1 or not keys[0] or any(type(k).__lt__ is not tuple.__lt__ for k in keys):
            return None
        columns = [list(column) for column in zip(*keys, strict=True)]
    else:
        columns = [keys]
    return columns if all(map(_are_alike, columns)) else None


def _are_alike(values: list[Any]) -> bool:
    """Whether all are numbers of one type, which an array can hold as they are."""
    if not any(map(is_variable, values)):
        return all(type(v) is type(values[0]) for v in values) and type(values[0]) in (bool, int, float)
    if not all(is_variable(v) and not isinstance(v, Choice) for v in values):
        return False
    first = values[0].spec
    if first.ndim or first.kind == ARRAY or first.dtype.kind not in "biuf":
        return False
    return all(v.spec == first for v in values)


def _are_taken_apart(items: list[Any]) -> bool:
    """Whether items in an order of the program are found number by number."""
    return _are_alike(items) or (all(type(item) is tuple for item in items) and _columns(items) is not None)


def _gathered(trace: Trace, items: list[Any], order: Any) -> list[Any]:
    """The items in an order that the program knows."""
    places = [order[i] for i in range(len(items))]
    if _are_alike(items):
        return _taken(trace, items, places)
    if all(type(item) is tuple for item in items):
        columns = _columns(items)
        if columns is not None:
            return list(zip(*(_taken(trace, column, places) for column in columns), strict=True))
    if len(items) > _COMPARED:
        _refuse(trace)
    with trace.loops.rolling(unrollable=False):
        return [growing.get(trace, items, place) for place in places]  # the first may make rows of them


def _taken(trace: Trace, column: list[Any], places: list[Any]) -> list[Any]:
    values = _array(trace, column)
    chosen = [values[place] for place in places]
    if not is_variable(column[0]) or column[0].spec.kind == PYTHON:
        return [ops.get({"b": "py_bool", "i": "py_int", "f": "py_float"}[x.spec.dtype.kind])(x) for x in chosen]
    return chosen


def _array(trace: Trace, values: list[Any]) -> Any:
    make = bindings.lookup_binding(np.array)
    assert make is not None
    return owned(trace, make(values))


def _forbid_nan(trace: Trace, keys: Any) -> None:
    """Where a NaN ends up in Python's order depends on the order of its comparisons: not to be imitated."""
    select(truth(trace, np.any(np.isnan(keys))), lambda: _no_order(trace), lambda: None)


def _refuse(trace: Trace) -> None:
    raise StaticValueError(
        "sorted() by values that are known only at run time",
        where=trace.location(),
        why=f"the program can sort numbers of one type, tuples of them, and at most {_COMPARED} other objects",
        fix="use np.sort or np.argsort on an array",
    )
