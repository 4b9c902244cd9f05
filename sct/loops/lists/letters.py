"""Texts of run-time length, as the codes of their letters: what formatted numbers and known texts become."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import PYTHON
from sct.loops.code import ONE, ZERO, Const, Operand
from sct.loops.lists.lists import memory_of
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.number_forms import longest, packed
from sct.loops.numbers.scalars import cast
from sct.loops.values import Arr, Unsupported, store

__all__: list[str] = []

INT, FLOAT = np.dtype("int64"), np.dtype("float64")
LETTER, LETTERS, NUMBER = range(3)
MOST = 64  # letters that are written one by one
Part = str | tuple[int, Value, int]  # known text; or what a value is, and how a number is written


@handler("text_letters")
def _letters(low: Lowering, op: Op) -> None:
    parts = [_part(op, piece) for piece in attr(op, "template")]
    if sum(len(part) for part in parts if isinstance(part, str)) > MOST:
        raise Unsupported("a long text")
    low.flush()
    code = low.code
    room: Operand = ZERO
    for part in parts:
        room = code.iadd(room, _room(low, part))
    made = low.allocate(INT, (room,))
    done: Operand = ZERO
    for part in parts:
        done = code.iadd(done, _write(low, part, code.offset(made.pointer, code.imul(done, INT.itemsize))))
    roots = made.roots | low.roots(op.results[0])
    low.define(op.results[0], Arr(INT, made.pointer, (code.extent(done),), (ONE,), made.header, roots, True))


def _part(op: Op, piece: Any) -> Part:
    if isinstance(piece, str):
        return piece
    _, k, conversion, spec = piece
    value = op.args[k]
    if conversion in ("char", "text") and not spec:
        if value.spec.ndim != int(conversion == "text") or value.spec.dtype != INT:
            raise Unsupported("letters of another dtype")
        return (LETTERS if value.spec.ndim else LETTER), value, 0
    if conversion not in (None, "", "s", "r") or value.spec.ndim or value.spec.dtype.char not in "bBhHiIlqd":
        raise Unsupported("what only Python formats")
    if value.spec.kind != PYTHON and conversion == "r":
        raise Unsupported("what NumPy says of a number")
    word = packed(spec or "", value.spec.dtype == FLOAT, conversion in ("s", "r"))
    if word is None:
        raise Unsupported("a format spec of another kind")
    return NUMBER, value, word


def _room(low: Lowering, part: Part) -> Operand:
    """How many letters a part may have, at most."""
    if isinstance(part, str):
        return Const("i64", len(part))
    kind, value, word = part
    if kind == LETTERS:
        return memory_of(low, value).dims[0]
    return Const("i64", longest(word) if kind == NUMBER else 1)


def _write(low: Lowering, part: Part, out: Operand) -> Operand:
    """Write the letters of a part; how many they are."""
    code = low.code
    if isinstance(part, str):
        for k, letter in enumerate(part):
            code.store(Const("i64", ord(letter)), out, k)
        return Const("i64", len(part))
    kind, value, word = part
    if kind == LETTER:
        code.store(cast(code, low.num(value), INT).x, out, 0)
        return ONE
    if kind == NUMBER:
        number = cast(code, low.num(value), FLOAT if value.spec.dtype == FLOAT else INT).x
        bits = code.pure("bitcast", "i64", number) if number.type == "f64" else number
        return code.call("sct_text_number", "i64", out, bits, Const("i64", word))
    letters = memory_of(low, value)
    with code.loop(0, letters.dims[0]) as at:
        store(code, letters.load(code, (at,)), out, at)
    return letters.dims[0]
