"""`np.nditer` of run-time arrays: NumPy's own iterator over arrays of the same layout tells the way to go."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops import registry
from sct.ops.bindings.table import strict_array
from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.arrays.nditer_guide import Guide, refuse
from sct.runtime.arrays.views import guard_layout, sample_of
from sct.runtime.callers.owning import filled
from sct.runtime.calls.foreign_call import holds_symbolic
from sct.runtime.current import has_spec
from sct.runtime.trace import Trace

__all__ = ["nditer"]

_iterator: Any = np.nditer
_FOLLOWING = {"multi_index", "c_index", "f_index"}
_FLAGS = _FOLLOWING | {"external_loop", "refs_ok", "zerosize_ok", "buffered", "copy_if_overlap", "grow_inner"}
_WRITING = {"readwrite", "writeonly"}


def nditer(
    trace: Trace,
    /,
    op: Any,
    flags: Any = (),
    op_flags: Any = None,
    op_dtypes: Any = None,
    order: str = "K",
    casting: str = "safe",
    op_axes: Any = None,
    itershape: Any = None,
    buffersize: int = 0,
) -> Any:
    """The iterator as an object of a class that is converted."""
    from sct.runtime.calls.traced_call import convert_traced
    from sct.runtime.libraries.nditer_library import nditer as Walk

    if holds_symbolic((flags, op_flags, op_dtypes, order, casting, buffersize)):
        refuse("flags and dtypes that are known only at run time")
    flags = tuple(flags or ())
    if op_axes is not None or itershape is not None or set(flags) - _FLAGS:
        refuse("op_axes, itershape" if set(flags) <= _FLAGS else f"the flags {sorted(set(flags) - _FLAGS)}")
    given = [x.sct_array() if is_flat(x) else x for x in (op if isinstance(op, (tuple, list)) else [op])]
    given = [None if x is None else trace.own(strict_array(x)) for x in given]
    samples = [None if x is None else _sample(trace, x) for x in given]
    for k, x in enumerate(op if isinstance(op, (tuple, list)) else [op]):
        if isinstance(x, np.generic) or (has_spec(x) and x.spec.kind != ARRAY):
            samples[k] = x if isinstance(x, np.generic) else x.spec.dtype.type(0)  # what cannot be written to
    try:
        real = _iterator(samples, flags, op_flags, op_dtypes, order, casting, buffersize=buffersize)
    except (TypeError, ValueError, IndexError) as error:  # the user's, who asks for that
        raise error.with_traceback(None) from None
    modes = _modes(op_flags, given)
    way = _iterator(list(real.operands), ["multi_index", "zerosize_ok"], _plain(modes), None, order)
    # with nothing to go through, an iterator answers no shape
    shape = tuple(way.shape) if way.itersize else np.broadcast_shapes(*(x.shape for x in real.operands))
    axes, flipped = _way(way)
    operands = tuple(_allocated(trace, real.operands[k], axes) if x is None else x for k, x in enumerate(given))
    views = [_seen(x, shape, axes, flipped) for x in operands]
    for k, dtype in enumerate(real.dtypes):
        if dtype != operands[k].dtype:
            views[k] = views[k].astype(dtype) if not modes[k] & _WRITING else refuse("writing to another dtype")
    extents = tuple(shape[axis] for axis in axes)
    chunk = real.value[0].size if len(given) > 1 and real.itersize else real.value.size if real.itersize else 1
    inner = chunk if "external_loop" in flags else None
    if "buffered" in flags and inner not in (None, real.itersize):
        refuse("several buffers of elements")
    if inner is not None or not (_FOLLOWING & set(flags) or any(mode & _WRITING for mode in modes)):
        folded = _folded(views, extents, inner, modes)
        if folded is None and inner is not None:
            refuse("chunks of these arrays")
        views, extents = folded or (views, extents)
    views = [
        view if modes[k] & _WRITING or given[k] is None else registry.get("frozen")(view)
        for k, view in enumerate(views)
    ]
    asked = tuple(real.shape) if real.itersize else (0,) * real.ndim
    return convert_traced(trace, Walk)(
        tuple(views), operands, extents, asked, shape, axes, flipped, flags, Guide(trace)
    )


def _sample(trace: Trace, x: Any) -> Any:
    """An array of the dtype and layout of `x`, for which the program is made from now on."""
    sample = sample_of(x) if x.spec.static else None
    if sample is None:
        refuse("arrays whose shape or layout is known only at run time")
    guard_layout(trace, x)
    dtype = x.spec.dtype
    if sample.dtype == dtype:
        return sample
    strides = [step // sample.itemsize * dtype.itemsize for step in sample.strides]
    before = -sum((n - 1) * step for n, step in zip(sample.shape, strides, strict=True) if step < 0)
    after = sum((n - 1) * step for n, step in zip(sample.shape, strides, strict=True) if step > 0)
    memory = np.empty(before + after + dtype.itemsize, np.uint8)
    return np.ndarray(sample.shape, dtype, memory, before, strides)


def _modes(op_flags: Any, given: list[Any]) -> list[set[str]]:
    """What is done with each operand."""
    if not op_flags:
        return [{"readonly"} if x is not None else {"writeonly"} for x in given]
    if isinstance(op_flags[0], str):
        op_flags = [op_flags] * len(given)
    return [set(flags) for flags in op_flags]


def _plain(modes: list[set[str]]) -> list[list[str]]:
    return [["readwrite"] if mode & _WRITING else ["readonly"] for mode in modes]


def _way(way: Any) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The axes from the slowest to the fastest, and which of them are gone through from their end."""
    if not way.itersize:
        return tuple(range(way.ndim)), (False,) * way.ndim
    first = way.multi_index
    axes: list[int] = [k for k, n in enumerate(way.shape) if n == 1]
    step = 1
    fast: list[int] = []
    while step < way.itersize:
        way.iterindex = step
        (axis,) = (k for k, (a, b) in enumerate(zip(first, way.multi_index, strict=True)) if a != b)
        fast.append(axis)
        step *= way.shape[axis]
    axes += reversed(fast)
    return tuple(axes), tuple(first[axis] > 0 for axis in axes)


def _allocated(trace: Trace, sample: Any, axes: tuple[int, ...]) -> Any:
    """A new array that lies in memory as it is gone through."""
    made = filled(trace, np.zeros([sample.shape[axis] for axis in axes], sample.dtype), True)
    return made.transpose(tuple(axes.index(k) for k in range(len(axes))))


def _seen(x: Any, shape: tuple[int, ...], axes: tuple[int, ...], flipped: tuple[bool, ...]) -> Any:
    """A view of an operand with the axes as they are gone through."""
    view = x if tuple(x.shape) == shape else np.broadcast_to(x, shape)
    view = view.transpose(axes) if axes != tuple(range(len(axes))) else view
    back = tuple(slice(None, None, -1 if flip else None) for flip in flipped)
    return view[back] if any(flipped) else view


def _folded(
    views: list[Any], extents: tuple[int, ...], inner: int | None, modes: list[set[str]]
) -> tuple[list[Any], tuple[int, ...]] | None:
    """The views with one axis, or two if the elements come in chunks; None if that would copy what is written to."""
    count = math.prod(extents)
    shape = (count,) if inner is None else (count // inner, inner)
    folded = [view.reshape(shape) for view in views]
    for view, new, mode in zip(views, folded, modes, strict=True):
        if mode & _WRITING and new.storage is not view.storage:
            return None
    return folded, shape[:1]
