"""Loops on the bits or digits of an integer: they end after some hundred turns, whatever comes in."""

from __future__ import annotations

from sct.ir.core import ArrayConst, Block, Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import Const
from sct.loops.lower import Lowering
from sct.loops.values import Num

__all__ = ["ends_soon"]

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
    cond, body = op.blocks
    tested = _tested(low, cond)
    if tested is None:
        return False
    place, above = tested
    x, made = body.args[place], _made(body)
    step = made.get(body.results[place])
    if step is None or x.spec.kind == ARRAY or x.spec.dtype.kind not in "iu" or len(step.args) != 2:
        return False
    a, b = step.args
    if step.name in _AND:
        return any(one is x and _is_one_less(low, made, other, x) for one, other in ((a, b), (b, a)))
    if step.name in _REST:
        return b is x and any(result is x for result in body.results)
    shrinks = a is x and (above or x.spec.dtype.kind == "u")
    least = 1 if step.name in _SHIFT else 2 if step.name in _DIVISION else None
    factor = _constant(low, made, b)
    return shrinks and least is not None and factor is not None and least <= factor < 64


def _made(block: Block) -> dict[Value, Op]:
    return {result: op for op in block.ops for result in op.results}


def _constant(low: Lowering, made: dict[Value, Op], value: Value) -> int | None:
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
        if _constant(low, made, zero) != 0:
            return None
    elif op is not None:
        return None
    if value not in cond.args:
        return None
    return cond.args.index(value), op is not None and op.name in _GREATER


def _is_one_less(low: Lowering, made: dict[Value, Op], value: Value, x: Value) -> bool:
    """Whether a value is `x - 1`."""
    op = made.get(value)
    return op is not None and op.name in _MINUS and op.args[0] is x and _constant(low, made, op.args[1]) == 1
