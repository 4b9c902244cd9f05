"""Arrays in another shape: shown where they lie in C order, and copied where they do not."""

from __future__ import annotations

import enum
import itertools
import math

from sct.ir.aliasing import exposed
from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.elements.views import contiguous_copy
from sct.loops.lower import Lowering, attr, handler
from sct.loops.values import Arr, Lazy, Num, Pack, Unsupported, row_major

__all__: list[str] = []


class Unseen(enum.Enum):
    """Why a new shape is not shown where the array lies: it cannot be, or it is not known whether it can."""

    COPY = enum.auto()
    UNSURE = enum.auto()


COPY, UNSURE = Unseen.COPY, Unseen.UNSURE


@handler("reshape", "ravel", "flatten", "reshape_like")
def _reshape(low: Lowering, op: Op) -> None:
    """Contiguous arrays only, and those that only gain or lose axes of extent 1; others are copied first."""
    x, result = op.args[0], op.results[0]
    if x.spec.kind != ARRAY:
        raise Unsupported("a number in another shape")
    if attr(op, "order") != "C" and x.spec.ndim + result.spec.ndim > 2:
        raise Unsupported("another order")
    dims = _new_dims(low, op)
    handle = low.handle(x)
    if isinstance(handle, Pack) and result in low.packed:
        low.define(result, Pack(handle.dtype, tuple(int(n) for n in result.spec.shape), handle.items))  # type: ignore[arg-type]
        return
    copies = op.name == "flatten"
    if isinstance(handle, Lazy) and not copies and (x not in low.liveness.dying.get(op, ()) or low.roots(x) != {x}):
        low.flush()  # others show the same memory
        handle = low.handle(x)
    if x not in low.contiguous or isinstance(handle, Lazy) or copies:
        seen = low.roots(x) != frozenset((x,)) or result in low.shared
        if x not in low.contiguous and not copies and seen:
            strides = _strides(low, op, low.arr(x))
            if isinstance(strides, tuple):
                _show(low, op, dims, strides)
                return
            if strides is UNSURE and result in exposed(low.program):
                raise Unsupported("whether it is a view depends on the strides")
        arr = contiguous_copy(low, x)
    elif isinstance(handle, (Num, Pack)):
        arr = low.boxed(handle)
    else:
        arr = low.arr(x)
        low.hold(arr, result)
    made = Arr(arr.dtype, arr.pointer, dims, row_major(low.code, dims), arr.header, arr.roots | low.roots(result), True)
    if result in low.packed:
        low.define(result, low.unpacked(made, result.spec))
        low.release(made)
        return
    low.define(result, made)


def _show(low: Lowering, op: Op, dims: tuple[Operand, ...], strides: tuple[Operand, ...]) -> None:
    """Define the result as a view of the operand."""
    x, result = low.arr(op.args[0]), op.results[0]
    shown = Arr(x.dtype, x.pointer, dims, strides, x.header, x.roots | low.roots(result))
    if result in low.packed:
        low.define(result, low.unpacked(shown, result.spec))
        return
    low.hold(x, result)
    low.define(result, shown)


def _strides(low: Lowering, op: Op, arr: Arr) -> tuple[Operand, ...] | Unseen:
    """The strides of the array in its new shape; or that NumPy copies it, or that this depends on the run."""
    old, new = op.args[0].spec, op.results[0].spec
    if not old.static or not new.static or 0 in old.shape:
        return UNSURE
    code = low.code
    given = [(int(n), s) for n, s in zip(old.shape, arr.strides, strict=True) if n != 1]  # type: ignore[arg-type]
    wanted = [int(n) for n in new.shape]  # type: ignore[arg-type]
    found: list[Operand] = []
    sure = True
    while given:  # the fewest axes on both sides that have as many elements
        mine, theirs = [given.pop(0)], [wanted.pop(0)]
        while (size := math.prod(n for n, _ in mine)) != (other := math.prod(theirs)):
            if size < other:
                mine.append(given.pop(0))
            else:
                theirs.append(wanted.pop(0))
        for (_, step), (n, inner) in itertools.pairwise(mine):
            far = code.imul(n, inner)
            if step != far and isinstance(step, Const) and isinstance(far, Const):
                return COPY
            sure = sure and step == far
        steps = [mine[-1][1]]
        for n in reversed(theirs[1:]):
            steps.insert(0, code.imul(n, steps[0]))
        found += steps
    return (*found, *[ONE for _ in wanted]) if sure else UNSURE


def _new_dims(low: Lowering, op: Op) -> tuple[Operand, ...]:
    result = op.results[0]
    total: Operand = ONE
    for n in low.extents(op.args[0]):
        total = low.code.imul(total, n)
    if result.spec.static:
        fixed = tuple(Const("i64", int(n)) for n in result.spec.shape)  # type: ignore[arg-type]
        if not op.args[0].spec.static:
            low.code.fail(low.code.icmp("ne", Const("i64", math.prod(int(n.value) for n in fixed)), total))
        return fixed
    if op.name in ("ravel", "flatten"):
        return (total,)
    known = [low.extent(n) for n in result.spec.shape]
    unknown = [k for k, n in enumerate(known) if n is None]
    if len(unknown) == 1 and op.name == "reshape" and len(op.args) == 1:
        rest: Operand = ONE
        for extent in known:
            rest = low.code.imul(rest, extent) if extent is not None else rest
        low.code.fail(low.code.icmp("eq", rest, ZERO))
        quotient = low.code.pure("sdiv", "i64", total, rest)
        low.code.fail(low.code.icmp("ne", low.code.imul(quotient, rest), total))
        known[unknown[0]] = quotient
        unknown = []
    extents = tuple(extent for extent in known if extent is not None)
    if unknown or len(extents) < len(known):
        raise Unsupported("a shape of unknown extents")
    product: Operand = ONE
    for extent in extents:
        product = low.code.imul(product, extent)
    low.code.fail(low.code.icmp("ne", product, total))
    return extents
