"""Values as the calling convention has them: numbers as words, arrays as pointer, owner, extents and strides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.ir.core import Value
from sct.ir.types import ARRAY, Spec
from sct.loops.code import Const, Operand
from sct.loops.values import Arr, Handle, Num, component, machine_type, row_major

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["read_array", "read_words", "words_of", "write_words"]


def words_of(specs: tuple[Spec, ...]) -> int:
    """How many words the values of these specs take."""
    return sum(2 + 2 * spec.ndim if spec.kind == ARRAY else component(spec.dtype) for spec in specs)


def read_words(
    low: Lowering, value: Value, words: Operand, at: int, contiguous: bool, layout: tuple[int, ...] | None = None
) -> tuple[Handle, int]:
    """What stands in words from `at` on, as a value; and where the next one starts."""
    code, spec = low.code, value.spec
    kind = machine_type(spec.dtype)
    if spec.kind != ARRAY:
        parts: list[Operand] = []
        for k in range(component(spec.dtype)):
            if kind[0] == "f":
                parts.append(code.load(kind, code.offset(words, at + k, 8), 0))
            else:
                word = code.load("i64", words, at + k)
                parts.append(word if kind == "i64" else code.pure("trunc", kind, word))
        return Num(spec.dtype, tuple(parts)), at + component(spec.dtype)
    arr = read_array(low, value, words, at, contiguous, layout)
    after = at + 2 + 2 * spec.ndim
    if value in low.packed:
        return low.unpacked(arr, spec), after
    return arr, after


def read_array(
    low: Lowering, value: Value, words: Operand, at: int, contiguous: bool, layout: tuple[int, ...] | None = None
) -> Arr:
    """The array that stands in words from `at` on, in memory."""
    code, spec = low.code, value.spec
    pointer, header = code.load("ptr", words, at), code.load("ptr", words, at + 1)
    code.own(pointer, header)
    dims: list[Operand] = []
    for k, extent in enumerate(spec.shape):
        dims.append(code.i64(extent) if isinstance(extent, int) else code.extent(code.load("i64", words, at + 2 + k)))
    if contiguous or layout is not None:
        strides = row_major(code, tuple(dims), layout)
    else:
        size = Const("i64", spec.dtype.itemsize)
        raw = [code.load("i64", words, at + 2 + spec.ndim + k) for k in range(spec.ndim)]
        strides = tuple(code.pure("sdiv", "i64", r, size) for r in raw)
    return Arr(spec.dtype, pointer, tuple(dims), strides, header, low.roots(value), contiguous)


def write_words(
    low: Lowering, value: Value, words: Operand, at: int, keep: bool = True, instead: Arr | None = None
) -> int:
    """Write a value, or another array instead, into words; its reference goes with it, unless it is kept."""
    spec = value.spec
    if instead is not None:
        _write_array(low, instead, words, at)
        low.retain(instead)
        return at + 2 + 2 * spec.ndim
    handle = low.handle(value)
    if spec.kind != ARRAY:
        assert isinstance(handle, Num)
        return _write_number(low, handle, words, at)
    if isinstance(handle, Arr):
        _write_array(low, handle, words, at)
        if keep or value in low.borrowed or value in low.moved:
            low.retain(handle)
        else:
            low.moved.add(value)
    else:
        _write_array(low, low.boxed(handle, low.layouts.get(value)), words, at)
    return at + 2 + 2 * spec.ndim


def _write_number(low: Lowering, num: Num, words: Operand, at: int) -> int:
    code = low.code
    for k, part in enumerate(num.parts):
        if part.type[0] == "f":
            code.store(part, code.offset(words, at + k, 8), 0)
        else:
            signed = num.dtype.kind == "i"
            wide = part if part.type == "i64" else code.pure("sext" if signed else "zext", "i64", part)
            code.store(wide, words, at + k)
    return at + len(num.parts)


def _write_array(low: Lowering, arr: Arr, words: Operand, at: int) -> None:
    code = low.code
    code.store(arr.pointer, words, at)
    code.store(arr.header, words, at + 1)
    for k, extent in enumerate(arr.dims):
        code.store(extent, words, at + 2 + k)
    for k, stride in enumerate(arr.strides):
        code.store(code.imul(stride, arr.dtype.itemsize), words, at + 2 + len(arr.dims) + k)
