"""What is a logarithm of `1 + x`: the inverse hyperbolic functions, logit, logarithms of sums of exponentials."""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.exponential import exp, exp2
from sct.backends.native.math.logarithm import log_of, log_of_sum
from sct.backends.native.math.registry import elementary

__all__: list[str] = []

INF, NAN = float("inf"), float("nan")
# From here on x + sqrt(x*x ± 1) is 2*x.
HUGE = {64: 2.0**60, 32: 2.0**30}


@elementary("arcsinh")
def arcsinh(b: Builder, x: Value) -> Value:
    a = b.fabs(x)
    huge = a > HUGE[b.format.bits]
    square = a * a
    sum_less_1 = a + square / (b.sqrt(square + 1.0) + 1.0)
    result = log_of_sum(b, huge.where(a, sum_less_1), doubled=huge)
    return b.copysign((a < INF).where(result, a), x)


@elementary("arccosh")
def arccosh(b: Builder, x: Value) -> Value:
    t = x - 1.0
    huge = x > HUGE[b.format.bits]
    result = log_of_sum(b, huge.where(x, t + b.sqrt(b.fma(t, t, t + t))), doubled=huge)
    result = (x < INF).where(result, x)
    return (x >= 1.0).where(result, NAN)


@elementary("arctanh")
def arctanh(b: Builder, x: Value) -> Value:
    a = b.fabs(x)
    result = log_of_sum(b, (a + a) / (1.0 - a)) * 0.5
    result = a.equals(1.0).where(INF, result)
    return b.copysign((a <= 1.0).where(result, NAN), x)


@elementary("logit")
def logit(b: Builder, p: Value) -> Value:
    """`log(p / (1 - p))`; around a half as `log(1 + (2*p - 1) / (1 - p))`, which loses no digits there."""
    odds, less_1 = p / (1.0 - p), (p + p - 1.0) / (1.0 - p)
    low = p < 0.25
    result = log_of(b, low.where(odds, less_1 + 1.0), less_1, exact=low)
    result = p.equals(0.0).where(-INF, result)
    result = p.equals(1.0).where(INF, result)
    return ((p >= 0.0) & (p <= 1.0)).where(result, NAN)


@elementary("logaddexp", arity=2)
def logaddexp(b: Builder, x: Value, y: Value) -> Value:
    e = exp(b, -b.fabs(x - y))
    return _sum_of_powers(b, x, y, log_of_sum(b, e), 0.6931471805599453)


@elementary("logaddexp2", arity=2)
def logaddexp2(b: Builder, x: Value, y: Value) -> Value:
    e = exp2(b, -b.fabs(x - y))
    return _sum_of_powers(b, x, y, log_of_sum(b, e) * 1.4426950408889634, 1.0)


def _sum_of_powers(b: Builder, x: Value, y: Value, rest: Value, log_2: float) -> Value:
    larger = b.larger(x, y)
    result = larger + (x - y).equals(x - y).where(rest, 0.0)  # equal infinities
    result = x.equals(y).where(x + log_2, result)
    return x.unordered(y).where(NAN, result)
