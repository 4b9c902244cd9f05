"""Where long loops let other threads run, and look for Ctrl-C."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

from sct.ir.aliasing import carried, is_fresh
from sct.ir.core import Block, Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Const, Fail, For, Instr, Operand, Parallel, Stmt, Var, While, bodies, walk
from sct.loops.known.advancing import advances, halves
from sct.loops.known.ending import ends_soon
from sct.loops.known.induction import lie
from sct.loops.known.ranges import Span, whole
from sct.loops.lower import Lowering
from sct.loops.turns.quiet import MANY_TURNS
from sct.loops.values import Num

__all__ = ["FEW_TURNS", "LAST_WORD", "MANY_TURNS", "has_loops", "is_heavy", "poll", "polling"]

_QUICK = 16  # turns of loops inside that LLVM writes out
LAST_WORD = 4  # the status of an exception that comes out of the call, whatever has been changed by then
FEW_TURNS = Const("i64", 8)
_FEW = 256  # turns that nobody counts
_MANY = 1 << 30  # turns, which take a second
_LIGHT = ("if", "setitem", "update_view")  # in place, as a rule


def has_loops(body: Block) -> bool:
    """Whether a turn of a loop may take its time: there are loops in it, or work on arrays."""
    return any(op.name in ("for", "while") for op in body.walk()) or is_heavy(body)


def is_heavy(body: Block) -> bool:
    """Whether a turn takes its time without a look at the clock: it counts in a loop of its own, or makes arrays."""
    return any(op.name == "for" or _makes_arrays(op) for op in body.walk() if op.name != "while")


def _makes_arrays(op: Op) -> bool:
    arrays = op.name not in _LIGHT and any(r.spec.kind == ARRAY for r in op.results)
    return arrays and (bool(op.blocks) or is_fresh(op))


@contextlib.contextmanager
def polling(low: Lowering, body: list[Stmt], heavy: bool, loop: For | None = None) -> Iterator[None]:
    """Poll in the body of a loop; what is written within are its turns.

    Loops in it count on in the same register, but for those of heavy loops, which look far more often.
    A counted `loop` does not poll after all if it turns out that no loop is left in it to speak of.
    """
    around = low.turns_left
    if low.lanes is not None:
        heavy = False
    shared = around is not None and not heavy and low.lanes is None
    left = poll(low, body, FEW_TURNS if heavy else MANY_TURNS, around if shared else None)
    polled = len(body)
    low.turns_left = None if heavy or low.lanes is not None else left
    try:
        yield
    finally:
        low.turns_left = around
    if loop is not None and low.lanes is None and _is_short(low, loop) and _is_quick(body[polled:]):
        del body[:polled]


def _is_short(low: Lowering, loop: For) -> bool:
    """Whether a loop has no more turns than take a second, if a turn takes no time."""
    ends = (loop.stop, loop.start) if loop.down else (loop.start, loop.stop)
    first, last = (low.code.ranges.of(end) for end in ends)
    return last[1] - first[0] <= _MANY


def turns_end(low: Lowering, op: Op, held: list[Span | None]) -> tuple[list[tuple[int, int]] | bool, float]:
    """Whether a `while` need not poll, as it ends by itself; what counts its turns then, if they may be many.

    The second number is how many turns it has at most. `held` is where the integers lie that it carries.
    """
    if low.lanes is None:
        counts, ends = advances(op, low.counters.origin, low.leaving, lie(low, op, held))
        most = sum(max(_distance(low, op, *pair) + 1, 0) for pair in ends)
        if counts and most <= _MANY:
            return counts, most
        if halves(op, low.counters.origin, low.leaving):
            return True, _FEW
    soon = ends_soon(low, op)
    return soon, _FEW if soon else math.inf


def _distance(low: Lowering, op: Op, start: Value, end: Value) -> int:
    """How far a value is below another at most when a `while` begins that asks for both."""
    spans: list[tuple[int, int]] = []
    for value in (start, end):
        if value in op.blocks[0].args:
            value = carried(op)[1][op.blocks[0].args.index(value)]
        made = low.counters.origin.get(value)
        number = made.attr("value") if made is not None and made.name == "constant" else None
        handle = low.env.get(value)
        if isinstance(number, int):
            spans.append((number, number))
        elif isinstance(handle, Num) and handle.x.type == "i64":
            spans.append(low.code.ranges.of(handle.x))
        else:
            spans.append(whole("i64"))
    return spans[1][1] - spans[0][0]


def count_turns(low: Lowering, op: Op, counts: list[tuple[int, int]] | bool) -> None:
    """Have the loop around poll the sooner, the more turns the loop that is over has had."""
    if low.turns_left is None or counts is True or counts is False:
        return
    code = low.code
    turns: Operand = ZERO
    most = 0
    for place, way in counts:
        first, last = (low.num(values[place]).x for values in (carried(op)[1], op.results))
        ends = (last, first) if way > 0 else (first, last)
        most += code.ranges.exact("isub", *ends)[1]
        turns = code.pure("iadd", "i64", turns, code.pure("isub", "i64", *ends))
    if most > _FEW:
        code.set(low.turns_left, code.isub(code.get(low.turns_left), turns))


def _is_quick(body: list[Stmt]) -> bool:
    """Whether a turn is over at once: other loops have become single numbers, or a few turns that are written out."""
    return _turns(body) <= _QUICK and not any(isinstance(one, Instr) and one.op == "call" for one in walk(body))


def _turns(body: list[Stmt]) -> float:
    """How many turns of loops there are in the statements, all in all."""
    total = 0.0
    for one in body:
        inner = sum(_turns(held) for held in bodies(one))
        if isinstance(one, For):
            inner = one.turns * max(inner, 1.0) if one.turns else 0.0
        elif isinstance(one, (While, Parallel)):
            inner = math.inf
        total += inner
    return total


def poll(low: Lowering, body: list[Stmt], turns: Operand, left: Var | None = None) -> Var:
    """Let other threads run and look for Ctrl-C, once in so many turns of a loop, counted in a register."""
    code = low.code
    if left is None:
        left = code.var("i64", turns)
        code.polls[left] = turns
    with code.into(body):
        now = code.isub(code.get(left), ONE)
        code.set(left, now)
        with code.when(code.pure("icmp.slt", "i1", now, ZERO)):
            status = code.call("sct_poll", "i64", low.ctx)
            with code.when(code.icmp("ne", status, ZERO)) as raised:
                raised.then.append(Fail(LAST_WORD, polled=True))
            code.set(left, turns)
    return left
