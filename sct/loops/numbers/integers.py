"""Elementwise ops on integers and booleans: they wrap, and division by zero answers zero, as in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.loops.code import Code, Const, Operand
from sct.loops.values import Unsupported

__all__ = ["apply", "compare", "floor_divmod", "resize"]

_SIGNED = {"lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
_UNSIGNED = {"lt": "ult", "le": "ule", "gt": "ugt", "ge": "uge"}


def compare(code: Code, relation: str, a: Operand, b: Operand, dtype: np.dtype[Any]) -> Operand:
    """`relation` is eq ne lt le gt ge."""
    table = _SIGNED if dtype.kind == "i" else _UNSIGNED
    return code.icmp(table.get(relation, relation), a, b)


def resize(code: Code, x: Operand, old: np.dtype[Any], kind: str) -> Operand:
    """Another width: what is lost is cut off, what is new is the sign, or zero."""
    if x.type == kind:
        return x
    if isinstance(x, Const):
        value = int(x.value)
        return Code.const(kind, value if old.kind == "i" else value % (1 << (8 * old.itemsize)))
    if int(x.type[1:]) > int(kind[1:]):
        return code.pure("trunc", kind, x)
    return code.pure("sext" if old.kind == "i" else "zext", kind, x)


def apply(code: Code, name: str, x: list[Operand], dtype: np.dtype[Any]) -> Operand:
    """The op called `name`; `Unsupported` if there is no such op on this dtype."""
    if dtype.kind == "b":
        made = _BOOL.get(name)
    else:
        made = _BOTH.get(name) or (_SIGNED_OPS if dtype.kind == "i" else _UNSIGNED_OPS).get(name)
    if made is None:
        raise Unsupported(name)
    return made(code, *x)


def floor_divmod(code: Code, a: Operand, b: Operand) -> tuple[Operand, Operand]:
    """Signed floor division and its remainder, for a divisor that is neither 0 nor -1."""
    by = int(b.value) if isinstance(b, Const) else 0
    if by > 0 and by & (by - 1) == 0:  # shifts and masks round down by themselves
        width = by.bit_length() - 1
        quotient = code.pure("ashr", a.type, a, Const(a.type, width)) if width else a
        return quotient, code.pure("and", a.type, a, Const(a.type, by - 1))
    (least, _), (divisor, most) = code.ranges.of(a), code.ranges.of(b)
    if divisor > 0 and least >= -1 and code.ranges.relation("sle", a, b):
        return _around(code, a, b, least < 0)
    if least >= 0 and divisor > 0:
        return code.pure("udiv", a.type, a, b), code.pure("urem", a.type, a, b)
    quotient = code.pure("sdiv", a.type, a, b)
    rest = code.pure("srem", a.type, a, b)
    zero = Const(a.type, 0)
    if divisor > 0:
        off = code.icmp("slt", rest, zero)
    else:
        differ = code.icmp("slt", code.pure("xor", a.type, rest, b), zero)
        off = code.and_(code.icmp("ne", rest, zero), differ)
    lower = code.pure("isub", a.type, quotient, Const(a.type, 1))
    raised = code.select(off, code.pure("iadd", a.type, rest, b), rest)
    if divisor > 0:
        code.ranges.note(raised, 0, most - 1)
    return code.select(off, lower, quotient), raised


def _around(code: Code, a: Operand, b: Operand, below: bool) -> tuple[Operand, Operand]:
    """The same for a number from 0 to the divisor, or -1 too: neighbours in a ring, `(i + 1) % n`."""
    zero, one = Const(a.type, 0), Const(a.type, 1)
    over = code.icmp("eq", a, b)
    quotient, rest = code.select(over, one, zero), code.select(over, zero, a)
    if below:
        under = code.icmp("slt", a, zero)
        quotient = code.select(under, Const(a.type, -1), quotient)
        rest = code.select(under, code.pure("isub", a.type, b, one), rest)
    code.ranges.note(rest, 0, code.ranges.of(b)[1] - 1)
    return quotient, rest


def _safe(code: Code, b: Operand, signed: bool) -> tuple[Operand, Operand, Operand]:
    """A divisor that cannot trap, whether b was 0, and whether it was -1."""
    zero, less = Const(b.type, 0), Const(b.type, -1)
    none = code.icmp("eq", b, zero)
    minus = code.icmp("eq", b, less) if signed else Const("i1", 0)
    return code.select(code.or_(none, minus), Const(b.type, 1), b), none, minus


def _named(name: str, letter: str) -> Callable[..., Operand]:
    """A function of the library of integers."""
    return lambda code, a, b: code.pure("math", a.type, a, b, note=f"{name}.{letter}{a.type[1:]}")


def _power(letter: str) -> Callable[..., Operand]:
    """A power that is not negative; short products where it is known."""

    def made(code: Code, a: Operand, b: Operand) -> Operand:
        if not isinstance(b, Const) or not 0 <= b.value <= 64:
            return _named("power", letter)(code, a, b)
        result, exponent = Const(a.type, 1), int(b.value)
        product: Operand = result
        while exponent:
            if exponent & 1:
                product = code.imul(product, a)
            exponent >>= 1
            if exponent:
                a = code.imul(a, a)
        return product

    return made


def _ones(code: Code, a: Operand) -> Operand:
    """How many bits are set, in eight bits."""
    count = code.pure("intrinsic", a.type, a, note="ctpop")
    return count if a.type == "i8" else code.pure("trunc", "i8", count)


def _negated(code: Code, a: Operand) -> Operand:
    return code.pure("isub", a.type, Const(a.type, 0), a)


def _floor_divide(code: Code, a: Operand, b: Operand) -> Operand:
    safe, none, minus = _safe(code, b, True)
    quotient, _ = floor_divmod(code, a, safe)
    quotient = code.select(minus, _negated(code, a), quotient)
    return code.select(none, Const(a.type, 0), quotient)


def _remainder(code: Code, a: Operand, b: Operand) -> Operand:
    safe, _, _ = _safe(code, b, True)
    return floor_divmod(code, a, safe)[1]  # beside 0 and -1 that of 1, which is 0


def _fmod(code: Code, a: Operand, b: Operand) -> Operand:
    safe, _, _ = _safe(code, b, True)
    return code.pure("srem", a.type, a, safe)


def _unsigned(op: str) -> Callable[[Code, Operand, Operand], Operand]:
    def made(code: Code, a: Operand, b: Operand) -> Operand:
        safe, none, _ = _safe(code, b, False)
        return code.select(none, Const(a.type, 0), code.pure(op, a.type, a, safe))

    return made


def _shift(op: str) -> Callable[[Code, Operand, Operand], Operand]:
    """Shifts by the width or more push everything out."""

    def made(code: Code, a: Operand, b: Operand) -> Operand:
        width = int(a.type[1:])
        inside = code.icmp("ult", b, Const(b.type, width))
        safe = code.select(inside, b, Const(b.type, 0))
        moved = code.pure(op, a.type, a, safe)
        rest = code.pure("ashr", a.type, a, Const(a.type, width - 1)) if op == "ashr" else Const(a.type, 0)
        return code.select(inside, moved, rest)

    return made


def _absolute(code: Code, a: Operand) -> Operand:
    return code.select(code.icmp("slt", a, Const(a.type, 0)), _negated(code, a), a)


def _sign(code: Code, a: Operand) -> Operand:
    zero = Const(a.type, 0)
    below = code.select(code.icmp("slt", a, zero), Const(a.type, -1), zero)
    return code.select(code.icmp("sgt", a, zero), Const(a.type, 1), below)


def _usign(code: Code, a: Operand) -> Operand:
    return code.select(code.icmp("ne", a, Const(a.type, 0)), Const(a.type, 1), Const(a.type, 0))


def _pick(relation: str) -> Callable[[Code, Operand, Operand], Operand]:
    return lambda code, a, b: code.select(code.icmp(relation, a, b), a, b)


def _truth(code: Code, a: Operand) -> Operand:
    return code.icmp("ne", a, Const(a.type, 0))


def _plain(op: str) -> Callable[[Code, Operand, Operand], Operand]:
    return lambda code, a, b: code.pure(op, a.type, a, b)


_BOTH: dict[str, Callable[..., Operand]] = {
    "add": lambda code, a, b: code.iadd(a, b),
    "subtract": lambda code, a, b: code.isub(a, b),
    "multiply": lambda code, a, b: code.imul(a, b),
    "bitwise_and": _plain("and"),
    "bitwise_or": _plain("or"),
    "bitwise_xor": _plain("xor"),
    "invert": lambda code, a: code.pure("xor", a.type, a, Const(a.type, -1)),
    "negative": _negated,
    "positive": lambda code, a: a,
    "conjugate": lambda code, a: a,
    "square": lambda code, a: code.imul(a, a),
    "left_shift": _shift("shl"),
    "floor": lambda code, a: a,
    "ceil": lambda code, a: a,
    "trunc": lambda code, a: a,
    "rint": lambda code, a: a,
    "isnan": lambda code, a: Const("i1", 0),
    "isinf": lambda code, a: Const("i1", 0),
    "isfinite": lambda code, a: Const("i1", 1),
    "logical_not": lambda code, a: code.not_(_truth(code, a)),
    "logical_and": lambda code, a, b: code.and_(_truth(code, a), _truth(code, b)),
    "logical_or": lambda code, a, b: code.or_(_truth(code, a), _truth(code, b)),
    "logical_xor": lambda code, a, b: code.pure("xor", "i1", _truth(code, a), _truth(code, b)),
}
_SIGNED_OPS: dict[str, Callable[..., Operand]] = {
    "floor_divide": _floor_divide,
    "remainder": _remainder,
    "fmod": _fmod,
    "right_shift": _shift("ashr"),
    "absolute": _absolute,
    "sign": _sign,
    "maximum": _pick("sgt"),
    "minimum": _pick("slt"),
    "fmax": _pick("sgt"),
    "fmin": _pick("slt"),
    "signbit": lambda code, a: code.icmp("slt", a, Const(a.type, 0)),
    "power": _power("i"),
    "gcd": _named("gcd", "i"),
    "lcm": _named("lcm", "i"),
    "bitwise_count": lambda code, a: _ones(code, _absolute(code, a)),
}
_UNSIGNED_OPS: dict[str, Callable[..., Operand]] = {
    "floor_divide": _unsigned("udiv"),
    "remainder": _unsigned("urem"),
    "fmod": _unsigned("urem"),
    "right_shift": _shift("lshr"),
    "absolute": lambda code, a: a,
    "sign": _usign,
    "maximum": _pick("ugt"),
    "minimum": _pick("ult"),
    "fmax": _pick("ugt"),
    "fmin": _pick("ult"),
    "power": _power("u"),
    "gcd": _named("gcd", "u"),
    "lcm": _named("lcm", "u"),
    "bitwise_count": _ones,
}
_BOOL: dict[str, Callable[..., Operand]] = {
    "add": lambda code, a, b: code.or_(a, b),
    "multiply": lambda code, a, b: code.and_(a, b),
    "maximum": lambda code, a, b: code.or_(a, b),
    "minimum": lambda code, a, b: code.and_(a, b),
    "fmax": lambda code, a, b: code.or_(a, b),
    "fmin": lambda code, a, b: code.and_(a, b),
    "bitwise_and": lambda code, a, b: code.and_(a, b),
    "bitwise_or": lambda code, a, b: code.or_(a, b),
    "bitwise_xor": lambda code, a, b: code.pure("xor", "i1", a, b),
    "invert": lambda code, a: code.not_(a),
    "logical_and": lambda code, a, b: code.and_(a, b),
    "logical_or": lambda code, a, b: code.or_(a, b),
    "logical_xor": lambda code, a, b: code.pure("xor", "i1", a, b),
    "logical_not": lambda code, a: code.not_(a),
    "absolute": lambda code, a: a,
    "floor": lambda code, a: a,
    "ceil": lambda code, a: a,
    "trunc": lambda code, a: a,
    "isnan": lambda code, a: Const("i1", 0),
    "isinf": lambda code, a: Const("i1", 0),
    "isfinite": lambda code, a: Const("i1", 1),
}
