"""The operators and methods of lists of run-time length."""

from __future__ import annotations

import copy
import operator
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import AliasError, StaticValueError
from sct.ir.types import ARRAY, PYTHON, SCALAR
from sct.ops import bindings
from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.current import has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.length_hints import with_room
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import array_leaves, holds_pooled
from sct.runtime.joins.many_items import extended as with_items
from sct.runtime.joins.many_items import is_settled
from sct.runtime.lists import known_lists, list_places, list_removal, row_lists
from sct.runtime.lists.growing import (
    as_rows,
    changed,
    get,
    growing_tuple,
    is_growing,
    length,
    made,
    put,
    read,
    refuse,
    rows_in,
    shared,
    store,
)
from sct.runtime.lists.list_comparing import equal
from sct.runtime.lists.rows import ELSEWHERE, TWICE, Rows, Variants, marker_of
from sct.runtime.objects.as_python import as_python
from sct.runtime.objects.operator_functions import SYMBOLS
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import pools
from sct.runtime.state.bare import ROWS, items_in
from sct.runtime.texts.kind_names import no_count, type_name
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = [
    "add",
    "array_of",
    "call_method",
    "compare",
    "copied",
    "extend",
    "is_no_count",
    "list_of",
    "multiply",
    "operate",
    "repeat",
]


_SEQUENCES = (list, tuple, str, bytes, bytearray, FormattedText)

# -- operators ---------------------------------------------------------------------------------------


def operate(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a + b` and `a * b` of lists and tuples, where only the running program knows how long they are."""
    if (type(b) is Choice and is_growing(a)) or (type(a) is Choice and is_growing(b)):
        return _with_each(name, a, b)
    if name == "mul":
        if isinstance(a, _SEQUENCES) and isinstance(b, _SEQUENCES):
            raise TypeError(no_count(b))
        for xs, times in ((a, b), (b, a)):
            if isinstance(xs, (list, tuple)) and is_variable(times) and is_no_count(times):
                raise TypeError(no_count(times))
            if isinstance(xs, tuple) and is_growing(xs) and is_variable(times) and times.spec.kind == ARRAY:
                return np.multiply(array_of(trace, list_of(trace, xs)), times)
            if isinstance(xs, list) and (is_growing(xs) or _is_count(times)) and not isinstance(times, list):
                return multiply(trace, xs, times)
            if isinstance(xs, tuple) and (is_growing(xs) or _is_count(times)) and not isinstance(times, (list, tuple)):
                return growing_tuple(trace, multiply(trace, list_of(trace, xs), times))
    if name == "add" and isinstance(a, list) and isinstance(b, list) and (is_growing(a) or is_growing(b)):
        return add(trace, a, b)
    if name == "add" and type(a) is type(b) is tuple and (is_growing(a) or is_growing(b)):
        return growing_tuple(trace, add(trace, list_of(trace, a), list_of(trace, b)))
    if any(is_growing(x) and is_variable(y) for x, y in ((a, b), (b, a))):
        if name != "mul" and any(has_spec(x) and x.spec.kind == PYTHON for x in (a, b)):
            return _refuse_operator(a, b, SYMBOLS[name])
        a, b = (array_of(trace, x) if is_growing(x) and is_variable(y) else x for x, y in ((a, b), (b, a)))
        return _binary(name, a, b)
    return NotImplemented


def compare(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a < b` and its like of a list or tuple of run-time length and a number or array of NumPy's, which compares."""
    from sct.runtime.objects import operators

    a, b = (array_of(trace, list_of(trace, x)) if isinstance(x, (list, tuple)) else x for x in (a, b))
    return operators.compare(name, a, b)


def list_of(trace: Trace, xs: Any) -> list[Any]:
    """The items of a list or tuple as a list of their own."""
    made: list[Any] = trace.note_new(list(xs))
    return made


def _binary(name: str, a: Any, b: Any) -> Any:
    from sct.runtime.objects import operators

    return operators.binary(name, a, b)


def _with_each(name: str, a: Any, b: Any) -> Any:
    if type(a) is Choice:
        return a.sct_distribute(lambda one: _binary(name, one, b))
    return b.sct_distribute(lambda one: _binary(name, a, one))


def _is_count(x: Any) -> bool:
    """Whether a list is repeated so many times: a Python int, or an integer of NumPy, which leaves it to the list."""
    if not has_spec(x):
        return False
    return bool(x.spec.dtype.kind in ("ib" if x.spec.kind == PYTHON else "iu") and x.spec.kind != ARRAY)


def check_whole(n: Any) -> None:
    """Raise what Python does of what is no whole number."""
    if not is_variable(n) and not hasattr(type(n), "__index__"):
        as_python(operator.index, n)


def is_no_count(x: Any) -> bool:
    """Whether `x` is a number of NumPy's that is no integer."""
    return has_spec(x) and x.spec.kind == SCALAR and x.spec.dtype.kind in "bfc"


def add(trace: Trace, a: Any, b: Any) -> Any:
    """`a + b` of two lists, of which one is growing."""
    for x in (a, b):
        if isinstance(x, Choice):
            return x.sct_distribute(lambda one: add(trace, one, b) if x is a else add(trace, a, one))  # noqa: B023
    if not (isinstance(a, list) and isinstance(b, list)):
        return _refuse_operator(a, b, "+")

    def right(x: list[Any], y: list[Any]) -> Any:
        if not is_growing(x) and not is_growing(y):
            return trace.note_new(x + y)
        first = as_rows(trace, x) if is_growing(x) else None
        second = as_rows(trace, y, first)
        first = as_rows(trace, x, second) if first is None else first
        if first is None or second is None:
            rows = second if first is None else first
            return trace.note_new([]) if rows is None else made(trace, row_lists.copied(trace, shared(rows)))
        joined = row_lists.concatenated(trace, first, second)
        for rows in (first, second, joined):
            shared(rows)
        return made(trace, joined)

    if isinstance(marker_of(a), Variants):
        return read(trace, a, lambda items: add(trace, items, b), lambda rows: None)
    if isinstance(marker_of(b), Variants):
        return read(trace, b, lambda items: add(trace, a, items), lambda rows: None)
    return right(a, b)


def _refuse_operator(a: Any, b: Any, symbol: str) -> Any:
    left, right = type_name(a), type_name(b)
    if symbol == "+" and isinstance(a, (list, tuple)):
        raise TypeError(f'can only concatenate {left} (not "{right}") to {left}')
    raise TypeError(f"unsupported operand type(s) for {symbol}: '{left}' and '{right}'")


def multiply(trace: Trace, xs: list[Any], times: Any) -> Any:
    """`xs * times`, also where only the number is known at run time."""
    if type(times) is Choice:
        return times.sct_distribute(lambda one: multiply(trace, xs, one))
    if is_variable(times):
        if times.spec.kind != PYTHON and not _is_count(times):  # NumPy's own operator comes first
            return np.multiply(array_of(trace, xs), times)
        if times.spec.dtype.kind not in "iub":
            raise TypeError(no_count(times))
    return _times(trace, xs, times)


def _times(trace: Trace, xs: list[Any], times: Any) -> Any:
    times = row_lists.as_index(times, said=no_count(times))

    def plainly(items: list[Any]) -> Any:
        if not is_variable(times):
            return trace.note_new(items * times)
        if type(items) not in ROWS:  # a class of the user's is not asked what it holds
            items = list(items_in(items))
        if not items:
            return trace.note_new([])
        if len(items) == 1:
            return made(trace, row_lists.filled(trace, items[0], times))
        return made(trace, row_lists.repeated(trace, rows_in(trace, items), times))

    return read(trace, xs, plainly, lambda rows: made(trace, row_lists.repeated(trace, shared(rows), times)))


# -- arrays ------------------------------------------------------------------------------------------


def array_of(trace: Trace, xs: list[Any], dtype: Any = None) -> Any:
    """`np.array(xs)`."""
    from sct.runtime.lists.row_arrays import array_of_rows

    xs = listed(trace, xs)  # as its class says what it is gone through as

    def plainly(items: list[Any]) -> Any:
        make: Any = bindings.lookup_binding(np.array)
        return make(items, dtype=dtype)

    return read(trace, xs, plainly, lambda rows: array_of_rows(trace, xs, rows, dtype))


# -- methods -----------------------------------------------------------------------------------------


def call_method(trace: Trace, xs: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`xs.name(*args, **kwargs)`."""
    method = _METHODS.get(name)
    if method is None:
        raise StaticValueError(
            f"list.{name}() of a list whose length is known only at run time",
            where=trace.location(),
            fix="use indices, slices, append and pop",
        )
    try:
        return method(trace, xs, *args, **kwargs)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # it does not take these arguments
            raise_as_python(getattr(list, name), [], *args, **kwargs)
        raise


def _equal(trace: Trace, xs: list[Any], other: Any, /) -> Any:
    """`xs == other`, but that a list has no answer about what is none."""
    return equal(trace, xs, other) if is_variable(other) or isinstance(other, (list, tuple)) else NotImplemented


def _append(trace: Trace, xs: list[Any], x: Any, /) -> None:
    from sct.runtime.comprehension import put as append_to

    append_to(trace, xs, x)


def _insert(trace: Trace, xs: list[Any], at: Any, x: Any, /) -> None:
    def plainly(items: list[Any]) -> None:
        if is_variable(at) and items:
            put(trace, items, [row_lists.inserted(trace, rows_in(trace, items), at, x)])
        else:
            items.insert(0 if is_variable(at) else at, x)

    changed(trace, xs, plainly, lambda rows: (row_lists.inserted(trace, rows, at, x), None))


def _pop(trace: Trace, xs: list[Any], at: Any = -1, /) -> Any:
    check_whole(at)
    return list_removal.remove_at(trace, xs, at, True)


def _clear(trace: Trace, xs: list[Any]) -> None:
    put(trace, xs, [])


def listed(trace: Trace, other: Any) -> list[Any]:
    """What another list takes in: a list itself, but for one whose class says what it is walked through as."""
    from sct.runtime.comprehension import collect

    own = isinstance(other, list) and users_method(other, "__iter__") is None
    return other if own else collect(trace, other)


def of_itself(trace: Trace, xs: Any) -> Any:
    """What a list is extended by that gets its own items: from Python 3.13 on, its class is not asked for them."""
    looks = _LOOKS_INTO_ITSELF and isinstance(xs, list) and users_method(xs, "__iter__") is not None
    return _copy(trace, xs) if looks else users_iterable(trace, xs)


_LOOKS_INTO_ITSELF = sys.version_info >= (3, 13)


def extend(trace: Trace, xs: list[Any], other: Any, /) -> None:
    """`xs.extend(other)`."""
    from sct.runtime import comprehension

    if type(other) is Choice:
        other.sct_distribute(lambda one: extend(trace, xs, one))
        return
    other = of_itself(trace, xs) if other is xs else with_room(trace, other)
    if isinstance(other, TracedGenerator):  # which may look at the list
        comprehension.walk(other, lambda x: comprehension.put(trace, xs, x))
        return
    items = listed(trace, other)
    if isinstance(marker_of(items), Variants):
        read(trace, items, lambda ys: extend(trace, xs, ys), refuse)
    elif pools.is_pooled(xs):
        pools.extend(trace, xs, items)
    elif isinstance(marker_of(xs), Variants) and not is_settled(trace, xs, items):
        changed(trace, xs, lambda narrowed: extend(trace, narrowed, items), refuse)
    elif is_growing(xs) and type(items) is list and not is_growing(items):
        added = list(items)
        changed(trace, xs, lambda own: own.extend(added), lambda rows: (with_items(trace, rows, added), None))
    else:
        put(trace, xs, list(add(trace, xs, items)) if is_growing(xs) or is_growing(items) else [*xs, *items])


def repeat(trace: Trace, xs: list[Any], times: Any, /) -> None:
    """`xs *= times`."""
    if isinstance(marker_of(xs), Variants):
        changed(trace, xs, lambda narrowed: repeat(trace, narrowed, times), refuse)
    else:
        put(trace, xs, list(_times(trace, xs, times)))


def _copy(trace: Trace, xs: list[Any]) -> list[Any]:
    def in_rows(rows: Rows) -> list[Any]:
        return made(trace, row_lists.copied(trace, shared(rows)))

    copy: list[Any] = read(trace, xs, lambda items: trace.note_new(list(items_in(items))), in_rows)
    return known_lists.noted(trace, copy)  # type: ignore[no-any-return]


def copied(trace: Trace, xs: list[Any], deep: bool) -> list[Any]:
    """`copy.copy(xs)` or `copy.deepcopy(xs)`."""
    from sct.runtime.call import convert_call

    marker = marker_of(xs)
    if not deep:
        return _copy(trace, xs)
    if isinstance(marker, Variants):
        return read(trace, xs, lambda items: convert_call(copy.deepcopy)(items), refuse)  # type: ignore[no-any-return]
    if not isinstance(marker, Rows) or any(array_leaves(marker.item)):
        return refuse(marker)  # type: ignore[arg-type,no-any-return]
    if holds_pooled(marker.item):
        raise AliasError(
            "a list is copied deeply whose items are lists or objects that other names may stand for, too",
            where=trace.location(),
            why="what is one object twice is one copy twice, and which of them are one is known only at run time",
            fix="copy the items one by one: [list(x) for x in xs]",
        )
    inside = marker.repeats if marker.repeats & TWICE == TWICE else marker.repeats & ~ELSEWHERE
    return made(trace, Rows(marker.item, marker.columns, inside))


def _reverse(trace: Trace, xs: list[Any]) -> None:
    backwards = slice(None, None, -1)
    changed(trace, xs, lambda items: items.reverse(), lambda rows: (row_lists.sliced(trace, rows, backwards), None))


def _sort(trace: Trace, xs: list[Any], *, key: Any = None, reverse: Any = False) -> None:
    from sct.runtime.lists.sorting import sorted_

    put(trace, xs, list(sorted_(trace, trace.note_new(list(xs)), key=key, reverse=reverse)))


def _itself(method: Callable[..., Any]) -> Callable[..., Any]:
    """The operator in place that does what a method does, and answers the list."""

    def operator(trace: Trace, xs: list[Any], other: Any, /) -> list[Any]:
        method(trace, xs, other)
        return xs

    return operator


_METHODS: dict[str, Callable[..., Any]] = {
    "append": _append,
    "insert": _insert,
    "pop": _pop,
    "clear": _clear,
    "extend": extend,
    "__iadd__": _itself(extend),
    "__imul__": _itself(repeat),
    "copy": _copy,
    "__copy__": _copy,
    "count": list_places.count,
    "index": list_places.index,
    "remove": list_places.remove,
    "reverse": _reverse,
    "sort": _sort,
    "__len__": length,
    "__getitem__": get,
    "__setitem__": store,
    "__delitem__": list_removal.delete,
    "__contains__": list_places.contains,
    "__add__": add,
    "__eq__": _equal,
}
