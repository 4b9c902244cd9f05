"""`cumsum`, `cumprod` and `np.maximum.accumulate`: one number after the other, in the order that NumPy adds them in."""

from __future__ import annotations

import numpy as np

from sct.ir.core import Op
from sct.loops.code import ONE, ZERO, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import apply, cast
from sct.loops.values import Arr, Num, Unsupported, is_native

__all__: list[str] = []

_WITH = {"cumsum": "add", "cumprod": "multiply"}


@handler("cumsum", "cumprod")
def _cumulated(low: Lowering, op: Op) -> None:
    _running(low, op, _WITH[op.name])


@handler("ufunc_accumulate")
def _accumulated(low: Lowering, op: Op) -> None:
    name = str(attr(op, "ufunc"))
    if name not in ("add", "multiply", "maximum", "minimum") or op.args[0].spec.ndim == 0:
        raise Unsupported("running results of another ufunc")
    _running(low, op, name)


def _running(low: Lowering, op: Op, name: str) -> None:
    """Along the last axis in a register; along others row by row, from the row before."""
    x, result = op.args[0], op.results[0]
    dtype = result.spec.dtype
    axis = attr(op, "axis")
    if x.spec.ndim == 0 or (axis is None and x.spec.ndim != 1):
        raise Unsupported("running sums of a flattened array, or of no axis")
    in_order = x.spec.ndim == 1 or x in low.contiguous or x in low.packed
    kinds = x.spec.dtype.kind + dtype.kind
    if not (is_native(dtype) and is_native(x.spec.dtype)):
        raise Unsupported("running sums of this dtype")
    if dtype.kind not in "fiu" or kinds in ("fi", "fu") or not in_order:
        raise Unsupported("running sums of another dtype, or in another memory order")
    axis = (axis or 0) % x.spec.ndim
    given = low.arr(x)
    made = low.allocate(dtype, given.dims)
    made.roots = made.roots | low.roots(result)
    if axis == x.spec.ndim - 1:
        _in_register(low, given, made, name, (), dtype)
    else:
        _from_before(low, given, made, name, axis, (), dtype)
    low.define(result, made)


def _in_register(
    low: Lowering, given: Arr, made: Arr, name: str, index: tuple[Operand, ...], dtype: np.dtype[np.generic]
) -> None:
    code = low.code
    extent = given.dims[len(index)]
    if len(index) < len(given.dims) - 1:
        with code.loop(0, extent) as i:
            _in_register(low, given, made, name, (*index, i), dtype)
        return
    with code.when(code.icmp("sgt", extent, ZERO)), code.one():
        first = cast(code, given.load(code, (*index, ZERO)), dtype)
        made.store(code, first, (*index, ZERO))
        total = code.var(first.x.type, first.x)
        with code.loop(ONE, extent) as i:
            item = cast(code, given.load(code, (*index, i)), dtype)
            now = apply(code, name, [Num(dtype, (code.get(total),)), item], dtype)
            code.set(total, now.x)
            made.store(code, now, (*index, i))


def _from_before(
    low: Lowering, given: Arr, made: Arr, name: str, axis: int, index: tuple[Operand, ...], dtype: np.dtype[np.generic]
) -> None:
    code = low.code
    level = len(index)
    if level == len(given.dims):
        with code.one():
            item = cast(code, given.load(code, index), dtype)
            before = (*index[:axis], code.isub(index[axis], ONE), *index[axis + 1 :])
            now = apply(code, name, [made.load(code, before), item], dtype) if index[axis] != ZERO else item
            made.store(code, now, index)
        return
    if level == axis:
        with code.when(code.icmp("sgt", given.dims[axis], ZERO)):
            _from_before(low, given, made, name, axis, (*index, ZERO), dtype)
    with code.loop(ONE if level == axis else ZERO, given.dims[level]) as i:
        _from_before(low, given, made, name, axis, (*index, i), dtype)
