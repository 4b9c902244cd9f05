"""What `sum` of Python floats carries along: see `sct.ops.float_sums`."""

from __future__ import annotations

import numpy as np

from sct.ir.core import Op
from sct.loops.code import Const
from sct.loops.lower import Lowering, handler
from sct.loops.values import Num

__all__: list[str] = []

FLOAT = np.dtype("float64")


@handler("sum_loss")
def _loss(low: Lowering, op: Op) -> None:
    code = low.code
    total, x = (low.num(a).x for a in op.args)
    rounded = code.pure("fadd", "f64", total, x)
    sizes = [code.pure("intrinsic", "f64", y, note="fabs") for y in (total, x)]
    first = code.pure("fcmp.oge", "i1", *sizes)
    large, small = code.select(first, total, x), code.select(first, x, total)
    loss = code.pure("fadd", "f64", code.pure("fsub", "f64", large, rounded), small)
    low.define(op.results[0], Num(FLOAT, (loss,)))


@handler("sum_total")
def _total(low: Lowering, op: Op) -> None:
    code = low.code
    total, lost = (low.num(a).x for a in op.args)
    size = code.pure("intrinsic", "f64", lost, note="fabs")
    finite = code.pure("fcmp.olt", "i1", size, Const("f64", float("inf")))
    counts = code.and_(finite, code.pure("fcmp.ogt", "i1", size, Const("f64", 0.0)))
    whole = code.select(counts, code.pure("fadd", "f64", total, lost), total)
    low.define(op.results[0], Num(FLOAT, (whole,)))
