"""Powers with a small exponent: a few products and a root instead of a call of `pow`."""

from __future__ import annotations

from sct.loops.code import Code, Const, Operand, Ref

__all__ = ["power_of_number", "short_power", "short_power_of_elements"]

_INFINITY = Const("f64", float("inf"))
_ZERO = Const("f64", 0.0)
_ONE = Const("f64", 1.0)
_WHOLE = frozenset(float(k) for k in range(3, 65) if k.bit_length() + k.bit_count() < 9)  # at most 7 products
_FEW = _WHOLE | {0.0, 1.0, 2.0}
Inexact = tuple[Operand, Operand | None]  # a number, and what it has lost if it has


def short_power(code: Code, x: Operand, exponent: Operand) -> Operand | None:
    """`pow(x, exponent)` in double precision, with its special values; None where `pow` has to be called.

    Whole powers above 2 are products whose rounding errors are multiplied along, so they are as good as correctly
    rounded; squares, roots and reciprocals are.
    """
    if not isinstance(exponent, Const):
        return None
    if exponent.value == 1.0:
        return x
    if exponent.value == 2.0:
        return code.pure("fmul", "f64", x, x)
    if exponent.value == -1.0:
        return code.pure("fdiv", "f64", _ONE, x)
    if exponent.value == 0.5:
        return _root(code, x)
    return _rounded(code, _product(code, (x, None), int(exponent.value))) if exponent.value in _WHOLE else None


def short_power_of_elements(code: Code, x: Operand, exponent: Operand) -> Operand | None:
    """The same for elements of arrays, in single precision too: also powers below 0, and of roots (`x**-1.5`).

    Those of roots are off by 1.5 units in the last place at most.
    """
    if not isinstance(exponent, Const):
        return None
    if code.single and x.type == "f64":  # the last bit is that of the C library
        return short_power(code, x, exponent)
    whole, half = divmod(abs(float(exponent.value)), 1.0)
    if whole not in _FEW or half not in (0.0, 0.5) or exponent.value == 0:
        return None
    if x.type == "f32":  # in double precision nothing is lost that single precision shows
        wide = code.pure("fpext", "f64", x)
        return code.pure("fptrunc", "f32", _plain(code, wide, int(whole), bool(half), exponent.value < 0))
    short = short_power(code, x, exponent)
    if short is not None:
        return short
    if not half:
        return _rounded(code, _product(code, _inverse(code, x), int(whole)))
    root = _root(code, x)
    if not whole:
        return code.pure("fdiv", "f64", _ONE, root)
    size = code.pure("intrinsic", "f64", x, note="fabs")  # what is below 0 has no root
    if exponent.value > 0:
        return _rounded(code, _times(code, _product(code, (size, None), int(whole)), (root, None)))
    inverse = _inverse(code, size)  # x**-1.5 is (1/x) * (1/x * sqrt(x)): neither is too large if that is not
    found = _rounded(code, _times(code, _product(code, inverse, int(whole)), _times(code, inverse, (root, None))))
    found = code.select(code.pure("fcmp.oeq", "i1", size, _INFINITY), _ZERO, found)
    return code.select(code.pure("fcmp.oeq", "i1", size, _ZERO), _INFINITY, found)


def power_of_number(code: Code, x: Operand, exponent: Operand) -> Operand:
    """`pow` of an exponent that only the run knows; whole ones may be small, and then are products too."""
    made = code.made.get(exponent) if isinstance(exponent, Ref) else None
    if made is not None and made.op == "sitofp" and made.args[0].type == "i64":
        return code.pure("libm", "f64", x, made.args[0], note="whole_power.i64")
    return code.pure("libm", "f64", x, exponent, note="pow")


def _plain(code: Code, x: Operand, whole: int, half: bool, inverse: bool) -> Operand:
    """The power with an error of some roundings."""
    found = _root(code, x) if half else None
    base = code.pure("intrinsic", "f64", x, note="fabs") if half else x
    if whole:
        product = base
        for digit in f"{whole:b}"[1:]:
            product = code.pure("fmul", "f64", product, product)
            product = code.pure("fmul", "f64", product, base) if digit == "1" else product
        found = product if found is None else code.pure("fmul", "f64", product, found)
    assert found is not None
    return code.pure("fdiv", "f64", _ONE, found) if inverse else found


def _root(code: Code, x: Operand) -> Operand:
    """Unlike `sqrt`, `pow` answers 0.0 for -0.0, and infinity for its negative."""
    root = code.pure("fadd", "f64", code.pure("intrinsic", "f64", x, note="sqrt"), _ZERO)
    least = code.pure("fcmp.oeq", "i1", x, Const("f64", float("-inf")))
    return code.select(least, _INFINITY, root)


def _inverse(code: Code, x: Operand) -> Inexact:
    inverse = code.pure("fdiv", "f64", _ONE, x)
    rest = code.pure("intrinsic", "f64", code.pure("fneg", "f64", inverse), x, _ONE, note="fma")
    return inverse, code.pure("fmul", "f64", rest, inverse)


def _product(code: Code, x: Inexact, exponent: int) -> Inexact:
    """`x` times itself: squared, and multiplied by `x`, for each digit of the exponent with base 2.

    No product on the way is larger than the last one, and what the roundings lose is 2**-47 of it at most, of which
    again the last bits are lost.
    """
    found = x
    for digit in f"{exponent:b}"[1:]:
        found = _times(code, found, found)
        if digit == "1":
            found = _times(code, found, x)
    return found


def _rounded(code: Code, x: Inexact) -> Operand:
    high, lost = x
    if lost is None:
        return high
    size = code.pure("intrinsic", "f64", high, note="fabs")
    # errors of zeros and infinities are none, or not a number
    usual = code.and_(code.pure("fcmp.olt", "i1", size, _INFINITY), code.pure("fcmp.ogt", "i1", size, _ZERO))
    return code.select(usual, code.pure("fadd", "f64", high, lost), high)


def _times(code: Code, a: Inexact, b: Inexact) -> Inexact:
    """The product, and what it has lost: but for products of losses."""
    high = code.pure("fmul", "f64", a[0], b[0])
    lost = code.pure("intrinsic", "f64", a[0], b[0], code.pure("fneg", "f64", high), note="fma")
    if a is b and a[1] is not None:
        return high, code.pure("intrinsic", "f64", a[1], code.pure("fadd", "f64", a[0], a[0]), lost, note="fma")
    for (_, of_one), (other, _) in ((a, b), (b, a)):
        if of_one is not None:
            lost = code.pure("intrinsic", "f64", of_one, other, lost, note="fma")
    return high, lost
