"""Loops that end after some hundred turns, whatever comes in: on the bits or digits of an integer, or counted."""

from __future__ import annotations

from sct.ir.aliasing import carried
from sct.ir.core import ArrayConst, Block, Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import Const
from sct.loops.lower import Lowering
from sct.loops.values import Num
from sct.records import record

__all__ = ["Bits", "bits_of", "ends_soon", "known_int"]

_TRUTHS = ("truth", "py_bool")
_UNEQUAL = ("not_equal", "py_ne")
_GREATER = ("greater", "py_gt")
_AND = ("bitwise_and", "py_and")
_MINUS = ("subtract", "py_sub")
_SHIFT = ("right_shift", "py_rshift")
_DIVISION = ("floor_divide", "py_floordiv")
_REST = ("remainder", "py_mod")


def ends_soon(low: Lowering, op: Op) -> bool:
    """Whether a loop goes on only while some integer is not 0, or above 0, and each turn takes away much of it.

    That is where a turn clears a bit of it (`x & (x - 1)`), shifts or divides it, or is a step of Euclid's.
    """
    bits = bits_of(low, op)
    if bits is not None:
        unsigned = carried(op)[0][bits.place].spec.dtype.kind == "u"
        return bits.clears or bits.above or unsigned
    tested = _tested(low, op.blocks[0])
    step = _step(op, tested[0]) if tested is not None else None
    if tested is None or step is None or step.name not in _REST:
        return False
    x = op.blocks[-1].args[tested[0]]
    return step.args[1] is x and any(result is x for result in op.blocks[-1].results)


@record
class Bits:
    """A loop that takes the bits of an integer away.

    Attributes
    ----------
    place
        Which value of the state the integer is.
    above
        Whether the loop ends below 0, too.
    clears
        Whether a turn clears the lowest bit that is set.
    shift
        Otherwise it takes away so many bits at least; 1: it halves the integer.
    """

    place: int
    above: bool
    clears: bool
    shift: int = 0


def bits_of(low: Lowering, op: Op) -> Bits | None:
    """What a loop does with the bits of an integer; None if it is another."""
    tested = _tested(low, op.blocks[0])
    step = _step(op, tested[0]) if tested is not None else None
    if tested is None or step is None:
        return None
    place, above = tested
    x, made = op.blocks[-1].args[place], _made(op.blocks[-1])
    a, b = step.args
    if step.name in _AND:
        one_less = any(one is x and _is_one_less(low, made, other, x) for one, other in ((a, b), (b, a)))
        return Bits(place, above, True) if one_less else None
    factor = known_int(low, made, b)
    if a is not x or factor is None or factor >= 64:
        return None
    if step.name in _SHIFT and factor >= 1:
        return Bits(place, above, False, factor)
    return Bits(place, above, False, factor - 1) if step.name in _DIVISION and factor >= 2 else None


def _step(op: Op, place: int) -> Op | None:
    """What a turn does with an integer of the state, if it is an op on two numbers."""
    body = op.blocks[-1]
    x, step = body.args[place], _made(body).get(body.results[place])
    if step is None or x.spec.kind == ARRAY or x.spec.dtype.kind not in "iu" or len(step.args) != 2:
        return None
    return step


def _made(block: Block) -> dict[Value, Op]:
    return {result: op for op in block.ops for result in op.results}


def known_int(low: Lowering, made: dict[Value, Op], value: Value) -> int | None:
    """The whole number that a value is known to be."""
    op, found = made.get(value), None
    if op is not None:
        found = op.attr("value") if op.name == "constant" and value.spec.kind != ARRAY else None
        found = found.array().item() if isinstance(found, ArrayConst) else found
    elif isinstance(handle := low.env.get(value), Num) and isinstance(handle.parts[0], Const):
        found = handle.parts[0].value
    return int(found) if isinstance(found, int) else None


def _tested(low: Lowering, cond: Block) -> tuple[int, bool] | None:
    """Which value of the state is tested against 0, and whether to be above it."""
    made, value = _made(cond), cond.results[0]
    op = made.get(value)
    while op is not None and op.name in _TRUTHS:
        value = op.args[0]
        op = made.get(value)
    if op is not None and op.name in (*_UNEQUAL, *_GREATER):
        value, zero = op.args
        if known_int(low, made, zero) != 0:
            return None
    elif op is not None:
        return None
    if value not in cond.args:
        return None
    return cond.args.index(value), op is not None and op.name in _GREATER


def _is_one_less(low: Lowering, made: dict[Value, Op], value: Value, x: Value) -> bool:
    """Whether a value is `x - 1`."""
    op = made.get(value)
    return op is not None and op.name in _MINUS and op.args[0] is x and known_int(low, made, op.args[1]) == 1
