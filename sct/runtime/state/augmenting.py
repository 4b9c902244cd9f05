"""`target += value` and its like: in place where Python changes the object, else what the operator makes."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, SCALAR
from sct.runtime.callers.owning import owned
from sct.runtime.callers.unread import add_more, is_unread
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing import hashed, run_time_sets
from sct.runtime.hashing.set_history import note_step
from sct.runtime.hashing.steady_hashes import note_given
from sct.runtime.hashing.users_mappings import as_dict
from sct.runtime.ignore import is_ignored_class
from sct.runtime.iteration.iterators import check_walked
from sct.runtime.iteration.taken_whole import pairs_of
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import deques, growing, list_methods, made_at_once
from sct.runtime.lists.item_links import writing
from sct.runtime.numbers.known_numbers import are_numpys_numbers, operated
from sct.runtime.numbers.mismatched import check_types
from sct.runtime.numbers.number_operands import is_python_number
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.objects.not_implemented import or_else
from sct.runtime.objects.operators import binary, is_text, users_method
from sct.runtime.rolling.huge import check_size
from sct.runtime.stand_ins import StandIn
from sct.runtime.state.mutation import call_converted, check_objects, touch
from sct.runtime.state.unseen_changes import note_change
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["augment"]


def _extends(target: Any, apply: Any, value: Any) -> bool:
    """Whether `target += value` makes a list or deque longer by as many items as only the running program knows."""
    unknown = growing.is_growing(target) or growing.may_be_unknown(value)
    unknown = unknown or any(users_method(value, name) is not None for name in ("__iter__", "__len__"))
    is_one = isinstance(target, list) or (isinstance(target, deque) and not is_variable(value))
    return is_one and apply is operator.iadd and unknown


def _is_unknown(target: Any, times: Any) -> bool:
    return isinstance(target, (list, deque)) and (growing.is_growing(target) or is_variable(times))


def _is_left_to_array(target: Any, apply: Any, value: Any) -> bool:
    """Whether `target += value` is what the operator of an array, or of a number of NumPy's, makes of a list."""
    if not isinstance(target, (list, deque)) or not has_spec(value):
        return False
    return value.spec.kind == ARRAY or (value.spec.kind == SCALAR and apply is not operator.imul)


def augment(trace: Trace, apply: Callable[[Any, Any], Any], target: Any, value: Any) -> Any:
    """`target += value` and its like; answers what the name holds afterwards."""
    check_size(apply.__name__.removeprefix("i"), target, value)
    if type(target) in NUMBERS and type(value) in NUMBERS:
        return apply(target, value)
    if are_numpys_numbers(target, value):
        return operated(apply, target, value)
    target, value = owned(trace, target), owned(trace, value)
    if apply is operator.ior and isinstance(target, dict):
        value = pairs_of(trace, as_dict(trace, value))
    check_objects(trace, target)
    if apply is operator.iadd and is_text(target):
        return binary("add", target, value)
    if isinstance(target, Choice) and target.number is not None:
        return apply(target, value)
    if isinstance(target, Choice):
        return target.sct_distribute(lambda alternative: augment(trace, apply, alternative, value))
    if not is_variable(target):
        own = users_method(target, f"__{apply.__name__}__")
        if own is not None:
            return or_else(call_converted(own, target, value), lambda: _by_operator(trace, apply, target, value))
        if apply is operator.imul and isinstance(target, _CHANGING) and not hasattr(type(value), "__rmul__"):
            value = as_index(value)
        if type(value) is Choice and value.number is None and isinstance(target, _CHANGING):
            return value.sct_distribute(lambda one: augment(trace, apply, target, one))
        elif _is_left_to_array(target, apply, value):
            return _by_operator(trace, apply, target, value)
        elif apply is operator.iadd and is_unread(target):
            return add_more(trace, target, value)
        elif _extends(target, apply, value):
            (deques.extend if isinstance(target, deque) else list_methods.extend)(trace, target, value)
            return target
        elif apply is operator.iadd and isinstance(target, bytearray) and isinstance(value, StandIn):
            _extend_bytes(target, value)
            return target
        elif apply is operator.iadd and isinstance(target, (list, deque)) and is_python_number(value):
            iter(value)  # raises, as Python goes through it; `+` of the two would say something else
        elif apply is operator.imul and _is_unknown(target, value):
            if isinstance(target, deque):
                deques.call_method(trace, target, "__imul__", (value,))
            else:
                list_methods.repeat(trace, target, value)
            return target
        elif apply is operator.ior and made_at_once.takes_pairs(target, value):
            hashed.add_from(trace, target, value)
            return target
        elif isinstance(target, _CHANGING):
            if run_time_sets.needs_program(target, value):
                return run_time_sets.augment(trace, apply.__name__, target, value)
            if isinstance(target, set):
                note_given(trace, f"__{apply.__name__}__", (value,))
                note_step(trace, target, f"__{apply.__name__}__", (value,))
            else:
                check_walked(trace, value)
            with writing(trace, target):
                touch(trace, target)
                return owned(trace, apply(target, value))
        if is_ignored_class(type(target)) and hasattr(type(target), f"__{apply.__name__}__"):
            note_change(trace, target)
    if _has_none_of_its_own(target, apply):
        for x, other in ((target, value), (value, target)):
            if has_spec(x):
                check_types(x, other, f"__{apply.__name__}__", other is target)
        return _by_operator(trace, apply, target, value)
    return owned(trace, apply(target, value))


def _extend_bytes(target: bytearray, value: StandIn) -> None:
    """`target += value` of bytes that only the run knows."""
    from sct.runtime.call import convert_call

    if value.stands_for is not bytes:
        raise TypeError(f"can't concat {value.stands_for.__name__} to bytearray")
    convert_call(target.extend)(value)


def _by_operator(trace: Trace, apply: Callable[[Any, Any], Any], target: Any, value: Any) -> Any:
    """`target + value` in place of `target += value`."""
    return owned(trace, binary(apply.__name__.removeprefix("i"), target, value))


_CHANGING = (list, dict, set, deque, bytearray)  # their `+=` and the like answer themselves


def _has_none_of_its_own(target: Any, apply: Callable[[Any, Any], Any]) -> bool:
    """Whether `target += value` is `target + value`."""
    if is_variable(target):
        return has_spec(target) and target.spec.kind != ARRAY
    return not isinstance(target, np.generic) and not hasattr(type(target), f"__{apply.__name__}__")
