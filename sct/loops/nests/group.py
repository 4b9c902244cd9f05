"""Which nests share loops: greedy fusion from the outermost loop inwards.

Nests come in program order. At each level, nests whose next loops have the same extent go into one loop
if every value that one of them reads of another was made in the same iteration, and if whatever one of
them writes in memory is touched by the others at the same element only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sct.loops.code import Code, Const, Operand
from sct.loops.memory.parts import are_apart, part_of_access
from sct.loops.values import Access, Arr, Nest, Part

__all__ = ["Item", "Memory", "Touch", "are_independent", "group"]


@dataclass(slots=True, eq=False)
class Touch:
    """A nest reads or writes memory: address and one stride for each loop."""

    arr: Arr
    pointer: Operand
    strides: tuple[Operand, ...]
    write: bool
    part: Part | None = None  # None: anything
    turns: bool = False  # a turn of the loop may be at another element than the strides say


@dataclass(slots=True, eq=False)
class Item:
    """A loop with the nests in it, or one nest that has no loops left."""

    nests: list[Nest]
    extent: Operand | None = None  # None: a single nest, written here
    children: list[Item] = field(default_factory=list)
    parent: Item | None = None
    level: int = 0
    touched: set[Any] = field(default_factory=set)
    """What the memory is of that the nests read or write."""
    written: set[Any] = field(default_factory=set)

    def add(self, nest: Nest, memory: Memory) -> None:
        """Take one more nest."""
        self.nests.append(nest)
        self.touched |= memory.touched_roots[nest]
        self.written |= memory.written_roots[nest]

    def may_clash(self, nest: Nest, memory: Memory) -> bool:
        """Whether a nest may write what those in here touch, or the other way round."""
        return not (
            self.touched.isdisjoint(memory.written_roots[nest]) and self.written.isdisjoint(memory.touched_roots[nest])
        )


class Memory:
    """The memory that nests touch, by nest: computed once, before all loops."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.touches: dict[Nest, list[Touch]] = {}
        # the roots of all that is touched, and of what is written
        self.touched_roots: dict[Nest, frozenset[Any]] = {}
        self.written_roots: dict[Nest, frozenset[Any]] = {}
        self.by_access: dict[Access, Touch] = {}

    def note(self, nest: Nest) -> None:
        found = []
        for access in nest.reads:
            if isinstance(access.source, Arr):
                touch = self._touch(access, access.source, nest, False)
                self.by_access[access] = touch
                found.append(touch)
        for arr in nest.gathers:
            found.append(Touch(arr, arr.pointer, (), False))  # no element like another
        if nest.writes is not None and nest.target is not None:
            access = Access(nest.target, nest.writes)
            found.append(self._touch(access, nest.target, nest, True))
        self.touches[nest] = found
        self.touched_roots[nest] = frozenset().union(*(touch.arr.roots for touch in found))
        self.written_roots[nest] = frozenset().union(*(touch.arr.roots for touch in found if touch.write))

    def _touch(self, access: Access, arr: Arr, nest: Nest, write: bool) -> Touch:
        pointer, strides = access.memory(self.code, arr, len(nest.dims))
        part = part_of_access(self.code, arr, access.coords, nest.dims)
        turns = any(coord.turn is not None for coord in access.coords)
        return Touch(arr, pointer, tuple(strides[k] for k in nest.loops), write, part, turns)

    def written(self, nest: Nest) -> Touch | None:
        return next((t for t in self.touches[nest] if t.write), None)

    def clash(self, a: Nest, b: Nest) -> bool:
        """Whether one writes what the other touches."""
        return any(self._pairs(a, b))

    def _pairs(self, a: Nest, b: Nest) -> list[tuple[Touch, Touch]]:
        apart = a.apart is not None and a.apart is b.apart
        return [
            (s, t)
            for s in self.touches[a]
            for t in self.touches[b]
            if (s.write or t.write) and s.arr.roots & t.arr.roots and not (apart and s.write and t.write)
            if not self._is_apart(s, t)
        ]

    def _is_apart(self, s: Touch, t: Touch) -> bool:
        return s.part is not None and t.part is not None and are_apart(self.code, s.part, t.part)

    def same_elements(self, a: Nest, b: Nest, level: int) -> bool:
        """Whether all clashes are at one and the same element in each iteration of the loop at `level`."""
        for s, t in self._pairs(a, b):
            if s.pointer != t.pointer or s.strides != t.strides or s.arr.dtype.itemsize != t.arr.dtype.itemsize:
                return False
            if s.turns or t.turns:
                return False
            if level >= len(s.strides) or s.strides[level] == Const("i64", 0):
                return False
        return True


def _reads_itself(later: Nest, earlier: Nest, level: int) -> bool:
    """Whether all that `later` reads of `earlier` was made in the same iteration of the loop at `level`."""
    axis, own, kept = later.loops[level], earlier.loops[level], earlier.kept
    for access in later.reads:
        if access.source is earlier:
            coord = access.coords[kept.index(own)] if own in kept else None
            if coord is None or not coord.plain or coord.axis != axis:
                return False
    return True


def group(nests: list[Nest], memory: Memory, level: int = 0, parent: Item | None = None) -> list[Item]:
    """The items that run, in order, inside the loop `parent`."""
    items: list[Item] = []
    for nest in nests:
        first, place = 0, -1
        loops = nest.loops
        extent = nest.dims[loops[level]] if len(loops) > level else None
        sources = {access.source for access in nest.reads if isinstance(access.source, Nest)}
        for number in reversed(range(len(items))):  # down to the last one that has to run before
            item = items[number]
            made = [m for m in item.nests if m in sources] if sources else []
            clashing = item.may_clash(nest, memory)
            fits = extent is not None and item.extent is not None and _same(item.extent, extent)
            fits = fits and all(_reads_itself(nest, m, level) for m in made)
            fits = fits and not (clashing and not all(memory.same_elements(nest, m, level) for m in item.nests))
            if fits:
                place = number
            if made or (clashing and any(memory.clash(nest, m) for m in item.nests)):
                first = number + 1
                break
        if place >= 0:
            item = items[place]
        else:
            item = Item([], extent, parent=parent, level=level)
            items.insert(len(items) if extent is not None else first, item)
        item.add(nest, memory)
    for item in items:
        if item.extent is not None:
            item.children = group(item.nests, memory, level + 1, item)
    return items


def are_independent(memory: Memory, nests: list[Nest]) -> bool:
    """Whether no turn of the outermost loop around them needs what another does."""
    folded = any(nest.reduce is not None and nest.loops[0] in nest.reduce.axes for nest in nests)
    return not folded and all(memory.same_elements(nest, nest, 0) for nest in nests)


def _same(a: Operand, b: Operand) -> bool:
    return a is b or (isinstance(a, Const) and a == b)
