"""log and its family.

A positive number is parted into `2**k * (1 + f)` with `1 + f` between the square roots of a half and of 2;
`log(1 + f)` is a series in `s = f / (2 + f)`, arranged as in fdlibm's `e_log.c` (Sun Microsystems, 1993), so
that the rounding error of the leading term does not count.
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Number, Value
from sct.backends.native.math.coefficients import LOG_32, LOG_64
from sct.backends.native.math.registry import elementary
from sct.records import record

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
    shifted = x.bits + ((form.bias << form.mantissa) - HALF_ROOT[form.bits])
    # the exponent goes into the last bits of 2**mantissa
    whole = (shifted >> form.mantissa) | (form.bias + form.mantissa << form.mantissa)
    k = whole.number - (2.0**form.mantissa + form.bias)
    return k, ((shifted & ((1 << form.mantissa) - 1)) + HALF_ROOT[form.bits]).number


@record
class _Series:
    """`log(1 + f) = f - half_square + correction`."""

    f: Value
    half_square: Value
    correction: Value


def _series(b: Builder, f: Value) -> tuple[_Series, Value]:
    """The series of `log(1 + f)`, and `s`."""
    s = f / (f + 2.0)
    z = s * s
    half_square = f * f * 0.5
    return _Series(f, half_square, s * b.fma(z, b.poly(z, LOG_64 if b.double else LOG_32), half_square)), s


def _total(b: Builder, series: _Series, k: Value, rest: Number | Value) -> Value:
    high, low = LN2[b.format.bits]
    correction = b.fma(k, low, series.correction + rest)
    return b.fma(k, high, series.f - (series.half_square - correction))


def _edges(b: Builder, x: Value, result: Value) -> Value:
    """What logarithms have in common: at 0, at infinity, below 0 and for NaN."""
    result = x.equals(INF).where(INF, result)
    result = x.equals(0.0).where(-INF, result)
    return (x >= 0.0).where(result, NAN)


@elementary("log")
def log(b: Builder, x: Value) -> Value:
    k, m = parted(b, x)
    return _edges(b, x, _total(b, _series(b, m - 1.0)[0], k, 0.0))


def _high_and_low(b: Builder, f: Value) -> tuple[Value, Value]:
    """`log(1 + f)` as a sum that is more exact than one number can be."""
    series, _ = _series(b, f)
    high = f - series.half_square
    lost = b.fma(f * 0.5, f, -series.half_square)
    return high, (((f - high) - series.half_square) - lost) + series.correction


def _times(b: Builder, high: Value, low: Value, constant: tuple[float, float]) -> tuple[Value, Value]:
    product = high * constant[0]
    return product, b.fma(low, constant[0], b.fma(high, constant[1], b.fma(high, constant[0], -product)))


LOG2_E = {64: (1.4426950408889634, 2.0355273740931033e-17), 32: (1.4426950216293335, 1.925963033500011e-08)}
LOG10_E = {64: (0.4342944819032518, 1.098319650216765e-17), 32: (0.4342944920063019, -1.0103049952192578e-08)}
LOG10_2 = {64: (0.3010299956639812, -2.8037281277851704e-18), 32: (0.3010300099849701, -1.432098883924482e-08)}


@elementary("log2")
def log2(b: Builder, x: Value) -> Value:
    k, m = parted(b, x)
    high, low = _times(b, *_high_and_low(b, m - 1.0), LOG2_E[b.format.bits])
    total = k + high
    return _edges(b, x, total + (((k - total) + high) + low))


@elementary("log10")
def log10(b: Builder, x: Value) -> Value:
    k, m = parted(b, x)
    high, low = _times(b, *_high_and_low(b, m - 1.0), LOG10_E[b.format.bits])
    scaled, rest = _times(b, k, b.constant(0.0), LOG10_2[b.format.bits])
    total = scaled + high
    return _edges(b, x, total + (((scaled - total) + high) + (rest + low)))


def log_of_sum(b: Builder, x: Value, *, doubled: Value | None = None) -> Value:
    """`log(1 + x)` for finite `x` above -1; where `doubled` holds, `log(2 + 2*x)`."""
    u = x + 1.0
    return _log_of(b, u, x, parted_normal(b, u), doubled=doubled)  # the sum is 0 or far from it


def log_of(b: Builder, u: Value, x: Value, *, exact: Value | None = None) -> Value:
    """`log(1 + x)` where `u` is the rounded sum; where `exact` holds, `log(u)`, for `u` below a half."""
    return _log_of(b, u, x, parted(b, u), exact=exact)


def _log_of(
    b: Builder, u: Value, x: Value, parts: Parted, *, exact: Value | None = None, doubled: Value | None = None
) -> Value:
    larger = b.fabs(x) > 1.0
    lost = larger.where(1.0 - (u - x), x - (u - 1.0))
    k, m = parts
    here = k.equals(0.0)  # then x itself is f
    unshared = here if exact is None else here | exact
    series, s = _series(b, here.where(x, m - 1.0))
    # lost / u: 1/m = (1 - s)/(1 + s) to a few bits is all that a rounding error needs
    share = lost * b.poly(s, (1.0, -2.0, 2.0, -2.0, 2.0)) * b.power_of_two(-_at_most(b, k))
    if doubled is not None:
        k = k + doubled.where(1.0, 0.0)
    return _total(b, series, k, unshared.where(0.0, share))


def _at_most(b: Builder, k: Value) -> Value:
    """Exponents beyond which nothing of a rounding error is left."""
    most = float(b.format.bias - 2)
    return (k > most).where(most, k)


@elementary("log1p")
def log1p(b: Builder, x: Value) -> Value:
    result = b.copysign(log_of_sum(b, x), x)
    result = x.equals(INF).where(INF, result)
    result = x.equals(-1.0).where(-INF, result)
    return (x >= -1.0).where(result, NAN)
