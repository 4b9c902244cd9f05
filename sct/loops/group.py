"""Which nests share loops: greedy fusion from the outermost loop inwards.

Nests come in program order. At each level, nests whose next loops have the same extent go into one loop
if every value that one of them reads of another was made in the same iteration, and if whatever one of
them writes in memory is touched by the others at the same element only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sct.loops.code import Code, Const, Operand
from sct.loops.parts import are_apart, part_of_access
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


class Memory:
    """The memory that nests touch, by nest: computed once, before all loops."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.touches: dict[Nest, list[Touch]] = {}
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


def reads_of(consumer: Nest, producer: Nest) -> list[Access]:
    return [access for access in consumer.reads if access.source is producer]


def depends(later: Nest, earlier: Nest, memory: Memory) -> bool:
    return bool(reads_of(later, earlier)) or memory.clash(later, earlier)


def fusible(later: Nest, earlier: Nest, level: int, memory: Memory) -> bool:
    """Whether both may be in one loop at `level`, the earlier one first in each iteration."""
    axis, own = later.loops[level], earlier.loops[level]
    for access in reads_of(later, earlier):
        if own not in earlier.kept:
            return False
        coord = access.coords[earlier.kept.index(own)]
        if not coord.plain or coord.axis != axis:
            return False
    return memory.same_elements(later, earlier, level)


def group(nests: list[Nest], memory: Memory, level: int = 0, parent: Item | None = None) -> list[Item]:
    """The items that run, in order, inside the loop `parent`."""
    items: list[Item] = []
    for nest in nests:
        first = 0
        joinable: set[int] = set()
        leaf = len(nest.loops) == level
        for number, item in enumerate(items):
            needed = [m for m in item.nests if depends(nest, m, memory)]
            fits = not leaf and item.extent is not None and _same(item.extent, nest.dims[nest.loops[level]])
            fits = fits and all(fusible(nest, m, level, memory) for m in item.nests)
            if fits:
                joinable.add(number)
            if needed:
                first = number if fits else number + 1
        place = next((k for k in sorted(joinable) if k >= first), None)
        if place is not None:
            items[place].nests.append(nest)
        elif leaf:
            items.insert(first, Item([nest], None, parent=parent, level=level))
        else:
            items.append(Item([nest], nest.dims[nest.loops[level]], parent=parent, level=level))
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
