"""Writes the loops of a group of nests: elements in registers where they are used at once, else in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sct.loops.code import ONE, ZERO, Code, Const, Operand, Var
from sct.loops.known.places import chain, place
from sct.loops.memory.reuse import Buffers
from sct.loops.memory.storage import Storage
from sct.loops.nests.blocks import fold_in_blocks
from sct.loops.nests.crossed import write_crossed
from sct.loops.nests.group import Item, Memory, are_independent, group
from sct.loops.nests.pieces import fold_in_pieces
from sct.loops.nests.turns import ranges
from sct.loops.products.product_calls import write_product
from sct.loops.sums.sums import Strip, add_strip, write_row
from sct.loops.values import Access, Arr, Coord, Nest, Num, bytes_of

if TYPE_CHECKING:
    from sct.loops.schedule import Schedule

__all__ = ["Writer", "same"]

Dims = tuple[Operand, ...]


class Writer(Storage):
    """The nests of one flush."""

    def __init__(self, owner: Schedule, nests: list[Nest]) -> None:
        self.owner = owner
        self.code = owner.code
        self.nests = nests
        self.members = set(nests)
        self.region = next(owner.regions)
        self.memory = Memory(self.code)
        self.classes: dict[Any, int] = {}
        self.storage: dict[Nest, tuple[Arr, tuple[int, ...]]] = {}  # with the axes of the result that it has
        self.values: dict[Nest, tuple[Num, Item | None]] = {}  # in registers, valid inside the item
        self.accumulators: dict[Nest, list[Var]] = {}
        self.index: dict[Nest, dict[int, Operand]] = {nest: {} for nest in nests}
        self.temporaries: set[Arr] = set()
        self.block: tuple[Operand, Operand, Operand] | None = None  # the columns that are written, about so many
        self.strips: dict[Nest, Strip] = {}
        self.before_turns: dict[tuple[Operand, Operand], Operand] = {}  # for an index and a shift: whether it is less
        self.trails: dict[Nest, Arr] = {}  # several folded axes at the end: all elements wait here

    def write(self, free: Mapping[Arr, Dims], whole: Mapping[Nest, Dims]) -> set[Arr]:
        """Write all loops; answers which of the arrays that are `free` afterwards have given their memory away.

        Both come with extents; `whole` are those of results, where several axes are one loop.
        """
        for nest in self.nests:
            for access in nest.reads:  # a nest of an earlier flush is memory by now
                source = access.source
                if isinstance(source, Nest) and source not in self.members:
                    access.source = source.target if source.target is not None else _spilled(self.code, source)
            self.memory.note(nest)
        items = group(self.nests, self.memory)
        places: dict[Nest, Item | None] = {}
        place(items, places)
        self.buffers = Buffers(self.owner, items, places, whole)
        self.buffers.lend(free, self.memory)
        self._plan(places)
        self._classify()
        for item in items:
            self.buffers.begin(item)
            self.write_items([item])
            self.buffers.end(item)
        for nest in self.nests:
            if nest.escapes and not nest.kept and nest.writes is None:
                nest.value = self.values[nest][0]
        return self.buffers.taken

    # -- loops ---------------------------------------------------------------------------------------

    def write_items(self, items: list[Item]) -> None:
        for item in items:
            if item.extent is None:
                self._leaf(item.nests[0], item)
            else:
                self._loop(item)

    def _loop(self, item: Item) -> None:
        folding = [n for n in item.nests if self._starts_folding(n, item.level)]
        extent = item.extent
        assert extent is not None
        if fold_in_blocks(self, item, folding, extent) or write_crossed(self, item, extent):
            return
        for nest in folding:
            self.before(nest)
        summed = [n for n in item.nests if self._sums_along(n, item)]
        if fold_in_pieces(self, item, folding, summed, extent):
            pass
        elif summed:
            write_row(self, item, summed, extent)
        elif item.level == 1 and self.block is not None:
            self.counted(item, *self.block)
        else:
            self.counted(item, ZERO, extent)
        for nest in folding:
            self.after(nest, item)

    def counted(self, item: Item, start: Operand, stop: Operand, about: Operand | None = None) -> None:
        """The loop from `start` to `stop`, which has `about` so many turns."""
        independent = item.level == 0 and are_independent(self.memory, item.nests)
        private = self.private_memory(item) if independent else []
        for first, end, shifts in ranges(self.code, item, start, stop):
            before = {shift: self.code.icmp("slt", first, shift) for shift in shifts}
            with self.code.loop(first, end, independent=independent, private=private) as i:
                if about is not None:
                    self.code.about[i] = about
                self.before_turns |= {(i, shift): known for shift, known in before.items()}
                for nest in item.nests:
                    self.index[nest][nest.loops[item.level]] = i
                self.write_items(item.children)

    def private_memory(self, item: Item, level: int = 0) -> list[tuple[Operand, Operand]]:
        """The memory that each turn of the outermost loop, or of the one at `level`, fills anew, with its size."""
        found: dict[Operand, Operand] = {}
        for nest in item.nests:
            kept = [nest.kept[d] for d in self.storage[nest][1]] if nest in self.storage else []
            for arr in (self.storage[nest][0] if nest in self.storage else None, self.trails.get(nest)):
                if arr is not None and arr in self.temporaries and nest.loops[level] not in kept:
                    found[arr.pointer] = bytes_of(self.code, arr)
        return list(found.items())

    def _sums_along(self, nest: Nest, item: Item) -> bool:
        """Whether the loop is the innermost of a sum of floats in registers."""
        reduce = nest.reduce
        if reduce is None or not reduce.pairwise or self._memory_axes(nest) or nest in self.trails:
            return False
        return nest.loops[-1] in reduce.axes and item.level == len(nest.loops) - 1

    def fills(self, nest: Nest, arr: Arr) -> bool:
        """Whether the nest writes to the memory of an array."""
        written = [touch.arr for touch in (self.memory.written(nest),) if touch is not None]
        written += [self.storage[nest][0]] if nest in self.storage else []
        written += [self.trails[nest]] if nest in self.trails else []
        return any(one.roots & arr.roots for one in written)

    def number(self, nest: Nest, variables: list[Var]) -> Num:
        assert nest.reduce is not None
        return Num(nest.reduce.dtype, tuple(self.code.get(v) for v in variables))

    def in_memory(self, nest: Nest) -> bool:
        """Whether the nest folds into memory."""
        return nest in self.trails or bool(self._memory_axes(nest))

    def _starts_folding(self, nest: Nest, level: int) -> bool:
        if nest.reduce is None or nest.loops[level] not in nest.reduce.axes:
            return False
        return not any(axis in nest.reduce.axes for axis in nest.loops[:level])

    def folds_into_rows(self, nest: Nest) -> bool:
        """Whether the nest folds its outermost loop into memory along the next one."""
        return len(nest.loops) > 1 and self._memory_axes(nest)[:1] == (nest.loops[1],)

    def before(self, nest: Nest) -> None:
        """What a fold starts with."""
        assert nest.reduce is not None
        first = nest.reduce.init(self.code)
        inner = self._memory_axes(nest)
        if not inner:
            self.accumulators[nest] = [self.code.var(p.type, p) for p in first.parts]
            return
        self._over(nest, inner, lambda: self._keep(nest, first))

    def _trail_index(self, nest: Nest) -> tuple[Operand, ...]:
        return tuple(self.index[nest][axis] for axis in self._trail_axes(nest))

    def _add_trail(self, nest: Nest) -> None:
        arr = self.trails[nest]
        count: Operand = ONE
        for extent in arr.dims:
            count = self.code.imul(count, extent)
        total = add_strip(self, nest, arr.pointer, count)
        for var, part in zip(self.accumulators[nest], total.parts, strict=True):
            self.code.set(var, part)

    def _over(self, nest: Nest, axes: tuple[int, ...], action: Callable[[], None]) -> None:
        """Do something for each index along `axes`."""
        if not axes:
            action()
            return
        blocked = self.block is not None and axes[0] == nest.loops[1]
        start, stop, about = self.block if blocked and self.block else (ZERO, nest.dims[axes[0]], None)
        with self.code.loop(start, stop) as i:
            if about is not None:
                self.code.about[i] = about
            self.index[nest][axes[0]] = i
            self._over(nest, axes[1:], action)

    def after(self, nest: Nest, item: Item) -> None:
        """What a fold ends with, after the loop of `item`."""
        assert nest.reduce is not None
        inner = self._memory_axes(nest)
        if not inner:
            if nest in self.trails:
                self._add_trail(nest)
            total = nest.reduce.finish(self.code, self.number(nest, self.accumulators.pop(nest)))
            self.values[nest] = (total, item.parent)
            self.strips.pop(nest, None)
            if nest in self.storage:
                self._keep(nest, total)
            return

        def finish() -> None:
            assert nest.reduce is not None
            self._keep(nest, nest.reduce.finish(self.code, self._kept(nest)))

        if nest.reduce.finish is not same:
            self._over(nest, inner, finish)

    # -- elements ------------------------------------------------------------------------------------

    def _leaf(self, nest: Nest, item: Item) -> None:
        self.code.source = nest.source
        if nest.product is not None:
            own = [self.stored(nest, tuple([Coord(ZERO, axis, ONE) for axis in nest.kept]))]
            reads = [self.stored(access.source, access.coords) for access in nest.reads]
            write_product(self.code, nest, self.index[nest], reads + own)
            return
        index = tuple(self.index[nest].get(axis, ZERO) for axis in range(len(nest.dims)))
        numbers = [self._read(access, nest, index, item) for access in nest.reads]
        value = nest.compute(self.code, numbers, index)
        if nest.reduce is not None:
            self._fold(nest, value, item)
            return
        if nest.writes is not None:
            touch = self.memory.written(nest)
            assert touch is not None
            self._put(value, touch.arr, touch.pointer, self._at(touch.strides, nest, index))
            return
        self.values[nest] = (value, item.parent)
        if nest in self.storage:
            self._keep(nest, value)

    def _fold(self, nest: Nest, value: Num, item: Item) -> None:
        reduce = nest.reduce
        assert reduce is not None
        if nest in self.trails:
            self.trails[nest].store(self.code, value, self._trail_index(nest))
        elif nest in self.strips:
            strip = self.strips[nest]
            if strip.pointer is not None:
                strip.put(value, self.index[nest][nest.loops[-1]])
        elif nest in self.accumulators:
            variables = self.accumulators[nest]
            folded = reduce.fold(self.code, self.number(nest, variables), value)
            for var, part in zip(variables, folded.parts, strict=True):
                self.code.set(var, part)
        elif self._memory_axes(nest):
            self._keep(nest, reduce.fold(self.code, self._kept(nest), value))
        else:  # nothing to loop over: every folded axis has extent 1
            total = reduce.finish(self.code, reduce.fold(self.code, reduce.init(self.code), value))
            self.values[nest] = (total, item.parent)
            if nest in self.storage:
                self._keep(nest, total)

    def stored(self, source: Arr | Nest, coords: tuple[Coord, ...]) -> tuple[Arr, tuple[Coord, ...]]:
        """The memory of a source, and which coordinates say where in it."""
        if isinstance(source, Arr):
            return source, coords
        arr, kept = self.storage[source]
        return arr, tuple([coords[d] for d in kept])

    def _stored_index(self, nest: Nest) -> tuple[Operand, ...]:
        _, kept = self.storage[nest]
        return tuple(self.index[nest].get(nest.kept[d], ZERO) for d in kept)

    def _keep(self, nest: Nest, value: Num) -> None:
        arr, _ = self.storage[nest]
        arr.store(self.code, value, self._stored_index(nest), self._alias(arr))

    def _kept(self, nest: Nest) -> Num:
        arr, _ = self.storage[nest]
        assert nest.reduce is not None
        found = arr.load(self.code, self._stored_index(nest), self._alias(arr))
        return Num(nest.reduce.dtype, found.parts)

    def _at(self, strides: tuple[Operand, ...], nest: Nest, index: tuple[Operand, ...]) -> Operand:
        total: Operand = ZERO
        for axis, stride in zip(nest.loops, strides, strict=True):
            total = self.code.iadd(total, self.code.imul(index[axis], stride))
        return total

    def _put(self, value: Num, arr: Arr, pointer: Operand, at: Operand) -> None:
        part = Arr(arr.dtype, pointer, (ONE,), (ONE,), arr.header, arr.roots)
        part.store(self.code, value, (at,), self._alias(arr))

    def _read(self, access: Access, nest: Nest, index: tuple[Operand, ...], item: Item) -> Num:
        source = access.source
        if isinstance(source, Arr):
            touch = self.memory.by_access[access]
            part = Arr(source.dtype, touch.pointer, (ONE,), (ONE,), source.header, source.roots)
            at = self._at(touch.strides, nest, index)
            for coord, stride in zip(access.coords, source.strides, strict=True):
                if coord.turn is not None:
                    at = self.code.iadd(at, self.code.imul(self._turned(coord, index), stride))
            return part.load(self.code, (at,), self._alias(source))
        if source in self.values:
            value, inside = self.values[source]
            if inside is None or inside in chain(item):
                return value
        arr, kept = self.storage[source]
        where = tuple(self._where(access.coords[d], index) for d in kept)
        return arr.load(self.code, where, self._alias(arr))


    def _where(self, coord: Coord, index: tuple[Operand, ...]) -> Operand:
        if coord.turn is None or coord.axis is None:
            return coord.at(self.code, index)
        return self.code.iadd(index[coord.axis], self._turned(coord, index))

    def _turned(self, coord: Coord, index: tuple[Operand, ...]) -> Operand:
        assert coord.turn is not None and coord.axis is not None
        i, shift = index[coord.axis], coord.turn[0]
        before = self.before_turns.get((i, shift))
        return coord.turned(self.code, self.code.icmp("slt", i, shift) if before is None else before)


def _spilled(code: Code, nest: Nest) -> Arr:
    """A result without axes, in memory."""
    assert nest.value is not None, nest.name
    pointer = code.buffer(nest.dtype.itemsize)
    arr = Arr(nest.dtype, pointer, (), (), Const("ptr", 0), frozenset((nest,)), True)
    arr.store(code, nest.value, ())
    return arr


def same(code: Code, value: Num) -> Num:
    """The end of a fold that needs none."""
    return value
