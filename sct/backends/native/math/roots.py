"""cbrt and hypot."""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import CBRT_32, CBRT_64
from sct.backends.native.math.double_double import product
from sct.backends.native.math.logarithm import parted
from sct.backends.native.math.registry import elementary

__all__: list[str] = []

INF, NAN = float("inf"), float("nan")
# Between these squares neither overflow nor lose digits; by the last numbers beyond are brought between.
RANGE = {64: (2.0**510, 2.0**-470, 2.0**600), 32: (2.0**62, 2.0**-60, 2.0**100)}
ROOT_OF_2 = 1.2599210498948732


@elementary("cbrt")
def cbrt(b: Builder, x: Value) -> Value:
    """A polynomial, then one step of Halley's method, whose correction is so small that its rounding hardly counts."""
    a = b.fabs(x)
    k, m = parted(b, a)
    third = b.rint(k * (1.0 / 3.0))
    rest = k - third * 3.0
    over, under = rest > 0.5, rest < -0.5
    t = m * over.where(2.0, under.where(0.5, 1.0))
    guess = b.poly(m, CBRT_64 if b.double else CBRT_32) * over.where(ROOT_OF_2, under.where(1.0 / ROOT_OF_2, 1.0))
    square, lost = product(b, guess, guess)
    error = b.fma(-square, guess, t) - lost * guess
    cube = square * guess
    root = b.fma(guess, error / (cube + cube + t), guess) * b.power_of_two(third)
    return ((a > 0.0) & (a < INF)).where(b.copysign(root, x), x)


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
