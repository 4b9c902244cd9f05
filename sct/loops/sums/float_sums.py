"""What `sum` of Python floats carries along: see `sct.ops.float_sums`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sct.ir.core import Op
from sct.loops.code import Code, Const, Operand
from sct.loops.lower import HANDLERS, Lowering
from sct.loops.values import Num

__all__ = ["loss", "whole"]

FLOAT = np.dtype("float64")


def loss(code: Code, total: Operand, x: Operand) -> Operand:
    """What `total + x` loses by rounding."""
    rounded = code.pure("fadd", "f64", total, x)
    sizes = [code.pure("intrinsic", "f64", y, note="fabs") for y in (total, x)]
    first = code.pure("fcmp.oge", "i1", *sizes)
    large, small = code.select(first, total, x), code.select(first, x, total)
    return code.pure("fadd", "f64", code.pure("fsub", "f64", large, rounded), small)


def whole(code: Code, total: Operand, lost: Operand) -> Operand:
    """The sum with what was lost, if that is a number and not zero."""
    size = code.pure("intrinsic", "f64", lost, note="fabs")
    finite = code.pure("fcmp.olt", "i1", size, Const("f64", float("inf")))
    counts = code.and_(finite, code.pure("fcmp.ogt", "i1", size, Const("f64", 0.0)))
    return code.select(counts, code.pure("fadd", "f64", total, lost), total)


def _handled(rule: Callable[[Code, Operand, Operand], Operand]) -> Callable[[Lowering, Op], None]:
    def lower(low: Lowering, op: Op) -> None:
        a, b = (low.num(value).x for value in op.args)
        low.define(op.results[0], Num(FLOAT, (rule(low.code, a, b),)))

    return lower


HANDLERS["sum_loss"] = _handled(loss)
HANDLERS["sum_total"] = _handled(whole)
