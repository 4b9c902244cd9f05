"""Constants of the program: numbers, small arrays in registers, and arrays that come in beside the inputs."""

from __future__ import annotations

from typing import Any

from sct.ir.core import ArrayConst, Op
from sct.ir.types import ARRAY
from sct.loops.lower import Lowering, handler
from sct.loops.numbers.scalars import number
from sct.loops.numbers.wide import is_wide, wide_number
from sct.loops.values import Handle, Pack
from sct.loops.words import read_words

__all__: list[str] = []


@handler("constant")
def _constant(low: Lowering, op: Op) -> None:
    result = op.results[0]
    low.define(result, _handle(low, op))
    low.borrowed.add(result)


def _handle(low: Lowering, op: Op) -> Handle:
    value: Any = op.attr("value")
    spec = op.results[0].spec
    if not isinstance(value, ArrayConst):
        return wide_number(value) if is_wide(op) else number(value, spec.dtype)
    array = value.array()
    if spec.kind != ARRAY:
        return number(array.item(), spec.dtype)
    if op.results[0] in low.packed:
        return Pack(spec.dtype, value.shape, tuple(number(v, spec.dtype) for v in array.ravel().tolist()))
    at = low.constant_words
    low.constants.append(op)
    low.constant_words += 2 + 2 * spec.ndim
    words = low.code.pure("argument", "ptr", note="in")
    handle, _ = read_words(low, op.results[0], words, at, True)
    return handle
