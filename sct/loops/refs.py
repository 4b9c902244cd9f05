"""What instructions work on: references to values, numbers that are known, and variables."""

from __future__ import annotations

from sct.records import record

__all__ = ["BITS", "ONE", "ZERO", "Const", "Operand", "Ref", "Var", "wrap"]

BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}


@record(eq=False)
class Ref:
    """A value that an instruction, or a loop, has made."""

    type: str
    number: int


@record
class Const:
    """A number that is known: a float is kept as such, whatever its type."""

    type: str
    value: int | float


@record(eq=False)
class Var:
    """A place for one value that changes."""

    type: str
    number: int


Operand = Ref | Const
ZERO, ONE = Const("i64", 0), Const("i64", 1)


def wrap(value: int, type_: str) -> int:
    """`value` as a signed number of the type's width (i1: 0 or 1)."""
    bits = BITS[type_]
    value &= (1 << bits) - 1
    return value - (1 << bits) if bits > 1 and value >> (bits - 1) else value
