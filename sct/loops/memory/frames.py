"""What is left of an array when part of it is about to be overwritten: the frame around the part.

`new = u.copy(); new[1:-1, 1:-1] = ...` copies no more than the border.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.values import Access, Arr, Coord, Nest, Num

if TYPE_CHECKING:
    from sct.loops.schedule import Schedule

__all__ = ["Box", "around", "part_of"]

MOST_WORK = 4  # nests that may be done again for other readers

Box = tuple[tuple[Operand, Operand], ...]
"""For each axis of an array where the box starts, and its extent."""


def around(
    code: Code, dims: tuple[Operand, ...], coords: tuple[Coord, ...], counts: tuple[Operand, ...]
) -> list[Box] | None:
    """The boxes that make up an array but for the part at these coordinates; None where one copy is better.

    Parameters
    ----------
    dims
        The extents of the array.
    coords, counts
        The part: a coordinate for each axis of the array, and the part's own extents.
    """
    inner: list[tuple[Operand, Operand]] = []
    for coord in coords:
        if coord.axis is None:
            inner.append((coord.offset, ONE))
        elif coord.step == ONE:
            inner.append((coord.offset, counts[coord.axis]))
        else:
            return None
    if not _is_most(dims, inner):
        return None
    boxes: list[Box] = []
    for k, (start, count) in enumerate(inner):
        stop = code.iadd(start, count)
        for first, extent in ((ZERO, start), (stop, code.isub(dims[k], stop))):
            if extent != ZERO:
                rest = tuple((ZERO, n) for n in dims[k + 1 :])
                boxes.append((*inner[:k], (first, extent), *rest))
    return boxes


def _is_most(dims: tuple[Operand, ...], inner: list[tuple[Operand, Operand]]) -> bool:
    """Whether the part is the greater one, as far as is known: whole rows are copied faster than their ends."""
    whole = part = 1
    for extent, (_, count) in zip(dims, inner, strict=True):
        if isinstance(count, Const) and isinstance(extent, Const):
            whole, part = whole * int(extent.value), part * int(count.value)
        elif isinstance(count, Const):
            return False
    return 2 * part > whole


def part_of(schedule: Schedule, access: Access, box: Box) -> Nest | Access | None:
    """What an array is inside a box, as a nest over the box or as an access; None if it has to be complete first."""
    return _moved(schedule, access, box, [MOST_WORK])


def _moved(schedule: Schedule, access: Access, box: Box, left: list[int]) -> Nest | Access | None:
    if any(coord.turn is not None for coord in access.coords):
        return None
    if isinstance(access.source, Arr):
        return Access(access.source, tuple(_shifted(schedule.code, coord, box) for coord in access.coords))
    nest = access.source
    plain = all(coord.plain and coord.axis == k for k, coord in enumerate(access.coords))
    left[0] -= 1
    if left[0] < 0 or not plain or nest.reduce is not None or nest.target is not None or nest.writes is not None:
        return None
    if len(access.coords) != len(nest.dims) or _is_overtaken(schedule, nest):
        return None
    reads = []
    for read in nest.reads:
        moved = _moved(schedule, read, box, left)
        if moved is None:
            return None
        reads.append(moved)
    return _again(nest, tuple(reads), box)


def _is_overtaken(schedule: Schedule, nest: Nest) -> bool:
    """Whether something that the nest reads will have been overwritten when it is done again."""
    changed = schedule.changed_since(nest)
    arrays = [*nest.gathers, *[read.source for read in nest.reads if isinstance(read.source, Arr)]]
    return any(arr.roots & changed for arr in arrays)


def _shifted(code: Code, coord: Coord, box: Box) -> Coord:
    if coord.axis is None:
        return coord
    return Coord(code.iadd(coord.offset, code.imul(coord.step, box[coord.axis][0])), coord.axis, coord.step)


def _again(nest: Nest, sources: tuple[Nest | Access, ...], box: Box) -> Nest:
    """The nest over a box of its rectangle; what it reads of other nests is computed in place."""

    def compute(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        found = iter(numbers)
        values = [_value(code, source, found, index) for source in sources]
        if nest.indexed:
            index = tuple(code.iadd(start, i) for (start, _), i in zip(box, index, strict=True))
        return nest.compute(code, values, index)

    reads = tuple(read for source in sources for read in _leaves(source))
    dims = tuple(extent for _, extent in box)
    return Nest(
        nest.name, dims, reads, compute, nest.dtype, source=nest.source, gathers=nest.gathers, indexed=nest.indexed
    )


def _leaves(source: Nest | Access) -> tuple[Access, ...]:
    return source.reads if isinstance(source, Nest) else (source,)


def _value(code: Code, source: Nest | Access, numbers: Iterator[Num], index: tuple[Operand, ...]) -> Num:
    if isinstance(source, Access):
        return next(numbers)
    return source.compute(code, [next(numbers) for _ in source.reads], index)
