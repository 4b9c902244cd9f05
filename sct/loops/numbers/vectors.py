"""The cross product of two vectors of three, in registers."""

from __future__ import annotations

from sct.ir.core import Op
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import apply, cast
from sct.loops.numbers.tiny import items
from sct.loops.values import Num, Pack, Unsupported, is_native

__all__: list[str] = []


@handler("cross")
def _cross(low: Lowering, op: Op) -> None:
    x, y = op.args
    result = op.results[0]
    dtype = result.spec.dtype
    if x.spec.shape != (3,) or y.spec.shape != (3,) or not is_native(dtype) or dtype.kind not in "fiu":
        raise Unsupported("the cross product of many vectors")
    if any(attr(op, name) not in (0, -1) for name in ("axisa", "axisb", "axisc")):
        raise Unsupported("the cross product along another axis")
    code = low.code
    a, b = ([cast(code, n, dtype) for n in items(low, v)] for v in (x, y))

    def times(i: int, k: int) -> Num:
        return apply(code, "multiply", [a[i], b[k]], dtype)

    pairs = ((1, 2), (2, 0), (0, 1))
    pack = Pack(dtype, (3,), tuple([apply(code, "subtract", [times(i, k), times(k, i)], dtype) for i, k in pairs]))
    low.define(result, pack if result in low.packed else low.boxed(pack))
