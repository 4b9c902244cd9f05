"""Views that need no reference of their own: what they show is there for as long as they are."""

from __future__ import annotations

from sct.ir.aliasing import calls_back, is_fresh
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.known.liveness import Liveness

__all__ = ["lent_views"]


def lent_views(program: Program, liveness: Liveness) -> set[Value]:
    """The views whose last use comes before the last use of what they are made of."""
    found: set[Value] = set()
    _block(program.body, liveness, found, frozenset(program.body.args))
    return found


def _block(block: Block, liveness: Liveness, found: set[Value], given: frozenset[Value]) -> None:
    """What is `given` is there all the time."""
    last = {value: k for k, op in enumerate(block.ops) for value in liveness.dying[op] if value not in given}
    for op in block.ops:
        for inner in op.blocks:
            _block(inner, liveness, found, given)
        if _is_view(op) and op.results[0] in last:
            mine, shown = last[op.results[0]], last.get(op.args[0], len(block.ops))
            # a loop may take over what it is given, and let go of it in its first turn
            if mine < shown or (mine == shown and not block.ops[mine].blocks):
                found.add(op.results[0])


def _is_view(op: Op) -> bool:
    views = not op.blocks and len(op.results) == 1 and bool(op.args) and op.args[0].spec.kind == ARRAY
    return views and op.results[0].spec.kind == ARRAY and not calls_back(op) and not is_fresh(op)
