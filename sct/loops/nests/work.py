"""How long code takes, about: an operand that is computed where it is asked for, from what is known there.

A unit is what an addition takes in vector code: on a processor of today some 0.03 ns for each element. Where a loop
turns as often as only its surroundings know when they run, `Code.about` may say how often that is.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.loops.code import Code, Const, For, If, Instr, Lanes, Operand, Parallel, Ref, Stmt, While, walk
from sct.loops.products.small_products import multiplications

__all__ = ["Work", "defined"]

UNKNOWN = 8  # turns of a loop of which nothing is known
MANY = 64  # the same, where it costs more to take a long loop for a short one
DEEP = 6  # steps that lead to a number of turns
_COSTS = {
    "get": 0, "set": 0, "load": 2, "store": 2, "fdiv": 8, "sdiv": 50, "srem": 50, "udiv": 50, "urem": 50,
    "math": 12, "libm": 400, "intrinsic": 2, "call": 300,
}  # fmt: skip
NEIGHBOURS = 4  # lanes that take as long as one
_SIMPLE = 1
_MULTIPLIED = 4  # multiplications in a kernel for products take as long as one
_SUMMED = 2  # for each element of `sct_sum_…`


class Work:
    """Estimates of statements, written to `into`: instructions on what is defined before them.

    Parameters
    ----------
    code
        What the statements belong to.
    inner
        What is defined by the statements themselves.
    user
        The loop that is estimated, if the user has written it: how long loops in it are may change from turn to turn.
    """

    def __init__(self, code: Code, inner: set[Ref], user: For | None = None) -> None:
        self.code = code
        self.inner = inner
        self.into: list[Stmt] = []
        self.unknown = Const("i64", UNKNOWN if user is None else MANY)
        self.around: dict[Ref, Operand] = {}  # counters of loops, and how often these turn
        self.made: dict[Ref, Instr] = {}
        if user is not None:
            self.made = {s.dest: s for s in walk(user.body) if isinstance(s, Instr) and s.dest is not None}
            self._enter(user, self.turns(user))

    def of(self, body: Iterable[Stmt]) -> Operand:
        """The time of a list of statements."""
        total: Operand = Const("i64", 0)
        for statement in body:
            total = self.add(total, self._statement(statement))
        return total

    def turns(self, loop: For) -> Operand:
        """How often a loop turns."""
        found = self.code.about.get(loop.index)
        if found is not None and self._known(found):
            return found
        start, stop = self._typical(loop.start), self._typical(loop.stop)
        if start is None or stop is None or not self._known(loop.step):
            return self.unknown
        span = self._do("isub", stop, start)
        if loop.step == Const("i64", 1):
            return span
        return self._do("sdiv", span, loop.step) if isinstance(loop.step, Const) else self.unknown

    def _enter(self, loop: For, turns: Operand) -> None:
        if self.made and loop.step == Const("i64", 1) and loop.start == Const("i64", 0):
            self.around[loop.index] = turns

    def _typical(self, x: Operand, deep: int = DEEP) -> Operand | None:
        """What a number is in the middle of the loops around, from what is known before them."""
        if self._known(x):
            return x
        assert isinstance(x, Ref)
        if x in self.around:
            return self._do("sdiv", self.around[x], Const("i64", 2))
        made = self.made.get(x)
        if made is None or not deep:
            return None
        if made.op == "select" and made.args[2] == Const("i64", 0):  # no turns rather than fewer
            return self._typical(made.args[1], deep - 1)
        if made.op not in ("iadd", "isub", "imul"):
            return None
        a, b = (self._typical(arg, deep - 1) for arg in made.args)
        return None if a is None or b is None else self._do(made.op, a, b)

    def add(self, a: Operand, b: Operand) -> Operand:
        return self._do("iadd", a, b)

    def multiply(self, a: Operand, b: Operand) -> Operand:
        return self._do("imul", a, b)

    def divide(self, a: Operand, b: Operand) -> Operand:
        return self._do("sdiv", a, b)

    def larger(self, a: Operand, b: Operand) -> Operand:
        if isinstance(a, Const) and isinstance(b, Const):
            return max(a, b, key=lambda c: c.value)
        return self.choose(self.less(b, a), a, b)

    def less(self, a: Operand, b: Operand) -> Operand:
        return self._write(Instr(self.code.ref("i1"), "icmp.slt", (a, b)))

    def choose(self, cond: Operand, a: Operand, b: Operand) -> Operand:
        return self._write(Instr(self.code.ref(a.type), "select", (cond, a, b)))

    def _known(self, operand: Operand) -> bool:
        return isinstance(operand, Const) or operand not in self.inner

    def _do(self, op: str, a: Operand, b: Operand) -> Operand:
        if isinstance(a, Const) and isinstance(b, Const):
            x, y = int(a.value), int(b.value)
            found = {"iadd": x + y, "isub": x - y, "imul": x * y, "sdiv": x // y if y else 0}[op]
            return Const("i64", found)
        neutral = 0 if op in ("iadd", "isub") else 1
        if b == Const("i64", neutral):
            return a
        if a == Const("i64", neutral) and op in ("iadd", "imul"):
            return b
        return self._write(Instr(self.code.ref("i64"), op, (a, b)))

    def _write(self, instr: Instr) -> Operand:
        # never an instruction that was shared: that may stand further down
        self.into.append(instr)
        assert instr.dest is not None
        return instr.dest

    def _statement(self, statement: Stmt) -> Operand:
        if isinstance(statement, Instr):
            return self._instr(statement)
        if isinstance(statement, For):
            turns = self.turns(statement)
            self._enter(statement, turns)
            return self.multiply(turns, self.add(self.of(statement.body), Const("i64", _SIMPLE)))
        if isinstance(statement, Parallel):
            return self._statement(statement.loop)
        if isinstance(statement, While):
            about = self.code.about.get(statement.cond)
            turns = about if about is not None and self._known(about) else self.unknown
            return self.multiply(turns, self.of((*statement.head, *statement.body)))
        if isinstance(statement, If):
            if self.made and statement.then and statement.orelse:  # two forms of one loop, as a rule
                return self.larger(self.of(statement.then), self.of(statement.orelse))
            return self.of((*statement.then, *statement.orelse))
        if isinstance(statement, Lanes):
            return self.multiply(self.of(statement.body), Const("i64", statement.width // NEIGHBOURS))
        return Const("i64", 0)

    def _instr(self, instr: Instr) -> Operand:
        if instr.op == "call" and instr.note.startswith("sct_sum_"):
            count = self.code.about.get(instr.args[1], instr.args[1])
            return self.multiply(count if self._known(count) else self.unknown, Const("i64", _SUMMED))
        if instr.op == "call" and instr.note.startswith("sct_product_"):
            return Const("i64", max(multiplications(instr.note) // _MULTIPLIED, 1))
        if self.made and instr.op == "call" and instr.note == "sct_poll":  # seldom
            return Const("i64", 0)
        return Const("i64", _COSTS.get(instr.op, _SIMPLE))


def defined(body: Iterable[Stmt]) -> set[Ref]:
    """All values that statements define, at any depth."""
    found: set[Ref] = set()
    for statement in walk(body):
        if isinstance(statement, Instr):
            if statement.dest is not None:
                found.add(statement.dest)
        elif isinstance(statement, (For, Parallel)):
            found.add(statement.index if isinstance(statement, For) else statement.loop.index)
    return found
