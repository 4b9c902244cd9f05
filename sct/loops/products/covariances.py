"""The factor of `np.cov`, where only the run knows how many rows and columns there are."""

from __future__ import annotations

import numpy as np

from sct.ir.core import Op
from sct.loops.code import ONE
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import apply, cast, number
from sct.loops.values import Num

__all__: list[str] = []

INT, FLOAT = np.dtype("int64"), np.dtype("float64")


@handler("covariance_scale")
def _covariance_scale(low: Lowering, op: Op) -> None:
    code = low.code
    count, many = low.extents(op.args[0])
    if attr(op, "several"):
        code.fail(code.icmp("eq", count, ONE))
    left = code.imax(code.isub(many, attr(op, "ddof")), 0)
    low.define(op.results[0], apply(code, "divide", [number(1, FLOAT), cast(code, Num(INT, (left,)), FLOAT)], FLOAT))
