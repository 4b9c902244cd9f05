"""Folds over all of a long outermost loop, in pieces that several threads may take.

The pieces are the same however many threads there are. What may be folded in any order (extremes, integers, truth) is
folded in even pieces, then over the pieces; sums of floats are made where NumPy's order halves the row, and added in
that order: the result is the same to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.loops.code import ONE, TRUE, ZERO, Const, Operand, Ref
from sct.loops.nests.group import are_independent
from sct.loops.sums.sums import half, write_part
from sct.loops.values import Nest, Num, load, store

if TYPE_CHECKING:
    from sct.loops.nests.group import Item
    from sct.loops.nests.writer import Writer

__all__ = ["fold_in_pieces"]

HALVINGS = 6
PIECES = 1 << HALVINGS
LEAST = 1 << 15  # turns; each piece has more elements than NumPy adds without halving


def fold_in_pieces(writer: Writer, item: Item, folding: list[Nest], summed: list[Nest], extent: Operand) -> bool:
    """Write the loop of `item`, which its nests `folding` fold along, in pieces; False if it cannot be, or is short."""
    if not writer.code.threads or item.level != 0 or not folding:
        return False
    if not all(nest in summed or _any_order(writer, nest) for nest in folding):
        return False
    if not are_independent(writer.memory, [nest for nest in item.nests if nest not in folding]):
        return False
    if isinstance(extent, Const) and extent.value * _inner(item) < LEAST:
        return False
    if summed and writer.code.icmp("slt", extent, LEAST) == TRUE:  # as far as its range tells
        return False
    _Pieces(writer, item, folding, summed, extent).write()
    return True


def _any_order(writer: Writer, nest: Nest) -> bool:
    reduce = nest.reduce
    assert reduce is not None
    return reduce.any_order and not writer.in_memory(nest)


def _inner(item: Item) -> int:
    """How many elements a turn has, as far as that is known."""
    most = 1
    for nest in item.nests:
        count = 1
        for axis in nest.loops[1:]:
            extent = nest.dims[axis]
            count *= int(extent.value) if isinstance(extent, Const) else LEAST
        most = max(most, count)
    return most


class _Pieces:
    def __init__(self, writer: Writer, item: Item, folding: list[Nest], summed: list[Nest], extent: Operand) -> None:
        self.writer = writer
        self.code = writer.code
        self.item = item
        self.folding = folding
        self.summed = summed
        self.extent = extent
        self.partial: dict[Nest, Operand] = {}

    def write(self) -> None:
        code, writer = self.code, self.writer
        for nest in self.folding:
            assert nest.reduce is not None
            self.partial[nest] = code.buffer(nest.reduce.dtype.itemsize * PIECES)
        halvings: Operand = Const("i64", HALVINGS)
        if not isinstance(self.extent, Const):
            halvings = code.select(code.icmp("slt", self.extent, LEAST), ZERO, halvings)
        if isinstance(halvings, Const):
            pieces: Operand = code.const("i64", 1 << int(halvings.value))
        else:
            pieces = code.pure("shl", "i64", ONE, halvings)
        if not self.summed and isinstance(self.extent, Const):
            pieces = Const("i64", min(PIECES, int(self.extent.value)))
        private = writer.private_memory(self.item)
        outer = {nest: writer.accumulators[nest] for nest in self.folding}
        about = self._about(halvings)
        with code.loop(ZERO, pieces, independent=True, private=private) as k:
            start, length = self._halved(k, halvings) if self.summed else self._even(k, pieces)
            self._piece(k, start, length, about)
        writer.accumulators.update(outer)
        for nest in self.folding:
            if nest in self.summed:
                self._add(nest, pieces, halvings)
            else:
                self._fold(nest, pieces)

    def _piece(self, k: Ref, start: Operand, length: Operand, about: Operand) -> None:
        """One piece: what it folds goes to its place."""
        code, writer = self.code, self.writer
        for nest in self.folding:
            assert nest.reduce is not None
            writer.accumulators[nest] = [code.var(p.type, p) for p in nest.reduce.init(code).parts]
        if self.summed:
            sums = write_part(writer, self.item, self.summed, start, length, about)
            for nest, total in sums.items():
                store(code, total, self.partial[nest], k)
        else:
            writer.counted(self.item, start, code.iadd(start, length), about)
        for nest in self.folding:
            if nest not in self.summed:
                store(code, writer.number(nest, writer.accumulators[nest]), self.partial[nest], k)

    def _even(self, k: Ref, pieces: Operand) -> tuple[Operand, Operand]:
        code = self.code
        begin, end = (code.pure("sdiv", "i64", code.imul(at, self.extent), pieces) for at in (k, code.iadd(k, ONE)))
        return begin, code.isub(end, begin)

    def _halved(self, k: Ref, halvings: Operand) -> tuple[Operand, Operand]:
        """Walk down to the k-th part: the bits of k, from the highest on, say which half."""
        code = self.code
        start, length, rest = code.var("i64", ZERO), code.var("i64", self.extent), code.var("i64", halvings)
        with code.loop(ZERO, halvings):
            left = code.isub(code.get(rest), ONE)
            code.set(rest, left)
            whole = code.get(length)
            first = half(self.writer, self.summed, whole)
            right = code.icmp("ne", code.pure("and", "i64", code.pure("ashr", "i64", k, left), ONE), ZERO)
            code.set(start, code.iadd(code.get(start), code.select(right, first, ZERO)))
            code.set(length, code.select(right, code.isub(whole, first), first))
        return code.get(start), code.get(length)

    def _about(self, halvings: Operand) -> Operand:
        """How long a piece is, more or less."""
        if isinstance(self.extent, Const) and isinstance(halvings, Const):
            return Const("i64", int(self.extent.value) // PIECES + 1)
        return self.code.pure("ashr", "i64", self.extent, halvings)

    def _fold(self, nest: Nest, pieces: Operand) -> None:
        code = self.code
        with code.loop(ZERO, pieces) as k:
            self._accumulate(nest, self._load(nest, k))

    def _add(self, nest: Nest, pieces: Operand, halvings: Operand) -> None:
        """Neighbours are added until one is left."""
        code = self.code
        assert nest.reduce is not None
        width = code.var("i64", pieces)
        with code.loop(ZERO, halvings):
            less = code.pure("ashr", "i64", code.get(width), ONE)
            code.set(width, less)
            with code.loop(ZERO, less) as k:
                twice = code.imul(k, 2)
                both = nest.reduce.fold(code, self._load(nest, twice), self._load(nest, code.iadd(twice, ONE)))
                store(code, both, self.partial[nest], k)
        self._accumulate(nest, self._load(nest, ZERO))

    def _load(self, nest: Nest, k: Operand) -> Num:
        assert nest.reduce is not None
        return load(self.code, nest.reduce.dtype, self.partial[nest], k)

    def _accumulate(self, nest: Nest, value: Num) -> None:
        assert nest.reduce is not None
        variables = self.writer.accumulators[nest]
        folded = nest.reduce.fold(self.code, self.writer.number(nest, variables), value)
        for var, part in zip(variables, folded.parts, strict=True):
            self.code.set(var, part)
