"""`a, b = xs` and its like, where only the running program knows how many items there are."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing import run_time_order
from sct.runtime.hashing.dict_views import View, list_of
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration.asked_lists import asks_users, with_first
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import is_asked, users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing
from sct.runtime.lists.pooled_tuples import PooledTuple, as_opened
from sct.runtime.objects.operators import users_method
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["alike", "is_one_of_several", "items_for", "items_of_one", "of_several", "starred", "unpacked"]

Spec = tuple[Any, ...]
"""For each target None, the Spec of a target of several names, or "*"."""


def unpacked(trace: Trace, value: Any, spec: Spec) -> Any:
    """What Python may unpack to these targets: `value`, or a tuple of as many items as there are targets."""
    if isinstance(value, (list, tuple)) and growing.is_growing(value):
        return _items(trace, value, spec)
    if type(value) not in (list, tuple) or not any(isinstance(part, tuple) for part in spec):
        return value
    parts: list[Any] = list(spec)
    if "*" in parts and len(value) >= len(parts) - 1:
        at = parts.index("*")
        parts[at : at + 1] = [None] * (len(value) - len(parts) + 1)
    if len(parts) != len(value):
        return value
    made = tuple(_inner(trace, x, part) for x, part in zip(value, parts, strict=True))
    return starred(trace, made, spec) if "*" in spec else made


def items_of_one(trace: Trace, value: Any, spec: Spec) -> Any:
    """What is unpacked in place of steps, an array, a dict with run-time keys or one of several sequences, or `value`.

    A target with a star takes all that a generator yields.
    """
    from sct.runtime.call import convert_call

    if type(value) is PooledTuple:
        return value.sct_opened()
    if not _can_be_gone_through(value):
        raise_as_python(_unpack, value)
    if "*" in spec and asks_users(value):
        value = with_first(trace, value, spec.index("*"))
    elif is_asked(value):
        value = users_iterable(trace, value)
    if isinstance(value, View):
        value = list_of(value)
    elif isinstance(value, (dict, set)) and is_hashed(value):
        value = run_time_order.in_order(trace, value)
    if is_variable(value) and growing.is_unknown(value):
        return _of_array(trace, value, spec)
    steps = isinstance(value, (Steps, SymbolicRange)) and is_variable(value.length)
    if steps or ("*" in spec and isinstance(value, TracedGenerator) and value.is_fresh):
        from sct.runtime.comprehension import collect

        return collect(trace, value)
    if isinstance(value, TracedGenerator) and value.machine is not None:
        return _of_machine(trace, value, spec)
    if type(value) is Choice and any(map(_is_no_sequence, value.alternatives)):
        if any(type(x) in (list, tuple, PooledTuple) for x in value.alternatives):
            value = value.sct_distribute(lambda x: _sequence(trace, x))
    if type(value) is Choice and any(users_method(x, "__iter__") is not None for x in value.alternatives):
        value = value.sct_distribute(lambda x: convert_call(tuple)(x))
    return alike(value)


def _can_be_gone_through(x: Any) -> bool:
    if has_spec(x):
        return bool(x.spec.ndim)
    return hasattr(type(x), "__iter__") or hasattr(type(x), "__getitem__")


def _unpack(value: Any) -> None:
    (_,) = value


def _of_array(trace: Trace, value: Any, spec: Spec) -> Any:
    """The items of an array of which only the running program knows how long it is: views, as Python takes them."""
    from sct.runtime.comprehension import collect

    if "*" in spec:
        return collect(trace, value)
    _check_number(trace, value.shape[0], len(spec))
    return tuple(value[k] for k in range(len(spec)))


def _of_machine(trace: Trace, value: TracedGenerator, spec: Spec) -> Any:
    """The items of a generator: no more than Python takes to find that there are too many."""
    from sct.runtime.calls.library_calls import library_generator
    from sct.runtime.comprehension import collect

    return collect(trace, value if "*" in spec else library_generator(trace, "islice_", value, 0, len(spec) + 1, 1))


def _is_no_sequence(x: Any) -> bool:
    if has_spec(x):
        return not x.spec.ndim
    return x is None or type(x) in NUMBERS or isinstance(x, np.generic)


def _sequence(trace: Trace, x: Any) -> Any:
    if not _is_no_sequence(x):
        return as_opened(x)
    name = "number" if has_spec(x) else type(x).__name__  # in the words of plain Python, which raises in its place
    return raise_later(trace, TypeError(f"cannot unpack non-iterable {name} object"))


def alike(chosen: Any) -> Any:
    """The items of one of several sequences of so many each; what is anything else as it is."""
    sequences = chosen.alternatives if type(chosen) is Choice else ()
    if not sequences or not all(map(_has_items, sequences)):
        return chosen
    lengths = {len(x) for x in sequences}
    return tuple(chosen[k] for k in range(lengths.pop())) if len(lengths) == 1 else chosen


def is_one_of_several(value: Any) -> bool:
    """Whether it is one of several lists or tuples, which are not of one length."""
    if type(value) is not Choice or not all(type(x) in (list, tuple) for x in value.alternatives):
        return False
    return alike(value) is value


def of_several(trace: Trace, chosen: Any, spec: Spec) -> Any:
    """What is unpacked of such a one: each of them is, and what comes of that joined."""

    def one(x: Any) -> Any:
        if growing.is_growing(x):
            return _items(trace, x, spec)
        fewest = len(spec) - ("*" in spec)
        if len(x) < fewest:
            least = "at least " if "*" in spec else ""
            return raise_later(
                trace, ValueError(f"not enough values to unpack (expected {least}{fewest}, got {len(x)})")
            )
        if len(x) > fewest and "*" not in spec:
            return raise_later(trace, ValueError(f"too many values to unpack (expected {fewest})"))
        ready = unpacked(trace, x, spec)
        if ready is not x:
            return ready
        return starred(trace, x, spec) if "*" in spec else tuple(x)

    return chosen.sct_distribute(one)


def _has_items(x: Any) -> bool:
    """Whether this is a sequence of as many items as is known."""
    if has_spec(x):
        return bool(x.spec.ndim) and not growing.is_unknown(x)
    return type(x) in (list, tuple, PooledTuple) and not growing.is_growing(x)


def starred(trace: Trace, items: Any, spec: Spec) -> tuple[Any, ...]:
    """The items for targets of which one has a star."""
    at = spec.index("*")
    if type(items) in (list, tuple):
        found = list(items)
    else:
        (*found,) = items  # whose words are those of a target with a star
    after = len(spec) - 1 - at
    if len(found) < at + after:
        raise ValueError(f"not enough values to unpack (expected at least {at + after}, got {len(found)})")
    middle: list[Any] = trace.note_new(found[at : len(found) - after])
    return (*found[:at], middle, *found[len(found) - after :])


def _inner(trace: Trace, x: Any, part: Any) -> Any:
    """What Python may unpack to inner targets."""
    x = items_of_one(trace, x, part) if isinstance(part, tuple) else x
    if not isinstance(part, tuple):
        return x
    if "*" in part and isinstance(x, (list, tuple)) and growing.is_growing(x):
        growing.plain(trace, trace.note_new(list(x)))
    return unpacked(trace, x, part) if "*" not in part else x


def _items(trace: Trace, xs: Any, spec: Spec) -> tuple[Any, ...]:
    length, n = growing.length(trace, xs), len(spec)
    if "*" not in spec:
        _check_number(trace, length, n)
    else:
        _check(trace, length >= n - 1, f"not enough values to unpack (expected at least {n - 1})")
    return tuple(_inner(trace, x, part) for x, part in zip(items_for(trace, xs, spec), spec, strict=True))


def items_for(trace: Trace, xs: Any, spec: Spec) -> list[Any]:
    """The items for the targets, of which there are enough; a list for one with a star."""
    if "*" not in spec:
        return [growing.get(trace, xs, i) for i in range(len(spec))]
    at = spec.index("*")
    after = len(spec) - 1 - at
    found = [growing.get(trace, xs, i) for i in range(at)]
    middle = growing.get(trace, xs, slice(at, -after if after else None))
    found.append(list(middle) if type(middle) is tuple else middle)
    trace.note_new(found[-1])
    return found + [growing.get(trace, xs, i - after) for i in range(after)]


def _check_number(trace: Trace, length: Any, n: int) -> None:
    _check(trace, length >= n, f"not enough values to unpack (expected {n})")
    _check(trace, length <= n, f"too many values to unpack (expected {n})")


def _check(trace: Trace, test: Any, text: str) -> None:
    select(test, lambda: None, lambda: raise_later(trace, ValueError(text)))
