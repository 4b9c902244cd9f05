"""x**y as exp(y * log(x)), with a logarithm of twice the precision.

An error of the logarithm is multiplied by up to 745 in the exponent, so about 65 bits of it are wanted. The
first two terms of its series are computed with their rounding errors (Muller, Elementary Functions, on pow).
Single precision is computed in double precision, with the short polynomials of single precision.
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import EXP_32, LOG_32, LOG_TAIL_64
from sct.backends.native.math.double_double import fast_sum, product
from sct.backends.native.math.exponential import exp_of_sum
from sct.backends.native.math.logarithm import LN2, parted, parted_normal
from sct.backends.native.math.registry import elementary

LOG_2, LOG2_E = 0.6931471805599453, 1.4426950408889634
INF, NAN = float("inf"), float("nan")
TWO_THIRDS = (0.6666666666666666, 3.700743415417188e-17)


def _log(b: Builder, x: Value) -> tuple[Value, Value]:
    """The logarithm of a positive finite number to about 68 bits."""
    k, m = parted(b, x)
    f = m - 1.0
    d = m + 1.0
    d_low = m - (d - 1.0)
    inverse = 1.0 / d
    s = f * inverse
    s_low = (b.fma(-s, d, f) - s * d_low) * inverse
    z, z_low = product(b, s, s)
    z_low = b.fma(s + s, s_low, z_low)
    cube, cube_low = product(b, s, z)
    cube_low = cube_low + b.fma(s, z_low, s_low * z)
    t, t_low = product(b, cube, TWO_THIRDS[0])
    t_low = t_low + b.fma(cube_low, TWO_THIRDS[0], cube * TWO_THIRDS[1])
    t_low = b.fma(cube * z, b.poly(z, LOG_TAIL_64), t_low)
    high, low = fast_sum(s + s, t)
    low = low + (s_low + s_low + t_low)
    high_2, low_2 = LN2[64]
    total, lost = fast_sum(k * high_2, high)
    return fast_sum(total, lost + b.fma(k, low_2, low))


def _single_size(b: Builder, a: Value, y: Value) -> Value:
    """`a**y` in double precision, of which as many bits are right as a single has, and some more."""
    k, m = parted_normal(b, a)
    f = m - 1.0
    s = f / (f + 2.0)
    z = s * s
    log_a = b.fma(k, LOG_2, b.fma(s * z, b.poly(z, LOG_32), s + s))
    p = b.clamp(y * log_a, -105.0, 90.0)
    n = b.rint(p * LOG2_E)
    r = b.fma(n, -LOG_2, p)
    return (b.fma(r * r, b.poly(r, EXP_32), r) + 1.0) * b.power_of_two(n)


def _size(b: Builder, a: Value, y: Value) -> Value:
    """`a**y` for `a` above 0, both finite."""
    if not b.double:
        w = b.wide()
        return b.convert(_single_size(w, w.convert(a), w.convert(y)))
    high, low = _log(b, a)
    p, p_low = product(b, high, y)
    p_low = b.fma(low, y, p_low)
    return exp_of_sum(b, p, (b.fabs(p) < 800.0).where(p_low, 0.0))


@elementary("power", arity=2)
def power(b: Builder, x: Value, y: Value) -> Value:
    """With the special cases of C99's `pow`, which NumPy has too."""
    a = b.fabs(x)
    result = _size(b, a, y)
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
