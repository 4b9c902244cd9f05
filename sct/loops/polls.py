"""Where long loops let other threads run, and look for Ctrl-C."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sct.ir.aliasing import is_fresh
from sct.ir.core import Block, Op
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Const, Fail, Operand, Stmt, Var
from sct.loops.lower import Lowering

__all__ = ["FEW_TURNS", "LAST_WORD", "MANY_TURNS", "has_loops", "is_heavy", "poll", "polling"]

LAST_WORD = 4  # the status of an exception that comes out of the call, whatever has been changed by then
FEW_TURNS = Const("i64", 8)
MANY_TURNS = Const("i64", 1 << 14)
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
def polling(low: Lowering, body: list[Stmt], heavy: bool) -> Iterator[None]:
    """Poll in the body of a loop; what is written within are its turns.

    Loops in it count on in the same register, but for those of heavy loops, which look far more often.
    """
    around = low.turns_left
    if low.lanes is not None:
        heavy = False
    shared = around is not None and not heavy and low.lanes is None
    left = poll(low, body, FEW_TURNS if heavy else MANY_TURNS, around if shared else None)
    low.turns_left = None if heavy or low.lanes is not None else left
    try:
        yield
    finally:
        low.turns_left = around


def poll(low: Lowering, body: list[Stmt], turns: Operand, left: Var | None = None) -> Var:
    """Let other threads run and look for Ctrl-C, once in so many turns of a loop, counted in a register."""
    code = low.code
    if left is None:
        left = code.var("i64", turns)
        code.polls[left] = turns
    with code.into(body):
        now = code.isub(code.get(left), ONE)
        code.set(left, now)
        with code.when(code.icmp("eq", now, ZERO)):
            status = code.call("sct_poll", "i64", low.ctx)
            with code.when(code.icmp("ne", status, ZERO)) as raised:
                raised.then.append(Fail(LAST_WORD, polled=True))
            code.set(left, turns)
    return left
