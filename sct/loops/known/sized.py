"""An array that is known to have the extents of another one: the same memory, in those extents."""

from __future__ import annotations

from sct.ir.core import Op
from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.elements.views import show
from sct.loops.lower import Lowering, handler
from sct.loops.values import Arr, Coord

__all__: list[str] = []


@handler("sized_as")
def _sized_as(low: Lowering, op: Op) -> None:
    x, like = op.args
    result = op.results[0]
    dims: tuple[Operand, ...] = low.extents(like)
    if result.spec.static:
        dims = tuple(Const("i64", int(n)) for n in result.spec.shape)  # type: ignore[arg-type]
    for mine, its in zip(low.extents(x), dims, strict=True):
        if mine != its:
            low.code.fail(low.code.icmp("ne", mine, its))
    handle = low.handle(x)
    if result in low.packed and isinstance(handle, Arr):
        low.define(result, low.unpacked(handle, result.spec))
        return
    show(low, op, tuple(Coord(ZERO, k, ONE) for k in range(x.spec.ndim)), dims)
