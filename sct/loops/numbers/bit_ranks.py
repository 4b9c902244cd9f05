"""Whole numbers that order floats as the floats are ordered, made of their bits and turned back into them."""

from __future__ import annotations

from sct.loops.code import Code, Const, Operand

__all__ = ["rank", "ranked", "turned"]

_FRACTION = {"i32": 23, "i64": 52}  # the bits behind the exponent


def turned(code: Code, bits: Operand) -> Operand:
    """From the bits of a float to the whole number that ranks it, and back."""
    far = int(bits.type[1:]) - 1
    sign = code.pure("ashr", bits.type, bits, Const(bits.type, far))
    return code.pure("xor", bits.type, bits, code.pure("lshr", bits.type, sign, Const(bits.type, 1)))


def rank(code: Code, x: Operand) -> Operand:
    """The whole number of a float: every NaN, also one with a sign, is above infinity, and -0.0 is below 0.0."""
    kind = f"i{x.type[1:]}"
    return code.pure("isub", kind, turned(code, code.pure("bitcast", kind, x)), _nans(kind))


def ranked(code: Code, number: Operand) -> Operand:
    """The float of a rank, bit for bit."""
    bits = code.pure("iadd", number.type, number, _nans(number.type))
    return code.pure("bitcast", f"f{number.type[1:]}", turned(code, bits))


def _nans(kind: str) -> Const:
    """How many NaNs have a sign: by so much the order is rotated, which takes them from its beginning to its end."""
    return Const(kind, (1 << _FRACTION[kind]) - 1)
