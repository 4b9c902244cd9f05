"""Powers with a small exponent that is known: a few products, rounded about once, instead of a call of `pow`."""

from __future__ import annotations

from sct.loops.code import Code, Const, Operand

__all__ = ["short_power"]

_INFINITY = Const("f64", float("inf"))
_ZERO = Const("f64", 0.0)


def short_power(code: Code, x: Operand, exponent: Operand) -> Operand | None:
    """`pow(x, exponent)` in double precision, with its special values; None where `pow` has to be called.

    Cubes and fourth powers are added up from products whose rounding errors are known, so they are as good as
    correctly rounded; squares, roots and reciprocals are.
    """
    if not isinstance(exponent, Const):
        return None
    if exponent.value == 2.0:
        return code.pure("fmul", "f64", x, x)
    if exponent.value == -1.0:
        return code.pure("fdiv", "f64", Const("f64", 1.0), x)
    if exponent.value == 0.5:
        return _root(code, x)
    return _product(code, x, fourth=exponent.value == 4.0) if exponent.value in (3.0, 4.0) else None


def _root(code: Code, x: Operand) -> Operand:
    """Unlike `sqrt`, `pow` answers 0.0 for -0.0, and infinity for its negative."""
    root = code.pure("fadd", "f64", code.pure("intrinsic", "f64", x, note="sqrt"), _ZERO)
    least = code.pure("fcmp.oeq", "i1", x, Const("f64", float("-inf")))
    return code.select(least, _INFINITY, root)


def _product(code: Code, x: Operand, fourth: bool) -> Operand:
    square, lost = _exact(code, x, x)
    other = square if fourth else x
    high, low = _exact(code, square, other)
    twice = code.pure("fadd", "f64", square, square) if fourth else x
    rest = code.pure("intrinsic", "f64", lost, twice, low, note="fma")
    size = code.pure("intrinsic", "f64", high, note="fabs")
    # errors of zeros and infinities are none, or not a number
    usual = code.and_(code.pure("fcmp.olt", "i1", size, _INFINITY), code.pure("fcmp.ogt", "i1", size, _ZERO))
    return code.select(usual, code.pure("fadd", "f64", high, rest), high)


def _exact(code: Code, a: Operand, b: Operand) -> tuple[Operand, Operand]:
    """A product, and what its rounding has lost."""
    high = code.pure("fmul", "f64", a, b)
    return high, code.pure("intrinsic", "f64", a, b, code.pure("fneg", "f64", high), note="fma")
