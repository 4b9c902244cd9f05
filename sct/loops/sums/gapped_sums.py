"""Sums of all elements of an array with gaps, or whose axes lie in another order, to NumPy's last bit.

NumPy goes along the axes with the longest steps last, takes those for one that have no gap between them, copies as many
whole rows as its buffer holds, and adds those pairwise; rows that are longer than the buffer are added one by one.

Source: `npyiter_find_buffering_setup` in NumPy's `nditer_constr.c`, since 2.3.
"""

from __future__ import annotations

import math

from sct.ir.core import Op
from sct.loops.code import ONE, Const, Operand
from sct.loops.lower import Lowering
from sct.loops.operands import lazy
from sct.loops.schedule import identity
from sct.loops.sums.sums import BUFFER, fills_its_buffer
from sct.loops.values import Access, Arr, Lazy, Nest, Num, Reduce, machine_type

__all__ = ["sum_of_gapped"]


def sum_of_gapped(low: Lowering, op: Op, reduce: Reduce) -> Lazy | Num | None:
    """The sum of the operand, if it is such an array and its strides are known."""
    x, dtype = op.args[0], reduce.dtype
    handle = low.handle(x)
    if not isinstance(handle, Arr) or handle.contiguous or low.lanes is not None:
        return None
    if dtype.kind != "f" or x.spec.dtype != dtype or len(reduce.axes) != x.spec.ndim or not fills_its_buffer():
        return None
    arr = _in_memory_order(handle)
    if arr is None:
        return None
    shape = [int(n.value) for n in arr.dims if isinstance(n, Const)]
    if len(shape) > 1 and math.prod(shape) > BUFFER >= shape[-1]:
        low.flush()
        return _in_blocks(low, arr, shape, reduce)
    axes = identity(len(shape))
    nest = Nest(op.name, arr.dims, (Access(arr, axes),), lambda code, n, index: n[0], dtype, source=op)
    nest.reduce, nest.plain = reduce.over(frozenset(range(len(shape)))), True
    return lazy(low, nest)


def _in_memory_order(arr: Arr) -> Arr | None:
    """The same elements, axes with the longest steps first, and taken for one where that is possible."""
    if not all(isinstance(n, Const) for n in (*arr.dims, *arr.strides)):
        return None
    pairs = zip(arr.dims, arr.strides, strict=True)
    axes = [(int(n.value), int(s.value)) for n, s in pairs if n != ONE]  # type: ignore[union-attr]
    if not axes or any(n == 0 or step == 0 for n, step in axes):
        return None
    merged: list[tuple[int, int]] = []
    for n, step in sorted(axes, key=lambda axis: -abs(axis[1])):
        if merged and merged[-1][1] == n * step:
            merged[-1] = (merged[-1][0] * n, step)
        else:
            merged.append((n, step))
    dims, strides = (tuple([Const("i64", axis[k]) for axis in merged]) for k in (0, 1))
    return Arr(arr.dtype, arr.pointer, dims, strides, arr.header, arr.roots, strides == (ONE,))


def _in_blocks(low: Lowering, arr: Arr, shape: list[int], reduce: Reduce) -> Num:
    code, kind = low.code, machine_type(arr.dtype)
    level = len(shape)
    while math.prod(shape[level - 1 :]) <= BUFFER:
        level -= 1
    row = math.prod(shape[level:])  # so many elements in each of the rows that are copied as a whole
    most = BUFFER // row
    buffer = code.buffer(most * row * arr.dtype.itemsize)
    total = code.var(kind, reduce.init(code).x)

    def fill(index: tuple[Operand, ...], at: Operand) -> None:
        axis = len(index)
        if axis == len(shape):
            code.store(arr.load(code, index).x, buffer, at)
            return
        size = math.prod(shape[axis + 1 :])
        with code.loop(0, arr.dims[axis]) as i:
            fill((*index, i), code.iadd(at, code.imul(i, size)))

    def block(index: tuple[Operand, ...]) -> None:
        if len(index) < level - 1:
            with code.loop(0, arr.dims[len(index)]) as i:
                block((*index, i))
            return
        extent = arr.dims[len(index)]
        with code.loop(0, extent, most) as start:
            count = code.imin(code.isub(extent, start), most)
            with code.loop(0, count) as i:
                fill((*index, code.iadd(start, i)), code.imul(i, row))
            part = code.call(f"sct_sum_{kind}", kind, buffer, code.imul(count, row))
            code.set(total, reduce.fold(code, Num(arr.dtype, (code.get(total),)), Num(arr.dtype, (part,))).x)

    block(())
    return reduce.finish(code, Num(arr.dtype, (code.get(total),)))


