"""Memory of one flush, used several times: a result takes the place of one that nothing reads any more.

Each array lives from the loop that fills it to the last one that reads it, counted in what stands in its *scope*: the
innermost loop around all of them, of which every turn fills it anew. Arrays of one scope and as many bytes share a
buffer if one is gone before the other comes, or if the last loop that reads the one writes the other element by
element over it. A buffer is made before the outermost loop that needs it, and let go after the last one; what
outlives the flush takes its buffer along.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.loops.code import Code, Const, Operand
from sct.loops.group import Item
from sct.loops.places import chain, common
from sct.loops.values import Access, Arr, Nest, row_major

if TYPE_CHECKING:
    from sct.loops.schedule import Schedule

__all__ = ["Buffers", "Reading"]

NOWHERE = Const("ptr", 0)
Span = tuple[int, int]
Reading = tuple[Nest, Access, Item]  # who reads, how, and where


@dataclass(slots=True, eq=False)
class _Wanted:
    """An array that has no memory yet."""

    nest: Nest
    arr: Arr
    axes: tuple[int, ...]  # of the nest
    filled: Item
    reads: Sequence[Reading]
    scope: Item | None
    depth: int  # how many loops the scope is inside of
    span: Span
    layout: tuple[int, ...] | None
    kept: bool


@dataclass(slots=True, eq=False)
class _Buffer:
    size: Operand
    scope: Item | None
    roots: frozenset[Any]
    users: list[_Wanted] = field(default_factory=list)

    @property
    def span(self) -> Span:
        return self.users[0].span[0], self.users[-1].span[1]


class Buffers:
    """The memory that the nests of one flush need.

    Parameters
    ----------
    items
        What runs, in order.
    places
        Where each nest has its elements.
    """

    def __init__(self, owner: Schedule, items: list[Item], places: dict[Nest, Item | None]) -> None:
        self.owner = owner
        self.places = places
        self.code: Code = owner.code
        self.spans: dict[Item, Span] = {}
        self.starting: dict[int, list[_Buffer]] = {}
        self.ending: dict[int, list[_Buffer]] = {}
        self.wanted: list[_Wanted] = []
        self._number(items, 0)

    def _number(self, items: Iterable[Item], at: int) -> int:
        """Number what is written, in order."""
        for item in items:
            first = at
            at = at + 1 if item.extent is None else self._number(item.children, at)
            self.spans[item] = first, at - 1
        return at

    def want(
        self,
        nest: Nest,
        dtype: np.dtype[Any],
        axes: tuple[int, ...],
        filled: Item,
        reads: Sequence[Reading] = (),
        *,
        kept: bool = False,
    ) -> Arr:
        """An array with some axes of a nest, which has its memory when it is filled; what is `kept` goes on living."""
        places = [filled, *[place for _, _, place in reads]]
        depth = 0 if kept else min(common(filled.parent, place.parent) for place in places)
        spans = [self._within(place, depth) for place in places]
        dims, layout = tuple([nest.dims[axis] for axis in axes]), nest.layout if kept else None
        arr = Arr(dtype, NOWHERE, dims, (), NOWHERE, frozenset(), layout is None)
        scope = chain(filled.parent)[depth - 1] if depth else None
        span = min(first for first, _ in spans), max(last for _, last in spans)
        self.wanted.append(_Wanted(nest, arr, axes, filled, reads, scope, depth, span, layout, kept))
        return arr

    def _within(self, place: Item, depth: int) -> Span:
        """The numbers of what stands around a place, in a scope of `depth` loops."""
        return self.spans[(*chain(place.parent), place)[depth]]

    def settle(self) -> None:
        """Decide which arrays share a buffer: the one that was free last is the likeliest to be in the cache."""
        found: list[_Buffer] = []
        for wanted in sorted(self.wanted, key=lambda w: w.span):
            size = _size(self.code, wanted.arr)
            free = [b for b in found if self._fits(b, wanted, size)]
            if free:
                buffer = max(free, key=lambda b: b.span[1])
            else:
                buffer = _Buffer(size, wanted.scope, frozenset((object(),)))
                found.append(buffer)
            buffer.users.append(wanted)
            wanted.arr.roots = buffer.roots
        outermost = {n: first for item, (first, last) in self.spans.items() if item.parent is None
                     for n in range(first, last + 1)}  # fmt: skip
        for buffer in found:
            first, last = buffer.span
            self.starting.setdefault(outermost[first], []).append(buffer)
            if not buffer.users[-1].kept:
                self.ending.setdefault(outermost[last], []).append(buffer)

    def _fits(self, buffer: _Buffer, wanted: _Wanted, size: Operand) -> bool:
        last = buffer.users[-1]
        if not (buffer.size is size or buffer.size == size) or buffer.scope is not wanted.scope or last.kept:
            return False
        return last.span[1] < wanted.span[0] or self._follows(last, wanted)

    def _follows(self, old: _Wanted, new: _Wanted) -> bool:
        """Whether each element of `new` is written where that of `old` lies, after that has been read for good."""
        filled = self._within(new.filled, new.depth)
        if old.span[1] != filled[1] or old.span[0] >= filled[0] or new.nest.reduce is not None:
            return False
        if old.layout is not None or new.layout is not None or old.arr.dims != new.arr.dims:
            return False
        levels = [self._level(new.nest, axis) for axis in new.axes]
        return all(
            self._reads_same(old, reading, new, levels)
            for reading in old.reads
            if self._within(reading[2], new.depth) == filled
        )

    @staticmethod
    def _level(nest: Nest, axis: int | None) -> int | None:
        """Which of the loops goes along an axis; None if none does."""
        return nest.loops.index(axis) if axis in nest.loops else None

    def _reads_same(self, old: _Wanted, reading: Reading, new: _Wanted, levels: list[int | None]) -> bool:
        """Whether the element that is read is the one that the same turn of the same loops writes, or has yet to."""
        nest, access, place = reading
        coords = [access.coords[old.nest.kept.index(axis)] for axis in old.axes]
        if not all(coord.plain for coord in coords) or [self._level(nest, c.axis) for c in coords] != levels:
            return False
        shared = common(place, self.places[new.nest])
        return all(level is None or level < shared for level in levels) and (
            self.spans[place] <= self.spans[new.filled]
        )

    # -- while loops are written ---------------------------------------------------------------------

    def begin(self, item: Item) -> None:
        """Make the buffers that are needed from this outermost item on."""
        for buffer in self.starting.pop(self.spans[item][0], ()):
            first = buffer.users[0].arr
            made = self.owner.allocate(first.dtype, first.dims)
            for wanted in buffer.users:
                arr = wanted.arr
                arr.pointer, arr.header = made.pointer, made.header
                arr.strides = row_major(self.code, arr.dims, wanted.layout)

    def end(self, item: Item) -> None:
        """Let go of the buffers that are not needed any more."""
        for buffer in self.ending.pop(self.spans[item][0], ()):
            self.owner.release(buffer.users[0].arr)


def _size(code: Code, arr: Arr) -> Operand:
    size: Operand = Const("i64", arr.dtype.itemsize)
    for extent in arr.dims:
        size = code.imul(size, extent)
    return size
