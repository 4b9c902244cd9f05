"""Sums and products with their rounding errors (Dekker 1971; Muller et al., Handbook of Floating-Point Arithmetic)."""

from __future__ import annotations

from sct.backends.native.math.builder import Builder, Number, Value

__all__ = ["fast_sum", "product", "total"]

Pair = tuple[Value, Value]


def fast_sum(x: Value, y: Value) -> Pair:
    """`x + y` and what rounding has lost, for `x` 0 or not smaller than `y`."""
    s = x + y
    return s, y - (s - x)


def total(x: Value, y: Value) -> Pair:
    """`x + y` and what rounding has lost (Knuth)."""
    s = x + y
    t = s - x
    return s, (x - (s - t)) + (y - t)


def product(b: Builder, x: Value, y: Number | Value) -> Pair:
    """`x * y` and what rounding has lost."""
    p = x * y
    return p, b.fma(x, y, -p)
