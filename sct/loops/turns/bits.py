"""Bits of integers that are counted one by one: the processor counts them at once.

`while x: x &= x - 1; n += 1` adds to `n` how many bits of `x` are set, and so does
`while x > 0: n += x & 1; x >>= 1`. What grows by one in each turn of the second is how many digits `x` has.
`bin(x).count("1")` is the same without a loop.
"""

from __future__ import annotations

from typing import Any

from sct.ir.aliasing import carried
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, PYTHON
from sct.loops.code import ZERO, Code, Const, Operand
from sct.loops.known.ending import Bits, bits_of, known_int
from sct.loops.lower import Lowering, attr, handler
from sct.loops.values import Num, Unsupported

__all__ = ["counted_bits"]

_SIMPLE = frozenset({
    "constant", "add", "subtract", "bitwise_and", "right_shift", "floor_divide", "remainder", "not_equal", "greater",
    "py_add", "py_sub", "py_and", "py_rshift", "py_floordiv", "py_mod", "py_ne", "py_gt", "truth", "py_bool",
})  # fmt: skip
_LOWEST = {"py_and": 1, "bitwise_and": 1, "py_mod": 2, "remainder": 2}  # ops that answer the lowest bit, with what
_BIT = -1  # what a turn adds to a number: the lowest bit, and otherwise as much each time
_TEXTS = {"#b": 1, "b": 0}  # formats, and how many zeros stand before the digits


def counted_bits(low: Lowering, op: Op) -> bool:
    """Lower a loop that does nothing but count the bits of an integer; False if it is another."""
    bits = bits_of(low, op)
    state, entry = carried(op)
    simple = all(one.name in _SIMPLE and not one.blocks for block in op.blocks for one in block.ops)
    if bits is None or not simple or not all(map(_is_long, state)) or bits.shift > 1:
        return False
    made = {result: one for one in op.blocks[-1].ops for result in one.results}
    steps: dict[int, int] = {}
    for k, (old, new) in enumerate(zip(state, op.blocks[-1].results, strict=True)):
        step = None if k == bits.place else _step(low, made, state[bits.place], old, new)
        if k != bits.place and (step is None or (bits.clears and step == _BIT)):
            return False
        steps |= {} if step is None else {k: step}
    code = low.code
    x = low.num(entry[bits.place]).x
    size = _size(code, x, bits, state[bits.place])
    _put(low, op.results[bits.place], code.imin(x, ZERO) if bits.above else ZERO)
    for k, step in steps.items():
        turns = ones(code, size) if bits.clears or step == _BIT else digits(code, size)
        more = code.imul(turns, Const("i64", abs(step)))
        start = low.num(entry[k]).x
        if state[k].spec.kind == PYTHON:
            code.fail(code.overflows("iadd", start, more))
        _put(low, op.results[k], code.iadd(start, more))
    return True


def _is_long(value: Value) -> bool:
    return value.spec.kind != ARRAY and not value.spec.shape and value.spec.dtype.name == "int64"


def _step(low: Lowering, made: dict[Value, Op], x: Value, old: Value, new: Value) -> int | None:
    """What a turn adds to a number beside the integer `x`, if it can be told."""
    if new is old:
        return 0
    op = made.get(new)
    if op is None or op.name not in ("py_add", "add") or new.spec != old.spec or old not in op.args:
        return None
    more = op.args[1] if op.args[0] is old else op.args[0]
    number = known_int(low, made, more)
    if number is not None:
        return number if 0 <= number < 2**31 else None
    bit = made.get(more)
    if bit is None or bit.args[:1] != (x,) or known_int(low, made, bit.args[-1]) != _LOWEST.get(bit.name):
        return None
    return _BIT


def _size(code: Code, x: Operand, bits: Bits, value: Value) -> Operand:
    """The integer, where its bits come to an end: below 0 those of Python have none, and shifts never end."""
    if bits.above:
        return code.imax(x, ZERO)
    if value.spec.kind == PYTHON or not bits.clears:
        code.fail(code.icmp("slt", x, ZERO), late=True)
    return x


def ones(code: Code, x: Operand) -> Operand:
    """How many bits are set."""
    made = code.pure("intrinsic", "i64", x, note="ctpop")
    code.ranges.note(made, 0, 64)
    return made


def digits(code: Code, x: Operand) -> Operand:
    """How many digits the number has, with base 2."""
    made = code.isub(64, code.pure("intrinsic", "i64", x, Const("i1", 0), note="ctlz"))
    code.ranges.note(made, 0, 64)
    return made


@handler("text_method")
def _count_of_digits(low: Lowering, op: Op) -> None:
    """`bin(x).count("1")`, or of an f-string with the format `b`."""
    arguments: Any = attr(op, "arguments")
    if attr(op, "name") != "count" or len(arguments) != 2 or len(op.args) != 1 or op.args[0].spec.dtype.name != "int64":
        raise Unsupported("methods of texts")
    pieces, wanted = arguments
    form = next((form for form in _TEXTS if pieces == ("text", (("arg", 0, "", form),))), None)
    if form is None or wanted not in (("text", ("0",)), ("text", ("1",))):
        raise Unsupported("methods of texts")
    code = low.code
    x = low.num(op.args[0]).x
    size = code.select(code.icmp("slt", x, ZERO), code.isub(ZERO, x), x)  # of the least number, as unsigned
    count = ones(code, size)
    if wanted[1] == ("0",):
        length = code.select(code.icmp("eq", x, ZERO), Const("i64", 1), digits(code, size))
        count = code.iadd(code.isub(length, count), _TEXTS[form])
    _put(low, op.results[0], count)


def _put(low: Lowering, result: Value, x: Operand) -> None:
    low.define(result, Num(result.spec.dtype, (x,)))
