"""cbrt and hypot."""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import CBRT_32, CBRT_64
from sct.backends.native.math.double_double import product
from sct.backends.native.math.registry import elementary

__all__: list[str] = []

INF, NAN = float("inf"), float("nan")
# Between these squares neither overflow nor lose digits; by the last numbers beyond are brought between.
RANGE = {64: (2.0**510, 2.0**-470, 2.0**600), 32: (2.0**62, 2.0**-60, 2.0**100)}
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
    x, y = b.fabs(x), b.fabs(y)
    larger, smaller = b.larger(x, y), b.smaller(x, y)
    high, low, far = RANGE[b.format.bits]
    huge, tiny = larger > high, larger < low
    scaling = huge.where(1.0 / far, tiny.where(far, 1.0))
    back = huge.where(far, tiny.where(1.0 / far, 1.0))
    larger, smaller = larger * scaling, smaller * scaling
    result = b.sqrt(b.fma(larger, larger, smaller * smaller)) * back
    result = x.unordered(y).where(NAN, result)
    return (x.equals(INF) | y.equals(INF)).where(INF, result)
