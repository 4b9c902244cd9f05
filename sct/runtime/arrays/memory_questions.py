"""`np.shares_memory`, `np.may_share_memory` and `x.base`: what the graph knows of the memory of arrays.

Views of one array are asked of an array that is laid out as it is. Two arguments that do not overlap now must not at
the next call; where they do, the function is traced again, with the owner of their memory as the one input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import AliasError, UnsupportedCallError
from sct.ir.types import ARRAY
from sct.runtime.arrays.views import base_of, guard_layout, viewed
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.memory import sameness

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["OF_MEMORY", "base"]

_PLAIN = ("getitem", "transpose", "reshape", "real", "imag", "squeeze")  # views of which the owner is the base


def _shares_memory(trace: Trace, /, a: Any, b: Any, max_work: Any = None) -> Any:
    return _asked(trace, np.shares_memory, a, b, max_work is None)


def _may_share_memory(trace: Trace, /, a: Any, b: Any, max_work: Any = None) -> Any:
    return _asked(trace, np.may_share_memory, a, b, max_work is None or (type(max_work) is int and max_work == 0))


def _asked(trace: Trace, question: Callable[..., bool], a: Any, b: Any, plain: bool) -> Any:
    if not plain:
        raise UnsupportedCallError(
            f"np.{question.__name__} with max_work=", where=trace.location(), fix="leave max_work out"
        )
    for x, other in ((a, b), (b, a)):
        if isinstance(x, Choice):
            return x.sct_distribute(lambda one: _asked(trace, question, one, other, plain))  # noqa: B023
    a, b = (trace.lift_array(x) if isinstance(x, np.ndarray) else x for x in (a, b))
    if not (_is_array(a) and _is_array(b)):
        return False  # NumPy makes an array of a number, or of a list
    if a.storage is b.storage:
        return _of_one(trace, question, a, b)
    return _of_two(trace, a, b)


def _is_array(x: Any) -> bool:
    return has_spec(x) and x.spec.kind == ARRAY


def _of_one(trace: Trace, question: Callable[..., bool], a: Variable, b: Variable) -> Any:
    """Two views of one array."""
    if 0 in a.spec.shape or 0 in b.spec.shape:
        return False
    if a.steps == b.steps:
        return True if a.spec.static else a.size > 0
    known = a.spec.static and b.spec.static and a.storage.value.spec.static
    if known and not any(step.operands for step in (*a.steps, *b.steps)):
        sample = _of_dtype(base_of(a), a.storage.value.spec.dtype)
        parts = viewed(sample, a), viewed(sample, b)
        if parts[0] is not None and parts[1] is not None:
            guard_layout(trace, a)
            return question(*parts)
    raise _unknown(trace)


def _of_dtype(sample: Any, dtype: np.dtype[Any]) -> Any:
    """A sample of a layout, whose elements can be seen as they are in the array."""
    return sample if sample is None or sample.dtype == dtype else np.empty_like(sample, dtype, order="K")


def _of_two(trace: Trace, a: Variable, b: Variable) -> Any:
    """Views of two arrays, which may be one."""
    one, other = a.storage, b.storage
    if one.item_of is None and other.item_of is None and not (one.stand_in or other.stand_in or one.related(other)):
        if one.external >= 0 and other.external >= 0:
            trace.callers.kept_apart.append((one.external, other.external))
        return False
    doubtful = any(x.steps or x.storage.stand_in or x.storage.is_unsure or x.storage.item_of for x in (a, b))
    if doubtful or not a.spec.static:
        raise _unknown(trace)
    test = sameness(trace, one, other)
    return bool(a.size) and (test if isinstance(test, bool) else trace.variable(test))


def _unknown(trace: Trace) -> AliasError:
    return AliasError(
        "a question about the memory of an array whose place is known only at run time",
        where=trace.location(),
        why="a branch, a loop or a run-time index decides which part of which memory it is",
        fix="ask outside of the static function",
    )


OF_MEMORY: dict[Any, Callable[..., Any]] = {
    np.shares_memory: _shares_memory, np.may_share_memory: _may_share_memory,
}  # fmt: skip


def base(x: Variable) -> Any:
    """`x.base` of an argument that owns its memory, and of its views."""
    trace = x.storage.trace
    if x.storage.external >= 0 and all(step.op.name in _PLAIN for step in x.steps):
        source, _, array = trace.inputs[x.storage.external]
        owner = trace.lifted.get(array) if type(array) is np.ndarray and array.base is None else None
        if owner is not None and not owner.steps:
            trace.guards.add("owner", source, None)
            return None if x is owner else owner
    raise AliasError(
        "the base of an array of which it is not known whose memory it is",
        where=trace.location(),
        why="it is no view of an argument that owns its memory; many of NumPy's functions answer views of their own",
        fix="use np.shares_memory, or compare with `is`",
    )
