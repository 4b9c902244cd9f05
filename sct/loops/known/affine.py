"""Integers as sums: so many times a counter, so many times values from outside of a loop, and a number.

Taken as integers that have no end: that is what they are as long as all that goes in is small.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.records import record

__all__ = ["Affine", "affine"]

MOST = 1 << 16  # factors beyond are not followed
DEEP = 8  # nor sums of sums of sums
_SIGNS = {"py_add": 1, "add": 1, "py_sub": -1, "subtract": -1, "py_mul": 0, "multiply": 0}
_INT = np.dtype("int64")


@record
class Affine:
    """`number`, and each value of `terms` so many times.

    >>> a = Affine(((Value, 2),), 1)  # any key does
    >>> a.minus(Affine(((Value, 2),), 5))
    Affine(terms=(), number=-4)
    """

    terms: tuple[tuple[Value, int], ...]
    number: int

    def factor(self, value: Value) -> int:
        """How many times `value` is in it."""
        return next((times for term, times in self.terms if term is value), 0)

    def without(self, value: Value) -> tuple[tuple[Value, int], ...]:
        """The other terms."""
        return tuple(pair for pair in self.terms if pair[0] is not value)

    def plus(self, other: Affine, times: int = 1) -> Affine:
        """The sum, with `other` taken so many times."""
        found = dict(self.terms)
        for value, count in other.terms:
            found[value] = found.get(value, 0) + times * count
        return Affine(tuple((v, n) for v, n in found.items() if n), self.number + times * other.number)

    def minus(self, other: Affine) -> Affine:
        """The difference."""
        return self.plus(other, -1)

    def is_small(self) -> bool:
        """Whether no number in it is so large that a sum of small values might wrap."""
        return all(abs(n) <= MOST for _, n in self.terms) and abs(self.number) <= MOST and len(self.terms) <= 8


def affine(
    value: Value, made: Mapping[Value, Op], inside: Container[Value], counter: Value, deep: int = DEEP
) -> Affine | None:
    """`value` as a sum of the counter and of values that are not `inside`; None if it is none.

    Parameters
    ----------
    made
        The ops that make the values of the program.
    inside
        The values that a turn makes.
    """
    if value is counter:
        return Affine(((value, 1),), 0)
    op = made.get(value)
    number = op.attr("value") if op is not None and op.name == "constant" else None
    if type(number) is int:
        return Affine((), number)
    if op is not None and op.name in _SIGNS and _is_int(value) and deep:
        found = [affine(arg, made, inside, counter, deep - 1) if _is_int(arg) else None for arg in op.args]
        joined = _joined(op.name, found[0], found[1])
        if joined is not None:
            return joined
    if value in inside or not _is_int(value):
        return None
    return Affine(((value, 1),), 0)


def _is_int(value: Value) -> bool:
    return value.spec.kind != ARRAY and value.spec.dtype == _INT


def _joined(name: str, a: Affine | None, b: Affine | None) -> Affine | None:
    if a is None or b is None:
        return None
    sign = _SIGNS[name]
    if sign:
        found: Affine | None = a.plus(b, sign)
    else:
        if a.terms:
            a, b = b, a
        found = None if a.terms else Affine((), 0).plus(b, a.number)
    return found if found is not None and found.is_small() else None
