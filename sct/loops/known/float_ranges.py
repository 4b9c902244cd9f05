"""What is known of floats before the program runs: those that come from integers which are known to be small.

Rounding keeps order, so the ends of a result are the results of the ends.

>>> from sct.loops.refs import Const, Ref
>>> known, root = FloatRanges(), Ref("f64", 1)
>>> known.made(root, "intrinsic", [(0.0, 16.0)], "sqrt")
>>> known.of(root), known.decided("fcmp.olt", root, Const("f64", 5.0))
((0.0, 4.0), True)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence

from sct.loops.refs import Const, Operand, Ref

__all__ = ["FloatRanges"]

FloatSpan = tuple[float, float]  # both ends included, and never NaN

_TWO: dict[str, Callable[[float, float], float]] = {
    "fadd": operator.add, "fsub": operator.sub, "fmul": operator.mul, "fdiv": operator.truediv,
}  # fmt: skip
_ONE: dict[str, Callable[[float], float]] = {
    "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)),
    "trunc": lambda x: float(math.trunc(x)), "rint": lambda x: float(round(x)), "sqrt": math.sqrt,
}  # fmt: skip
_LESS = {"olt": operator.lt, "ole": operator.le, "ult": operator.lt, "ule": operator.le}
_TURNED = {"ogt": "olt", "oge": "ole", "ugt": "ult", "uge": "ule"}


class FloatRanges:
    """Facts about references of 64 bits: each is assigned once, so they hold wherever it is seen."""

    def __init__(self) -> None:
        self._spans: dict[Ref, FloatSpan] = {}

    def of(self, x: Operand) -> FloatSpan | None:
        """The least and the greatest number that `x` can be; None: anything."""
        if isinstance(x, Const):
            value = float(x.value)
            return (value, value) if x.type == "f64" and math.isfinite(value) else None
        return self._spans.get(x)

    def made(self, dest: Ref, op: str, spans: Sequence[FloatSpan | None], note: object) -> None:
        """`dest` is what `op` makes of operands that lie there."""
        known = [span for span in spans if span is not None]
        if dest.type != "f64" or not known or len(known) != len(spans):
            return
        span = _result(op, known, note)
        if span is not None and all(map(math.isfinite, span)):
            self._spans[dest] = span

    def decided(self, op: str, a: Operand, b: Operand) -> bool | None:
        """Whether a comparison holds; None: it depends."""
        first, second = self.of(a), self.of(b)
        relation = op.removeprefix("fcmp.")
        if relation in ("uno", "ord"):
            return relation == "ord" if first is not None and second is not None else None
        if first is not None and second is None and isinstance(b, Const) and math.isinf(float(b.value)):
            second = float(b.value), float(b.value)
        if first is None or second is None:
            return None
        if relation in _TURNED:
            first, second, relation = second, first, _TURNED[relation]
        if relation in _LESS:
            below = _LESS[relation]
            return True if below(first[1], second[0]) else None if below(first[0], second[1]) else False
        apart = first[1] < second[0] or second[1] < first[0]
        return relation[1:] == "ne" if apart and relation[1:] in ("eq", "ne") else None


def _result(op: str, spans: Sequence[FloatSpan], note: object) -> FloatSpan | None:
    if op == "sitofp":
        return spans[0]
    if op == "intrinsic":
        (low, high) = spans[0]
        if note == "fabs":
            return (0.0 if low <= 0.0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
        if note not in _ONE or (note == "sqrt" and low < 0.0):
            return None
        return _ONE[str(note)](low), _ONE[str(note)](high)
    if op not in _TWO or (op == "fdiv" and spans[1][0] <= 0.0 <= spans[1][1]):
        return None
    try:
        ends = [_TWO[op](x, y) for x in spans[0] for y in spans[1]]
    except OverflowError:
        return None
    return min(ends), max(ends)
