"""Arrays in another shape: shown where they lie in C order, and copied where they do not."""

from __future__ import annotations

import itertools
import math

from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.values import Arr, Lazy, Num, Pack, Unsupported, row_major
from sct.loops.views import contiguous_copy

__all__: list[str] = []


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
        unsure = x not in low.contiguous and not copies and seen
        if unsure and not _must_copy(low.arr(x), dims):
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


def _must_copy(arr: Arr, dims: tuple[Operand, ...]) -> bool:
    """Whether it is known that no strides show the array in these extents: then NumPy copies it."""
    if not all(isinstance(n, Const) and n.value > 0 for n in (*arr.dims, *dims)):
        return False
    if not all(isinstance(n, Const) for n in arr.strides):
        return False
    old = [(int(n.value), int(s.value)) for n, s in zip(arr.dims, arr.strides, strict=True) if n != ONE]  # type: ignore[union-attr]
    new = [int(n.value) for n in dims if n != ONE]  # type: ignore[union-attr]
    while old and new:  # the fewest axes on both sides that have as many elements
        mine, theirs = [old.pop(0)], new.pop(0)
        size = mine[0][0]
        while size != theirs:
            if size < theirs:
                mine.append(old.pop(0))
                size *= mine[-1][0]
            else:
                theirs *= new.pop(0)
        if any(before[1] != after[0] * after[1] for before, after in itertools.pairwise(mine)):
            return True
    return False


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
