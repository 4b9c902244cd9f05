"""exp and its family.

The argument is parted into a multiple of log 2 and a rest of at most half of it (Cody and Waite, Software
Manual for the Elementary Functions, 1980; with a fused multiply-add two parts of log 2 are enough), the
rest goes into a polynomial, and the multiple into the exponent. The scale is applied in two steps, so that
results just below overflow and among the subnormal numbers are right.
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Number, Value
from sct.backends.native.math.coefficients import EXP_32, EXP_64
from sct.backends.native.math.double_double import fast_sum
from sct.backends.native.math.registry import elementary

__all__ = ["exp_of_sum", "quarter_exp", "quarter_expm1", "scale"]

LOG2_E = 1.4426950408889634
LOG_2 = {64: (0.6931471805599453, 2.3190468138462996e-17), 32: (0.6931471824645996, -1.9046542121259336e-09)}
# Below the first exp is 0, above the second it is infinite, by a margin.
BOUNDS = {64: (-746.0, 710.5), 32: (-105.0, 89.5)}


def _parted(b: Builder, x: Value) -> tuple[Value, Value]:
    """`n` and `r` with `x = n*log(2) + r`."""
    high, low = LOG_2[b.format.bits]
    n = b.rint(x * LOG2_E)
    return n, b.fma(n, -low, b.fma(n, -high, x))


def _expm1_rest(b: Builder, r: Value) -> Value:
    """`exp(r) - 1` for small `r`."""
    q = b.poly(r, EXP_64 if b.double else EXP_32)
    return b.fma(r * r, q, r)


def scale(b: Builder, x: Value, n: Value) -> Value:
    """`x * 2**n` in two steps, for every `n` that a result may need."""
    half = b.rint(n * 0.5)
    return x * b.power_of_two(half) * b.power_of_two(n - half)


@elementary("exp")
def exp(b: Builder, x: Value) -> Value:
    n, r = _parted(b, b.clamp(x, *BOUNDS[b.format.bits]))
    return scale(b, _expm1_rest(b, r) + 1.0, n)


def exp_of_sum(b: Builder, x: Value, rest: Value, factor: Number | Value = 1.0) -> Value:
    """`factor * exp(x + rest)` for a `rest` of the size of a rounding error in `x`, to little more than half an ulp.

    So close that results that are numbers of the format come out as these.
    """
    x = b.clamp(x, *BOUNDS[b.format.bits])
    high, low = LOG_2[b.format.bits]
    n = b.rint(x * LOG2_E)
    exact = b.fma(n, -high, x)
    near = b.fma(n, -low, exact)
    r, lost = fast_sum(near, rest)
    rest = b.fma(n, -low, exact - near) + lost
    total, lost = fast_sum(b.constant(1.0), r)
    tail = lost + b.fma(r * r, b.poly(r, EXP_64 if b.double else EXP_32), b.fma(r, rest, rest))
    if factor != 1.0:
        return scale(b, b.fma(total, factor, tail * factor), n)
    return scale(b, total + tail, n)


@elementary("exp2")
def exp2(b: Builder, x: Value) -> Value:
    x = b.clamp(x, -1080.0, 1025.0) if b.double else b.clamp(x, -152.0, 129.0)
    n = b.rint(x)
    return scale(b, _expm1_rest(b, (x - n) * 0.6931471805599453) + 1.0, n)


def quarter_expm1(b: Builder, x: Value) -> Value:
    """`(exp(x) - 1) / 4` for `x` from -87 on: a quarter, because sinh and cosh overflow later than exp."""
    n, r = _parted(b, x)
    power = b.power_of_two(n - 2.0)
    return b.fma(power, _expm1_rest(b, r), power - 0.25)


def quarter_exp(b: Builder, x: Value) -> Value:
    """`exp(x) / 4` for `x` from 0 on."""
    n, r = _parted(b, x)
    power = b.power_of_two(n - 2.0)
    return b.fma(power, _expm1_rest(b, r), power)


def _or_itself(b: Builder, x: Value, result: Value) -> Value:
    """`x` where it is so small that it is its own result: a quarter of it may be too small for all its digits."""
    return (b.fabs(x) < (2.0**-60 if b.double else 2.0**-30)).where(x, result)


@elementary("expm1")
def expm1(b: Builder, x: Value) -> Value:
    low, high = (-60.0, 710.5) if b.double else (-30.0, 89.5)
    return _or_itself(b, x, quarter_expm1(b, b.clamp(x, low, high)) * 4.0)


@elementary("expit")
def expit(b: Builder, x: Value) -> Value:
    """SciPy's formula, and its 0 where the exponential overflows."""
    return 1.0 / (exp(b, -x) + 1.0)


@elementary("tanh")
def tanh(b: Builder, x: Value) -> Value:
    a = b.clamp(b.fabs(x), 0.0, 22.0 if b.double else 10.0)
    e = quarter_expm1(b, a + a) * 4.0
    return _or_itself(b, x, b.copysign(e / (e + 2.0), x))


@elementary("sinh")
def sinh(b: Builder, x: Value) -> Value:
    a = b.clamp(b.fabs(x), 0.0, 710.6 if b.double else 89.6)
    quarter = quarter_expm1(b, a)
    e = b.clamp(quarter, 0.0, 2.0**60) * 4.0
    return _or_itself(b, x, b.copysign(b.fma(quarter, 2.0, e / (e + 1.0) * 0.5), x))


@elementary("cosh")
def cosh(b: Builder, x: Value) -> Value:
    quarter = quarter_exp(b, b.clamp(b.fabs(x), 0.0, 710.6 if b.double else 89.6))
    return b.fma(quarter, 2.0, 0.125 / quarter)
