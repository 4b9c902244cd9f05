"""Which results of nests get memory, how much of it, and which pieces of memory cannot overlap."""

from __future__ import annotations

import math
from typing import Any

from sct.loops.code import Const
from sct.loops.known.places import chain, common
from sct.loops.memory.reuse import Buffers, Reading
from sct.loops.nests.group import Item, Memory
from sct.loops.sums.sums import BUFFER, fills_its_buffer
from sct.loops.values import Arr, Nest

__all__ = ["Storage"]


class Storage:
    """The part of a writer that decides on memory."""

    nests: list[Nest]
    memory: Memory
    region: int
    classes: dict[Any, int]
    class_count: int
    storage: dict[Nest, tuple[Arr, tuple[int, ...]]]
    trails: dict[Nest, Arr]
    temporaries: set[Arr]
    buffers: Buffers

    def _plan(self, places: dict[Nest, Item | None]) -> None:
        """Give memory to what cannot stay in registers."""
        readers: dict[Nest, list[Reading]] = {}
        for nest in self.nests:
            for access in nest.reads:
                if isinstance(access.source, Nest):
                    readers.setdefault(access.source, []).append((nest, access, _at(places, nest)))
        for nest in self.nests:
            if nest.writes is not None:
                continue
            ready = self._ready(nest, _at(places, nest))
            shared = len(chain(ready))
            outside = nest.product is not None
            for reader, _, place in readers.get(nest, ()):
                shared_loops = common(ready, place)
                if shared_loops < len(chain(ready)) or reader.product is not None:
                    outside = True
                shared = min(shared, shared_loops)
            spread = nest.reduce is not None and self._spread(nest)
            start, reads = self._filled(nest, _at(places, nest)), readers.get(nest, [])
            if nest.escapes and nest.kept:
                nest.target = self.buffers.want(nest, nest.dtype, nest.kept, start, reads, kept=True)
                self.storage[nest] = (nest.target, tuple(range(len(nest.kept))))
            elif outside or spread or (nest.reduce and self._memory_axes(nest)):
                fused = set(nest.loops[:shared])
                made = (*nest.loops, *nest.called)
                kept = tuple(d for d, axis in enumerate(nest.kept) if axis in made and axis not in fused)
                arr = self.buffers.want(nest, nest.dtype, tuple([nest.kept[d] for d in kept]), start, reads)
                self.temporaries.add(arr)
                self.storage[nest] = (arr, kept)

        for nest in self.nests:
            axes = self._trail_axes(nest)
            if axes and not self._rows_apart(nest):
                assert nest.reduce is not None
                arr = self.buffers.want(nest, nest.reduce.dtype, axes, self._filled(nest, _at(places, nest)))
                self.temporaries.add(arr)
                self.trails[nest] = arr
        self.buffers.settle()

    def _rows_apart(self, nest: Nest) -> bool:
        """Whether the elements have gaps: NumPy adds such rows one by one, or as many as its buffer holds."""
        source = nest.reads[0].source
        if not nest.plain or not isinstance(source, Arr) or source.contiguous:
            return False
        extents, strides = [nest.dims[axis] for axis in nest.loops], self.memory.by_access[nest.reads[0]].strides
        steps = [int(n.value) for n in strides if isinstance(n, Const)]
        dims = [int(n.value) for n in extents if isinstance(n, Const)]
        in_order = len(steps) == len(dims) == len(extents) and steps == sorted(steps, key=abs, reverse=True)
        return not (in_order and not nest.kept and math.prod(dims) <= BUFFER and fills_its_buffer())

    def _filled(self, nest: Nest, place: Item) -> Item:
        """What fills the memory of the result: the loop that folds, or the elements as they come."""
        axes = nest.reduce.axes if nest.reduce is not None else ()
        first = next((n for n, axis in enumerate(nest.loops) if axis in axes), None)
        return place if first is None else chain(place)[first]

    def _ready(self, nest: Nest, place: Item) -> Item | None:
        """The loop inside which the result is complete."""
        filled = self._filled(nest, place)
        return filled.parent if filled.extent is not None else place

    def _memory_axes(self, nest: Nest) -> tuple[int, ...]:
        """The kept loops inside the first folded one: their accumulators are in memory."""
        if nest.reduce is None:
            return ()
        folded = [n for n, axis in enumerate(nest.loops) if axis in nest.reduce.axes]
        if not folded:
            return ()
        return tuple(axis for axis in nest.loops[folded[0] :] if axis not in nest.reduce.axes)

    def _spread(self, nest: Nest) -> bool:
        return bool(self._memory_axes(nest))

    def _classify(self) -> None:
        """Number the pieces of memory that cannot overlap."""
        groups: list[set[Any]] = []
        touched = [touch.arr for nest in self.nests for touch in self.memory.touches[nest]]
        for arr in [*touched, *(arr for arr, _ in self.storage.values())]:
            merged = set(arr.roots)
            rest = []
            for known in groups:
                if known & merged:
                    merged |= known
                else:
                    rest.append(known)
            groups = [*rest, merged]
        for number, members in enumerate(groups):
            for root in members:
                self.classes[root] = number
        self.class_count = len(groups)

    def _alias(self, arr: Arr) -> Any:
        found = {self.classes.get(root) for root in arr.roots}  # the order of the roots is not to decide
        number = found.pop() if len(found) == 1 else None
        return None if number is None else (self.region, number, self.class_count)

    def _trail_axes(self, nest: Nest) -> tuple[int, ...]:
        """The folded loops at the end, if there are several that NumPy takes for one: it adds contiguous rows."""
        reduce = nest.reduce
        if reduce is None or not reduce.pairwise:
            return ()
        axes = tuple(axis for axis in nest.loops if axis in reduce.axes)
        return axes if len(axes) > 1 and nest.loops[-len(axes) :] == axes else ()


def _at(places: dict[Nest, Item | None], nest: Nest) -> Item:
    place = places[nest]
    assert place is not None
    return place
