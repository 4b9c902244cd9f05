"""What is done with code that is complete."""

from __future__ import annotations

from sct.loops.code import Code, Operand
from sct.loops.known.advance_branches import keep_branches
from sct.loops.nests.terms import terms_apart
from sct.loops.turns.quiet import quieten
from sct.loops.turns.spread import spread

__all__ = ["finish"]


def finish(code: Code, *, ctx: Operand, calls: bool) -> None:
    """Write it so that it runs fast; `calls`: it calls Python."""
    quieten(code)  # while loops are as they were written: they say how often they turn
    terms_apart(code)
    keep_branches(code)
    spread(code, ctx=ctx, calls=calls)  # the last: what other threads run are functions of their own
