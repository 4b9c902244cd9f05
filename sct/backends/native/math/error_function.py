"""erf and erfc.

Near 0 erf is a polynomial. Further out, erfc is `exp(-x**2)` times a function that falls as `1/x` does, which
becomes a polynomial in `(x - c)/(x + c)` (Shepherd and Laframboise, Mathematics of Computation 36, 1981).
"""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.coefficients import (
    ERF_32,
    ERF_64,
    ERFC_32,
    ERFC_64,
    ERFC_NEAR_32,
    ERFC_NEAR_64,
)
from sct.backends.native.math.double_double import product
from sct.backends.native.math.exponential import exp, exp_of_sum
from sct.backends.native.math.registry import elementary

LOG_OF_LARGEST = 709.782712893384


def _slope(b: Builder, square: Value) -> Value:
    """`erf(x)/x - 1` near 0."""
    return b.poly(square, ERF_64 if b.double else ERF_32)


@elementary("erf")
def erf(b: Builder, x: Value) -> Value:
    """The error function; `1 - erfc(x)` from 1 on."""
    a = b.clamp(b.fabs(x), 0.0, 6.0 if b.double else 4.0)
    square = a * a
    t = (a - 2.0) / (a + 2.0)
    far = b.poly(t, ERFC_NEAR_64 if b.double else ERFC_NEAR_32) / (a * 2.0 + 1.0)
    far = b.fma(-exp(b, -square), far, 1.0)
    return b.copysign((a > 1.0).where(far, b.fma(a, _slope(b, square), a)), x)


@elementary("erfc")
def erfc(b: Builder, x: Value) -> Value:
    """`1 - erf(x)`, without the loss of digits; 0, as SciPy has it, where the result would be subnormal."""
    a = b.clamp(b.fabs(x), 0.0, 27.5 if b.double else 10.5)
    square, lost = product(b, a, a)
    t = (a - 4.0) / (a + 4.0)
    far = b.horner(t, ERFC_64 if b.double else ERFC_32) / (a * 2.0 + 1.0)
    far = exp_of_sum(b, -square, -lost, far)
    if b.double:
        far = (square > LOG_OF_LARGEST).where(0.0, far)
    far = (x < 0.0).where(2.0 - far, far)
    near = b.fma(-x, _slope(b, square), 1.0 - x)
    return (a < 0.75).where(near, far)
