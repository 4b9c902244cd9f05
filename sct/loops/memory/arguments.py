"""Arguments that the program changes: written where they lie, as far as that can be.

The program answers the new content of such an argument as an output, and the caller copies it back. That copy, and the
memory of the new content, are saved in two ways. An argument can be *updated*: it belongs to the program from the
start, like an array that the program has made. Or it is only *stored*: the output is computed elsewhere, or on its
way into the argument, which is written when all else is done.

A program that gives up is run again by others, on the same arguments: nothing may have been written by then. Whether
that holds is seen in the finished code (`failures`); where it does not, the code is written again with less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sct.ir.aliasing import is_fresh, updates
from sct.ir.core import Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.known.layouts import Order, is_small
from sct.loops.known.liveness import Liveness
from sct.loops.known.origins import Origins
from sct.loops.memory.ownership import Ownership
from sct.records import record

__all__ = ["NOTHING", "Changes", "changes_of", "owned"]


@record
class Changes:
    """Which arguments, by number, the code itself changes.

    Attributes
    ----------
    updated
        Those that belong to the program from the start; all of them are in `stored`, too.
    stored
        Those that have their new content when the program is done, each with the output that it is.
    """

    updated: frozenset[int] = frozenset()
    stored: tuple[tuple[int, int], ...] = ()

    def less(self, refused: frozenset[int]) -> Changes:
        """One step back for each of the refused arguments: first they are only stored, then not even that.

        >>> Changes(frozenset({0}), ((0, 0), (1, 1))).less(frozenset({0, 1}))
        Changes(updated=frozenset(), stored=((0, 0),))
        """
        gone = refused - self.updated
        return Changes(self.updated - refused, tuple(pair for pair in self.stored if pair[0] not in gone))

    def outputs(self) -> frozenset[int]:
        """The outputs that the arguments become."""
        return frozenset(output for _, output in self.stored)


NOTHING = Changes()


def changes_of(program: Program, contiguous: Sequence[Order]) -> Changes:
    """What there is to gain: all arguments that are written back and lie in C order; small ones stay in registers."""
    args = program.body.args
    stored = tuple(
        (k, output) for k, output in program.mutated if args[k].spec.kind == ARRAY and contiguous[k] is True
    )
    return Changes(frozenset(k for k, _ in stored if not is_small(args[k])), stored)


def owned(
    program: Program, liveness: Liveness, changes: Changes, in_place: Mapping[Op, Value]
) -> tuple[Ownership, Changes]:
    """The storage plan, and those of the changes that no other output would notice."""
    while True:
        args = program.body.args
        ownership = _updating(program, liveness, frozenset(args[k] for k in changes.updated), in_place)
        noticed = frozenset(k for k, output in changes.stored if not _is_alone(program, ownership, args[k], output))
        if not noticed:
            return ownership, changes
        changes = changes.less(noticed)


def _updating(
    program: Program, liveness: Liveness, changed: frozenset[Value], in_place: Mapping[Op, Value]
) -> Ownership:
    """The storage plan with those updates for which no loop has to copy what it starts with."""
    plain = Ownership(program, liveness, changed)
    while in_place:
        ownership = Ownership(program, liveness, changed, in_place)
        loops = ownership.entry_copies.items()
        copying = [op for op, states in loops if not set(states) <= set(plain.entry_copies[op])]
        if not copying:
            return ownership
        refused = {inner for op in copying for inner in op.blocks[-1].walk()}
        if refused.isdisjoint(in_place):
            return plain
        in_place = {op: old for op, old in in_place.items() if op not in refused}
    return plain


def _is_alone(program: Program, ownership: Ownership, arg: Value, output: int) -> bool:
    """Whether nothing that the program answers beside the new content can lie in its memory, old or new."""
    new = program.outputs[output]
    memory = ownership.memory(new)
    if arg in memory and not all(op is None or _is_whole(op) for op in Origins(program.body).of(new)):
        return False  # part of the old content, in another place
    if program.outputs.count(new) > 1:
        return False  # two arrays of one content, or one that may be the other
    others = [value for value in program.outputs if value is not new and ownership.memory(value) & (memory | {arg})]
    return not others or memory == {arg}


def _is_whole(op: Op) -> bool:
    """Whether the op makes whole arrays, not views of parts."""
    return op.name == "setitem" or updates(op) or (op.name != "constant" and is_fresh(op))
