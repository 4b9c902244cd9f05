"""Sequences that NumPy takes as it takes lists: ranges, also those of run-time length, and deques."""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.runtime.callers.number_lists import is_long
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.trace import Trace

__all__ = ["as_list", "as_lists"]

_SEQUENCES = (range, SymbolicRange, deque)


def as_list(trace: Trace, value: Any) -> Any:
    """A list in place of another sequence, also inside of lists and tuples."""
    if isinstance(value, SymbolicRange):
        from sct.runtime.comprehension import collect

        return collect(trace, value)
    if isinstance(value, deque):
        from sct.runtime.lists.deques import listed

        return listed(trace, value)
    if isinstance(value, range):
        return list(value)
    holds_others = type(value) in (list, tuple) and not is_long(value)
    if holds_others and any(isinstance(x, (*_SEQUENCES, list, tuple)) for x in value):
        items = [as_list(trace, x) for x in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else type(value)(items)
    return value


def as_lists(trace: Trace, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a NumPy function, without other sequences than lists and tuples."""
    return tuple(as_list(trace, x) for x in args)
