"""Where the integers lie that a loop carries: bounds that hold before it, and after each turn if they held before it.

In a binary search `low` and `high` are at first the ends of the table; as `low < high`, their middle is below
`high`, so after a turn both are between the ends again. Whether that is so is found by working through a turn with
intervals in place of numbers, beginning with a guess: the numbers that the loop begins with, or compares with.
"""

from __future__ import annotations

from collections.abc import Callable

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Value
from sct.ir.types import ARRAY
from sct.loops.known.advancing import is_false
from sct.loops.known.ranges import Span
from sct.loops.lower import Lowering
from sct.loops.values import Num

__all__ = ["bounds", "lie"]

_WHOLE: Span = (-(2**63), 2**63 - 1)
_FAR = 2**61
_RELATIONS = {
    "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "eq": "eq", "ne": "ne",
    "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge", "equal": "eq", "not_equal": "ne",
}  # fmt: skip
_NOT = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}
_SAME = ("py_int", "cast", "py_pos", "positive")
_TRUTHS = ("truth", "py_bool")
Spans = dict[Value, Span]


def bounds(low: Lowering, op: Op) -> list[Span | None]:
    """For each value that the loop carries, where it lies before and after every turn; None if that is not known."""
    state, entry = carried(op)
    turn = _Turn(low, op)
    starts = [turn.of({}, value) for value in entry]
    first: list[Span | None] = [s if _is_int(v) and _is_near(s) else None for v, s in zip(state, starts, strict=True)]
    near = [span for span in first if span is not None]
    if not near:
        return first
    ends = [*near, *turn.compared()]
    guesses = [[span and _around(some, by) for span in first] for some, by in ((near, 0), (ends, 0), (ends, 1))]
    anyway = turn.results([None] * len(first))
    guesses.append(
        [span and (_hull(span, end) if _is_near(end) else None) for span, end in zip(first, anyway, strict=True)]
    )
    best = max([_kept(turn, starts, held) for held in guesses], key=_known)
    if _known(best) == len(near):
        return best
    grows, falls = [span and (span[0], _WHOLE[1]) for span in first], [span and (_WHOLE[0], span[1]) for span in first]
    one_way = [a or b for a, b in zip(_kept(turn, starts, grows), _kept(turn, starts, falls), strict=True)]
    return max(best, _kept(turn, starts, one_way), key=_known)


def lie(low: Lowering, op: Op, held: list[Span | None]) -> Callable[[Value], Span]:
    """Where the integers of each turn lie, but for those of branches, if the state is where it is `held`."""
    turn = _Turn(low, op)
    turn.results(held)
    spans = turn.spans
    return lambda value: turn.of(spans, value)


def _known(held: list[Span | None]) -> int:
    return sum(span is not None for span in held)


def _kept(turn: _Turn, starts: list[Span], held: list[Span | None]) -> list[Span | None]:
    """What of a guess is true, and how near that can be taken."""
    found = turn.results(held)
    while any(not _is_within(span, mine) for span, mine in zip(found, held, strict=True)):
        held = [mine if _is_within(span, mine) else None for span, mine in zip(found, held, strict=True)]
        found = turn.results(held)
    closer = [None if mine is None else _hull(a, b) for mine, a, b in zip(held, starts, found, strict=True)]
    kept = zip(turn.results(closer), closer, strict=True)
    return closer if all(_is_within(span, mine) for span, mine in kept) else held


def _around(spans: list[Span], by: int) -> Span:
    return min(a for a, _ in spans) - by, max(b for _, b in spans) + by


def _is_int(value: Value) -> bool:
    dtype = value.spec.dtype
    return value.spec.kind != ARRAY and not value.spec.shape and dtype.kind == "i" and dtype.itemsize == 8


def _is_near(span: Span) -> bool:
    return span[0] > -_FAR and span[1] < _FAR


def _is_within(span: Span, held: Span | None) -> bool:
    return held is None or (held[0] <= span[0] and span[1] <= held[1])


def _hull(a: Span, b: Span) -> Span:
    return min(a[0], b[0]), max(a[1], b[1])


class _Turn:
    """One turn of a loop, worked through with intervals."""

    def __init__(self, low: Lowering, op: Op) -> None:
        self.low, self.op = low, op
        self.spans: Spans = {}  # those of the turn that was last worked through

    def of(self, spans: Spans, value: Value) -> Span:
        """Where a value lies; of those from before the loop, what is known where it is written."""
        if value in spans:
            return spans[value]
        handle = self.low.env.get(value)
        if isinstance(handle, Num) and len(handle.parts) == 1 and handle.x.type == "i64" and _is_int(value):
            return self.low.code.ranges.of(handle.x)
        return _WHOLE

    def compared(self) -> list[Span]:
        """The numbers from before the loop, and the known ones, that it compares with."""
        spans: Spans = {}
        found = []
        for block in self.op.blocks:
            for op in block.walk():
                _note_constant(op, spans)
                if op.name in _TRUTHS:
                    found.append((0, 0))
                if op.name.removeprefix("py_") in _RELATIONS:
                    found += [span for span in (self.of(spans, x) for x in op.args) if _is_near(span)]
        return found

    def results(self, held: list[Span | None]) -> list[Span]:
        """Where the state lies after a turn, if it lies there before it."""
        spans: Spans = {}
        self.spans = spans
        body = self.op.blocks[-1]
        state = body.args[len(body.args) - len(held) :]
        if self.op.name == "while":
            cond = self.op.blocks[0]
            spans.update((arg, span or _WHOLE) for arg, span in zip(cond.args, held, strict=True))
            self.block(cond, spans)
            self.learn(cond, cond.results[0], True, spans)
            known: list[Span] = [spans[arg] for arg in cond.args]
        else:
            first, end = self.of(spans, self.op.args[0]), self.of(spans, self.op.args[1])
            spans[body.args[0]] = first[0], max(first[0], end[1] - 1)
            if self.of_constant(self.op.args[2]) != 1:
                del spans[body.args[0]]
            known = [span or _WHOLE for span in held]
        spans.update(zip(state, known, strict=True))
        self.block(body, spans)
        return [self.of(spans, value) for value in body.results]

    def of_constant(self, value: Value) -> int | None:
        least, greatest = self.of({}, value)
        return least if least == greatest else None

    def block(self, block: Block, spans: Spans) -> None:
        for op in block.ops:
            if op.name == "if":
                self.branch(op, spans)
            elif not op.blocks and len(op.results) == 1 and _is_int(op.results[0]):
                _note_constant(op, spans)
                span = self.made(op, spans)
                if span is not None and op.name.startswith("py_"):  # fails where it does not fit
                    span = max(span[0], _WHOLE[0]), min(span[1], _WHOLE[1])
                if span is not None and _WHOLE[0] <= span[0] and span[1] <= _WHOLE[1]:
                    spans[op.results[0]] = span

    def branch(self, op: Op, spans: Spans) -> None:
        ways: list[list[Span]] = []
        for block, holds in zip(op.blocks, (True, False), strict=True):
            inner = dict(spans)
            if self.learn(None, op.args[0], holds, inner):
                self.block(block, inner)
                ways.append([self.of(inner, value) for value in block.results])
        for k, result in enumerate(op.results):
            if _is_int(result) and ways:
                spans[result] = min(way[k][0] for way in ways), max(way[k][1] for way in ways)

    def made(self, op: Op, spans: Spans) -> Span | None:
        """What an op makes, were there no end to integers."""
        if op.results[0] in spans or not all(map(_is_int, op.args)):
            return None
        args = [self.of(spans, x) for x in op.args]
        if len(args) == 1:
            return args[0] if op.name in _SAME else None
        made = _ARITHMETIC.get(op.name.removeprefix("py_"))
        return made(*args) if made is not None and len(args) == 2 else None

    # -- tests ---------------------------------------------------------------------------------------

    def learn(self, block: Block | None, test: Value, holds: bool, spans: Spans) -> bool:
        """Narrow what a test says something of; False if it cannot come out so."""
        op = self.low.counters.origin.get(test)
        while op is not None and op.name in _TRUTHS:
            op = self.low.counters.origin.get(op.args[0])
        if op is None:
            return True
        if op.name == "if" and holds:
            return self.both(op, test, spans)
        relation = _RELATIONS.get(op.name.removeprefix("py_"))
        if relation is None or len(op.args) != 2 or not all(map(_is_int, op.args)):
            return True
        return self.narrow(relation if holds else _NOT[relation], *op.args, spans)

    def both(self, op: Op, test: Value, spans: Spans) -> bool:
        """`a and b`, which is `b if a else False`, holds."""
        k = op.results.index(test) if test in op.results else 0
        if is_false(op.blocks[1].results[k], op.args[0], self.low.counters.origin):
            self.learn(None, op.args[0], True, spans)
            self.block(op.blocks[0], spans)
            self.learn(None, op.blocks[0].results[k], True, spans)
        return True

    def narrow(self, relation: str, x: Value, y: Value, spans: Spans) -> bool:
        (a, b), (c, d) = self.of(spans, x), self.of(spans, y)
        if relation in ("gt", "ge"):
            return self.narrow("lt" if relation == "gt" else "le", y, x, spans)
        if relation == "ne":
            return True
        if relation == "eq":
            spans[x] = spans[y] = max(a, c), min(b, d)
            return max(a, c) <= min(b, d)
        gap = 1 if relation == "lt" else 0
        if a > d - gap:
            return False
        spans[x], spans[y] = (a, min(b, d - gap)), (max(c, a + gap), d)
        return True


def _note_constant(op: Op, spans: Spans) -> None:
    value = op.attr("value") if op.name == "constant" else None
    if type(value) is int and _is_int(op.results[0]):
        spans[op.results[0]] = value, value


def _product(a: Span, b: Span) -> Span:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _quotient(a: Span, b: Span) -> Span | None:
    return (a[0] // b[0], a[1] // b[0]) if b[0] == b[1] and b[0] > 0 else None


def _rest(a: Span, b: Span) -> Span | None:
    return (0, min(a[1], b[1] - 1) if a[0] >= 0 else b[1] - 1) if b[0] > 0 else None


def _shifted(a: Span, b: Span) -> Span | None:
    return (a[0] >> b[0], a[1] >> b[0]) if b[0] == b[1] and 0 <= b[0] < 64 else None


def _masked(a: Span, b: Span) -> Span | None:
    limits = [span[1] for span in (a, b) if span[0] >= 0]
    return (0, min(limits)) if limits else None


_ARITHMETIC: dict[str, Callable[[Span, Span], Span | None]] = {
    "add": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "sub": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "mul": _product,
    "floordiv": _quotient,
    "mod": _rest,
    "rshift": _shifted,
    "and": _masked,
}
_ARITHMETIC |= {
    "subtract": _ARITHMETIC["sub"], "multiply": _product, "floor_divide": _quotient, "remainder": _rest,
    "right_shift": _shifted, "bitwise_and": _masked,
    "minimum": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "maximum": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
}  # fmt: skip
