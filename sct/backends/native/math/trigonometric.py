"""sin, cos and tan.

Up to a bound the argument is reduced by a multiple of half of pi in three parts, with fused multiply-adds
(Cody and Waite 1980; Muller et al., Handbook of Floating-Point Arithmetic, on range reduction). Beyond it,
where almost no argument is, the exact reduction of Payne and Hanek (1983) in whole numbers takes over, one
number at a time: see `far_reduction`. The polynomials on the rest have the form of fdlibm's `k_sin.c` and `k_cos.c`.
"""

from __future__ import annotations

from sct.backends.native.math.builder import F64, Builder, Format, Value
from sct.backends.native.math.coefficients import COS_32, COS_64, SIN_32, SIN_64
from sct.backends.native.math.double_double import fast_sum, product, total
from sct.backends.native.math.far_reduction import reduction
from sct.backends.native.math.registry import UNOPTIMISED, Formula, Slow, elementary

TWO_OVER_PI = 0.6366197723675814
PI_2 = {
    64: (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33),
    32: (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
}
# Up to here the multiple is right to a few thousandths, and the parts of pi/2 suffice.
BOUND = {64: 2.0**40, 32: 2.0**17}

Reduced = tuple[Value, Value, Value]


def _far(b: Builder, x: Value) -> Value:
    return b.fabs(x) > BOUND[b.format.bits]


def _near_reduction(b: Builder, a: Value) -> Reduced:
    """`r`, a correction of `r`, and the multiple of pi/2 in the last bits of a whole number, for `a` from 0 on."""
    first, second, third = PI_2[b.format.bits]
    n = b.rint(a * TWO_OVER_PI)
    r = b.fma(n, -first, a)  # exact
    part, part_lost = product(b, n, second)
    high, lost = total(r, -part)
    high, low = fast_sum(high, lost - b.fma(n, third, part_lost))
    return high, low, (n + b.format.magic).bits


def _sin(b: Builder, r: Value, low: Value, z: Value) -> Value:
    tail = b.poly(z, SIN_64 if b.double else SIN_32)
    return r + b.fma(r * z, tail, b.fma(z * -0.5, low, low))


def _cos(b: Builder, r: Value, low: Value, z: Value) -> Value:
    half = z * 0.5
    w = 1.0 - half
    tail = b.fma(z * z, b.poly(z, COS_64 if b.double else COS_32), -(r * low))
    return w + (((1.0 - w) - half) + tail)


def _odd(n: Value) -> Value:
    return (n & 1).differs(0)


def _flip(b: Builder, value: Value, sign: Value) -> Value:
    """`value`, negative where the first bit of `sign` is set."""
    return (value.bits ^ (sign & -(1 << b.format.bits - 1))).number


def _sin_of(b: Builder, x: Value, reduced: Reduced) -> Value:
    r, low, n = reduced
    z = r * r
    size = _odd(n).where(_cos(b, r, low, z), _sin(b, r, low, z))
    return _flip(b, size, (n << b.format.bits - 2) ^ x.bits)


def _cos_of(b: Builder, x: Value, reduced: Reduced) -> Value:
    r, low, n = reduced
    z = r * r
    size = _odd(n).where(_sin(b, r, low, z), _cos(b, r, low, z))
    return _flip(b, size, (n + 1) << b.format.bits - 2)


def _tan_of(b: Builder, x: Value, reduced: Reduced) -> Value:
    r, low, n = reduced
    z = r * r
    s, c = _sin(b, r, low, z), _cos(b, r, low, z)
    odd = _odd(n)
    return _flip(b, odd.where(c, s) / odd.where(s, c), (n << b.format.bits - 1) ^ x.bits)


def _slow(name: str, finish: Formula) -> Slow:
    """In double precision always: where a single is far, it is in the range of the exact reduction."""

    def texts(form: Format) -> list[str]:
        double = reduction(name, finish)
        if form is F64:
            return [double]
        b = Builder(form)
        wide = b.wide()
        x = wide.convert(Value(b, "%x", "f"))
        result = b.convert(wide.emit("f", f"call double @sct.{name}.slow.f64(double {x.name})"))
        code = "\n".join([*b.lines, f"  ret float {result.name}", "}", ""])
        head = f"define internal float @sct.{name}.slow.f32(float %x)"
        return [double, f"{head} {UNOPTIMISED} {{\n{code}"]

    return texts


def _enter(name: str, finish: Formula) -> None:
    @elementary(name, far=_far, slow=_slow(name, finish))
    def near(b: Builder, x: Value) -> Value:
        return finish(b, x, _near_reduction(b, b.fabs(x)))


_enter("sin", _sin_of)
_enter("cos", _cos_of)
_enter("tan", _tan_of)
