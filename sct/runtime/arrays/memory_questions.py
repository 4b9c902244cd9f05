"""`np.shares_memory`, `np.may_share_memory` and `x.base`: what the graph knows of the memory of arrays.

Views of one array are asked of an array that is laid out as it is. Two arguments that do not overlap now must not at
the next call; where they do, the function is traced again, with the owner of their memory as the one input.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct.errors import AliasError, UnsupportedCallError
from sct.ir.types import ARRAY
from sct.runtime.arrays.memory_owners import owner_of
from sct.runtime.arrays.views import base_of, guard_layout, viewed
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.chosen_views import parts_of
from sct.runtime.joins.memory import both, either, sameness

if TYPE_CHECKING:
    from sct.runtime.arrays.storage import Storage, ViewStep
    from sct.runtime.joins.memory import Test
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["OF_MEMORY", "base"]

#: Views of which the owner is the base.
_PLAIN = frozenset({
    *("getitem", "transpose", "swapaxes", "reshape", "ravel", "expand_dims", "squeeze", "flip", "diagonal"),
    *("view_dtype", "real", "imag", "frozen"),
})  # fmt: skip


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
    return _of_two(trace, question, a, b)


def _is_array(x: Any) -> bool:
    return has_spec(x) and x.spec.kind == ARRAY


def _of_one(trace: Trace, question: Callable[..., bool], a: Variable, b: Variable) -> Any:
    """Two views of one array."""
    if 0 in a.spec.shape or 0 in b.spec.shape:
        return False
    zeros = [any(step.op.name == "imag_of_real" for step in x.steps) for x in (a, b)]
    if any(zeros):  # an array of its own, of which each `x.imag` makes one
        return False if not all(zeros) else True if a is b else _refuse(trace)
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


def _of_two(trace: Trace, question: Callable[..., bool], a: Variable, b: Variable) -> Any:
    """Views of two arrays, which may be one."""
    one, other = a.storage, b.storage
    if one.external >= 0 and other.external >= 0:
        trace.callers.kept_apart.append((one.external, other.external))
        return False
    if one.item_of is None and other.item_of is None and not (one.stand_in or other.stand_in or one.related(other)):
        return False
    doubtful = any(s.stand_in or s.is_unsure or s.item_of or not s.is_tested for s in (one, other))
    if doubtful or not (a.spec.static and b.spec.static):
        raise _unknown(trace)
    found = _if(trace, sameness(trace, one, other), lambda: _of_one(trace, question, a, _seen(b, one, ())))
    for x, y in ((a, b), (b, a)):
        for test, view in parts_of(x.storage):
            of_view = partial(_asked, trace, question, _seen(x, view.storage, view.steps), y, True)
            found = either(trace.builder, found, _if(trace, test, of_view))
    return found if isinstance(found, bool) else trace.variable(found)


def _seen(x: Variable, storage: Storage, steps: tuple[ViewStep, ...]) -> Variable:
    """What `x` is, where the array that it is a view of is this view itself."""
    return type(x)(storage, (*steps, *x.steps), x.spec)


def _if(trace: Trace, test: Test, answered: Callable[[], Any]) -> Test:
    """The answer, if the test holds."""
    if test is False:
        return False
    answer = answered()
    return both(trace.builder, test, answer if isinstance(answer, bool) else trace.value(answer))


def _refuse(trace: Trace) -> NoReturn:
    raise _unknown(trace)


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
    """`x.base`, where it is known which array owns the memory; NumPy goes through views of views to that one."""
    trace = x.storage.trace
    owner = owner_of(trace, x)
    if owner is not None and (x is owner or not (x.steps or owner.steps) or _is_plain_view(x)):
        if x.storage.external >= 0:
            trace.guards.add("owner", trace.inputs[x.storage.external][0], None)
        return None if x is owner or not x.steps else owner
    raise AliasError(
        "the base of an array of which it is not known whose memory it is",
        where=trace.location(),
        why="it is no view of an array that is known to own its memory; many of NumPy's functions answer views",
        fix="use np.shares_memory, or compare with `is`",
    )


def _is_plain_view(x: Variable) -> bool:
    return bool(x.steps) and all(step.op.name in _PLAIN for step in x.steps)
