"""Where long loops let other threads run, and look for Ctrl-C."""

from __future__ import annotations

from sct.loops.code import ONE, ZERO, Fail, Operand, Stmt
from sct.loops.lower import Lowering

__all__ = ["LAST_WORD", "poll"]

LAST_WORD = 4  # the status of an exception that comes out of the call, whatever has been changed by then


def poll(low: Lowering, body: list[Stmt], turns: Operand) -> None:
    """Let other threads run and look for Ctrl-C, once in so many turns of a loop, counted in a register."""
    code = low.code
    left = code.var("i64", turns)
    with code.into(body):
        now = code.isub(code.get(left), ONE)
        code.set(left, now)
        with code.when(code.icmp("eq", now, ZERO)):
            status = code.call("sct_poll", "i64", low.ctx)
            with code.when(code.icmp("ne", status, ZERO)) as raised:
                raised.then.append(Fail(LAST_WORD))
            code.set(left, turns)
