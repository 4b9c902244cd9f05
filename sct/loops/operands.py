"""Operands of work on arrays: broadcast to the rectangle of a nest, as accesses or as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sct.ir.core import Op, Value
from sct.ir.types import UNKNOWN, Shape
from sct.loops.code import Code, Operand
from sct.loops.lower import ONE, ZERO, Lowering
from sct.loops.scalars import cast
from sct.loops.schedule import identity
from sct.loops.values import Access, Arr, Coord, Lazy, Nest, Num, Pack

__all__ = ["Reader", "broadcast_dims", "broadcast_source", "full", "lazy", "reader", "store_into"]


class Reader:
    """The operands of one nest: what it loads, and what it has in registers.

    Parameters
    ----------
    slots
        For each operand a `Num`, or the number of a read.
    """

    def __init__(self) -> None:
        self.reads: list[Access] = []
        self.slots: list[Num | int] = []

    def number(self, num: Num) -> None:
        self.slots.append(num)

    def access(self, access: Access) -> None:
        self.slots.append(len(self.reads))
        self.reads.append(access)

    def values(self, numbers: list[Num]) -> list[Num]:
        return [numbers[s] if isinstance(s, int) else s for s in self.slots]


def broadcast_dims(low: Lowering, shape: Shape, operands: Sequence[Value]) -> tuple[Operand, ...]:
    """The run-time extents of a result that `operands` broadcast to; fails at run time where they do not."""
    return tuple(_joined(low, shape, operands, axis - len(shape)) for axis in range(len(shape)))


def _joined(low: Lowering, shape: Shape, operands: Sequence[Value], axis: int) -> Operand:
    extent = shape[axis]
    if extent != UNKNOWN:
        found = low.extent(extent)
        if found is not None:
            return found
    joined: Operand = ONE
    for value in operands:
        if len(value.spec.shape) < -axis or value.spec.shape[axis] == 1:
            continue
        mine = low.extents(value)[axis]
        joined = mine if joined == ONE else low.code.select(low.code.icmp("eq", joined, ONE), mine, joined)
    return joined


def broadcast_source(low: Lowering, value: Value, shape: Shape, dims: tuple[Operand, ...]) -> Num | Access:
    """`value` as it is read at the index of a nest with these extents."""
    handle = low.handle(value)
    if isinstance(handle, Lazy) and not handle.dims and handle.nest.value is not None:
        return handle.nest.value
    if isinstance(handle, Num):
        return handle
    if isinstance(handle, Pack):
        if len(handle.items) == 1:
            return handle.items[0]
    if not _is_static(value.spec.shape, shape):
        handle = _stretched(low, low.arr(value), value.spec.shape, shape, dims)
    elif isinstance(handle, Pack):
        handle = low.spilled(handle)
    lead = len(shape) - len(handle.dims)
    axes: list[int | None] = []
    for k, extent in enumerate(value.spec.shape):
        axes.append(None if extent == 1 and shape[lead + k] != 1 else lead + k)
    if isinstance(handle, Arr):
        return Access(handle, tuple(Coord(ZERO, axis, ONE if axis is not None else ZERO) for axis in axes))
    return Access(handle.nest, tuple([_moved(c, axes) for c in handle.coords]))


def _moved(coord: Coord, axes: list[int | None]) -> Coord:
    if coord.axis is None or axes[coord.axis] is None:
        return Coord(coord.offset, None, ZERO)
    return Coord(coord.offset, axes[coord.axis], coord.step)


def _is_static(own: Shape, shape: Shape) -> bool:
    """Whether it is known which axes are stretched."""
    lead = len(shape) - len(own)
    return all(a in (1, shape[lead + k]) and a != UNKNOWN for k, a in enumerate(own))


def _stretched(low: Lowering, arr: Arr, own: Shape, shape: Shape, dims: tuple[Operand, ...]) -> Arr:
    """Axes that may turn out to have extent 1 get a stride of 0 then; others must fit."""
    code = low.code
    lead = len(shape) - len(own)
    strides, extents = list(arr.strides), list(arr.dims)
    for k, extent in enumerate(own):
        wanted = shape[lead + k]
        if extent == 1 or (extent == wanted and extent != UNKNOWN):
            continue
        single = code.icmp("eq", arr.dims[k], ONE)
        equal = code.icmp("eq", arr.dims[k], dims[lead + k])
        code.fail(code.not_(code.or_(single, equal)))
        strides[k] = code.select(equal, strides[k], ZERO)
        extents[k] = dims[lead + k]
    return Arr(arr.dtype, arr.pointer, tuple(extents), tuple(strides), arr.header, arr.roots)


def reader(low: Lowering, values: Sequence[Value], shape: Shape, dims: tuple[Operand, ...]) -> Reader:
    """All operands of a nest over `dims`."""
    made = Reader()
    sources = [broadcast_source(low, value, shape, dims) for value in values]
    if any(isinstance(s, Access) and isinstance(s.source, Nest) and s.source.target is not None for s in sources):
        sources = [broadcast_source(low, value, shape, dims) for value in values]  # a flush came between
    for source in sources:
        if isinstance(source, Num):
            made.number(source)
        else:
            made.access(source)
    return made


def full(low: Lowering, value: Value) -> Access:
    """A whole array, read at the index of a nest over its own extents."""
    handle = low.handle(value)
    if isinstance(handle, Pack):
        handle = low.spilled(handle)
    if isinstance(handle, Arr):
        return Access(handle, identity(len(handle.dims)))
    assert isinstance(handle, Lazy)
    return Access(handle.nest, handle.coords)


def store_into(
    low: Lowering, op: Op, arr: Arr, coords: tuple[Coord, ...], dims: tuple[Operand, ...], source: Num | Access
) -> Nest:
    """Have `source` stored into the part of `arr` that the coordinates say, later."""
    dtype = arr.dtype

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        return cast(code, source if isinstance(source, Num) else numbers[0], dtype)

    reads = (source,) if isinstance(source, Access) else ()
    nest = Nest("store", dims, reads, element, dtype, source=op)
    nest.target, nest.writes = arr, coords
    low.schedule.add(nest)
    return nest


def lazy(low: Lowering, nest: Nest) -> Lazy:
    """Have a nest done later, and answer its result."""
    low.schedule.add(nest)
    dims = tuple(nest.dims[k] for k in nest.kept)
    return Lazy(nest, identity(len(dims)), dims)
