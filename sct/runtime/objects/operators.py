"""Operators on objects of the user's classes while tracing: their special methods are converted.

Python finds `__add__` and its like by itself, and would run them as they were written; so instrumented
code asks here. The order of tries is that of the language reference, section 3.3.8.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from sct.dtypes import is_alias
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.ops.elementwise import squares_apart
from sct.runtime.callers.buffers import check_beside_own_buffers
from sct.runtime.callers.class_lookup import guard_special
from sct.runtime.callers.foreign_numbers import check_numbers
from sct.runtime.calls.raised_words import in_pythons_words
from sct.runtime.current import has_spec, here, is_variable
from sct.runtime.hashing.entries import is_counted_later, is_hashed
from sct.runtime.ignore import is_ignored_class, is_ignored_function
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.layers.caught import with_none
from sct.runtime.lists.comparing import ITEMS, compare_sequences
from sct.runtime.lists.pooled_tuples import PooledTuple, as_opened
from sct.runtime.lists.rows import marker_of
from sct.runtime.logical import is_, not_
from sct.runtime.numbers.known_numbers import are_numpys_numbers, operated
from sct.runtime.numbers.mismatched import check_types
from sct.runtime.numbers.number_operands import beside_complex, is_numpys, is_one_number
from sct.runtime.numpy_functions.beside_arrays import check_items, met
from sct.runtime.objects.as_written import as_written
from sct.runtime.objects.not_implemented import by_python, or_else
from sct.runtime.objects.operands import beside_numpys, users_choice
from sct.runtime.objects.operator_functions import COMPARISONS, FUNCTIONS, UNARY
from sct.runtime.rolling.alike_functions import check_alike
from sct.runtime.rolling.huge import check_size
from sct.runtime.stand_ins import StandIn, beside
from sct.runtime.state.bare import ROWS
from sct.runtime.state.newborn import newborn
from sct.runtime.texts.deferred_text import holds_variable
from sct.runtime.texts.percent_text import deferred_percent, is_shown_by_program
from sct.runtime.texts.text_beside_numbers import as_any_text, chooses_text
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import NUMBERS, Trace, current
from sct.runtime.variable import Variable

__all__ = ["binary", "compare", "is_text", "unary"]


def users_method(value: Any, name: str) -> FunctionType | None:
    """The special method of a user's class, if it is written in Python and not to be left alone."""
    kind = type(value)
    method = as_written(getattr(kind, name, None))
    if type(method) is FunctionType and not is_ignored_function(method) and not _is_librarys(kind, method):
        trace = current()
        if trace is not None:
            guard_special(trace, kind, name)
        return method
    return None


def _is_librarys(kind: type, method: FunctionType) -> bool:
    """Whether a class of a library has this method from the classes of `collections.abc`."""
    return method.__globals__.get("__name__") == "collections.abc" and is_ignored_class(kind)


def _call(method: Callable[..., Any], *args: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(method)(*args)


def binary(name: str, a: Any, b: Any) -> Any:
    """`a + b` and its like."""
    check_size(name, a, b)
    if type(a) in NUMBERS and type(b) in NUMBERS:
        return FUNCTIONS[name](a, b)
    if type(a) in _PLAIN and type(b) in _PLAIN and name != "pow":  # as most of what is computed with
        return in_pythons_words(FUNCTIONS[name], a, b)
    if are_numpys_numbers(a, b):
        return operated(FUNCTIONS[name], a, b)
    a, b = as_opened(a), as_opened(b)
    if type(b) is Choice and b.number is None and isinstance(a, np.generic):  # which would ask for a ufunc
        return b.sct_distribute(lambda one: binary(name, a, one))
    if isinstance(a, np.generic) and has_spec(b) and is_alias(b.spec.dtype):  # nor is its loop that of the ufunc
        return getattr(b, f"__r{name}__")(a)
    if name == "mul":
        from sct.runtime.numbers.whole_objects import as_factors

        a, b = as_factors(a, b)
    if name == "mod" and type(a) is str:
        trace = current()
        if trace is not None and is_shown_by_program(b):
            return deferred_percent(trace, a, b)
    if name == "mod" and type(a) in (bytes, bytearray) and (holds_variable(b) or _holds_stand_in(b)):
        return _filled_in_bytes(a, b)
    if name in ("add", "mul") and (is_text(a) or is_text(b)):
        found = _texts(name, a, b)
        if found is not NotImplemented:
            return found
    if _overrides(a, f"__{name}__") or _overrides(b, f"__r{name}__"):
        return _reflected(a, b, f"__{name}__", f"__r{name}__", FUNCTIONS[name])
    for x in (a, b):
        if isinstance(x, (dict, set)) and (is_hashed(x) or (type(a) is type(b) and is_counted_later(x))):
            return _hashed("operate", name, a, b)
    if any(isinstance(x, deque) and (marker_of(x) is not None or is_variable(y)) for x, y in ((a, b), (b, a))):
        from sct.runtime.lists import deques

        trace = current()
        assert trace is not None
        found = deques.operate(trace, name, a, b)
        if found is not NotImplemented:
            return found
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        found = _lists(name, a, b)
        if found is not NotImplemented:
            return _new_list(a, b, found)
    if name == "pow" and type(b) is int and has_spec(a) and a.spec.kind == ARRAY and squares_apart(a.spec.dtype):
        return np.square(a) if b == 2 else np.power(a, b)  # as NumPy does, whose squares are of another dtype
    made = _reflected(a, b, f"__{name}__", f"__r{name}__", FUNCTIONS[name])
    trace = current() if isinstance(made, (dict, set, deque)) else None
    return _new_list(a, b, made) if trace is None else newborn(trace, made, a, b)


def _overrides(x: Any, name: str) -> bool:
    """Whether a class of the user's that is derived from one of Python's containers has this operator itself."""
    return isinstance(x, _CONTAINERS) and type(x) not in _CONTAINERS and users_method(x, name) is not None


def _new_list(a: Any, b: Any, made: Any) -> Any:
    """What an operator made of lists."""
    trace = current() if type(made) is list and list in (type(a), type(b)) else None
    if trace is None or made is a or made is b:
        return made
    from sct.runtime.lists import known_lists

    return known_lists.noted(trace, trace.note_new(made))


def _holds_stand_in(x: Any) -> bool:
    return any(isinstance(one, StandIn) for one in (x if isinstance(x, tuple) else (x,)))


def _filled_in_bytes(a: Any, b: Any) -> Any:
    if type(a) is not bytes:
        raise StaticValueError(
            "a run-time value was given to the % of a bytearray", where=here(), fix="make bytes of it first"
        )
    from sct.runtime.texts.bytes_methods import filled_in

    return filled_in(a, b)


def is_text(x: Any) -> bool:
    """Whether this is text, or one of several texts."""
    if isinstance(x, Choice):
        return all(isinstance(one, (str, FormattedText)) for one in x.alternatives)
    return isinstance(x, (str, FormattedText))


def _texts(name: str, a: Any, b: Any) -> Any:
    trace = current()
    if trace is None or not (is_variable(a) or is_variable(b) or type(a) is not type(b)):
        return NotImplemented
    from sct.runtime.texts import text_uses

    return text_uses.operate(trace, name, a, b)


def _lists(name: str, a: Any, b: Any) -> Any:
    trace = current()
    if trace is None:
        return NotImplemented
    from sct.runtime.lists import list_methods

    return list_methods.operate(trace, name, a, b)


def compare(name: str, a: Any, b: Any) -> Any:
    """`a < b` and its like."""
    function = COMPARISONS[name][0]
    if type(a) in NUMBERS and type(b) in NUMBERS:
        return function(a, b)
    if PooledTuple in (type(a), type(b)) and (trace := current()) is not None:
        from sct.runtime.pools import tuple_comparing

        return tuple_comparing.compare(trace, name, a, b)
    if type(a) is type(b) and type(a) in (list, dict) and (trace := current()) is not None:
        test = trace.doubts.told(trace, a, b)
        if test is not None:  # where they are one, so are their items, which Python does not compare then: NaN, arrays
            from sct.runtime.control_flow import select

            return select(test, lambda: function(0, 0), lambda: _compared(name, a, b))
    return _compared(name, a, b)


def _compared(name: str, a: Any, b: Any) -> Any:
    function, mirrored = COMPARISONS[name]
    check_alike(a, b)
    if isinstance(a, np.dtype) and type(b) is Choice:  # which it would ask for a dtype
        return b.sct_distribute(lambda one: compare(name, a, one))
    a, b = beside(a, b), beside(b, a)
    a, b = as_any_text(a, b), as_any_text(b, a)
    made = _compared_rows(name, a, b)
    if made is not NotImplemented:
        return made
    for x, y in ((a, b), (b, a)):
        if isinstance(x, (list, tuple)) and marker_of(x) is not None and has_spec(y) and y.spec.kind != PYTHON:
            return _compared_with_numpys(name, a, b)
        runs = isinstance(y, (list, tuple, deque)) and marker_of(y) is not None
        if (runs and type(x) is Choice) or chooses_text(x, y):
            each = with_none(lambda one: compare(name, one, b) if x is a else compare(name, a, one))  # noqa: B023
            return x.sct_distribute(each)
    if name in ("eq", "ne"):
        same = _pooled_equal(a, b)
        if same is not NotImplemented:
            return same if name == "eq" else not_(same)
        b = beside_complex(a, b)
    asked = any(users_method(x, f"__{name}__") is not None for x in (a, b) if isinstance(x, dict))
    for x in () if asked else (a, b):
        if isinstance(x, (dict, set)) and (is_hashed(x) or (type(a) is type(b) and is_counted_later(x))):
            return _hashed("compare", name, a, b)
    if name in ("eq", "ne") and isinstance(a, ITEMS) and isinstance(b, ITEMS):
        return compare(name, dict(iter(a)), dict(iter(b)))
    made = compare_sequences(name, a, b)
    if made is NotImplemented and name == "ne":
        made = _by_equality(a, b)
    if made is NotImplemented and name not in ("eq", "ne") and has_spec(b):
        check_types(b, a, f"__{name}__", True)  # Python would ask b the other way round
    return or_else(made, lambda: _reflected(a, b, f"__{name}__", f"__{mirrored}__", function))


def _hashed(what: str, name: str, *operands: Any) -> Any:
    from sct.runtime.hashing import run_time_sets

    trace = current()
    assert trace is not None
    for lost in [x for x in operands if type(x) is Lost]:
        lost.sct_refuse()
    at = next((k for k, x in enumerate(operands) if type(x) is Choice), None)
    if at is not None:
        return operands[at].sct_distribute(lambda one: _hashed(what, name, *operands[:at], one, *operands[at + 1 :]))
    return getattr(run_time_sets, what)(trace, name, *operands)


def _compared_with_numpys(name: str, a: Any, b: Any) -> Any:
    from sct.runtime.lists import list_methods

    trace = current()
    assert trace is not None
    return list_methods.compare(trace, name, a, b)


def _compared_rows(name: str, a: Any, b: Any) -> Any:
    """`a < b` and its like of two deques, or lists, or tuples: of run-time length, or of a class of the user's."""
    kind = next((k for k in ROWS if isinstance(a, k) and isinstance(b, k)), None)
    trace = current()
    if kind is None or trace is None:
        return NotImplemented
    known = marker_of(a) is marker_of(b) is None
    if known and type(a) is type(b) is kind is not deque:
        return NotImplemented
    own, mirrored = f"__{name}__", f"__{COMPARISONS[name][1]}__"
    asked = [(a, own, b), (b, mirrored, a)]
    if type(b) is not type(a) and issubclass(type(b), type(a)) and users_method(b, mirrored) is not None:
        asked.reverse()
    tries: list[Any] = []
    for one, method, other in asked:
        users = None if type(one) is kind else users_method(one, method)
        if users is None:  # what Python's own has as `method` answers
            return _tried(tries, lambda: _compared_by_items(trace, kind, name, a, b))
        tries.append((users, users, one, other))
    return _tried(tries, lambda: by_python(COMPARISONS[name][0], own, a, b))


def _compared_by_items(trace: Trace, kind: type, name: str, a: Any, b: Any) -> Any:
    from sct.runtime.lists import deques, list_comparing

    if kind is deque:
        return deques.compare(name, a, b)
    if marker_of(a) is not None or marker_of(b) is not None:
        return list_comparing.compare(trace, name, a, b)
    a, b = list_comparing.bare(trace, a), list_comparing.bare(trace, b)
    made = compare_sequences(name, a, b)
    return COMPARISONS[name][0](a, b) if made is NotImplemented else made


def _pooled_equal(a: Any, b: Any) -> Any:
    """`a == b` of objects in a pool whose classes have no `__eq__`."""
    trace = current()
    if trace is None or not trace.pools or any(users_method(x, "__eq__") is not None for x in (a, b)):
        return NotImplemented
    from sct.runtime.pools import object_pools

    return object_pools.equal(trace, a, b)


def _by_equality(a: Any, b: Any) -> Any:
    """`a != b` where a class of the user's has `__eq__` only: Python turns its answer round."""
    if (chosen := users_choice(a, b, "__eq__", "__ne__")) is not None:
        return chosen.sct_distribute(lambda one: compare("ne", *((one, b) if chosen is a else (a, one))))
    tries = []
    for x, y in ((a, b), (b, a)):
        method = users_method(x, "__eq__")
        if method is None or getattr(type(x), "__ne__") is not getattr(object, "__ne__"):  # noqa: B009 - mypy knows too much
            continue
        tries.append((method, method, x, met(a, b, "ne") if x is b else y))
        if is_numpys(y) and is_one_number(y) and x is a and (number := met(y, x, "ne")) is not y:  # asks once more
            tries.append((method, method, x, number))
    same = _tried(tries, lambda: is_(a, b) if tries and not any(map(_has_ne, (a, b), (b, a))) else NotImplemented)
    if type(same) is Choice:
        return same.sct_distribute(lambda one: one if one is NotImplemented else not_(one))
    return same if same is NotImplemented else not_(same)


def _has_ne(x: Any, y: Any) -> bool:
    """Whether the class of `x` may have an answer of its own to `x != y`."""
    own: Any = type(x).__ne__
    if own is object.__ne__:
        return False
    if users_method(x, "__ne__") is not None or isinstance(y, _NUMBERS):
        return True
    if is_numpys(x) and not is_one_number(x):
        return met(x, y, "ne") is not x
    if has_spec(x) or isinstance(x, np.generic):  # who has asked the other one
        return False
    return is_variable(x) or own(x, y) is not NotImplemented


_SEQUENCES = (list, tuple, str, bytes, bytearray, deque)
_NUMBERS = (int, float, complex, str)
_PLAIN = (*NUMBERS, Variable)
_CONTAINERS = (*ROWS, dict, set, frozenset)


def unary(name: str, a: Any) -> Any:
    """`-a` and its like."""
    if isinstance(a, Counter) and (is_hashed(a) or is_counted_later(a)):
        return _hashed("signed", name, a)
    if are_numpys_numbers(a):
        return operated(UNARY[name], a)
    method = users_method(a, f"__{name}__")
    return UNARY[name](a) if method is None else _call(method, a)


def _reflected(a: Any, b: Any, own: str, mirrored: str, plain: Callable[[Any, Any], Any]) -> Any:
    if (chosen := users_choice(a, b, own, mirrored)) is not None:  # which side is asked first, the classes say
        return chosen.sct_distribute(
            lambda one: _reflected(*((one, b) if chosen is a else (a, one)), own, mirrored, plain)
        )
    check_beside_own_buffers(a, b)
    first, second = users_method(a, own), users_method(b, mirrored)
    if first is None and second is None:
        check_numbers(a, b)
        return in_pythons_words(plain, *beside_numpys(a, b, own))
    if first is None:
        a = met(a, b, own.strip("_"))
    elif second is None and (has_spec(b) or is_numpys(b)) and not isinstance(a, _NUMBERS):
        return or_else(_call(first, a, b), lambda: _asked_by_numpy(first, a, b, own, mirrored, plain))
    tries = [(first, getattr(type(a), own, None), a, b), (second, getattr(type(b), mirrored, None), b, a)]
    arithmetic = mirrored.startswith("__r")
    if first is None and arithmetic and isinstance(a, _SEQUENCES):  # Python asks the other side before it joins them
        del tries[0]
    if type(b) is type(a) and arithmetic:
        del tries[1:]  # which Python does not ask then
    overrides = type(b) is not type(a) and type(a) in type(b).__mro__ and tries[-1][1] is not tries[0][1]
    if overrides:
        tries.reverse()
    return _tried([one for one in tries if one[1] is not None], lambda: by_python(plain, own, a, b))


def _asked_by_numpy(
    method: FunctionType, a: Any, b: Any, own: str, mirrored: str, plain: Callable[[Any, Any], Any]
) -> Any:
    """NumPy's operator, which has no answer, asks `a` once more: about a Python number in place of its own number."""
    turned = COMPARISONS.get(mirrored.strip("_"))
    number = met(b, a, own.strip("_"), turned is not None)
    if number is b:  # who has none either
        return by_python(plain, own, a, b)
    check_items(a)
    if turned is None:
        return or_else(_call(method, a, number), lambda: by_python(plain, own, a, number))
    return or_else(_call(method, a, number), lambda: by_python(turned[0], mirrored, number, a))


def _tried(tries: list[Any], otherwise: Callable[[], Any]) -> Any:
    """What the first method answers that has an answer."""
    if not tries:
        return otherwise()
    (converted, method, left, right), *rest = tries
    result = method(left, right) if converted is None else _call(converted, left, right)
    return or_else(result, lambda: _tried(rest, otherwise))
