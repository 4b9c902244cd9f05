"""Loops of the user's whose turns need nothing of each other: several threads may share them.

What a turn writes must be its own. Along one axis of each array that the loop writes to, all that a turn touches lies
at an index which counts with the turns, `2 * k + n`, `2 * k + n + 1`: so far apart that no other turn comes there. The
array may be read elsewhere, too, at an index that is the same in all turns and before, or behind, all that is written.
Indices that count from the end would meet others: `guard` asks for that when the program runs.

All else that a turn reads is from outside of the loop, and stays as it is. Nothing is handed from turn to turn, there
are no effects but failures, and a program that fails has no results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sct.ir.aliasing import calls_back, carried
from sct.ir.core import Block, Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.elements.views import full_index, is_basic
from sct.loops.known.affine import Affine, affine
from sct.loops.values import Num
from sct.ops import registry
from sct.ops.registry import Fact
from sct.records import record

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["Apart", "turns_apart"]

SMALL = 1 << 31  # sums of numbers that are smaller do not wrap


@record(eq=False)
class Apart:
    """What makes the turns of a loop independent.

    Attributes
    ----------
    written
        The numbers of the states that are written to. All states are the same arrays, or values, in all turns.
    guard
        Whether no index counts from the end in any turn, known before the loop.
    """

    op: Op
    written: tuple[int, ...]
    guard: Operand


def turns_apart(low: Lowering, op: Op, turns: Operand) -> Apart | None:
    """Why the turns of a `for` that counts from 0 are independent; None if that cannot be seen.

    Asked when the loop has been entered, and is going to be written.
    """
    if not low.code.threads or low.code.check or low.lanes is not None:
        return None
    reader = _Reader(low, op)
    found = reader.found() if reader.block(op.blocks[0]) else None
    guard = _guard(low, reader.counter, turns, found[1]) if found is not None else None
    if found is None or guard is None or guard == Const("i1", 0):
        return None
    return Apart(op, found[0], guard)


def _guard(low: Lowering, counter: Value, turns: Operand, indices: Sequence[Affine]) -> Operand | None:
    """Whether none of the indices is ever negative; None if what they are computed from is not at hand."""
    code = low.code
    good = _is_small(code, turns)
    last = code.isub(turns, ONE)
    for index in indices:
        at: Operand = Const("i64", index.number)
        for value, times in index.without(counter):
            handle = low.env.get(value)
            if not isinstance(handle, Num):
                return None
            good = code.and_(good, _is_small(code, handle.x))
            at = code.iadd(at, code.imul(handle.x, times))
        times = index.factor(counter)
        lowest = code.iadd(at, code.imul(last, times)) if times < 0 else at
        good = code.and_(good, code.icmp("sge", lowest, ZERO))
    return good


def _is_small(code: Code, x: Operand) -> Operand:
    least, greatest = code.ranges.of(x)
    if least >= -SMALL and greatest <= SMALL:
        return Const("i1", 1)
    return code.icmp("ule", code.iadd(x, SMALL), 2 * SMALL)


@record(eq=False)
class _Access:
    """Elements of an array that a turn reads or writes: an index for each axis, None for any."""

    places: tuple[Affine | None, ...]
    writes: bool


class _Reader:
    """Walks the body of one loop; methods answer False where it is no use to go on."""

    def __init__(self, low: Lowering, op: Op) -> None:
        self.low, self.op = low, op
        body = op.blocks[0]
        self.counter = body.args[0]
        self.state = carried(op)[0]
        self.inside: set[Value] = {*body.args}
        self.roots: dict[Value, int] = {}  # the values that are the array of a state, as it is by then
        self.accesses: dict[int, list[_Access]] = {}
        for k, arg in enumerate(self.state):
            if arg.spec.kind == ARRAY:
                self.roots[arg] = k
        for inner in body.walk():
            self.inside.update(inner.results)
            for block in inner.blocks:
                self.inside.update(block.args)

    # -- the body ------------------------------------------------------------------------------------

    def block(self, block: Block) -> bool:
        return all(self.any(op) for op in block.ops)

    def any(self, op: Op) -> bool:
        if op.name == "if":
            return self.branches(op)
        if op.blocks:
            return self.loop(op)
        if calls_back(op) or Fact.EFFECT in registry.get(op.name).facts:
            return False
        if not any(arg in self.roots for arg in op.args) or op.name == "dim":
            return True
        x, *rest = op.args
        if x not in self.roots or any(arg in self.roots for arg in rest):
            return False
        if op.name == "getitem":
            return self.access(op, x, rest, op.attr("index"))
        if op not in self.low.ownership.in_place:
            return False
        if op.name == "setitem":
            return self.write(op, rest[1:], op.attr("index"))
        if op.name == "update_view":
            path: Any = op.attr("path")
            name, count, attrs = path[0]
            return name == "getitem" and self.write(op, rest[1 : 1 + count], dict(attrs)["index"])
        return False

    def branches(self, op: Op) -> bool:
        if not all(self.block(block) for block in op.blocks):
            return False
        return all(
            self.same(result, *[block.results[k] for block in op.blocks]) for k, result in enumerate(op.results)
        )

    def loop(self, op: Op) -> bool:
        """A loop in the body: its state is the same array from beginning to end, or none of ours."""
        state, entry = carried(op)
        heads = op.blocks[0].args if len(op.blocks) == 2 else state
        copied = self.low.ownership.entry_copies.get(op, ())
        for k, value in enumerate(entry):
            if value in self.roots:
                if k in copied:
                    return False
                self.roots[state[k]] = self.roots[heads[k]] = self.roots[value]
        if not all(self.block(block) for block in op.blocks):
            return False
        ends = op.blocks[-1].results
        return all(self.same(result, entry[k], ends[k]) for k, result in enumerate(op.results))

    def same(self, result: Value, *ends: Value) -> bool:
        """`result` is one of `ends`, which are all one array of ours, or all none."""
        found = {self.roots.get(end) for end in ends}
        if len(found) != 1:
            return False
        (root,) = found
        if root is not None:
            self.roots[result] = root
        return True

    def write(self, op: Op, operands: Sequence[Value], template: Any) -> bool:
        self.roots[op.results[0]] = self.roots[op.args[0]]
        return self.access(op, op.args[0], operands, template)

    def access(self, op: Op, x: Value, operands: Sequence[Value], template: Any) -> bool:
        if not is_basic(op, list(operands)) or not isinstance(template, tuple):
            return False
        places: list[Affine | None] = []
        for entry in full_index(template, len(x.spec.shape)):
            if entry[0] == "newaxis":
                continue
            if entry[0] == "arg":
                places.append(affine(operands[entry[1]], self.low.counters.origin, self.inside, self.counter))
            else:
                places.append(Affine((), entry[1]) if entry[0] == "int" else None)
        found = self.accesses.setdefault(self.roots[x], [])
        found.append(_Access(tuple(places), op.name != "getitem"))
        return True

    # -- what it comes to ----------------------------------------------------------------------------

    def found(self) -> tuple[tuple[int, ...], list[Affine]] | None:
        """The states that are written to, and the indices that must not be negative."""
        written: list[int] = []
        indices: list[Affine] = []
        for k, (arg, end) in enumerate(zip(self.state, self.op.blocks[0].results, strict=True)):
            if self.roots.get(end) != k and end is not arg:
                return None  # handed on to the next turn
            accesses = self.accesses.get(k, [])
            if any(one.writes for one in accesses):
                needed = self.along_one_axis(accesses) if arg not in self.low.packed else None
                if needed is None:
                    return None
                written.append(k)
                indices += needed
        return (tuple(written), indices) if written else None

    def along_one_axis(self, accesses: list[_Access]) -> list[Affine] | None:
        """The indices along an axis that tells the turns apart."""
        for axis in range(len(accesses[0].places)):
            indices = [one.places[axis] for one in accesses]
            if self.tells_apart(indices, [one.writes for one in accesses]):
                return [index for index in indices if index is not None]
        return None

    def tells_apart(self, indices: Sequence[Affine | None], writes: Sequence[bool]) -> bool:
        first = next(index for index, wrote in zip(indices, writes, strict=True) if wrote)
        if first is None or not first.is_small():
            return False
        step = first.factor(self.counter)
        own = [first.number]
        others: list[Affine] = []
        for index, wrote in zip(indices, writes, strict=True):
            if index is None or not index.is_small():
                return False
            if index.minus(first).terms:
                others.append(index)
                if wrote or index.factor(self.counter):
                    return False
            else:
                own.append(index.number)
        if max(own) - min(own) >= abs(step):
            return False
        return all(self.is_elsewhere(other, first, own, step) for other in others)

    def is_elsewhere(self, other: Affine, first: Affine, own: list[int], step: int) -> bool:
        """Whether an index that stays is behind, or before, all others: the distance is a number, and only grows."""
        gap = first.minus(other)
        if gap.without(self.counter):
            return False
        nearest = [gap.number + number - first.number for number in own]
        return min(nearest) > 0 if step > 0 else max(nearest) < 0
