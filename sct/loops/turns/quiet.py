"""Polls that are not needed, as what they are in ends soon: taken out of code that is complete.

How many turns a loop has at most is noted where it is written (`For.most`, `While.most`), so it is known how long a
nest of loops takes at most. What takes less than a second looks at no clock, nor does it count its turns. A loop
around that may take longer looks the more often, the longer its turns may be: what they do need not be counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from sct.loops.code import Code, Const, For, If, Instr, Lanes, Stmt, Var, While, bodies, walk

__all__ = ["MANY_TURNS", "quieten"]

MANY_TURNS = Const("i64", 1 << 14)
# in instructions, of which a processor does one or more in a nanosecond
SECOND = 1 << 31
TURN = 1 << 24  # what a part of a turn may take if nobody looks at the clock in it
CALL = 300  # a call of which nothing is known, in a loop that polls anyway
_COSTS = {"sdiv": 10, "srem": 10, "udiv": 10, "urem": 10, "fdiv": 5, "math": 20, "libm": 100, "call": math.inf}
_CALLS = {"sct_alloc": CALL, "sct_release": CALL}
_COUNTING = ["get", "isub", "set"]  # of a variable that counts turns


def quieten(code: Code) -> None:
    """Leave out the polls that are not needed, and what counts turns for them."""
    if code.polls:
        _Quiet(code).all()


class _Quiet:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.costs: dict[Stmt, float] = {}
        self.turns: dict[Var, float] = {}  # how many go by until the next poll
        self.seen: Counter[Var] = Counter()  # in so many places

    def all(self) -> None:
        code = self.code
        self.settle(code.body, SECOND)
        polls = Counter(var for one in walk(code.body) if (var := _polled(one)) is not None)
        for var, turns in self.turns.items():
            first = code.polls[var]
            if self.seen[var] == polls[var] or (isinstance(first, Const) and turns < first.value):
                code.polls[var] = Const("i64", int(turns))
        for body in _lists(code.body):
            body[:] = [one for one in body if not self.begins(one) or polls[one.note]]  # type: ignore[union-attr]
            for one in body:
                if self.begins(one):
                    one.args = (code.polls[one.note],)  # type: ignore[union-attr]

    def begins(self, one: Stmt) -> bool:
        """Whether the statement says how many turns there are until the next poll."""
        counts = isinstance(one, Instr) and one.op == "set" and one.note in self.code.polls
        return counts and isinstance(one.args[0], Const)  # type: ignore[union-attr]

    # -- how long it takes ---------------------------------------------------------------------------

    def cost(self, one: Stmt) -> float:
        """How many instructions a statement is at most, but for polls."""
        if isinstance(one, Instr):
            known = _CALLS.get(one.note) if one.op == "call" else None
            return _COSTS.get(one.op, 1) if known is None else known
        if one not in self.costs:
            self.costs[one] = self.found(one)
        return self.costs[one]

    def found(self, one: Stmt) -> float:
        parts = [sum(map(self.cost, body)) for body in bodies(one)]
        if isinstance(one, (For, While)):
            return 0.0 if one.most == 0 else one.most * (sum(parts) + 1)
        if isinstance(one, If):
            return 0.0 if _polled(one) is not None else max(parts) + 1
        return sum(parts) * (one.width if isinstance(one, Lanes) else 1)

    # -- what becomes of it --------------------------------------------------------------------------

    def settle(self, body: list[Stmt], limit: float) -> tuple[float, bool]:
        """Take the polls out of all that ends within the limit; how long that takes, and whether it is all there is."""
        total, whole = 0.0, True
        for one in list(body):
            cost = self.cost(one)
            if cost <= limit:
                total += cost
                if not isinstance(one, Instr) and _polled(one) is None:
                    self.strip(one, body)
            elif isinstance(one, (For, While)):
                self.keep(one)
                whole = False
            elif isinstance(one, Instr):
                total += CALL
                whole = False
            else:
                parts = [self.settle(inner, limit) for inner in bodies(one)]
                total += sum(part for part, _ in parts)
                whole = whole and all(known for _, known in parts)
        return total, whole

    def strip(self, one: Stmt, around: list[Stmt]) -> None:
        """Take all polls out of a statement."""
        for inner in bodies(one):
            for body in _lists(inner):
                while (count := _count(self.code, body, 0)) is not None:
                    _without(body, count)
        if isinstance(one, While) and (count := _count(self.code, around, around.index(one) + 1)) is not None:
            _without(around, count)

    def keep(self, loop: For | While) -> None:
        """A loop that takes long: it polls, if it does, once in so many turns that these do not."""
        var = next((found for one in loop.body if (found := _polled(one)) is not None), None)
        if var is None:
            return
        first = self.code.polls[var]
        known = [self.settle(body, TURN) for body in bodies(loop)]
        most = SECOND // max(sum(total for total, _ in known), 1.0)
        few = MANY_TURNS if all(whole for _, whole in known) else first
        if isinstance(few, Const):
            self.turns[var] = min(self.turns.get(var, math.inf), max(most, 1.0), few.value)
            self.seen[var] += 1


def _polled(one: Stmt) -> Var | None:
    """The variable that counts turns, if the statement is a poll."""
    if not isinstance(one, If) or not one.then:
        return None
    first, last = one.then[0], one.then[-1]
    polls = isinstance(first, Instr) and first.op == "call" and first.note == "sct_poll"
    return last.note if polls and isinstance(last, Instr) else None


def _count(code: Code, body: list[Stmt], start: int) -> tuple[int, int] | None:
    """Where turns are counted, from a place on and before the next loop or branch; with the poll, if there is one."""
    for k in range(start, len(body)):
        one = body[k]
        if isinstance(one, Instr) and one.op == "get" and one.note in code.polls:
            assert [s.op for s in body[k : k + 3] if isinstance(s, Instr)] == _COUNTING
            polls = k + 4 < len(body) and _polled(body[k + 4]) is not None
            return k, k + (5 if polls else 3)
        if start and not isinstance(one, Instr):
            return None
    return None


def _without(body: list[Stmt], part: tuple[int, int]) -> None:
    del body[part[0] : part[1]]


def _lists(body: list[Stmt]) -> Iterator[list[Stmt]]:
    """A list of statements, and all that are within."""
    yield body
    for one in list(walk(body)):
        yield from bodies(one)
