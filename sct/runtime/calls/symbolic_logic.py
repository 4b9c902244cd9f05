"""`and`, `or`, `not`, conditional expressions, `is` and `in` where an operand is symbolic."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sct import ops
from sct.dtypes import same_dtype
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON, Dim
from sct.runtime.arrays.flat_arguments import is_flat, whole
from sct.runtime.callers.foreign_numbers import check_operands
from sct.runtime.callers.owning import owned
from sct.runtime.control_flow import select, truth
from sct.runtime.current import current, has_own, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing import hashed, known_keys, object_keys
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.key_parts import check_hash, checked
from sct.runtime.hashing.keys import is_run_time_key
from sct.runtime.hashing.user_keys import note_key
from sct.runtime.iteration.array_likes import as_list
from sct.runtime.iteration.iterators import check_iterator
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import may_be_one_range
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.joins.memory import sameness
from sct.runtime.joins.tuple_forms import parts_of_value
from sct.runtime.lists import growing, list_places
from sct.runtime.lists.comparing import ITEMS, needs_program
from sct.runtime.lists.growing import is_same_item
from sct.runtime.lists.item_equality import answer
from sct.runtime.lists.only_comparing import tried
from sct.runtime.lists.pooled_tuples import PooledTuple, as_opened
from sct.runtime.lists.rows import Marker, pool_place, table_place
from sct.runtime.objects import operators
from sct.runtime.objects.searched_live import may_change
from sct.runtime.pools import hash_pools, object_pools
from sct.runtime.pools.pools import is_one, is_pooled
from sct.runtime.rolling.alike_functions import check_alike, check_which
from sct.runtime.stand_ins import beside
from sct.runtime.state.bare import items_in, plain, speaks_for_itself
from sct.runtime.state.class_content import lookup
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import NUMBERS, Trace
from sct.shown import shown

__all__ = ["and_", "in_", "is_", "not_", "or_", "ternary"]

Thunk = Callable[[], Any]


def and_(value: Any, rest: tuple[Thunk, ...], as_test: bool = False) -> Any:
    """`value and rest[0]() and …`: a false operand is the value itself, or False `as_test`."""
    for i, thunk in enumerate(rest):
        test = value if is_variable(value) else truth(_trace(), value)
        if is_variable(test):
            return select(test, _rest(and_, rest[i:], as_test), _same(test if as_test else value))
        if not test:
            return False if as_test else value
        value = thunk()
    return truth(_trace(), value) if as_test else value


def or_(value: Any, rest: tuple[Thunk, ...], as_test: bool = False) -> Any:
    """`value or rest[0]() or …`: a true operand is the value itself, or True `as_test`."""
    for i, thunk in enumerate(rest):
        test = value if is_variable(value) else truth(_trace(), value)
        if is_variable(test):
            return select(test, _same(test if as_test else value), _rest(or_, rest[i:], as_test))
        if test:
            return True if as_test else value
        value = thunk()
    return truth(_trace(), value) if as_test else value


def _rest(operator: Callable[..., Any], rest: tuple[Thunk, ...], as_test: bool) -> Thunk:
    return lambda: operator(rest[0](), rest[1:], as_test)


def _same(value: Any) -> Thunk:
    return lambda: value


def not_(value: Any) -> Any:
    """`not value`: always a bool."""
    holds = truth(_trace(), value)
    if isinstance(holds, Choice):
        return holds.sct_distribute(not_)
    return ops.get("py_eq")(holds, False) if is_variable(holds) else not holds


def ternary(test: Any, then: Thunk, orelse: Thunk) -> Any:
    """`then() if test else orelse()`."""
    return select(test, then, orelse)


_KEYS: Any = (set, frozenset, dict, type({}.keys()))
_NUMBERS = (bool, int, float, complex, np.generic)
_SMALL = range(-5, 257)  # the ints that CPython keeps


def is_(trace: Trace, a: Any, b: Any) -> Any:
    """`a is b`, for two objects that are not one, or functions."""
    check_which(a, b)
    if isinstance(a, Choice):
        return a.sct_is(b)
    if isinstance(b, Choice):
        return b.sct_is(a)
    for x in (a, b):
        if isinstance(x, (Lost, Marker)):
            x.sct_refuse()
    a, b = (_canonical(trace, x) for x in (a, b))
    if isinstance(a, ArrayOfTexts) or isinstance(b, ArrayOfTexts):
        return isinstance(a, ArrayOfTexts) and isinstance(b, ArrayOfTexts) and is_(trace, a.codes, b.codes)
    if a is b:
        return True
    if not (is_variable(a) or is_variable(b)):
        if is_pooled(a) and is_pooled(b):
            return is_one(a, b)
        t, u = (table_place(a), table_place(b)) if trace.pools else (None, None)
        if t is not None and u is not None:
            return hash_pools.is_one(t, u)
        x, y = (pool_place(a), pool_place(b)) if trace.pools else (None, None)
        if x is not None and y is not None:
            return object_pools.is_one(x, y)
        if PooledTuple in (type(a), type(b)) and isinstance(a, tuple) and isinstance(b, tuple):
            return len(a) == len(b) and _refuse_is(trace)  # `t + ()` is the tuple itself
        if isinstance(a, _TEXTS) and isinstance(b, _TEXTS) and not (isinstance(a, str) and isinstance(b, str)):
            return _refuse_is(trace)
        if may_be_one_range(a, b):
            return _refuse_is(trace)
        known = trace.doubts.is_(trace, a, b)
        return False if known is None else known
    for x, y in ((a, b), (b, a)):
        if not is_variable(x) and not (isinstance(x, NUMBERS) and y.python_type is type(x)):
            return False  # an array is not None, nor a string
    kinds = {x.spec.kind if is_variable(x) else PYTHON for x in (a, b)}
    if kinds == {ARRAY} and is_same_item(a, b):
        return True
    if kinds == {PYTHON} and all(_is_bool(x) for x in (a, b)):
        return ops.get("py_eq")(a, b)
    if not (is_variable(a) and is_variable(b)):
        return _is_number(trace, *((a, b) if is_variable(b) else (b, a)))
    if len(kinds) > 1 or not same_dtype(a.spec.dtype, b.spec.dtype):
        return False
    if not _may_be_of_one_shape(a.spec.shape, b.spec.shape):
        return False
    if kinds == {ARRAY} and a.storage is not b.storage and not (_is_doubtful(a) or _is_doubtful(b)):
        test = sameness(trace, a.storage, b.storage)
        if test is not False:
            return test if test is True else trace.variable(test)
    if kinds == {ARRAY} and not _may_be_one(a.storage, b.storage):
        _guard_distinct(trace, a.storage, b.storage)
        return False
    return _refuse_is(trace)


_TEXTS = (str, FormattedText)


def _is_number(trace: Trace, known: Any, x: Any) -> Any:
    """Whether a run-time Python number is this one: of the small ints there is one object each."""
    if x.spec.kind != PYTHON or x.spec.dtype.kind != np.dtype(type(known)).kind:
        return False
    if type(known) is int and known in _SMALL:
        return ops.get("py_eq")(x, known)
    return _refuse_is(trace)


def _refuse_is(trace: Trace) -> Any:
    raise StaticValueError(
        "`is` between two values of which it is not known whether they are one object",
        where=trace.location(),
        why="a branch or loop decided at run time what the names stand for, or they are numbers or texts",
        fix="compare with ==, or keep a flag",
    )


def _guard_distinct(trace: Trace, a: Any, b: Any) -> None:
    """Two arrays of the caller that are two now could be one at the next call."""
    if a.external >= 0 and b.external >= 0 and a is not b:
        for storage in (a, b):
            source, _, array = trace.inputs[storage.external]
            if all(known is not array for known, _ in trace.callers.instances):
                trace.callers.instances.insert(0, (array, source))


def _may_be_of_one_shape(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    if len(one) != len(other):
        return False
    return all(m == n or isinstance(m, Dim) or isinstance(n, Dim) for m, n in zip(one, other, strict=True))


def _is_doubtful(x: Any) -> bool:
    """Whether it is not the memory alone that tells what an array is one with."""
    return bool(x.steps or x.storage.stand_in or x.storage.is_unsure)


def _may_be_one(a: Any, b: Any) -> bool:
    return bool(a.stand_in or b.stand_in or (a is not b and a.related(b)))


def _canonical(trace: Trace, x: Any) -> Any:
    if isinstance(x, np.ndarray):
        return owned(trace, x)
    if isinstance(x, (list, dict, set, frozenset, tuple)):
        return trace.callers.shadows.get(x, x)
    return x


def _is_bool(x: Any) -> bool:
    return bool(x.spec.dtype.kind == "b") if is_variable(x) else isinstance(x, bool)


def in_(trace: Trace, item: Any, container: Any) -> Any:
    """`item in container`."""
    if isinstance(container, Choice):
        return container.sct_distribute(lambda c: in_(trace, item, c))
    if isinstance(item, Choice):
        return item.sct_distribute(lambda i: in_(trace, i, container))
    if isinstance(container, np.ndarray):
        container = owned(trace, container)
    container = as_opened(container)
    if isinstance(container, FormattedText):
        return container.__contains__(item)
    if isinstance(item, FormattedText) and isinstance(container, str):
        return item.sct_inside(container)
    if isinstance(container, _PYTHONS) and type(container) not in _PYTHONS:
        method = operators.users_method(container, "__contains__")
        if method is not None:
            return _by_method(trace, method, container, item)
        if isinstance(container, _KEYS) and not is_hashed(container) and speaks_for_itself(type(container)):
            container = plain(container)  # Python looks into its table
    if growing.is_growing(container):
        return list_places.contains(trace, container, item)
    if isinstance(container, (dict, set)) and is_hashed(container):
        if type(item).__hash__ is None and type(item) is not set and operators.users_method(item, "__eq__") is not None:
            hash(item)  # raises, before the item is compared
        return hashed.contains(trace, container, item)
    if is_flat(container):
        container = users_iterable(trace, whole(container, False)) if _is_one(item) else container.sct_steps
    if is_variable(container):
        return _in_array(as_list(trace, item), container)
    if has_own(container, "sct_contains"):
        return container.sct_contains(item)
    if isinstance(container, range) and is_variable(item):
        return _in_range(trace, item, container)
    if isinstance(container, _KEYS) and is_variable(item):
        if item.spec.kind == ARRAY:
            raise TypeError("unhashable type: 'numpy.ndarray'")
        for key in container:
            check_operands(item, key)
        return _among(trace, item, sorted((k for k in container if isinstance(k, _NUMBERS)), key=shown))
    if isinstance(container, _KEYS) and isinstance(item, FormattedText):
        return _among(trace, item, sorted(k for k in container if isinstance(k, str)))
    if isinstance(container, _KEYS) and isinstance(item, tuple) and any(map(needs_program, item)):
        check_hash(item)
        if any(isinstance(part, tuple) and growing.is_growing(part) for part in (item, *item)):
            checked(trace, item)
        alike = [k for k in container if isinstance(k, tuple) and (growing.is_growing(item) or len(k) == len(item))]
        return _among(trace, item, sorted(alike, key=shown))
    if isinstance(container, _KEYS) and parts_of_value(item) is not None and is_run_time_key(item):
        alike = [k for k in container if type(beside(k, item)) is type(item)]
        return _among(trace, checked(trace, item), sorted(alike, key=shown))
    if isinstance(container, _KEYS) and is_run_time_key(item):
        return object_keys.place_among(trace, container, item) >= 0
    if isinstance(container, _KEYS):
        note_key(trace, item, container)
    if isinstance(container, str) and is_variable(item):
        raise TypeError(f"'in <string>' requires string as left operand, not {type_name(item)}")
    if isinstance(container, (list, tuple, deque, type({}.values()))):
        items = list(items_in(container))
        check_alike(item, *items)
        if needs_program(item) or any(map(needs_program, items)):
            found = known_keys.has_equal(trace, items, item)
            return _in_sequence(trace, item, items, container) if found is None else found
        return item in container
    if isinstance(container, ITEMS) and isinstance(item, tuple) and len(item) == 2:
        from sct.runtime.lists.item_reads import read_item

        key, mapping = item[0], dict(iter(container))
        return and_(in_(trace, key, mapping), (lambda: in_(trace, item[1], (read_item(trace, mapping, key),)),))
    method = operators.users_method(container, "__contains__")
    if method is not None:
        return _by_method(trace, method, container, item)
    if lookup(type(container), "__contains__")[0] is None:
        raise TypeError(f"{type(container).__name__!r} object is not a container")
    walked = users_iterable(trace, container)
    if walked is not container or isinstance(container, (TracedGenerator, Steps)):
        from sct.runtime.iteration.generator_builtins import contained

        return contained(trace, walked, item)
    if (place := pool_place(item)) is not None:  # Python would ask whether it is this very name for it
        place.sct_refuse()
    if isinstance(container, Iterator):
        check_iterator(trace, container)
    return item in container


_PYTHONS = (list, tuple, deque, dict, set, frozenset, str, bytes)


def _by_method(trace: Trace, method: Any, container: Any, item: Any) -> Any:
    """`item in container` by a `__contains__` of the user's."""
    from sct.runtime.call import convert_call

    return truth(trace, convert_call(method)(container, item))


def _in_array(item: Any, array: Any) -> Any:
    if array.spec.kind != ARRAY and array.spec.ndim == 0:
        kind = array.python_type
        name = f"numpy.{kind.__name__}" if array.spec.kind != PYTHON else kind.__name__
        raise TypeError(f"argument of type '{name}' is not iterable")
    return ops.get("truth")(np.any(np.equal(array, item) if is_flat(item) else array == item))


def _is_one(item: Any) -> bool:
    """Whether a comparison with each of some numbers is one with the array of them."""
    return isinstance(item, _NUMBERS) or (is_variable(item) and not is_flat(item) and not item.spec.ndim)


def _in_range(trace: Trace, item: Any, container: range) -> Any:
    if item.spec.ndim or item.spec.dtype.kind not in "biu":
        return _in_sequence(trace, item, list(container))
    low, high = (container[0], container[-1]) if container.step > 0 and container else (0, -1)
    if container and container.step < 0:
        low, high = container[-1], container[0]
    value = ops.get("py_int")(item)
    step = abs(container.step)
    return (value >= low) & (value <= high) & ((value - low) % step == 0)


def _among(trace: Trace, item: Any, keys: list[Any]) -> Any:
    """Whether one of the keys of a dict or set is a run-time one."""
    keys = [known for k in keys if (known := known_keys.as_key(item, k)) is not known_keys.OTHER]
    at = known_keys.place(trace, keys, item)
    return _in_sequence(trace, item, keys) if at is None else at >= 0


def _in_sequence(trace: Trace, item: Any, items: list[Any], container: Any = ()) -> Any:
    """The or-chain of `x is item or x == item`, which ends as early as Python's does."""
    if isinstance(item, np.ndarray):
        item = owned(trace, item)
    tests: list[Thunk] = []
    for x in items:
        if x is item:
            tests.append(lambda: True)
            break
        tests.append(lambda x=x: _equal(trace, x, item))  # type: ignore[misc]
    asks_users = any(operators.users_method(x, "__eq__") is not None for x in (item, *items))
    noticed = asks_users and tried(trace, lambda: [test() for test in tests])[1]
    if noticed and may_change(container, item, *items):
        return list_places.first_equal(trace, container, item, lambda i: True, lambda: False)
    return _any(trace, tests, noticed)


def _equal(trace: Trace, x: Any, item: Any) -> Any:
    return answer(trace, owned(trace, x) if isinstance(x, np.ndarray) else x, item)


def _any(trace: Trace, tests: list[Thunk], one_by_one: bool = False) -> Any:
    """Whether one of these holds; `one_by_one` where what the others do can be noticed."""
    found: Any = False
    for i, test in enumerate(tests):
        same = test()
        if not is_variable(same):
            if same:
                return True
        elif one_by_one or isinstance(same, Choice) or same.spec.ndim:  # its truth may raise: if nothing was found yet
            return _or(found, functools.partial(_or, same, functools.partial(_any, trace, tests[i + 1 :], one_by_one)))
        else:
            holds = truth(trace, same)
            found = holds if found is False else ops.get("py_or")(found, holds)
    return found


def _or(found: Any, rest: Thunk) -> Any:
    """`True if found else rest()`."""
    return select(found, lambda: True, rest)


def _trace() -> Trace:
    trace = current()
    assert trace is not None
    return trace
