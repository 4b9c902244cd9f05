"""Branches that decide which of two places a `while` goes on from: `if a[i] < b[j]: i += 1` `else: j += 1`.

LLVM would compute both indices without a branch. Then each turn has to wait for what it reads: that says where the next
one reads. Behind a branch the processor goes on from the place that it guesses, and reads there already.
"""

from __future__ import annotations

from sct.loops.code import Code, Const, If, Instr, Operand, Stmt, While, bodies, walk

__all__ = ["keep_branches"]

_STEPS = ("iadd", "isub")


def keep_branches(code: Code) -> None:
    """Mark such branches: they stay."""
    for one in walk(code.body):
        if isinstance(one, While):
            _mark([*one.head, *one.body])


def _mark(turn: list[Stmt]) -> None:
    inside = list(walk(turn))
    if any(not isinstance(one, (Instr, If)) and bodies(one) for one in inside):
        return
    places = {one.args[1] for one in inside if isinstance(one, Instr) and one.op == "load"}
    asked = {one.dest for one in inside if isinstance(one, Instr) and one.op.startswith(("icmp.", "fcmp."))}
    for one in inside:
        if isinstance(one, If) and one.cond in asked and one.rare is None:
            one.stays = all(_advances(way, places) for way in (one.then, one.orelse))


def _advances(way: list[Stmt], places: set[Operand]) -> bool:
    """Whether all that is done is to step from a place that is read to a neighbour."""
    steps = [one for one in way if isinstance(one, Instr) and one.op in _STEPS and isinstance(one.args[1], Const)]
    moves = [one for one in way if isinstance(one, Instr) and one.op in ("get", "set")]
    return len(steps) + len(moves) == len(way) and any(one.args[0] in places for one in steps)
