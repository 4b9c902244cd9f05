"""Where the smallest or largest element is: its value first, then the first place that has it.

Both folds vectorise, which one over pairs of value and index does not. Elements of at most 32 bits are made
one number with their index, and need one fold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lower import Lowering, handler
from sct.loops.nests.writer import same
from sct.loops.numbers import scalars
from sct.loops.numbers.scalars import number
from sct.loops.operands import full, lazy
from sct.loops.sums.blocks_of_extremes import first_place, first_truth, long_enough
from sct.loops.sums.reductions import check_plain, fold_axes, greatest, least, not_empty, put, reduction
from sct.loops.values import Access, Arr, Coord, Lazy, Nest, Num, Reduce, Unsupported, row_major

__all__: list[str] = []

BOOL, INT = np.dtype("bool"), np.dtype("int64")
_HALF = 4  # bytes of an element that fits into half of a word


@handler("argmax", "argmin")
def _arg(low: Lowering, op: Op) -> None:
    """The first of equals; the first NaN before everything."""
    check_plain(op)
    dtype = op.args[0].spec.dtype
    if dtype.kind == "c" or op.results[0].spec.dtype != INT:
        raise Unsupported("order of complex numbers")
    not_empty(low, op)
    if op.args[0] in low.packed:
        _in_registers(low, op, dtype)
        return
    axes = fold_axes(op)
    largest = op.name == "argmax"
    first = least(dtype) if largest else greatest(dtype)

    def extreme(code: Code, total: Num, value: Num) -> Num:
        if dtype.kind == "f":
            note = "maximum" if largest else "minimum"
            return Num(dtype, (code.pure("intrinsic", total.x.type, total.x, value.x, note=note),))
        return scalars.apply(code, "maximum" if largest else "minimum", [total, value], dtype)

    if _of_neighbours(low, op, first, extreme):
        return
    if dtype.itemsize <= _HALF and _short(low, op):
        _in_one_pass(low, op, dtype)
        return
    best = Reduce(axes, lambda code: number(first, dtype), extreme, same, dtype)
    found = reduction(low, op, best, lambda code, n, i: n)
    assert isinstance(found, Lazy)
    found.nest.dtype = dtype
    dims = low.extents(op.args[0])
    kept = [k for k in range(len(dims)) if k not in axes]
    top = Access(found.nest, tuple(Coord(ZERO, k, ONE) for k in kept))
    count: Operand = ONE
    for axis in sorted(axes):
        count = low.code.imul(count, dims[axis])

    def element(code: Code, n: list[Num], index: tuple[Operand, ...]) -> Num:
        here = scalars.apply(code, "equal", n, BOOL).x
        if dtype.kind == "f":
            here = code.or_(here, code.pure("fcmp.uno", "i1", n[0].x, n[0].x))
        return Num(INT, (code.select(here, _place(code, index, sorted(axes), dims), count),))

    def earlier(code: Code, total: Num, value: Num) -> Num:
        return scalars.apply(code, "minimum", [total, value], INT)

    place = Reduce(axes, lambda code: Num(INT, (count,)), earlier, same, INT)
    nest = Nest(op.name, dims, (full(low, op.args[0]), top), element, INT, place, source=op, indexed=True)
    put(low, op, lazy(low, nest))


def _of_neighbours(low: Lowering, op: Op, first: Any, fold: Callable[[Code, Num, Num], Num]) -> bool:
    """Block by block, if the elements lie in memory one after the other; whether they do."""
    x, result = op.args[0], op.results[0]
    arr = low.handle(x)
    axes = fold_axes(op)
    dims = low.extents(x)
    if low.lanes is not None or not isinstance(arr, Arr):
        return False
    whole = axes == frozenset(range(len(dims))) and arr.contiguous
    if not whole and (len(axes) > 1 or arr.strides[min(axes)] != ONE):
        return False
    count: Operand = ONE
    for axis in sorted(axes):
        count = low.code.imul(count, dims[axis])
    if not long_enough(count, arr.dtype):
        return False
    relation = "greater" if op.name == "argmax" else "less"

    def place_of(start: Operand) -> Operand:
        if arr.dtype.kind == "b":
            return first_truth(low.code, arr, start, count, op.name == "argmax")
        return first_place(low.code, arr, start, count, first, relation, fold)

    if result.spec.kind != ARRAY:
        low.flush()
        low.define(result, Num(INT, (place_of(ZERO),)))
        return True
    low.flush()
    kept = [axis for axis in range(len(dims)) if axis not in axes]
    shape = tuple([dims[axis] for axis in kept])
    keepdims = result.spec.ndim > len(kept)
    made = low.allocate(INT, tuple([ONE if axis in axes else n for axis, n in enumerate(dims)]) if keepdims else shape)
    places = row_major(low.code, shape)

    def fill(start: Operand, place: Operand, level: int) -> None:
        if level == len(kept):
            low.code.store(place_of(start), made.pointer, place)
            return
        with low.code.loop(ZERO, shape[level]) as k:
            at = low.code.iadd(start, low.code.imul(k, arr.strides[kept[level]]))
            fill(at, low.code.iadd(place, low.code.imul(k, places[level])), level + 1)

    fill(ZERO, ZERO, 0)
    low.define(result, made)
    return True


def _short(low: Lowering, op: Op) -> bool:
    """Whether it is known that few enough elements are folded to number them in 32 bits."""
    extents = low.extents(op.args[0])
    count = 1
    for axis in fold_axes(op):
        extent = extents[axis]
        if not isinstance(extent, Const):
            return False
        count *= int(extent.value)
    return count < 1 << 31


def _in_one_pass(low: Lowering, op: Op, dtype: np.dtype[Any]) -> None:
    """The smallest of the numbers whose upper half is an element's rank, and whose lower half says where it is."""
    axes = fold_axes(op)
    dims = low.extents(op.args[0])
    largest = op.name == "argmax"
    half = Const("i64", 32)

    def element(code: Code, n: list[Num], index: tuple[Operand, ...]) -> Num:
        rank = _rank(code, n[0], largest)
        above = code.pure("shl", "i64", rank, half)
        return Num(INT, (code.or_(above, _place(code, index, sorted(axes), dims)),))

    def fold(code: Code, best: Num, value: Num) -> Num:
        return Num(INT, (code.pure("intrinsic", "i64", best.x, value.x, note="smin"),))

    def finish(code: Code, best: Num) -> Num:
        return Num(INT, (code.pure("and", "i64", best.x, Const("i64", (1 << 32) - 1)),))

    reduce = Reduce(axes, lambda code: Num(INT, (Const("i64", (1 << 63) - 1),)), fold, finish, INT)
    nest = Nest(op.name, dims, (full(low, op.args[0]),), element, INT, reduce, source=op, indexed=True)
    put(low, op, lazy(low, nest))


def _rank(code: Code, value: Num, largest: bool) -> Operand:
    """An i64 within 32 signed bits that orders the elements: NaN first, and then the smallest, or the largest."""
    dtype = value.dtype
    if dtype.kind != "f":
        wide = scalars.cast(code, value, INT).x
        if largest:
            wide = code.pure("xor", "i64", wide, Const("i64", -1))
        if dtype == np.dtype("uint32"):
            wide = code.isub(wide, Const("i64", -(1 << 31) if largest else 1 << 31))
        return wide
    x = code.pure("fadd", "f32", value.x, Const("f32", 0.0))  # -0.0 ranks as 0.0
    bits = code.pure("bitcast", "i32", x)
    sign = code.pure("ashr", "i32", bits, Const("i32", 31))
    rank = code.pure("xor", "i32", bits, code.pure("lshr", "i32", sign, Const("i32", 1)))
    if largest:
        rank = code.pure("xor", "i32", rank, Const("i32", -1))
    nan = code.pure("fcmp.uno", "i1", value.x, value.x)
    return code.pure("sext", "i64", code.select(nan, Const("i32", -(1 << 31)), rank))


def _place(code: Code, index: tuple[Operand, ...], axes: list[int], dims: tuple[Operand, ...]) -> Operand:
    """The number of an element, counted along the folded axes."""
    at = index[axes[0]]
    for axis in axes[1:]:
        at = code.iadd(code.imul(at, dims[axis]), index[axis])
    return at


def _in_registers(low: Lowering, op: Op, dtype: np.dtype[Any]) -> None:
    """One pass: the best value and where it was."""
    largest = op.name == "argmax"
    first = number(least(dtype) if largest else greatest(dtype), dtype)
    relation = "greater" if largest else "less"
    axes = sorted(fold_axes(op))
    dims = tuple(Const("i64", int(n)) for n in op.args[0].spec.shape)  # type: ignore[arg-type]

    def element(code: Code, n: Num, index: tuple[Operand, ...]) -> Num:
        return Num(dtype, (n.x, _place(code, index, axes, dims)))

    def fold(code: Code, best: Num, value: Num) -> Num:
        a, b = Num(dtype, value.parts[:1]), Num(dtype, best.parts[:1])
        better = scalars.apply(code, relation, [a, b], BOOL).x
        if dtype.kind == "f":
            nan = [code.pure("fcmp.uno", "i1", v.x, v.x) for v in (a, b)]
            better = code.or_(better, code.and_(nan[0], code.not_(nan[1])))
        picked = zip(value.parts, best.parts, strict=True)
        return Num(dtype, tuple([code.select(better, v, w) for v, w in picked]))

    start = Num(dtype, (first.x, ZERO))
    reduce = Reduce(frozenset(axes), lambda code: start, fold, lambda code, n: Num(INT, n.parts[1:]), dtype)
    put(low, op, reduction(low, op, reduce, element))
