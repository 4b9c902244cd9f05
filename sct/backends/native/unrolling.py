"""What LLVM is told of a loop: whether it may write out its turns one after the other, and how many vectors at once.

To write out turns costs compile time in proportion, and LLVM takes its time to find out whether it would pay. It does
for a few turns; loops that hold loops, and those that become vectors, run no faster for it. A long function has many
such loops, and time that LLVM takes for all they become grows with the square of it where each turn chooses a number by
the last one's: what is written out in one function is counted, and when it is much, the loops that follow stay loops.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sct.backends.native.width import vector_width, vectors_at_once
from sct.loops.code import For, Instr, Stmt, While, bodies

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["hints", "hints_of_vectors"]

_ROLLED = '!{!"llvm.loop.unroll.disable"}'
_RUNTIME = '!{!"llvm.loop.unroll.runtime.disable"}'
_FEW, _MANY = 16, 128  # turns: so many may be written out; so many LLVM never writes out
_SHORT = range(8, _FEW + 1)  # turns that become vectors at once: one by one, they cost most to put together again


def hints(emitter: Emitter, loop: For) -> str:
    """The metadata of the branch back to the loop's head; empty if LLVM is to do as it likes."""
    rounds, inner = loop.turns, sum(map(_turns, loop.body))
    rolled = rounds * inner > _FEW if inner else _FEW < rounds <= _MANY
    free = not rolled or (loop.unroll and not inner)  # to be written out
    if free and not emitter.tally.may_write_out(_length(loop)):
        free, rolled = False, True
    if loop.unroll and free:
        return ""
    whole = not inner and _is_whole(rounds) and _is_elementwise(loop)
    parts = [emitter.meta(_ROLLED if rolled or whole else _RUNTIME)]
    if whole:
        parts.append(emitter.meta(f'!{{!"llvm.loop.vectorize.followup_all", {_vectorised(emitter)}}}'))
    elif not inner:
        parts += _of_vectors(emitter, loop, 2 if rolled else 0)
    return _node(emitter, parts)


def hints_of_vectors(emitter: Emitter) -> str:
    """The same for a loop whose turns are vectors already."""
    return _node(emitter, [emitter.meta(_ROLLED), _vectorised(emitter)])


def _node(emitter: Emitter, parts: list[str]) -> str:
    itself = f"!{len(emitter.metadata) + 1}"
    node = emitter.meta(f"distinct !{{{', '.join([itself, *parts])}}}")
    return f", !llvm.loop {node}"


def _of_vectors(emitter: Emitter, loop: For, at_once: int) -> list[str]:
    """The loop is vectorised, and not unrolled after that: it doubles compile time and rarely pays on top.

    But where functions wait for one another's results, several vectors at once keep the processor busy. As LLVM takes a
    loop that is not to be unrolled for one of single vectors, it is told how many are to be worked on `at_once`.
    """
    after = f'!{{!"llvm.loop.vectorize.followup_all", {emitter.meta(_ROLLED)}, {_vectorised(emitter)}}}'
    parts = [emitter.meta(after)]
    if sum(isinstance(inner, Instr) and inner.op == "math" for inner in loop.body) > 1:
        at_once = vectors_at_once()
    if at_once:
        parts.append(emitter.meta(f'!{{!"llvm.loop.interleave.count", i32 {at_once}}}'))
    return parts


def _vectorised(emitter: Emitter) -> str:
    return emitter.meta('!{!"llvm.loop.isvectorized", i32 1}')


def _is_whole(rounds: float) -> bool:
    """Whether vectors hold the turns: where there is no AVX-512, the last of them can only be full."""
    return rounds in _SHORT and (rounds % 4 == 0 or vector_width() == 512)


def _is_elementwise(loop: For) -> bool:
    """Whether nothing is handed on from turn to turn in variables."""
    return all(isinstance(one, Instr) and one.op != "set" for one in loop.body)


def _length(statement: Stmt) -> float:
    """How many instructions are left when all loops of the statement are written out; variables are registers then."""
    if isinstance(statement, Instr):
        return float(statement.op not in ("get", "set"))
    inner = sum(_length(one) for body in bodies(statement) for one in body)
    return statement.turns * inner if isinstance(statement, For) else 1.0 + inner


def _turns(statement: Stmt) -> float:
    """How many turns of innermost loops are left when all loops of the statement are written out."""
    inner = sum(_turns(one) for body in bodies(statement) for one in body)
    if isinstance(statement, For):
        return statement.turns * max(inner, 1.0)
    return math.inf if isinstance(statement, While) else inner
