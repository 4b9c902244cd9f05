"""What long loops are run with: several threads where turns are independent, and without Python's lock.

Works on code that is complete. A loop that takes too little time for threads to pay stays as it is; where its
extents are known only at run time, so is the choice: it runs as one piece then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sct.loops.code import ONE, ZERO, Code, Const, For, If, Instr, Operand, Parallel, Ref, Stmt, Var, While, walk
from sct.loops.memory.own_memory import writes_own_memory
from sct.loops.nests.work import Work, defined

__all__ = ["spread"]

# in the units of `work`
LEAST = 3_000_000  # less, some 100 microseconds, is done by one thread
PIECE = 600_000
UNLOCKED = 1_500_000  # less is done with Python's lock held: letting it go may cost as much as getting it back
MOST_PIECES = 256
FEW = 32  # turns of a loop of the user's: with fewer, the loops in it are the ones to share
LINE = 64  # pieces of many short turns begin at multiples of this


def spread(code: Code, *, ctx: Operand, calls: bool) -> None:
    """Make loops parallel where `code.threads` allows it, and let go of Python's lock before the long ones.

    Code that `calls` Python takes it back after each of them: for many short calls, one after the other, it might have
    to wait for another thread's turn to end each time.
    """
    _Spreader(code, ctx, calls).all(code.body, outermost=True)


class _Spreader:
    def __init__(self, code: Code, ctx: Operand, calls: bool) -> None:
        self.code = code
        self.ctx = ctx
        self.calls = calls
        self.uses = _Uses(code.body) if code.threads else None
        self.around = 0  # loops around what is looked at

    def all(self, body: list[Stmt], *, outermost: bool) -> None:
        done: list[Stmt] = []
        for statement in body:
            if isinstance(statement, For):
                done += self.loop(statement, outermost)
                continue
            if isinstance(statement, While):
                self.inside(statement.body, outermost)
            elif isinstance(statement, If):
                self.all(statement.then, outermost=outermost)
                self.all(statement.orelse, outermost=outermost)
            done.append(statement)
        body[:] = done

    def inside(self, body: list[Stmt], outermost: bool) -> None:
        """The body of a loop."""
        self.around += 1
        self.all(body, outermost=outermost)
        self.around -= 1

    def loop(self, loop: For, outermost: bool) -> list[Stmt]:
        """The loop, with what comes before it."""
        plan = None
        if self.uses is not None and self._may_share(loop):
            plan = _Plan.of(self.code, loop, self.uses)
        if plan is None and not outermost:
            self.inside(loop.body, False)
            return [loop]
        work = Work(self.code, defined([loop]), loop if plan is not None and loop.own is not None else None)
        each = work.larger(work.of(loop.body), ONE)
        turns = work.turns(loop)
        total = work.multiply(turns, each)
        before = self._unlock(work, total) if outermost and not _calls_back(loop.body) else []
        after = [Instr(None, "call", (self.ctx,), "sct_gil_acquire")] if before and self.calls else []
        if plan is not None and not (isinstance(total, Const) and total.value < LEAST):
            grain = _grain(work, loop.stop, each, total)
            if loop.own is not None:
                grain = work.choose(loop.own.guard, grain, work.larger(loop.stop, ONE))
            return [*work.into, *before, plan.parallel(grain, loop.own is not None and self.around > 0), *after]
        if plan is None:
            self.inside(loop.body, False)
        return [*work.into, *before, loop, *after] if before else [loop]

    def _may_share(self, loop: For) -> bool:
        """Whether it is worth a look: of short loops in loops, telling others takes longer than doing them."""
        if loop.start != ZERO or loop.step != ONE or loop.down or (loop.own is None and not loop.independent):
            return False
        if loop.own is None:
            return True
        if isinstance(loop.stop, Const) and loop.stop.value < FEW and any(map(_is_shared, walk(loop.body))):
            return False
        return self.around == 0 or _has_loops(loop)

    def _unlock(self, work: Work, total: Operand) -> list[Stmt]:
        call = Instr(None, "call", (self.ctx,), "sct_gil_release")
        if not isinstance(total, Const):
            return [If(work.less(Const("i64", UNLOCKED), total), [call])]
        return [call] if total.value > UNLOCKED else []


def _has_loops(loop: For) -> bool:
    return any(isinstance(one, (For, While)) for one in walk(loop.body))


def _is_shared(statement: Stmt) -> bool:
    """Whether it is a loop for several threads, as far as that is known."""
    if not isinstance(statement, For):
        return False
    return statement.independent or (statement.own is not None and _has_loops(statement))


def _calls_back(body: list[Stmt]) -> bool:
    return any(isinstance(s, Instr) and s.op == "call" and s.note == "sct_callback" for s in walk(body))


def _grain(work: Work, stop: Operand, each: Operand, total: Operand) -> Operand:
    """How long the pieces are: all of the loop, where it is not worth while."""
    grain = work.larger(work.divide(Const("i64", PIECE), each), ONE)
    grain = work.larger(grain, work.add(work.divide(stop, Const("i64", MOST_PIECES)), ONE))
    if isinstance(grain, Const) and grain.value >= LINE:
        grain = Const("i64", -(-int(grain.value) // LINE) * LINE)
    if isinstance(total, Const):
        return grain
    return work.choose(work.less(total, Const("i64", LEAST)), work.larger(stop, ONE), grain)


_POLL = "sct_poll"
_MEMORY = ("sct_alloc", "sct_release")
_ANYWHERE = ("sct_sum_", "sct_product_", "sct_check", "sct_within", _POLL)  # what any thread may call


class _Uses:
    """How often values and variables are used, and by which instructions."""

    def __init__(self, body: Iterable[Stmt]) -> None:
        self.refs: Counter[Ref] = Counter()
        self.gets: Counter[Var] = Counter()
        self.sets: Counter[Var] = Counter()
        self.calls = False  # of what no other thread may call
        self.asks: Ref | None = None  # what polls are made with
        self.allocates = False
        for statement in walk(body):
            self._note(statement)

    def _note(self, statement: Stmt) -> None:
        if isinstance(statement, Instr):
            if statement.op == "get":
                self.gets[statement.note] += 1
            elif statement.op == "set":
                self.sets[statement.note] += 1
            elif statement.op == "call" and statement.note in _MEMORY:
                self.allocates = True
            elif statement.op == "call" and not statement.note.startswith(_ANYWHERE):
                self.calls = True
            elif statement.op == "call" and statement.note == _POLL:
                (self.asks,) = statement.args  # type: ignore[assignment]
        for operand in _operands(statement):
            if isinstance(operand, Ref):
                self.refs[operand] += 1


def _operands(statement: Stmt) -> tuple[Operand, ...]:
    if isinstance(statement, Instr):
        return statement.args
    if isinstance(statement, For):
        return (statement.start, statement.stop, statement.step)
    return (statement.cond,) if isinstance(statement, (While, If)) else ()


class _Plan:
    """What the function around a body is to have."""

    def __init__(self, code: Code, loop: For, mine: _Uses, uses: _Uses) -> None:
        inner = defined(loop.body) | {loop.index}
        private = {pointer for pointer, _ in loop.private}
        own = [ref for ref, _ in code.buffers if mine.refs[ref] and mine.refs[ref] == uses.refs[ref]]
        given = set(mine.refs) - inner - private - set(own)
        given |= {size for _, size in loop.private if isinstance(size, Ref)}
        self.loop = loop
        self.captured = tuple(sorted(given, key=lambda ref: ref.number))
        self.buffers = tuple(own)
        names = sorted(set(mine.gets) | set(mine.sets), key=lambda var: var.number)
        self.polls = tuple((v, code.polls[v]) for v in names if v in code.polls)
        names = [v for v in names if v not in code.polls]
        self.own = tuple(v for v in names if mine.gets[v] == uses.gets[v] and mine.sets[v] == uses.sets[v])
        shared = [v for v in names if v not in self.own]
        self.asks = mine.asks
        self.flags = tuple(v for v in shared if v in code.flags)
        self.reads = tuple(v for v in shared if v not in code.flags)
        apart = all(mine.refs[pointer] == uses.refs[pointer] for pointer in private)
        if code.check and private:  # what is checked is the memory that all turns share
            apart = False
        self.allocates = mine.allocates
        if loop.own is None:
            apart = apart and not mine.allocates
        elif not writes_own_memory(loop, {*loop.own.memory, *own}):
            apart = False
        self.possible = apart and not mine.calls and not any(mine.sets[v] for v in self.reads)

    @classmethod
    def of(cls, code: Code, loop: For, uses: _Uses) -> _Plan | None:
        """The plan; None for a loop that one thread must run."""
        made = cls(code, loop, _Uses(loop.body), uses)
        return made if made.possible else None

    def parallel(self, grain: Operand, written_out: bool) -> Parallel:
        return Parallel(
            self.loop, grain, self.captured, self.reads, self.own, self.flags, self.buffers, self.polls, self.asks,
            written_out, self.allocates,
        )  # fmt: skip
