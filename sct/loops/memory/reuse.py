"""Memory of one flush, used several times: a result takes the place of one that nothing reads any more.

Each array lives from the loop that fills it to the last one that reads it, counted in what stands in its *scope*: the
innermost loop around all of them, of which every turn fills it anew. Arrays of one scope and as many bytes share a
buffer if one is gone before the other comes, or if the last loop that reads the one writes the other element by
element over it. A buffer is made before the outermost loop that needs it, and let go after the last one; what
outlives the flush takes its buffer along.

Arrays of before that nobody needs after the flush lend their memory as well: `np.sort(x) * 2` makes no second array.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.loops.code import Code, Const, Operand
from sct.loops.known.places import chain, common
from sct.loops.nests.group import Item, Memory
from sct.loops.values import Access, Arr, Coord, Nest, bytes_of, row_major

if TYPE_CHECKING:
    from sct.loops.schedule import Schedule

__all__ = ["Buffers", "Reading"]

NOWHERE = Const("ptr", 0)
Span = tuple[int, int]
Dims = tuple[Operand, ...]
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
    dims: Dims  # as the program knows them

    def coords(self, access: Access) -> list[Coord]:
        """Where an access reads, along the axes that are in memory."""
        return [access.coords[self.nest.kept.index(axis)] for axis in self.axes]


@dataclass(slots=True, eq=False)
class _Lent:
    """An array of before that nobody needs afterwards; all of it lies in C order."""

    arr: Arr
    reads: Sequence[Reading]
    span: Span
    blocked: int  # the last place that touches it otherwise than as a whole array
    dims: Dims
    layout: None = None
    kept: bool = False

    def coords(self, access: Access) -> list[Coord]:
        return list(access.coords)


@dataclass(slots=True, eq=False)
class _Buffer:
    size: Operand
    scope: Item | None
    roots: frozenset[Any]
    lent: _Lent | None = None
    users: list[_Wanted] = field(default_factory=list)

    @property
    def last(self) -> _Wanted | _Lent:
        return self.users[-1] if self.users or self.lent is None else self.lent


class Buffers:
    """The memory that the nests of one flush need.

    Parameters
    ----------
    items
        What runs, in order.
    places
        Where each nest has its elements.
    whole
        The extents of results whose axes are one loop.
    """

    def __init__(
        self, owner: Schedule, items: list[Item], places: dict[Nest, Item | None], whole: Mapping[Nest, Dims]
    ) -> None:
        self.owner = owner
        self.places = places
        self.whole = whole
        self.code: Code = owner.code
        self.spans: dict[Item, Span] = {}
        self.starting: dict[int, list[_Buffer]] = {}
        self.ending: dict[int, list[_Buffer]] = {}
        self.wanted: list[_Wanted] = []
        self.lent: list[_Buffer] = []
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
        known = self.whole.get(nest, dims)
        self.wanted.append(_Wanted(nest, arr, axes, filled, reads, scope, depth, span, layout, kept, known))
        return arr

    def _within(self, place: Item, depth: int) -> Span:
        """The numbers of what stands around a place, in a scope of `depth` loops."""
        return self.spans[(*chain(place.parent), place)[depth]]

    def lend(self, free: Mapping[Arr, Dims], memory: Memory) -> None:
        """Take note of arrays that nobody needs afterwards, with their extents."""
        for arr, dims in free.items():
            if arr.contiguous and not any(arr.roots & buffer.roots for buffer in self.lent):
                size = bytes_of(self.code, replace(arr, dims=dims))
                self.lent.append(_Buffer(size, None, arr.roots, self._lent(arr, dims, size, memory)))

    def _lent(self, arr: Arr, dims: Dims, size: Operand, memory: Memory) -> _Lent:
        reads: list[Reading] = []
        last = blocked = -1
        for nest, place in self.places.items():
            assert place is not None
            touching = [touch for touch in memory.touches[nest] if touch.arr.roots & arr.roots]
            whole = [access for access in nest.reads if self._is_whole(access, arr, size)]
            end = self._within(place, 0)[1]
            reads += [(nest, access, place) for access in whole]
            if touching:
                last = max(last, end)
            if len(touching) > len(whole):
                blocked = max(blocked, end)
        return _Lent(arr, reads, (-1, last), blocked, dims)

    def _is_whole(self, access: Access, arr: Arr, size: Operand) -> bool:
        source = access.source
        if not isinstance(source, Arr) or not source.contiguous or source.pointer is not arr.pointer:
            return False
        return source.dtype == arr.dtype and _same(bytes_of(self.code, source), size)

    @property
    def taken(self) -> set[Arr]:
        """The arrays that have lent their memory for good."""
        return {b.lent.arr for b in self.lent if b.lent is not None and b.last.kept}

    def settle(self) -> None:
        """Decide which arrays share a buffer: the one that was free last is the likeliest to be in the cache."""
        found = self.lent.copy()
        for wanted in sorted(self.wanted, key=lambda w: w.span):
            size = bytes_of(self.code, wanted.arr)
            free = [b for b in found if self._fits(b, wanted, size)]
            if free:
                buffer = max(free, key=lambda b: b.last.span[1])
            else:
                buffer = _Buffer(size, wanted.scope, frozenset((object(),)))
                found.append(buffer)
            buffer.users.append(wanted)
            wanted.arr.roots = buffer.roots
        outermost = {n: first for item, (first, last) in self.spans.items() if item.parent is None
                     for n in range(first, last + 1)}  # fmt: skip
        for buffer in found:
            if buffer.users:
                self.starting.setdefault(outermost[buffer.users[0].span[0]], []).append(buffer)
            if buffer.lent is None and not buffer.last.kept:
                self.ending.setdefault(outermost[buffer.last.span[1]], []).append(buffer)

    def _fits(self, buffer: _Buffer, wanted: _Wanted, size: Operand) -> bool:
        last = buffer.last
        if not _same(buffer.size, size) or buffer.scope is not wanted.scope or last.kept:
            return False
        if buffer.lent is not None and wanted.kept:  # it may be an object of NumPy's, and is what it is
            lent = buffer.lent
            if wanted.layout is not None or wanted.dims != lent.dims or wanted.arr.dtype != lent.arr.dtype:
                return False
        return last.span[1] < wanted.span[0] or self._follows(last, wanted)

    def _follows(self, old: _Wanted | _Lent, new: _Wanted) -> bool:
        """Whether each element of `new` is written where that of `old` lies, after that has been read for good."""
        filled = self._within(new.filled, new.depth)
        if old.span[1] != filled[1] or old.span[0] >= filled[0]:
            return False
        if new.nest.reduce is not None or new.nest.product is not None:
            return False
        if old.layout is not None or new.layout is not None:
            return False
        if isinstance(old, _Lent):
            if old.blocked >= filled[0] or old.arr.dtype.itemsize != new.arr.dtype.itemsize:
                return False
        elif old.arr.dims != new.arr.dims:
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

    def _reads_same(self, old: _Wanted | _Lent, reading: Reading, new: _Wanted, levels: list[int | None]) -> bool:
        """Whether the element that is read is the one that the same turn of the same loops writes, or has yet to."""
        nest, access, place = reading
        coords = old.coords(access)
        if isinstance(access.source, Arr) and access.source.dims != new.arr.dims:
            return False
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
            made = buffer.lent.arr if buffer.lent is not None else self.owner.allocate(first.dtype, first.dims)
            for wanted in buffer.users:
                arr = wanted.arr
                arr.pointer, arr.header = made.pointer, made.header
                arr.strides = row_major(self.code, arr.dims, wanted.layout)

    def end(self, item: Item) -> None:
        """Let go of the buffers that are not needed any more."""
        for buffer in self.ending.pop(self.spans[item][0], ()):
            self.owner.release(buffer.users[0].arr)


def _same(a: Operand, b: Operand) -> bool:
    return a is b or a == b
