"""Operands of work on arrays: broadcast to the rectangle of a nest, as accesses or as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sct.ir.core import Op, Value
from sct.ir.types import UNKNOWN, Shape
from sct.loops.code import ONE, ZERO, Code, Const, Operand, Ref
from sct.loops.lower import Lowering
from sct.loops.numbers.scalars import cast
from sct.loops.schedule import identity
from sct.loops.values import Access, Arr, Coord, Lazy, Nest, Num, Pack, bytes_of, row_major

__all__ = ["Reader", "along", "broadcast_dims", "broadcast_source", "full", "lazy", "reader", "relieve", "store_into"]
__all__ += ["stored"]

LARGE = 4 << 20  # bytes


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
    members: dict[Operand, None] = {}
    for value in operands:
        if len(value.spec.shape) < -axis or value.spec.shape[axis] == 1:
            continue
        mine = low.extents(value)[axis]
        members |= dict.fromkeys(low.joins.get(mine, (mine,)))
    return _broadcast(low, sorted(members, key=lambda m: m.number if isinstance(m, Ref) else 0))


def _broadcast(low: Lowering, members: list[Operand]) -> Operand:
    """The extent that these broadcast to, where each is 1 or equal to the others."""
    if len(members) < 2:
        return members[0] if members else ONE
    found, code = members[0], low.code
    for mine in members[1:]:
        found = code.extent(code.select(code.icmp("eq", found, ONE), mine, found))
    low.joins[found] = tuple(members)
    return found


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
    if isinstance(handle, Pack):
        handle = low.spilled(handle)
    doubtful = _doubtful(low, handle, value.spec.shape, shape, dims)
    lead = len(shape) - len(handle.dims)
    for k in list(doubtful):
        # of a known extent there is no doubt; nor is what is not made yet stretched while others wait with it
        if isinstance(value.spec.shape[k], int) or isinstance(handle, Lazy):
            low.code.must_equal(handle.dims[k], dims[lead + k])
            doubtful.remove(k)
    if doubtful and isinstance(handle, Arr):
        handle = _stretched(low, handle, doubtful, dims)
    axes: list[int | None] = []
    for k, extent in enumerate(value.spec.shape):
        axes.append(None if extent == 1 and shape[lead + k] != 1 else lead + k)
    return along(handle, axes)


def along(handle: Arr | Lazy, axes: Sequence[int | None]) -> Access:
    """The array as a nest reads it whose axes these are; None where an axis of extent 1 is stretched."""
    if isinstance(handle, Arr):
        return Access(handle, tuple([Coord(ZERO, axis, ONE if axis is not None else ZERO) for axis in axes]))
    return Access(handle.nest, tuple([_moved(c, axes) for c in handle.coords]))


def _moved(coord: Coord, axes: Sequence[int | None]) -> Coord:
    if coord.axis is None or axes[coord.axis] is None:
        return Coord(coord.offset, None, ZERO)
    return Coord(coord.offset, axes[coord.axis], coord.step)


def _doubtful(low: Lowering, handle: Arr | Lazy, own: Shape, shape: Shape, dims: tuple[Operand, ...]) -> list[int]:
    """The axes of which only the run knows whether they are stretched."""
    lead = len(shape) - len(own)
    found = []
    for k, extent in enumerate(own):
        mine, wanted = (low.code.canonical(n) for n in (handle.dims[k], dims[lead + k]))
        named = extent == shape[lead + k] and extent != UNKNOWN
        if extent == 1 or named or mine is wanted or (isinstance(mine, Const) and mine == wanted):
            continue
        if low.joins.get(mine, (mine,)) != low.joins.get(wanted, (wanted,)):
            found.append(k)
    return found


def _stretched(low: Lowering, arr: Arr, doubtful: list[int], dims: tuple[Operand, ...]) -> Arr:
    """The array itself, as a rule; where axes of extent 1 are to be longer, a copy in which they are.

    So loops over arrays whose extents turn out to be equal are as fast as where that is known.
    """
    if any(nest.target is not None and nest.target.roots & arr.roots for nest in low.schedule.pending):
        low.flush()  # what is read is complete
    key = (arr.pointer, arr.dims, arr.strides, dims)
    if key in low.stretched:
        low.retain(low.stretched[key])
    else:
        low.stretched[key] = _equal_or_copied(low, arr, doubtful, dims)
    low.own.append(low.stretched[key])
    return low.stretched[key]


def _equal_or_copied(low: Lowering, arr: Arr, doubtful: list[int], dims: tuple[Operand, ...]) -> Arr:
    code = low.code
    lead = len(dims) - len(arr.dims)
    extents, strides = list(arr.dims), list(arr.strides)
    same: Operand = Const("i1", 1)
    for k in doubtful:
        equal = code.icmp("eq", arr.dims[k], dims[lead + k])
        code.fail(code.not_(code.or_(code.icmp("eq", arr.dims[k], ONE), equal)))
        strides[k] = code.select(equal, strides[k], ZERO)
        extents[k] = dims[lead + k]
        same = code.and_(same, equal)
    shown = Arr(arr.dtype, arr.pointer, tuple(extents), tuple(strides), arr.header, arr.roots)
    kept = [code.var("ptr"), code.var("ptr"), *[code.var("i64") for _ in extents if not arr.contiguous]]

    def keep(found: Arr) -> None:
        for var, part in zip(kept, (found.pointer, found.header, *found.strides), strict=False):
            code.set(var, part)

    with code.when(same) as choice:
        low.retain(arr)
        keep(arr)
    with code.into(choice.orelse):
        keep(_copied(low, shown))
    pointer, header, *steps = [code.get(var) for var in kept]
    strides_kept = row_major(code, tuple(extents)) if arr.contiguous else tuple(steps)
    return Arr(arr.dtype, pointer, tuple(extents), strides_kept, header, arr.roots | {object()}, arr.contiguous)


def _copied(low: Lowering, shown: Arr) -> Arr:
    made = low.allocate(shown.dtype, shown.dims)

    def fill(index: tuple[Operand, ...]) -> None:
        if len(index) == len(shown.dims):
            made.store(low.code, shown.load(low.code, index), index)
            return
        with low.code.loop(0, shown.dims[len(index)]) as i:
            fill((*index, i))

    fill(())
    return made


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
    low: Lowering, op: Op | None, arr: Arr, coords: tuple[Coord, ...], dims: tuple[Operand, ...], source: Num | Access
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


def relieve(low: Lowering) -> None:
    """Before another whole array is made: have work done that large arrays wait for to be given back."""
    if sum(isinstance(size := bytes_of(low.code, arr), Const) and size.value >= LARGE for arr in low.late) > 1:
        low.flush()


def lazy(low: Lowering, nest: Nest) -> Lazy:
    """Have a nest done later, and answer its result."""
    low.schedule.add(nest)
    dims = tuple(nest.dims[k] for k in nest.kept)
    return Lazy(nest, identity(len(dims)), dims)


def stored(low: Lowering, nest: Nest) -> Arr:
    """The result of a nest that is done now, in memory of its own."""
    nest.escapes = True
    lazy(low, nest)
    low.flush()
    if nest.target is None:
        assert nest.value is not None
        return low.boxed(nest.value, nest.layout)
    return nest.target
