"""fmod, remainder and floor_divide, exact.

`a - trunc(a/c)*c` with a fused multiply-add is exact as long as the quotient has no more digits than a number
has; it may be off by one `c`. Beyond that, the slow way divides the mantissas as whole numbers, some bits at a time.
"""

from __future__ import annotations

from collections.abc import Callable

from sct.backends.native.math.builder import F64, Builder, Format, Value
from sct.backends.native.math.registry import UNOPTIMISED, Slow, elementary

__all__: list[str] = []

INF, NAN = float("inf"), float("nan")
Finish = Callable[[Builder, Value, Value, Value], Value]


def _far(b: Builder, x: Value, y: Value) -> Value:
    a, c = b.fabs(x), b.fabs(y)
    return (a >= c * 2.0 ** (b.format.mantissa - 1)) & (a < INF) & (c > 0.0)


def _near(b: Builder, x: Value, y: Value) -> Value:
    """`fmod(x, y)` where the quotient is small."""
    a, c = b.fabs(x), b.fabs(y)
    rest = b.fma(-b.call("trunc", a / c), c, a)
    rest = (rest < 0.0).where(rest + c, rest)
    rest = (rest >= c).where(rest - c, rest)
    return b.copysign((c.equals(INF) & (a < INF)).where(a, rest), x)


# Both are finite and y is not 0: x is r * 2**e and y is m * 2**f with e not below f, and r is brought below m.
_SLOW = f"define internal double @sct.fmod.slow.f64(double %x, double %y) {UNOPTIMISED} {{" + """
entry:
  %xb = bitcast double %x to i64
  %yb = bitcast double %y to i64
  %xe0 = lshr i64 %xb, 52
  %ye0 = lshr i64 %yb, 52
  %xe1 = and i64 %xe0, 2047
  %ye1 = and i64 %ye0, 2047
  %xe = call i64 @llvm.umax.i64(i64 %xe1, i64 1)
  %ye = call i64 @llvm.umax.i64(i64 %ye1, i64 1)
  %xn = icmp ne i64 %xe1, 0
  %yn = icmp ne i64 %ye1, 0
  %xi = select i1 %xn, i64 4503599627370496, i64 0
  %yi = select i1 %yn, i64 4503599627370496, i64 0
  %xf = and i64 %xb, 4503599627370495
  %yf = and i64 %yb, 4503599627370495
  %r0 = or i64 %xf, %xi
  %m0 = or i64 %yf, %yi
  ; other lanes of a vector come here too: they must not divide by zero
  %m = call i64 @llvm.umax.i64(i64 %m0, i64 1)
  %first = urem i64 %r0, %m
  br label %loop
loop:
  %r = phi i64 [ %first, %entry ], [ %next, %step ]
  %e = phi i64 [ %xe, %entry ], [ %lower, %step ]
  %left = sub i64 %e, %ye
  %more = icmp sgt i64 %left, 0
  br i1 %more, label %step, label %done
step:
  %bits = call i64 @llvm.umin.i64(i64 %left, i64 11)
  %shifted = shl i64 %r, %bits
  %next = urem i64 %shifted, %m
  %lower = sub i64 %e, %bits
  br label %loop
done:
  %d = uitofp i64 %r to double
  %small = fmul double %d, 0x3CB0000000000000
  %power0 = shl i64 %ye, 52
  %power = bitcast i64 %power0 to double
  %size = fmul double %small, %power
  %result = call double @llvm.copysign.f64(double %size, double %x)
  ret double %result
}
"""


def _slow(name: str, finish: Finish) -> Slow:
    """Through `fmod` in double precision, whose result is a single where the arguments are."""

    def texts(form: Format) -> list[str]:
        if name == "fmod" and form is F64:
            return [_SLOW]
        b = Builder(form)
        x, y = Value(b, "%x", "f"), Value(b, "%y", "f")
        wide = b.wide()
        a, c = wide.convert(x), wide.convert(y)
        mod = wide.emit("f", f"call double @sct.fmod.slow.f64(double {a.name}, double {c.name})")
        result = finish(b, x, y, b.convert(mod))
        head = f"define internal {form.name} @sct.{name}.slow.{form.tag}({form.name} %x, {form.name} %y)"
        code = "\n".join([*b.lines, f"  ret {form.name} {result.name}", "}", ""])
        return [_SLOW, f"{head} {UNOPTIMISED} {{\n{code}"]

    return texts


def _enter(name: str, finish: Finish) -> None:
    @elementary(name, arity=2, far=_far, slow=_slow(name, finish))
    def near(b: Builder, x: Value, y: Value) -> Value:
        return finish(b, x, y, _near(b, x, y))


def _floored(mod: Value, y: Value) -> Value:
    """Whether the quotient is to be one less than the truncated one."""
    return mod.differs(0.0) & ((mod < 0.0) ^ (y < 0.0))


def _remainder(b: Builder, x: Value, y: Value, mod: Value) -> Value:
    result = _floored(mod, y).where(mod + y, mod)
    result = mod.equals(0.0).where(b.copysign(0.0, y), result)
    return y.equals(0.0).where(NAN, result)


def _floor_divide(b: Builder, x: Value, y: Value, mod: Value) -> Value:
    """As `npy_floor_divide` has it, step by step: the difference may be rounded, and so the quotient."""
    quotient = x / y
    whole = (x - mod) / y
    whole = _floored(mod, y).where(whole - 1.0, whole)
    floor = b.call("floor", whole)
    floor = (whole - floor > 0.5).where(floor + 1.0, floor)
    result = whole.equals(0.0).where(b.copysign(0.0, quotient), floor)
    return y.equals(0.0).where(quotient, result)


_enter("fmod", lambda b, x, y, mod: mod)
_enter("remainder", _remainder)
_enter("floor_divide", _floor_divide)
