"""log and its family.

A positive number is parted into `2**k * (1 + f)` with `1 + f` between the square roots of a half and of 2;
`log(1 + f)` is `f` and what is beyond it: in double precision a series in `s = f / (2 + f)`, arranged as in fdlibm's
`e_log.c` (Sun Microsystems, 1993), so that the rounding error of the leading term does not count; in single
precision, where that is quicker than a division, a polynomial.
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import LOG_64, LOG_NEAR_32
from sct.backends.native.math.registry import elementary

__all__ = ["LN2", "log_of", "log_of_sum", "parted", "parted_normal"]

INF, NAN = float("inf"), float("nan")
# log 2 in two parts, the first so short that its product with an exponent is exact
LN2 = {64: (6.93147180369123816490e-01, 1.90821492927058770002e-10), 32: (0.693359375, -2.12194440e-4)}
Parted = tuple[Value, Value]
HALF_ROOT = {64: 0x3FE6A09E667F3BCD, 32: 0x3F3504F3}


def parted(b: Builder, x: Value) -> Parted:
    """`k` and `m` with `x = 2**k * m`, for positive finite `x`, subnormal ones too."""
    lift = b.format.mantissa + 2
    small = x < b.format.tiny
    k, m = parted_normal(b, small.where(x * 2.0**lift, x))
    return k + small.where(-float(lift), 0.0), m


def parted_normal(b: Builder, x: Value) -> Parted:
    """The same for numbers that are not subnormal."""
    form = b.format
    shifted = _shifted(b, x)
    # the exponent goes into the last bits of 2**mantissa
    whole = (shifted >> form.mantissa) | (form.bias + form.mantissa << form.mantissa)
    k = whole.number - (2.0**form.mantissa + form.bias)
    return k, ((shifted & ((1 << form.mantissa) - 1)) + HALF_ROOT[form.bits]).number


def _shifted(b: Builder, x: Value) -> Value:
    """Bits in which the exponent is that of the next power of 2 below the number times the square root of 2."""
    return x.bits + ((b.format.bias << b.format.mantissa) - HALF_ROOT[b.format.bits])


def _beyond(b: Builder, f: Value, unit: float = 1.0) -> Value:
    """`unit * (log(1 + f) - f)`, in which a rounding error counts a fifth of one in the logarithm at most."""
    square = f * f
    if not b.double:
        return square * b.parity(f, square, [c * unit for c in LOG_NEAR_32])
    s = f / (f + 2.0)
    half_square = square * (0.5 * unit)
    z = s * s
    series = b.parity(z, z * z, [c * unit for c in LOG_64])
    return b.fma(s, b.fma(z, series, half_square), -half_square)


def _natural(b: Builder, k: Value, f: Value) -> Value:
    """`log(2**k * (1 + f))`."""
    high, low = LN2[b.format.bits]
    return b.fma(k, high, f + b.fma(k, low, _beyond(b, f)))


def _near(b: Builder, f: Value, unit: tuple[float, float]) -> Value:
    """`unit * log(1 + f)`."""
    high, low = unit
    return b.fma(f, high, b.fma(f, low, _beyond(b, f, high)))


def _edges(b: Builder, x: Value, result: Value) -> Value:
    """What logarithms have in common: at 0, at infinity, below 0 and for NaN."""
    result = x.equals(INF).where(INF, result)
    result = x.equals(0.0).where(-INF, result)
    return (x >= 0.0).where(result, NAN)


@elementary("log")
def log(b: Builder, x: Value) -> Value:
    k, m = parted(b, x)
    return _edges(b, x, _natural(b, k, m - 1.0))


LOG2_E = {64: (1.4426950408889634, 2.0355273740931033e-17), 32: (1.4426950216293335, 1.925963033500011e-08)}
LOG10_E = {64: (0.4342944819032518, 1.098319650216765e-17), 32: (0.4342944920063019, -1.0103049952192578e-08)}
LOG10_2 = {64: (0.3010299956639812, -2.8037281277851704e-18), 32: (0.3010300099849701, -1.432098883924482e-08)}


@elementary("log2")
def log2(b: Builder, x: Value) -> Value:
    k, m = parted(b, x)
    return _edges(b, x, k + _near(b, m - 1.0, LOG2_E[b.format.bits]))


@elementary("log10")
def log10(b: Builder, x: Value) -> Value:
    k, m = parted(b, x)
    high, low = LOG10_2[b.format.bits]
    return _edges(b, x, b.fma(k, high, b.fma(k, low, _near(b, m - 1.0, LOG10_E[b.format.bits]))))


def log_of_sum(b: Builder, x: Value, *, doubled: Value | None = None) -> Value:
    """`log(1 + x)` for finite `x` above -1; where `doubled` holds, `log(2 + 2*x)`."""
    u = x + 1.0
    k, _ = parted_normal(b, u)  # the sum is 0 or far from it
    if doubled is not None:
        k = k + doubled.where(1.0, 0.0)
    return _natural(b, k, _scaled_sum(b, u, x))


def log_of(b: Builder, u: Value, x: Value, *, exact: Value) -> Value:
    """`log(1 + x)` where `u` is the rounded sum; where `exact` holds, `log(u)`."""
    k, m = parted(b, u)
    return _natural(b, k, exact.where(m - 1.0, _scaled_sum(b, u, x)))


def _scaled_sum(b: Builder, u: Value, x: Value) -> Value:
    """`(1 + x) / 2**k - 1`, rounded once, for the `k` of the rounded sum `u`."""
    form = b.format
    exponent = _shifted(b, u) & -(1 << form.mantissa)
    inverse = ((2 * form.bias + 2 << form.mantissa) - exponent).number  # 4 / 2**k is normal for the largest numbers too
    return b.fma(x * inverse, 0.25, b.fma(inverse, 0.25, -1.0))


@elementary("log1p")
def log1p(b: Builder, x: Value) -> Value:
    result = b.copysign(log_of_sum(b, x), x)
    result = x.equals(INF).where(INF, result)
    result = x.equals(-1.0).where(-INF, result)
    return (x >= -1.0).where(result, NAN)
