"""Work that only one branch of a later `if` uses is done in that branch.

Before::

    %2: float64[n] = exp(%0)
    %4: float64[n] = if(%1) { %3: float64[n] = add(%2, %2)  yield %3 } else { yield %0 }

After, `%2` stands in the first branch, and is not computed where the other one runs. What may raise stays; so does
what would keep an array alive that an op in between may write to, and, within loops, work on single numbers: the
compiler of machine code moves that by itself. No warning is lost, as machine code gives none.
"""

from __future__ import annotations

from dataclasses import replace

from sct.ir.aliasing import calls_back, updates
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import Dim
from sct.loops.drawn import drawn_by_code
from sct.loops.known.known_rows import known_rows
from sct.loops.known.layouts import is_small
from sct.loops.lists.ragged import rows_in_place
from sct.loops.memory.blanks import separate_blanks
from sct.loops.memory.through_views import through_views
from sct.loops.turns.masks import in_place_of_picking
from sct.ops import registry
from sct.ops.infer import op_may_raise
from sct.ops.registry import Fact

__all__ = ["prepared", "sunk"]

Place = tuple[Op, int]  # an `if`, and which of its blocks
_STAY = frozenset({"constant", "dim"})


def prepared(program: Program) -> Program:
    """What is lowered in the program's place."""
    program = known_rows(rows_in_place(in_place_of_picking(program)))
    return drawn_by_code(separate_blanks(through_views(sunk(program))))


def sunk(program: Program) -> Program:
    """The same program, with such work in the branches."""
    if not any(op.name == "if" for op in program.body.walk()):
        return program
    body = _block(program.body, in_loop=False)
    return program if body is program.body else replace(program, body=body)


def _block(block: Block, *, in_loop: bool) -> Block:
    moved = _moved(block, in_loop) if any(op.name == "if" for op in block.ops) else {}
    gone = {op for ops in moved.values() for op in ops}
    ops = []
    for op in block.ops:
        if op in gone:
            continue
        if op.blocks:
            inner = [_with(b, moved.get((op, k), [])) for k, b in enumerate(op.blocks)]
            inner = [_block(b, in_loop=in_loop or op.name != "if") for b in inner]
            op = op.with_blocks(tuple(inner))
        ops.append(op)
    same = len(ops) == len(block.ops) and all(a is b for a, b in zip(ops, block.ops, strict=True))
    return block if same else Block(block.args, tuple(ops), block.results)


def _with(block: Block, first: list[Op]) -> Block:
    return Block(block.args, (*reversed(first), *block.ops), block.results) if first else block


def _moved(block: Block, in_loop: bool) -> dict[Place, list[Op]]:
    """The ops that move, by where to, the last one first."""
    uses: dict[Value, set[Place | None]] = {value: {None} for value in block.results}
    found: dict[Place, list[Op]] = {}
    met: set[Op] = set()  # the ifs after the op that is looked at, with no write in between
    for op in reversed(block.ops):
        places: set[Place | None] = set().union(*[uses.get(result, set()) for result in op.results])
        place = next(iter(places)) if len(places) == 1 else None
        if place is not None and place[0] in met and _may_move(op, in_loop):
            found.setdefault(place, []).append(op)
            _note(uses, op, place)
            continue
        _note(uses, op, None)
        if _writes(op):
            met.clear()
        if op.name == "if":
            met.add(op)
    return found


def _note(uses: dict[Value, set[Place | None]], op: Op, place: Place | None) -> None:
    """Note what an op reads that stands at `place`; what the blocks of an `if` read, is read there."""
    for value in op.args:
        uses.setdefault(value, set()).add(place)
    for k, block in enumerate(op.blocks):
        here = (op, k) if op.name == "if" and place is None else place
        for inner in block.walk():
            for value in inner.args:
                uses.setdefault(value, set()).add(here)
            for deeper in inner.blocks:
                for value in deeper.results:
                    uses.setdefault(value, set()).add(here)
        for value in block.results:
            uses.setdefault(value, set()).add(here)


def _may_move(op: Op, in_loop: bool) -> bool:
    definition = registry.get(op.name)
    if op.blocks or op.name in _STAY or calls_back(op):
        return False
    if Fact.PURE not in definition.facts or Fact.EFFECT in definition.facts:
        return False
    if in_loop and not any(value.spec.ndim and not is_small(value) for value in (*op.args, *op.results)):
        return False
    if op_may_raise(op):
        return False
    known = {extent for value in op.args for extent in value.spec.shape}
    return all(extent in known for r in op.results for extent in r.spec.shape if isinstance(extent, Dim))


def _writes(op: Op) -> bool:
    """Whether something may be written where an operand lies."""
    every = (op, *[inner for block in op.blocks for inner in block.walk()])
    return any(one.name in ("setitem", "while", "for") or updates(one) for one in every)
