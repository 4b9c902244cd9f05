"""`sum` of a list or of the items of an array: one after the other, in Python's order."""

from __future__ import annotations

import sys

import numpy as np

from sct.ir.core import Op
from sct.ir.types import PYTHON
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lists.lists import memory_of
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import apply, cast
from sct.loops.sums.float_sums import loss, whole
from sct.loops.values import Arr, Num, Unsupported, is_native

__all__: list[str] = []

COMPENSATED = sys.version_info >= (3, 12)  # as the `sum` that the op's kernel calls
INT = np.dtype("int64")


@handler("list_sum")
def _list_sum(low: Lowering, op: Op) -> None:
    """In a register; rows are added to the result, row by row."""
    (xs, start), spec = op.args, op.results[0].spec
    if start.spec.shape or not (is_native(xs.spec.dtype) and is_native(spec.dtype)) or spec.dtype.kind not in "fiu":
        raise Unsupported("sums of these items")
    if attr(op, "kind") == PYTHON and spec.dtype != np.result_type(xs.spec.dtype, INT):
        raise Unsupported("sums of these numbers")
    given, first = memory_of(low, xs), cast(low.code, low.num(start), spec.dtype)
    if attr(op, "kind") == PYTHON and spec.dtype.kind == "i":
        low.define(op.results[0], _int_sum(low.code, given, first))
    elif attr(op, "kind") == PYTHON and COMPENSATED and start.spec.dtype.kind != "b":
        low.define(op.results[0], _careful_sum(low.code, given, first, start.spec.dtype.kind == "f"))
    elif xs.spec.ndim == 1:
        low.define(op.results[0], _sum(low.code, given, first))
    else:
        made = low.allocate(spec.dtype, given.dims[1:])
        made.roots = made.roots | low.roots(op.results[0])
        _add_rows(low.code, given, made, first)
        low.define(op.results[0], made)


def _sum(code: Code, given: Arr, first: Num) -> Num:
    total = code.var(first.x.type, first.x)
    with code.loop(ZERO, given.dims[0]) as i, code.one():
        item = cast(code, given.load(code, (i,)), first.dtype)
        code.set(total, apply(code, "add", [Num(first.dtype, (code.get(total),)), item], first.dtype).x)
    return Num(first.dtype, (code.get(total),))


def _int_sum(code: Code, given: Arr, first: Num) -> Num:
    """It fails where Python's int would grow."""
    total = code.var("i64", first.x)
    with code.loop(ZERO, given.dims[0]) as i, code.one():
        before, item = code.get(total), cast(code, given.load(code, (i,)), INT).x
        code.fail(code.overflows("iadd", before, item))
        code.set(total, code.iadd(before, item))
    return Num(INT, (code.get(total),))


def _careful_sum(code: Code, given: Arr, first: Num, from_float: bool) -> Num:
    """What is lost is carried along, once the sum is a float."""
    total, lost = code.var("f64", first.x), code.var("f64", Const("f64", 0.0))
    with code.loop(ZERO, given.dims[0]) as i, code.one():
        before, item = code.get(total), given.load(code, (i,)).x
        gone = loss(code, before, item)
        if not from_float:
            gone = code.select(code.icmp("eq", i, ZERO), Const("f64", 0.0), gone)
        code.set(total, code.pure("fadd", "f64", before, item))
        code.set(lost, code.pure("fadd", "f64", code.get(lost), gone))
    return Num(first.dtype, (whole(code, code.get(total), code.get(lost)),))


def _add_rows(code: Code, given: Arr, made: Arr, first: Num) -> None:
    _rows(code, given, made, first, ZERO, ())
    with code.loop(ONE, given.dims[0]) as i:
        _rows(code, given, made, None, i, ())


def _rows(code: Code, given: Arr, made: Arr, first: Num | None, at: Operand, index: tuple[Operand, ...]) -> None:
    """Add one row to the sum, which is `first` before there is any."""
    if len(index) < len(made.dims):
        with code.loop(ZERO, made.dims[len(index)]) as i:
            _rows(code, given, made, first, at, (*index, i))
        return
    with code.one():
        item = cast(code, given.load(code, (at, *index)), made.dtype)
        before = made.load(code, index) if first is None else first
        made.store(code, apply(code, "add", [before, item], made.dtype), index)
