"""Sets of the caller are walked through in the caller's order, which a copy does not have."""

from __future__ import annotations

from typing import Any

from sct.errors import SideEffectError
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.state.cells import SetCell
from sct.runtime.trace import Trace

__all__ = ["in_order"]


def in_order(trace: Trace, value: Any, *, matters: bool = True) -> Any:
    """`value`, or a tuple of the elements if it stands for a set of the caller's.

    One that has been changed here has an order that only Python knows; unless it does not matter, it is refused.
    """
    if isinstance(value, (dict, set)) and is_hashed(value):
        from sct.runtime.hashing import run_time_order

        return run_time_order.unordered(trace, value, matters)
    if not isinstance(value, set):
        return value
    original = trace.callers.originals.get(value)
    if original is None:
        return value
    if not trace.transaction.touched(SetCell(value)) or value == original[0]:
        return tuple(original[0])
    if matters and len(value) > 1:
        raise SideEffectError(
            "a set that was changed is walked through",
            where=trace.location(),
            why="in which order its elements come, only the caller's own set knows",
            fix="walk through sorted(...), or through a copy that is made first",
        )
    return value
