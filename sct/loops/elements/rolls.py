"""`roll`: work on elements that are read from where they were before it."""

from __future__ import annotations

from typing import Any

from sct.ir.core import Op
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.elements.views import integer
from sct.loops.lower import Lowering, attr, handler
from sct.loops.operands import full, lazy
from sct.loops.schedule import identity
from sct.loops.values import Access, Coord, Lazy, Nest, Unsupported

__all__: list[str] = []


@handler("roll")
def _roll(low: Lowering, op: Op) -> None:
    x, *given = op.args
    result = op.results[0]
    in_order = x.spec.ndim == 1 or x in low.contiguous or x in low.packed
    if not in_order or (x.spec.ndim != 1 and attr(op, "axis") is None):
        raise Unsupported("a roll in another memory order, or of a flattened array or a single element")
    shifts = _shifts(low, op, given)
    handle = low.handle(x)
    if isinstance(handle, Lazy) and handle.coords != identity(len(handle.dims)):
        low.flush()
    code, access, dims = low.code, full(low, x), low.extents(x)
    coords = list(access.coords)
    for axis, far in shifts.items():
        shift = _modulo(code, far, dims[axis])
        if shift != ZERO:
            coords[axis] = Coord(ZERO, axis, ONE, (shift, dims[axis]))
    read = Access(access.source, tuple(coords))
    nest = Nest(op.name, tuple(dims), (read,), lambda code, n, index: n[0], result.spec.dtype, source=op)
    low.define(result, lazy(low, nest))


def _shifts(low: Lowering, op: Op, given: list[Any]) -> dict[int, Operand]:
    """How far each axis is moved; NumPy adds up what is said of one axis more than once."""
    axis: Any = attr(op, "axis")
    shift: Any = attr(op, "shift")
    ndim = op.args[0].spec.ndim
    axes = (0,) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if given and (given[0].spec.shape or given[0].spec.dtype.kind not in "iu"):
        raise Unsupported("an array of shifts")
    if given:
        far: list[Operand] = [integer(low, given[0])] * len(axes)
    else:
        each = shift if isinstance(shift, tuple) else (shift,)
        if len(each) == 1:
            each = each * len(axes)
        if len(each) != len(axes) or len(axes) > 2 or not all(type(n) is int and abs(n) < 2**62 for n in each):
            raise Unsupported("shifts of many axes")
        far = [Const("i64", n) for n in each]
    found: dict[int, Operand] = {}
    for k, n in zip(axes, far, strict=True):
        if k % ndim in found:
            raise Unsupported("an axis that is moved twice")
        found[k % ndim] = n
    return found


def _modulo(code: Code, shift: Operand, extent: Operand) -> Operand:
    """The shift as a number from 0 to the extent."""
    if isinstance(shift, Const) and isinstance(extent, Const):
        return Const("i64", int(shift.value) % int(extent.value) if extent.value else 0)
    rest = code.pure("srem", "i64", shift, code.imax(extent, 1))
    return code.select(code.icmp("slt", rest, ZERO), code.iadd(rest, extent), rest)
