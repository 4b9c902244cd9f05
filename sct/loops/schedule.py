"""Writes the loops of the work that has piled up: fused, with as little memory between as possible.

A value that is used in the iteration that makes it stays in a register. One that is used in another loop
of the same outer iteration is kept in a buffer of what is left of its axes; what escapes is written whole.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from sct.loops.code import Code, Const, Operand, Var
from sct.loops.collapse import collapse
from sct.loops.group import Item, Memory, group
from sct.loops.sums import Strip, add_strip, write_row
from sct.loops.values import Access, Arr, Coord, Nest, Num, machine_type, row_major

__all__ = ["Schedule"]

Alloc = Callable[[Any, tuple[Operand, ...]], Arr]
ZERO, ONE = Const("i64", 0), Const("i64", 1)
MOST = 48


class Schedule:
    """Nests that wait, and how they are written.

    Parameters
    ----------
    allocate
        Makes a contiguous array of a dtype and extents.
    release
        Gives such an array back.
    """

    def __init__(self, code: Code, allocate: Alloc, release: Callable[[Arr], None]) -> None:
        self.code = code
        self.allocate = allocate
        self.release = release
        self.pending: list[Nest] = []
        self.regions = count()

    def add(self, nest: Nest) -> None:
        self.pending.append(nest)

    @property
    def full(self) -> bool:
        """Whether so much waits that looking for what fits together takes too long."""
        return len(self.pending) >= MOST

    def flush(self) -> None:
        """Write everything that waits; what escapes has a `target` afterwards."""
        nests, self.pending = self.pending, []
        nests = _needed(nests)
        if nests:
            whole = collapse(self.code, nests, self.allocate)
            Writer(self, nests).write()
            for nest, arr in whole.items():
                nest.target = arr


def _needed(nests: list[Nest]) -> list[Nest]:
    """Without the nests whose results nobody asks for."""
    wanted: set[Nest] = set()
    for nest in reversed(nests):
        if nest.escapes or nest.writes is not None or nest in wanted:
            wanted.add(nest)
            wanted.update(a.source for a in nest.reads if isinstance(a.source, Nest))
    return [nest for nest in nests if nest in wanted]


class Writer:
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
        self.temporaries: list[Arr] = []
        self.strips: dict[Nest, Strip] = {}
        self.trails: dict[Nest, Arr] = {}  # several folded axes at the end: all elements wait here

    def write(self) -> None:
        for nest in self.nests:
            for access in nest.reads:  # a nest of an earlier flush is memory by now
                source = access.source
                if isinstance(source, Nest) and source not in self.members:
                    access.source = source.target if source.target is not None else _spilled(self.code, source)
            self.memory.note(nest)
        items = group(self.nests, self.memory)
        places: dict[Nest, Item | None] = {}
        _place(items, places)
        self._plan(places)
        self._classify()
        self._items(items)
        for nest in self.nests:
            if nest.escapes and not nest.kept and nest.writes is None:
                nest.value = self.values[nest][0]
        for arr in self.temporaries:
            self.owner.release(arr)

    # -- storage -------------------------------------------------------------------------------------

    def _plan(self, places: dict[Nest, Item | None]) -> None:
        """Give memory to what cannot stay in registers."""
        readers: dict[Nest, list[Nest]] = {}
        for nest in self.nests:
            for access in nest.reads:
                if isinstance(access.source, Nest):
                    readers.setdefault(access.source, []).append(nest)
        for nest in self.nests:
            if nest.writes is not None:
                continue
            ready = self._ready(nest, places[nest])
            shared = len(_chain(ready))
            outside = False
            for reader in readers.get(nest, ()):
                common = _common(ready, places[reader])
                if common < len(_chain(ready)):
                    outside = True
                shared = min(shared, common)
            spread = nest.reduce is not None and self._spread(nest)
            if nest.escapes and nest.kept:
                kept = tuple(range(len(nest.kept)))
                arr = nest.target or self.owner.allocate(nest.dtype, tuple(nest.dims[k] for k in nest.kept))
                nest.target = arr
                self.storage[nest] = (arr, kept)
            elif outside or spread or (nest.reduce and self._memory_axes(nest)):
                fused = set(nest.loops[:shared])
                kept = tuple(d for d, axis in enumerate(nest.kept) if axis in nest.loops and axis not in fused)
                arr = self.owner.allocate(nest.dtype, tuple(nest.dims[nest.kept[d]] for d in kept))
                self.temporaries.append(arr)
                self.storage[nest] = (arr, kept)

        for nest in self.nests:
            axes = self._trail_axes(nest)
            if axes and not self._rows_apart(nest):
                assert nest.reduce is not None
                arr = self.owner.allocate(nest.reduce.dtype, tuple(nest.dims[k] for k in axes))
                self.temporaries.append(arr)
                self.trails[nest] = arr

    def _rows_apart(self, nest: Nest) -> bool:
        """Whether the elements are memory with gaps: NumPy adds such rows one by one."""
        source = nest.reads[0].source
        return nest.plain and isinstance(source, Arr) and not source.contiguous

    def _ready(self, nest: Nest, place: Item | None) -> Item | None:
        """The loop inside which the result is complete."""
        if nest.reduce is None:
            return place
        first = next((n for n, axis in enumerate(nest.loops) if axis in nest.reduce.axes), None)
        chain = _chain(place)
        if first is None:
            return place
        return chain[first].parent

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
        for nest in self.nests:
            for touch in self.memory.touches[nest]:
                merged = set(touch.arr.roots)
                rest = []
                for known in groups:
                    if known & merged:
                        merged |= known
                    else:
                        rest.append(known)
                groups = [*rest, merged]
        for arr, _ in self.storage.values():
            groups.append(set(arr.roots))
        for number, members in enumerate(groups):
            for root in members:
                self.classes[root] = number
        self.class_count = len(groups)

    def _alias(self, arr: Arr) -> Any:
        root = next(iter(arr.roots), None)
        if root is None or root not in self.classes:
            return None
        return (self.region, self.classes[root], self.class_count)

    # -- loops ---------------------------------------------------------------------------------------

    def _items(self, items: list[Item]) -> None:
        for item in items:
            if item.extent is None:
                self._leaf(item.nests[0], item)
            else:
                self._loop(item)

    def _loop(self, item: Item) -> None:
        folding = [n for n in item.nests if self._starts_folding(n, item.level)]
        for nest in folding:
            self._before(nest, item)
        extent = item.extent
        assert extent is not None
        summed = [n for n in item.nests if self._sums_along(n, item)]
        if summed:
            write_row(self, item, summed, extent)
        else:
            self.counted(item, ZERO, extent)
        for nest in folding:
            self._after(nest, item)

    def counted(self, item: Item, start: Operand, stop: Operand) -> None:
        with self.code.loop(start, stop) as i:
            for nest in item.nests:
                self.index[nest][nest.loops[item.level]] = i
            self._items(item.children)

    def _sums_along(self, nest: Nest, item: Item) -> bool:
        """Whether the loop is the innermost of a sum of floats in registers."""
        reduce = nest.reduce
        if reduce is None or not reduce.pairwise or self._memory_axes(nest) or nest in self.trails:
            return False
        return nest.loops[-1] in reduce.axes and item.level == len(nest.loops) - 1

    def is_row(self, nest: Nest, level: int) -> bool:
        """Whether what is summed along the loop lies in memory, one element after the other."""
        if not nest.plain or not isinstance(nest.reads[0].source, Arr):
            return False
        return self.memory.by_access[nest.reads[0]].strides[level] == ONE

    def number(self, nest: Nest, variables: list[Var]) -> Num:
        assert nest.reduce is not None
        return Num(nest.reduce.dtype, tuple(self.code.get(v) for v in variables))

    def _starts_folding(self, nest: Nest, level: int) -> bool:
        if nest.reduce is None or nest.loops[level] not in nest.reduce.axes:
            return False
        return not any(axis in nest.reduce.axes for axis in nest.loops[:level])

    def _before(self, nest: Nest, item: Item) -> None:
        assert nest.reduce is not None
        first = nest.reduce.init(self.code)
        inner = self._memory_axes(nest)
        if not inner:
            self.accumulators[nest] = [self.code.var(p.type, p) for p in first.parts]
            return
        self._over(nest, inner, lambda: self._keep(nest, first))

    def _trail_axes(self, nest: Nest) -> tuple[int, ...]:
        """The folded loops at the end, if there are several that NumPy takes for one: it adds contiguous rows."""
        reduce = nest.reduce
        if reduce is None or not reduce.pairwise:
            return ()
        axes = tuple(axis for axis in nest.loops if axis in reduce.axes)
        return axes if len(axes) > 1 and nest.loops[-len(axes) :] == axes else ()

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
        with self.code.loop(0, nest.dims[axes[0]]) as i:
            self.index[nest][axes[0]] = i
            self._over(nest, axes[1:], action)

    def _after(self, nest: Nest, item: Item) -> None:
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

        if nest.reduce.finish is not _same:
            self._over(nest, inner, finish)

    # -- elements ------------------------------------------------------------------------------------

    def _leaf(self, nest: Nest, item: Item) -> None:
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
            return part.load(self.code, (self._at(touch.strides, nest, index),), self._alias(source))
        if source in self.values:
            value, inside = self.values[source]
            if inside is None or inside in _chain(item):
                return value
        arr, kept = self.storage[source]
        where = tuple(access.coords[d].at(self.code, index) for d in kept)
        return arr.load(self.code, where, self._alias(arr))


def _spilled(code: Code, nest: Nest) -> Arr:
    """A result without axes, in memory."""
    assert nest.value is not None, nest.name
    pointer = code.buffer(nest.dtype.itemsize)
    arr = Arr(nest.dtype, pointer, (), (), Const("ptr", 0), frozenset((nest,)), True)
    arr.store(code, nest.value, ())
    return arr


def _same(code: Code, value: Num) -> Num:
    return value


def _place(items: list[Item], places: dict[Nest, Item | None]) -> None:
    for item in items:
        if item.extent is None:
            places[item.nests[0]] = item
        else:
            _place(item.children, places)


def _chain(item: Item | None) -> list[Item]:
    """The loops around, outermost first, the item itself included if it is one."""
    found: list[Item] = []
    while item is not None:
        if item.extent is not None:
            found.append(item)
        item = item.parent
    return found[::-1]


def _common(a: Item | None, b: Item | None) -> int:
    """How many loops two places share."""
    shared = 0
    for x, y in zip(_chain(a), _chain(b), strict=False):
        if x is not y:
            break
        shared += 1
    return shared


def identity(ndim: int) -> tuple[Coord, ...]:
    return tuple(Coord(ZERO, axis, ONE) for axis in range(ndim))


__all__ += ["identity", "machine_type", "row_major"]
