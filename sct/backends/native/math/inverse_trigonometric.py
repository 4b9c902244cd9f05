"""arcsin, arccos, arctan and arctan2.

arcsin and arccos go through `arcsin(x) = pi/2 - 2*arcsin(sqrt((1 - x)/2))` from a half on, as in fdlibm's
`e_asin.c`. The arctangent of a quotient is brought between the tangents of -pi/8 and pi/8 by taking off pi/4 or pi/2
first; numerator and denominator are chosen, so that there is one division.
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Number, Value
from sct.backends.native.math.coefficients import ASIN_32, ASIN_64, ATAN_32, ATAN_64
from sct.backends.native.math.registry import elementary

__all__: list[str] = []

INF, NAN = float("inf"), float("nan")
PI_2 = {64: (1.5707963267948966, 6.123233995736766e-17), 32: (1.5707963705062866, -4.371138828673793e-08)}
TAN_PI_8 = 0.41421356237309503


def _arcsin(b: Builder, a: Value) -> tuple[Value, Value, Value, Value]:
    """For `a` from 0 to 1: whether it is above a half, and `s`, `tail`, `s + tail`.

    Their sum is arcsin(a) up to a half, half of arccos(a) above.
    """
    far = a > 0.5
    z = far.where((1.0 - a) * 0.5, a * a)
    s = far.where(b.sqrt(z), a)
    tail = s * z * b.poly(z, ASIN_64 if b.double else ASIN_32)
    return far, s, tail, s + tail


@elementary("arcsin")
def arcsin(b: Builder, x: Value) -> Value:
    far, _, _, angle = _arcsin(b, b.fabs(x))
    high, low = PI_2[b.format.bits]
    return b.copysign(far.where(high - (angle + angle - low), angle), x)


@elementary("arccos")
def arccos(b: Builder, x: Value) -> Value:
    far, s, tail, angle = _arcsin(b, b.fabs(x))
    high, low = PI_2[b.format.bits]
    below = x < 0.0
    outside = below.where(2 * high - (angle + angle - 2 * low), angle + angle)
    sine, rest = b.copysign(s, x), b.copysign(tail, x)
    return far.where(outside, high - (sine - (low - rest)))


def _quotient(b: Builder, y: Value, x: Number | Value) -> tuple[Value, Value, Value]:
    """The arctangent of `y/x`, neither negative: whether pi/2 and pi/4 are to be added (one at most), and the rest."""
    steep = y > x * (1.0 / TAN_PI_8)
    middle = y > x * TAN_PI_8
    numerator = steep.where(-x, middle.where(y - x, y))
    denominator = steep.where(y, middle.where(y + x, x))
    q = numerator / denominator
    z = q * q
    return steep, middle, b.fma(q * z, b.poly(z, ATAN_64 if b.double else ATAN_32), q)


@elementary("arctan")
def arctan(b: Builder, x: Value) -> Value:
    steep, middle, rest = _quotient(b, b.fabs(x), b.constant(1.0))
    high, low = PI_2[b.format.bits]
    base = steep.where(high, middle.where(high * 0.5, 0.0))
    base_low = steep.where(low, middle.where(low * 0.5, 0.0))
    return b.copysign(base + (base_low + rest), x)


@elementary("arctan2", arity=2)
def arctan2(b: Builder, y: Value, x: Value) -> Value:
    up, across = b.fabs(y), b.fabs(x)
    diagonal = up.equals(INF) & across.equals(INF)
    up = diagonal.where(1.0, up)
    across = (diagonal | up.equals(0.0)).where(1.0, across)
    # their sum must not overflow
    top = 2.0 ** (b.format.bias - 20)
    shrink = ((up > top) | (across > top)).where(2.0**-40, 1.0)
    steep, middle, rest = _quotient(b, up * shrink, across * shrink)
    high, low = PI_2[b.format.bits]
    left = x.bits < 0
    base = steep.where(high, middle.where(left.where(high * 1.5, high * 0.5), left.where(high * 2, 0.0)))
    base_low = steep.where(low, middle.where(left.where(_low_of_three(b), low * 0.5), left.where(low * 2, 0.0)))
    result = b.copysign(base + (base_low + left.where(-rest, rest)), y)
    return x.unordered(y).where(NAN, result)


def _low_of_three(b: Builder) -> float:
    """What `high * 1.5`, as it is rounded to the format, lacks of 3/4 pi."""
    return 9.184850993605148e-17 if b.double else -5.962440227403018e-09
