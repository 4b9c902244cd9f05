"""Tests of indices, taken out of innermost loops.

A loop whose body still has to test indices is written twice. The first version leaves out each test of what
changes by the same amount from turn to turn: if it holds in the first turn and in the last, it holds in all
between. That is asked once, before the loop; where the answer is no, the second version runs, tests and all.
It also does the first turns where an index is known to count from the end in these only (`x[i - 1]` in a ring).

What the indices are computed from must be small, so that nothing wraps on the way.
"""

from __future__ import annotations

from sct.loops.code import Code, Const, Operand, Ref
from sct.loops.known.ranges import Span, whole

__all__ = ["Hoist"]

SMALL = 1 << 31
FEW = 4  # turns that are done with their tests before the loop without


class Hoist:
    """What the fast version of one loop takes for granted."""

    def __init__(self, code: Code, index: Ref) -> None:
        self.code = code
        self.index = index
        self._places: dict[tuple[Operand, Operand], None] = {}
        self._leaves: dict[Ref, None] = {}
        self._asked = False

    @property
    def used(self) -> bool:
        """Whether anything is taken for granted."""
        return self._asked

    def place(self, at: Operand, extent: Operand) -> bool:
        """Take for granted that `at` is an index from the front, within the extent; whether that is possible."""
        if not self._invariant(extent) or not self._take(at):
            return False
        self._places[at, extent] = None
        return True

    def fits(self, op: str, a: Operand, b: Operand) -> bool:
        """Take for granted that `op`, which is iadd isub imul, does not overflow."""
        spans = self._span(a), self._span(b)
        if spans[0] is None or spans[1] is None or not self._linear(op, a, b):
            return False
        return _within(op, spans[0], spans[1]) is not None and self._take(a) and self._take(b)

    def guard(self, first: Operand, last: Operand) -> Operand:
        """Whether all that holds, for a loop whose index goes from first to last."""
        code = self.code
        good: Operand = Const("i1", 1)
        for x in (first, last, *self._leaves):
            least, greatest = code.ranges.of(x)
            if least < -SMALL or greatest > SMALL:
                good = code.and_(good, code.icmp("ule", code.iadd(x, SMALL), 2 * SMALL))
        for at, extent in self._places:
            for turn in (first, last):
                good = code.and_(good, code.icmp("ult", self._at(at, turn), extent))
        return good

    def late(self, first: Operand) -> int:
        """How many turns of a loop that begins at `first` have an index that counts from the end: `x[i - 1]` at 0.

        Those that are known, and as few as can be done apart; 0 otherwise.
        """
        if not isinstance(first, Const):
            return 0
        places = [at for at, _ in self._places if self._only_counts(at)]
        for turns in range(FEW + 1):
            found = [self._at(at, Const("i64", int(first.value) + turns)) for at in places]
            if all(isinstance(at, Const) and at.value >= 0 for at in found):
                return turns
        return 0

    def _only_counts(self, x: Operand) -> bool:
        """Whether nothing but the index and constants is in it."""
        if isinstance(x, Const) or x is self.index:
            return True
        parts = None if self._invariant(x) else self._parts(x)
        return parts is not None and self._only_counts(parts[1]) and self._only_counts(parts[2])

    def _take(self, x: Operand) -> bool:
        if self._span(x) is None:
            return False
        self._asked = True
        self._gather(x)
        return True

    # -- sums of products --------------------------------------------------------------------------------

    def _invariant(self, x: Operand) -> bool:
        return isinstance(x, Const) or x.number < self.index.number  # what the body makes has later numbers

    def _parts(self, x: Operand) -> tuple[str, Operand, Operand] | None:
        made = self.code.made.get(x) if isinstance(x, Ref) else None
        return None if made is None else (made.op, made.args[0], made.args[1])

    def _linear(self, op: str, a: Operand, b: Operand) -> bool:
        return op != "imul" or self._invariant(a) or self._invariant(b)

    def _span(self, x: Operand) -> Span | None:
        """Where x lies if all that it is computed from is small; None if it does not change evenly."""
        if x is self.index:
            return -SMALL, SMALL
        if self._invariant(x):
            least, greatest = self.code.ranges.of(x)
            return (least, greatest) if isinstance(x, Const) else (max(least, -SMALL), min(greatest, SMALL))
        parts = self._parts(x)
        if parts is None or not self._linear(*parts):
            return None
        a, b = self._span(parts[1]), self._span(parts[2])
        return None if a is None or b is None else _within(parts[0], a, b)

    def _gather(self, x: Operand) -> None:
        if self._invariant(x):
            if isinstance(x, Ref):
                self._leaves[x] = None
            return
        parts = self._parts(x)
        if parts is not None:
            self._gather(parts[1])
            self._gather(parts[2])

    def _at(self, x: Operand, turn: Operand) -> Operand:
        """What x is when the index is `turn`."""
        if x is self.index:
            return turn
        parts = None if self._invariant(x) else self._parts(x)
        if parts is None:
            return x
        write = {"iadd": self.code.iadd, "isub": self.code.isub, "imul": self.code.imul}[parts[0]]
        return write(self._at(parts[1], turn), self._at(parts[2], turn))


def _within(op: str, a: Span, b: Span) -> Span | None:
    """Where the result lies, if it fits."""
    if op == "iadd":
        low, high = a[0] + b[0], a[1] + b[1]
    elif op == "isub":
        low, high = a[0] - b[1], a[1] - b[0]
    else:
        ends = [x * y for x in a for y in b]
        low, high = min(ends), max(ends)
    least, greatest = whole("i64")
    return (low, high) if least <= low and high <= greatest else None
