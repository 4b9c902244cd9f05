"""cbrt and hypot."""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import CBRT_32, CBRT_64
from sct.backends.native.math.double_double import product
from sct.backends.native.math.registry import elementary

__all__: list[str] = []

INF = float("inf")
# Between the first two, squares neither overflow nor lose digits; by the third, numbers beyond are brought between.
LARGE, TINY, FAR = 2.0**511, 2.0**-459, 2.0**600
# Cubes below the first are multiplied by the cube of the second, so that no errors of theirs are subnormal.
LIFT = {64: (2.0**-600, 2.0**200), 32: (2.0**-60, 2.0**20)}


@elementary("cbrt")
def cbrt(b: Builder, x: Value) -> Value:
    """The inverse root by a polynomial, then a step of Newton's method, so small that its rounding hardly counts."""
    a = b.fabs(x)
    low, lift = LIFT[b.format.bits]
    small = a < low
    t = small.where(a * lift**3, a)
    guess = _inverse_guess(b, t)
    v = b.fma(-(t * guess), guess * guess, 1.0)
    inverse = b.fma(guess * v, b.poly(v, CBRT_64 if b.double else CBRT_32), guess)
    slope = inverse * inverse
    root = t * slope
    square, lost = product(b, root, root)
    error = b.fma(-square, root, t) - lost * root
    root = b.fma(error * slope, 1.0 / 3.0, root) * small.where(1.0 / lift, 1.0)
    return ((a > 0.0) & (a < INF)).where(b.copysign(root, x), x)


def _inverse_guess(b: Builder, x: Value) -> Value:
    """`1 / cbrt(x)`, off by a thirtieth at most: the bits of a number, as a whole one, are nearly its logarithm."""
    form = b.format
    digits = form.bits - form.mantissa  # cut off, so that what is left fits in a fraction
    one = 2.0 ** (form.mantissa - digits)
    whole = (x.bits >> digits) | (form.bias + form.mantissa << form.mantissa)
    start = (form.bias * 4 / 3 - 0.068) * one + 2.0**form.mantissa * 4 / 3
    return (b.fma(whole.number, -1.0 / 3.0, start).bits << digits).number


@elementary("hypot", arity=2)
def hypot(b: Builder, x: Value, y: Value) -> Value:
    """The root of the sum of the squares, and what it is off by taken from it (Borges, ACM TOMS 46, 2019, algorithm 5).

    In single precision, squares and their sum are computed in double precision, where squares are exact.
    """
    if b.double:
        result = _corrected_root(b, b.fabs(x), b.fabs(y))
    else:
        w = b.wide()
        a, c = w.convert(x), w.convert(y)
        result = b.convert(w.sqrt(a * a + c * c))
    x, y = b.fabs(x), b.fabs(y)
    return (x.equals(INF) | y.equals(INF)).where(INF, result)


def _corrected_root(b: Builder, x: Value, y: Value) -> Value:
    """Of numbers not below 0. Without fused products, so that it rounds as the C library of GNU does."""
    larger, smaller = b.larger(x, y), b.smaller(x, y)
    apart = (smaller <= larger * 2.0**-54) | x.unordered(y)
    huge, tiny = larger > LARGE, smaller < TINY
    scaling = huge.where(1.0 / FAR, tiny.where(FAR, 1.0))
    back = huge.where(FAR, tiny.where(1.0 / FAR, 1.0))
    p, q = larger * scaling, smaller * scaling
    root = b.sqrt(p * p + q * q)
    alike = root <= q * 2.0
    beyond, over = root - q, root - p
    first = alike.where(p * (beyond * 2.0 - p), over * 2.0 * (p - q * 2.0))
    second = alike.where((beyond - (p - q) * 2.0) * beyond, (over * 4.0 - q) * q + over * over)
    return apart.where(x + y, (root - (first + second) / (root * 2.0)) * back)
