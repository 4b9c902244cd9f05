"""x**y as exp(y * log(x)), with a logarithm of more bits than a number has.

An error of the logarithm is multiplied by up to 745 in the exponent, so about 63 bits of it are wanted. The number
is multiplied by one close to its inverse, of which a table knows the logarithm; the first terms of the series of the
rest are added with their rounding errors. The exponential takes its sixteenths from a table, too (Tang 1989 and 1990;
Muller, Elementary Functions, on both). Single precision is computed in double precision, without these.
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import EXP_32, EXP_CLOSE_64, LOG_CLOSE_32, LOG_CLOSE_TAIL_64
from sct.backends.native.math.double_double import fast_sum, product
from sct.backends.native.math.exponential import scale
from sct.backends.native.math.logarithm import LN2
from sct.backends.native.math.power_tables import (
    CLOSE_INVERSE,
    CLOSE_LOG,
    CLOSE_LOG_LOW,
    CLOSE_LOG_SINGLE,
    SIXTEENTHS,
    SIXTEENTHS_LOW,
)
from sct.backends.native.math.registry import elementary

LOG_2, LOG2_E = 0.6931471805599453, 1.4426950408889634
INF, NAN = float("inf"), float("nan")
FIRST = 0x3FE7800000000000  # 47/64, where the table begins
MANTISSA = (1 << 52) - 1
# a sixteenth of log 2 in two parts, the first so short that its product with 15 bits is exact
SIXTEENTH = (0.04332169878489367, 1.0291218489310676e-13)
Pair = tuple[Value, Value]


def _parted(b: Builder, x: Value) -> tuple[Value, Value, Value]:
    """Of a positive normal number the exponent, its product with its close inverse, less 1, and the table's place."""
    shifted = x.bits + ((1023 << 52) - FIRST)
    k = ((shifted >> 52) | (1023 + 52 << 52)).number - (2.0**52 + 1023)
    m = ((shifted & MANTISSA) + FIRST).number
    place = shifted >> 48
    return k, b.fma(m, b.lookup("close_inverse", CLOSE_INVERSE, place), -1.0), place


def _exponent(b: Builder, x: Value, y: Value, lift: Value | None = None) -> Pair:
    """`y * log(x)` in two parts, for a positive normal `x`, which is `2**lift` too large."""
    k, f, place = _parted(b, x)
    if lift is not None:
        k = k - lift
    high_2, low_2 = LN2[64]
    known = b.fma(k, high_2, b.lookup("close_log", CLOSE_LOG, place))  # exact
    tail = b.fma(k, low_2, b.lookup("close_log_low", CLOSE_LOG_LOW, place))
    high, lost = fast_sum(known, f)
    tail = tail + lost
    half = f * -0.5
    square, lost = product(b, f, half)
    tail = tail + lost
    high, lost = fast_sum(high, square)
    tail = tail + lost
    low = b.fma(f * square, b.poly(f, LOG_CLOSE_TAIL_64), tail)
    p, p_low = product(b, high, y)
    return p, b.fma(low, y, p_low)


def _power(b: Builder, p: Value, p_low: Value) -> Pair:
    """What `exp(p + p_low)` is but for whole powers of 2, and in the last bits of a whole number these, times 16."""
    shifted = b.fma(p + p_low, 16 * LOG2_E, b.format.magic)
    n = shifted - b.format.magic
    r = b.fma(n, -SIXTEENTH[1], b.fma(n, -SIXTEENTH[0], p)) + p_low
    place = shifted.bits
    beyond = b.fma(r * r, b.poly(r, EXP_CLOSE_64), b.lookup("sixteenths_low", SIXTEENTHS_LOW, place) + r)
    whole = b.lookup("sixteenths", SIXTEENTHS, place)
    return b.fma(whole, beyond, whole), place


def _size(b: Builder, x: Value, y: Value) -> Pair:
    """`x**y` for positive normal numbers, and the exponent of e."""
    p, p_low = _exponent(b, x, y)
    rest, place = _power(b, p, p_low)
    return (rest.bits + ((place & -16) << 48)).number, p


def _general_size(b: Builder, x: Value, y: Value) -> Value:
    """`x**y` for positive finite numbers."""
    small = x < b.format.tiny
    p, p_low = _exponent(b, small.where(x * 2.0**54, x), y, small.where(54.0, 0.0))
    rest, place = _power(b, b.clamp(p, -760.0, 760.0), (b.fabs(p) < 760.0).where(p_low, 0.0))
    sixteenths = place.number - b.format.magic
    return scale(b, rest, b.call("floor", sixteenths * 0.0625))


def _single_exponent(b: Builder, x: Value, y: Value) -> Value:
    """`y * log(x)` with as many bits as single precision needs."""
    k, f, place = _parted(b, x)
    known = b.fma(k, LOG_2, b.lookup("close_log_single", CLOSE_LOG_SINGLE, place))
    return (known + b.fma(f * f, b.poly(f, LOG_CLOSE_32), f)) * y


def _single_power(b: Builder, p: Value) -> Value:
    shifted = b.fma(p, LOG2_E, b.format.magic)
    r = b.fma(shifted - b.format.magic, -LOG_2, p)
    return ((b.fma(r * r, b.poly(r, EXP_32), r) + 1.0).bits + (shifted.bits << 52)).number


def _is_positive(b: Builder, x: Value) -> Value:
    """Whether `x` is a positive normal number: compared as whole numbers without sign, all others are larger."""
    form = b.format
    first, beyond = 1 << form.mantissa, (2 * form.bias + 1) << form.mantissa
    return b.emit("b", f"icmp ult {b.type('i')} {(x.bits - first).name}, {b.text(beyond - first, 'i')}")


def _quick(b: Builder, x: Value, y: Value) -> Pair:
    """For positive normal numbers whose power is normal, too."""
    if b.double:
        result, p = _size(b, x, y)
        far = ~(b.fabs(p) < 700.0)
    else:
        w = b.wide()
        p = _single_exponent(w, w.convert(x), w.convert(y))
        result = b.convert(_single_power(w, p))
        far = ~(w.fabs(p) < 700.0)
    return result, far | ~_is_positive(b, x)


@elementary("power", arity=2, quick=_quick)
def power(b: Builder, x: Value, y: Value) -> Value:
    """For all arguments, with the special cases of C99's `pow`, which NumPy has too."""
    a = b.fabs(x)
    if b.double:
        result = _general_size(b, a, y)
    else:
        w = b.wide()
        result = b.convert(_single_power(w, w.clamp(_single_exponent(w, w.convert(a), w.convert(y)), -700.0, 700.0)))
    # bases 0 and infinity
    rising = y > 0.0
    result = a.equals(0.0).where(rising.where(0.0, INF), result)
    result = a.equals(INF).where(rising.where(INF, 0.0), result)
    result = a.equals(1.0).where(1.0, result)
    # below 0: only whole exponents, and the odd ones keep the sign
    half = y * 0.5
    whole = b.rint(y).equals(y)
    odd = whole & b.rint(half).differs(half)
    result = b.copysign(result, odd.where(x, 1.0))
    undefined = (x < 0.0) & (a < INF) & ~whole
    result = undefined.where(NAN, result)
    result = x.unordered(y).where(NAN, result)
    return (y.equals(0.0) | x.equals(1.0)).where(1.0, result)
