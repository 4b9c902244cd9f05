"""Which ops answer a view of their operand, and which a copy: as NumPy itself decides.

Basic indexing, transposes and the like are views whatever the memory looks like. A reshape is a view
only if the memory allows it, so it is tried out on an array that is laid out as the real one will be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import ARRAY, Dim, Spec
from sct.runtime.storage import Storage, ViewStep

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["view_of"]

_EXTENT = 3  # stands for any symbolic extent


def view_of(trace: Trace, base: Variable, step: ViewStep, spec: Spec) -> Any:
    """The result of `step` as a view of `base`, or None if it is an array of its own."""
    from sct.runtime.variable import Variable

    if base.spec.kind != ARRAY or not _is_view(base, step):
        return None
    view = Variable(base.storage, (*base.steps, step), spec)
    if step.op.extras["view"] != "contiguous":
        return view
    decided = _shares_memory(base, step)
    _guard_layout(trace, base)
    if decided is None:  # it depends on a layout that is not known: never write through either
        made = trace.variable(view.sct_value(), trace.location())
        made.storage.share(base.storage)
        return made
    return view if decided else None


def _is_view(base: Variable, step: ViewStep) -> bool:
    """Whether the op answers a view of these operands at all: an index with a mask or an integer array does not."""
    asked = step.op.extras.get("is_view")
    return asked is None or bool(asked(base.spec, *(operand.spec for operand in step.operands), **step.attrs))


def _shares_memory(base: Variable, step: ViewStep) -> bool | None:
    sample = _sample(base)
    if sample is None:
        return None
    try:
        result = _apply(step, sample)
    except (TypeError, ValueError, IndexError):
        return None
    return bool(np.may_share_memory(sample, result)) or sample.size == 0


def _sample(x: Variable) -> Any:
    """An array with the memory layout that `x` will have, or None if that is not known."""
    storage = x.storage
    sample: Any = None
    if storage.external >= 0 and storage.value is storage.trace.root.args[storage.external]:
        sample = storage.trace.inputs[storage.external][2]
    elif storage.external >= 0 or storage.c_order:
        sample = np.empty([_EXTENT if isinstance(n, Dim) else n for n in storage.value.spec.shape], np.bool_)
    if sample is None:
        return None
    try:
        for step in x.steps:
            sample = _apply(step, sample)
    except (TypeError, ValueError, IndexError):
        return None
    return sample


def _apply(step: ViewStep, sample: Any) -> Any:
    return step.op.kernel(sample, *(0 for _ in step.operands), xp=np, **step.attrs)


def _inputs_of(x: Variable) -> frozenset[int]:
    """The inputs on whose memory layout that of `x` depends."""
    storage = x.storage
    return frozenset([storage.external]) if storage.external >= 0 else storage.layout_inputs


def _guard_layout(trace: Trace, x: Variable) -> None:
    for k in sorted(_inputs_of(x)):
        source, _, array = trace.inputs[k]
        if array.flags.c_contiguous:
            trace.guards.add("contiguous", source, None)
        else:
            trace.guards.add("strides", source, array.strides)


def _is_c_ordered(arrays: list[Variable]) -> bool:
    """Whether an op's fresh result is laid out in C order: it is, if all its array operands are."""
    for x in arrays:
        if x.spec.kind == ARRAY and x.spec.ndim > 1:
            sample = _sample(x)
            if sample is None or not sample.flags.c_contiguous:
                return False
    return True


def note_layout(storage: Storage, args: tuple[Any, ...]) -> None:
    """Note the layout of a fresh result; many of NumPy's functions keep the order of their operands."""
    from sct.runtime.variable import Variable

    arrays = [arg for arg in args if isinstance(arg, Variable)]
    storage.c_order = _is_c_ordered(arrays)
    storage.layout_inputs = frozenset().union(*(_inputs_of(x) for x in arrays if x.spec.ndim > 1))
