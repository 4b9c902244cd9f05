"""Functions of a few instructions: rounding, signs, the larger and the smaller, neighbours."""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Value
from sct.backends.native.math.registry import elementary

__all__: list[str] = []

INF, NAN = float("inf"), float("nan")


def _enter_intrinsic(name: str, intrinsic: str, arity: int = 1) -> None:
    @elementary(name, arity=arity)
    def formula(b: Builder, *arguments: Value) -> Value:
        return b.call(intrinsic, *arguments)


for _name in ("floor", "ceil", "trunc", "rint", "sqrt", "fabs"):
    _enter_intrinsic(_name, _name)
_enter_intrinsic("copysign", "copysign", 2)


@elementary("sign")
def sign(b: Builder, x: Value) -> Value:
    size = (x > 0.0).where(1.0, (x < 0.0).where(-1.0, 0.0))
    return x.unordered(x).where(x, size)


# Of two zeros the second is taken, as the processor's own instruction does, and NumPy on whole vectors.


@elementary("maximum", arity=2)
def maximum(b: Builder, x: Value, y: Value) -> Value:
    return ((x > y) | x.unordered(x)).where(x, y)


@elementary("minimum", arity=2)
def minimum(b: Builder, x: Value, y: Value) -> Value:
    return ((x < y) | x.unordered(x)).where(x, y)


@elementary("fmax", arity=2)
def fmax(b: Builder, x: Value, y: Value) -> Value:
    return ((x > y) | y.unordered(y)).where(x, y)


@elementary("fmin", arity=2)
def fmin(b: Builder, x: Value, y: Value) -> Value:
    return ((x < y) | y.unordered(y)).where(x, y)


@elementary("heaviside", arity=2)
def heaviside(b: Builder, x: Value, y: Value) -> Value:
    step = x.equals(0.0).where(y, (x > 0.0).where(1.0, 0.0))
    return x.unordered(x).where(x, step)


def _away(b: Builder, x: Value) -> Value:
    """The next number away from 0; from infinity NaN."""
    return (x.bits + 1).number


@elementary("nextafter", arity=2)
def nextafter(b: Builder, x: Value, y: Value) -> Value:
    outwards = (x < y) ^ (x < 0.0)
    moved = (x.bits + outwards.where(1, -1)).number
    smallest = b.copysign(2.0 ** (1 - b.format.bias - b.format.mantissa), y)
    result = x.equals(0.0).where(smallest, moved)
    result = x.equals(y).where(y, result)
    return x.unordered(y).where(NAN, result)


@elementary("spacing")
def spacing(b: Builder, x: Value) -> Value:
    """The distance to the next number away from 0, with the sign of `x`; NaN from infinity on."""
    return (b.fabs(x) < INF).where(_away(b, x.equals(0.0).where(0.0, x)) - x, NAN)
