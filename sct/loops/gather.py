"""Reading at integer arrays and masks: `x[indices]`, `x[mask]`, `np.take` along the first axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import Code, Operand
from sct.loops.lower import ONE, ZERO, Lowering, attr, handler
from sct.loops.operands import full, lazy
from sct.loops.scalars import cast
from sct.loops.values import Arr, Nest, Num, Unsupported

__all__ = ["read_at_arrays"]

INT = np.dtype("int64")
FULL = ("slice", None, None, None)


def read_at_arrays(low: Lowering, op: Op, template: Any) -> None:
    """`getitem` with one array among the entries, the first; `Unsupported` for all other indices."""
    x, *operands = op.args
    if len(operands) != 1 or template[0] != ("arg", 0) or any(entry != FULL for entry in template[1:]):
        raise Unsupported("an index with several arrays")
    at = operands[0]
    if at.spec.kind != ARRAY or not at.spec.shape or op.results[0] in low.packed or x in low.packed:
        raise Unsupported("an index in registers")
    if at in low.packed:
        raise Unsupported("an index in registers")
    if at.spec.dtype.kind == "b":
        _read_masked(low, op, x, at)
    else:
        _read_rows(low, op, x, at)


@handler("take")
def _take(low: Lowering, op: Op) -> None:
    x, at = op.args
    axis, mode = attr(op, "axis"), attr(op, "mode")
    flat = axis is None and x.spec.ndim != 1
    if flat or axis not in (None, 0) or mode != "raise" or at.spec.kind != ARRAY or not at.spec.shape:
        raise Unsupported("take along another axis")
    if op.results[0] in low.packed or x in low.packed or at in low.packed:
        raise Unsupported("an index in registers")
    _read_rows(low, op, x, at)


def _read_rows(low: Lowering, op: Op, x: Value, at: Value) -> None:
    """Rows in any order. An index out of bounds is noticed while reading row 0 instead, and fails afterwards."""
    if at.spec.dtype.kind not in "iu" or at.spec.dtype == np.dtype("uint64"):
        raise Unsupported("an index that is no integer")
    source = low.arr(x)
    code = low.code
    own, rest = low.extents(at), source.dims[1:]
    extent = source.dims[0]
    dims = (*own, *rest)
    total: Operand = ONE
    for n in own:
        total = code.imul(total, n)
    code.fail(code.and_(code.icmp("eq", extent, ZERO), code.icmp("ne", total, ZERO)))
    wrong = code.flag()
    low.flags.append(wrong)
    read = full(low, at)

    def element(code: Code, n: list[Num], index: tuple[Operand, ...]) -> Num:
        place = cast(code, n[0], INT).x
        wrapped = code.from_front(place, extent)
        bad = code.icmp("uge", wrapped, extent)
        code.set(wrong, code.or_(code.get(wrong), bad))
        return source.load(code, (code.select(bad, ZERO, wrapped), *index[len(own) :]))

    nest = Nest(op.name, dims, (read,), element, x.spec.dtype, source=op, indexed=True, gathers=(source,))
    low.define(op.results[0], lazy(low, nest))


def _read_masked(low: Lowering, op: Op, x: Value, mask: Value) -> None:
    """The elements where the mask holds: written one after the other into memory for all of them."""
    if mask.spec.shape != x.spec.shape or not x.spec.static:
        raise Unsupported("a mask of another shape")
    source, flags = low.arr(x), low.arr(mask)
    code = low.code
    total: Operand = ONE
    for n in source.dims:
        total = code.imul(total, n)
    made = low.allocate(x.spec.dtype, (code.iadd(total, ONE),))
    count = code.var("i64", ZERO)
    _over(low, source.dims, (), lambda index: _keep(code, source, flags, made, count, index))
    dims = (code.get(count),)
    result = Arr(made.dtype, made.pointer, dims, (ONE,), made.header, made.roots | low.roots(op.results[0]), True)
    low.define(op.results[0], result)


def _keep(code: Code, source: Arr, flags: Arr, made: Arr, count: Any, index: tuple[Operand, ...]) -> None:
    place = code.get(count)
    made.store(code, source.load(code, index), (place,))
    code.set(count, code.iadd(place, code.pure("zext", "i64", flags.load(code, index).x)))


def _over(low: Lowering, dims: tuple[Operand, ...], index: tuple[Operand, ...], action: Any) -> None:
    if len(index) == len(dims):
        action(index)
        return
    with low.code.loop(0, dims[len(index)]) as i:
        _over(low, dims, (*index, i), action)
