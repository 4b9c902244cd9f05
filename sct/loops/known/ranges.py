"""What is known of integers before the program runs: the numbers that a value lies between.

Indices of loops are between the ends of the loop, what is computed from them between what that makes of the
ends. So most tests of indices are decided while the code is written, and never get into it. Extents that
only the run knows have names instead: an index that is below an extent stays below it, whatever it is.

>>> from sct.loops.refs import Const, Ref
>>> known, i, n = Ranges(), Ref("i64", 1), Ref("i64", 2)
>>> known.note(n, 0, 2**62)
>>> known.counts(i, Const("i64", 0), n)
>>> known.relation("slt", i, n), known.relation("sge", i, Const("i64", 1))
(True, None)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sct.loops.refs import BITS, Const, Operand, Ref

__all__ = ["Ranges", "Span", "both", "whole"]

Span = tuple[int, int]  # both ends included
Exact = tuple[Operand, int]  # a value and what is added to it, as integers that never wrap
STEPS = 8  # how many loops around a bound is followed through

_T = TypeVar("_T")

_EXACT: dict[str, Callable[[int, int], int]] = {
    "iadd": operator.add, "isub": operator.sub, "imul": operator.mul,
}  # fmt: skip
_UNSIGNED = {"ult": "slt", "ule": "sle", "ugt": "sgt", "uge": "sge"}


def whole(type_: str) -> Span:
    """Everything that a signed number of the type can be."""
    bits = BITS[type_]
    return (0, 1) if bits == 1 else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def both(a: Span | None, b: Span | None) -> Span | None:
    """Where a number lies that lies in either; None: anywhere."""
    return (a or b) if a is None or b is None else (max(a[0], b[0]), min(a[1], b[1]))


class Ranges:
    """Facts about references: each is assigned once, so they hold wherever it is seen."""

    def __init__(self) -> None:
        self._spans: dict[Ref, Span] = {}
        self._sums: dict[Ref, Exact] = {}  # equal to that
        self._tops: dict[Ref, Exact] = {}  # at most that
        self._learned: list[dict[Ref, tuple[Span | None, Exact | None]]] = []  # what was known before, scope by scope

    # -- facts ---------------------------------------------------------------------------------------

    def of(self, x: Operand) -> Span:
        """The least and the greatest number that `x` can be."""
        if isinstance(x, Const):
            return int(x.value), int(x.value)
        return self._spans.get(x) or whole(x.type)

    def note(self, x: Operand, least: int, greatest: int) -> None:
        """Say where `x` lies; what was known of it stays known."""
        if isinstance(x, Ref):
            low, high = self.of(x)
            self._spans[x] = max(low, least), min(high, greatest)

    def counts(self, index: Ref, start: Operand, stop: Operand, down: bool = False) -> None:
        """`index` goes from start to stop, which it does not reach."""
        (first, highest), (lowest, last) = self.of(start), self.of(stop)
        least, greatest = (lowest + 1, highest) if down else (first, last - 1)
        self._spans[index] = least, max(least, greatest)
        base, more = self._exact(start if down else stop)
        self._tops[index] = base, more if down else more - 1

    def made(self, dest: Ref, op: str, args: tuple[Operand, ...]) -> None:
        """`dest` is what `op` makes of its operands."""
        span = self._span(op, args, dest.type)
        if span is None or span == whole(dest.type):
            return
        self._spans[dest] = span
        if op in ("iadd", "isub") and isinstance(args[1], Const):
            base, more = self._exact(args[0])
            self._sums[dest] = base, more + (1 if op == "iadd" else -1) * int(args[1].value)

    def _span(self, op: str, args: tuple[Operand, ...], type_: str) -> Span | None:
        if type_ not in BITS or any(a.type not in BITS for a in args):
            return None
        if op in _EXACT:
            low, high = self.exact(op, *args)
            least, greatest = whole(type_)
            return (low, high) if least <= low and high <= greatest else None
        if op == "select":
            (a, b), (c, d) = self.of(args[1]), self.of(args[2])
            return min(a, c), max(b, d)
        low, high = self.of(args[0])
        if op == "sext":
            return (-high, -low) if args[0].type == "i1" else (low, high)
        if op == "zext":
            return (low, high) if low >= 0 else (0, (1 << BITS[args[0].type]) - 1)
        if len(args) != 2:
            return None
        return _by_number(op, low, high, args[1])

    def exact(self, op: str, a: Operand, b: Operand) -> Span:
        """Where the sum, difference or product lies, were there no end to integers."""
        ends = [_EXACT[op](x, y) for x in self.of(a) for y in self.of(b)]
        least, greatest = min(ends), max(ends)
        if op == "imul" and a is b:
            least = max(least, 0)
        if op == "isub":  # b + room <= a
            room = self._room(b, a)
            least = least if room is None else max(least, room)
        return least, max(least, greatest)

    @contextmanager
    def within(self) -> Iterator[None]:
        """What is learned inside is forgotten afterwards."""
        self._learned.append({})
        try:
            yield
        finally:
            for x, (span, top) in self._learned.pop().items():
                _put_back(self._spans, x, span)
                _put_back(self._tops, x, top)

    def learn(self, relation: str, a: Operand, b: Operand) -> None:
        """The relation holds, as long as what is written now runs."""
        if a.type not in BITS or a.type == "i1":
            return
        if relation in _UNSIGNED:
            if relation in ("ugt", "uge"):
                a, b, relation = b, a, {"ugt": "ult", "uge": "ule"}[relation]
            if self.of(b)[0] < 0:
                return
            self._narrow(a, 0, self.of(b)[1])
            relation = _UNSIGNED[relation]
        if relation in ("sgt", "sge"):
            a, b, relation = b, a, {"sgt": "slt", "sge": "sle"}[relation]
        (low, high), (least, greatest) = self.of(a), self.of(b)
        if relation == "eq":
            self._narrow(a, least, greatest)
            self._narrow(b, low, high)
        elif relation == "ne":
            self._narrow(a, low + (low == least == greatest), high - (high == least == greatest))
            self._narrow(b, least + (least == low == high), greatest - (greatest == low == high))
        else:
            strict = int(relation == "slt")
            self._narrow(a, low, greatest - strict)
            self._narrow(b, low + strict, greatest)
            if isinstance(a, Ref) and a not in self._tops and a not in self._sums:
                base, more = self._exact(b)
                if base is not a:
                    self._tops[a] = base, more - strict

    def _narrow(self, x: Operand, least: int, greatest: int) -> None:
        if not isinstance(x, Ref):
            return
        if self._learned and x not in self._learned[-1]:
            self._learned[-1][x] = self._spans.get(x), self._tops.get(x)
        low, high = max(self.of(x)[0], least), min(self.of(x)[1], greatest)
        if low <= high:  # else this is never reached
            self._spans[x] = low, high

    # -- answers -------------------------------------------------------------------------------------

    def overflows(self, op: str, a: Operand, b: Operand) -> bool | None:
        """Whether the result does not fit; None: it depends."""
        least, greatest = whole(a.type)
        low, high = self.exact(op, a, b)
        if least <= low and high <= greatest:
            return False
        return True if high < least or greatest < low else None

    def fits(self, op: str, a: Operand, b: Operand, result: Operand) -> None:
        """`op` has not wrapped, as long as what is written now runs."""
        (low, high), (least, greatest) = self.exact(op, a, b), whole(result.type)
        self._narrow(result, max(low, least), min(high, greatest))

    def relation(self, name: str, a: Operand, b: Operand) -> bool | None:
        """Whether the relation holds between the two; None: it depends."""
        if a.type not in BITS:
            return None
        (low, high), (least, greatest) = self.of(a), self.of(b)
        if name in _UNSIGNED:
            if low < 0 or least < 0:
                return None
            name = _UNSIGNED[name]
        if name in ("eq", "ne"):
            apart = high < least or greatest < low or self._below(a, b, 1) or self._below(b, a, 1)
            return (name == "ne") if apart else None
        if name in ("sgt", "sge"):
            a, b, low, high, least, greatest = b, a, least, greatest, low, high
            name = {"sgt": "slt", "sge": "sle"}[name]
        strict = int(name == "slt")
        if high + strict <= least or self._below(a, b, strict):
            return True
        if greatest + (1 - strict) <= low or self._below(b, a, 1 - strict):
            return False
        return None

    def _exact(self, x: Operand) -> Exact:
        return self._sums.get(x, (x, 0)) if isinstance(x, Ref) else (x, 0)

    def lesser(self, a: Operand, b: Operand) -> Operand | None:
        """The one that is not the greater of two, where that is known."""
        if self.relation("sle", a, b):
            return a
        return b if self.relation("sle", b, a) else None

    def greater(self, a: Operand, b: Operand) -> Operand | None:
        """The one that is not the lesser of two, where that is known."""
        least = self.lesser(a, b)
        return None if least is None else b if least is a else a

    def gap(self, a: Operand, b: Operand) -> int | None:
        """How far a is above b, if names tell."""
        base, more = self._exact(a)
        other, added = self._exact(b)
        return more - added if base is other else None

    def _below(self, a: Operand, b: Operand, by: int) -> bool:
        """Whether a + by <= b, as far as names tell."""
        room = self._room(a, b)
        return room is not None and by <= room

    def _room(self, a: Operand, b: Operand) -> int | None:
        """A number that a is below b by at least, if names tell one."""
        base, more = self._exact(a)
        other, added = self._exact(b)
        for _ in range(STEPS):
            if base is other:
                return added - more
            if not isinstance(base, Ref) or base not in self._tops:
                return None
            base, further = self._tops[base]
            more += further
        return None


def _put_back(facts: dict[Ref, _T], x: Ref, before: _T | None) -> None:
    if before is None:
        facts.pop(x, None)
    else:
        facts[x] = before


def _by_number(op: str, low: int, high: int, by: Operand) -> Span | None:
    """What an operation with a number that is known makes of a range."""
    if not isinstance(by, Const) or by.value < 0:
        return None
    number = int(by.value)
    if op == "and":
        return 0, min(number, high) if low >= 0 else number
    if op == "ashr":
        return low >> number, high >> number
    if op == "lshr" and low >= 0:
        return low >> number, high >> number
    if op in ("sdiv", "udiv") and number and low >= 0:
        return low // number, high // number
    if op == "srem" and number:
        return (0 if low >= 0 else 1 - number), (min(high, number - 1) if high >= 0 else 0)
    if op == "urem" and number and low >= 0:
        return 0, min(high, number - 1)
    return None
