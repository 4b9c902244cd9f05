"""Powers with a small exponent that is known: a few products, rounded about once, instead of a call of `pow`."""

from __future__ import annotations

from sct.loops.code import Code, Const, Operand

__all__ = ["short_power"]

_INFINITY = Const("f64", float("inf"))
_ZERO = Const("f64", 0.0)
_WHOLE = frozenset(float(k) for k in range(3, 65) if k.bit_length() + k.bit_count() < 9)  # at most 7 products


def short_power(code: Code, x: Operand, exponent: Operand) -> Operand | None:
    """`pow(x, exponent)` in double precision, with its special values; None where `pow` has to be called.

    Whole powers above 2 are products whose rounding errors are multiplied along, so they are as good as correctly
    rounded; squares, roots and reciprocals are.
    """
    if not isinstance(exponent, Const):
        return None
    if exponent.value == 2.0:
        return code.pure("fmul", "f64", x, x)
    if exponent.value == -1.0:
        return code.pure("fdiv", "f64", Const("f64", 1.0), x)
    if exponent.value == 0.5:
        return _root(code, x)
    return _product(code, x, int(exponent.value)) if exponent.value in _WHOLE else None


def _root(code: Code, x: Operand) -> Operand:
    """Unlike `sqrt`, `pow` answers 0.0 for -0.0, and infinity for its negative."""
    root = code.pure("fadd", "f64", code.pure("intrinsic", "f64", x, note="sqrt"), _ZERO)
    least = code.pure("fcmp.oeq", "i1", x, Const("f64", float("-inf")))
    return code.select(least, _INFINITY, root)


def _product(code: Code, x: Operand, exponent: int) -> Operand:
    """`x` times itself: squared, and multiplied by `x`, for each digit of the exponent with base 2.

    No product on the way is larger than the last one, and what the roundings lose is 2**-47 of it at most, of which
    again the last bits are lost.
    """
    high: Operand = x
    lost: Operand | None = None
    for digit in f"{exponent:b}"[1:]:
        high, lost = _times(code, high, lost, high)
        if digit == "1":
            high, lost = _times(code, high, lost, x)
    assert lost is not None
    size = code.pure("intrinsic", "f64", high, note="fabs")
    # errors of zeros and infinities are none, or not a number
    usual = code.and_(code.pure("fcmp.olt", "i1", size, _INFINITY), code.pure("fcmp.ogt", "i1", size, _ZERO))
    return code.select(usual, code.pure("fadd", "f64", high, lost), high)


def _times(code: Code, a: Operand, lost: Operand | None, b: Operand) -> tuple[Operand, Operand]:
    """The product of `a`, of which so much is lost, and `b`, which is exact or `a` itself, and what it has lost."""
    high, low = _exact(code, a, b)
    if lost is None:
        return high, low
    factor = code.pure("fadd", "f64", a, a) if b is a else b
    return high, code.pure("intrinsic", "f64", lost, factor, low, note="fma")


def _exact(code: Code, a: Operand, b: Operand) -> tuple[Operand, Operand]:
    """A product, and what its rounding has lost."""
    high = code.pure("fmul", "f64", a, b)
    return high, code.pure("intrinsic", "f64", a, b, code.pure("fneg", "f64", high), note="fma")
