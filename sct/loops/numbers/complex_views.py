"""The parts of complex arrays, as views of their memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Operand
from sct.loops.lower import Lowering, handler
from sct.loops.numbers.scalars import cast, number
from sct.loops.operands import broadcast_source, full, lazy
from sct.loops.values import Arr, Nest, Num, Pack, Unsupported

__all__: list[str] = []

_WHICH = {"real": 0, "imag": 1, "with_real": 0, "with_imag": 1}


@handler("real", "imag", "imag_of_real")
def _part(low: Lowering, op: Op) -> None:
    """Every second number, where the array is in memory."""
    x, result = op.args[0], op.results[0]
    if x.spec.kind != ARRAY:
        _of_number(low, op, low.num(x))
        return
    if x.spec.dtype.kind != "c":
        raise Unsupported("a part of real numbers")
    which = _WHICH[op.name]
    handle = low.handle(x)
    if isinstance(handle, (Num, Pack)):
        numbers = handle.items if isinstance(handle, Pack) else (handle,)
        _in_registers(low, result, [(n.parts[which],) for n in numbers])
        return
    if isinstance(handle, Arr) and result not in low.packed:
        code = low.code
        pointer = code.offset(handle.pointer, ONE if which else ZERO, result.spec.dtype.itemsize)
        strides = tuple(code.imul(stride, 2) for stride in handle.strides)
        roots = handle.roots | low.roots(result)
        made = Arr(result.spec.dtype, pointer, handle.dims, strides, handle.header, roots)
        low.hold(made, result)
        low.define(result, made)
        return

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        return Num(result.spec.dtype, (numbers[0].parts[which],))

    low.define(result, lazy(low, Nest(op.name, low.extents(x), (full(low, x),), element, result.spec.dtype, source=op)))


def _of_number(low: Lowering, op: Op, x: Num) -> None:
    out = op.results[0].spec.dtype
    if op.name == "real":
        low.define(op.results[0], Num(out, x.parts[:1]))
    else:
        low.define(op.results[0], Num(out, x.parts[1:]) if len(x.parts) > 1 else number(0, out))


@handler("with_real", "with_imag")
def _with_part(low: Lowering, op: Op) -> None:
    base, part = op.args
    result = op.results[0]
    which = _WHICH[op.name]
    old, new = low.handle(base), low.handle(part)
    if isinstance(old, (Num, Pack)) and isinstance(new, (Num, Pack)) and base.spec.shape == part.spec.shape:
        pairs = zip(*[h.items if isinstance(h, Pack) else (h,) for h in (old, new)], strict=True)
        _in_registers(low, result, [_joined(low.code, result, which, *pair) for pair in pairs])
        return
    if isinstance(old, (Num, Pack)) or result in low.packed or part.spec.dtype.kind == "c":
        raise Unsupported("a part of a number")
    dims = low.extents(base)
    other = broadcast_source(low, part, result.spec.shape, dims)

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        new = other if isinstance(other, Num) else numbers[1]
        return Num(result.spec.dtype, _joined(code, result, which, numbers[0], new))

    reads = (full(low, base),) if isinstance(other, Num) else (full(low, base), other)
    low.define(result, lazy(low, Nest(op.name, dims, reads, element, result.spec.dtype, source=op)))


def _joined(code: Code, result: Value, which: int, old: Num, new: Num) -> tuple[Operand, ...]:
    """The parts of a number, one of them new."""
    part = cast(code, new, np.dtype(f"f{result.spec.dtype.itemsize // 2}")).x
    return (part, old.parts[1]) if which == 0 else (old.parts[0], part)


def _in_registers(low: Lowering, result: Value, parts: Sequence[tuple[Operand, ...]]) -> None:
    dtype, shape = result.spec.dtype, tuple(int(n) for n in result.spec.shape)  # type: ignore[arg-type]
    pack = Pack(dtype, shape, tuple([Num(dtype, each) for each in parts]))
    low.define(result, pack if result in low.packed else low.boxed(pack))
