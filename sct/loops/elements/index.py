"""Reading and writing elements and parts of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, SCALAR
from sct.loops.code import ONE, Code, Const, Operand
from sct.loops.elements.gather import read_at_arrays
from sct.loops.elements.scatter import store_at_arrays
from sct.loops.elements.views import Coords, basic_view, contiguous_copy, is_basic, show
from sct.loops.lower import Lowering, attr, handler
from sct.loops.memory.frames import around, part_of
from sct.loops.memory.parts import are_apart, part_of_access
from sct.loops.numbers.elementwise import element_at
from sct.loops.numbers.entering import check_fits, entered, python_fits
from sct.loops.numbers.scalars import cast
from sct.loops.operands import broadcast_source, full, store_into
from sct.loops.schedule import identity
from sct.loops.values import Access, Arr, Coord, Lazy, Nest, Num, Pack, Unsupported

__all__: list[str] = []


@handler("getitem")
def _getitem(low: Lowering, op: Op) -> None:
    x, *operands = op.args
    result = op.results[0]
    template: Any = attr(op, "index")
    if x.spec.kind != ARRAY:
        raise Unsupported("an index into a number")
    if not is_basic(op, operands):
        read_at_arrays(low, op, template)
        return
    coords, dims = basic_view(low, low.extents(x), template, operands)
    handle = low.handle(x)
    if result.spec.kind == SCALAR or isinstance(handle, Pack):
        if isinstance(handle, Pack) and not _is_known(coords):
            low.define(result, _picked(low, handle, coords, result))
            return
        if result.spec.kind == SCALAR:
            low.define(result, _element(low, x, coords))
            return
    show(low, op, coords, dims)


def _is_known(coords: tuple[Coord, ...]) -> bool:
    return all(isinstance(c.offset, Const) and isinstance(c.step, Const) for c in coords)


def _element(low: Lowering, x: Value, coords: tuple[Coord, ...]) -> Num:
    handle = low.handle(x)
    if isinstance(handle, (Num, Pack)):
        pack = handle if isinstance(handle, Pack) else Pack(handle.dtype, (), (handle,))
        at = 0
        for coord, extent in zip(coords, pack.shape, strict=True):
            assert isinstance(coord.offset, Const)
            at = at * extent + int(coord.offset.value)
        return pack.items[at]
    arr = low.arr(x)
    return arr.load(low.code, tuple(c.offset for c in coords), low.memory.note(x))


def _picked(low: Lowering, pack: Pack, coords: tuple[Coord, ...], result: Value) -> Num | Pack:
    """Elements of a small array at a run-time index: chosen one by one."""
    if any(c.axis is not None and not isinstance(c.offset, Const) for c in coords):
        raise Unsupported("a run-time slice of registers")
    shape = tuple(int(n) for n in result.spec.shape)  # type: ignore[arg-type]
    code = low.code
    items = []
    for index in np.ndindex(*shape):
        found: Num | None = None
        for place, item in zip(np.ndindex(*pack.shape), pack.items, strict=True):
            here: Operand = Const("i1", 1)
            for coord, k in zip(coords, place, strict=True):
                wanted = coord.offset if coord.axis is None else coord.at(code, tuple(Const("i64", i) for i in index))
                here = code.and_(here, code.icmp("eq", wanted, k))
            if found is None:
                found = item
            else:
                parts = zip(item.parts, found.parts, strict=True)
                found = Num(item.dtype, tuple([code.select(here, a, b) for a, b in parts]))
        if found is None:
            raise Unsupported("an element of nothing")
        items.append(found)
    return Pack(pack.dtype, shape, tuple(items)) if result.spec.kind == ARRAY else items[0]


# -- stores ------------------------------------------------------------------------------------------


@handler("setitem")
def _setitem(low: Lowering, op: Op) -> None:
    x, value, *operands = op.args
    template: Any = attr(op, "index")
    if value.spec.dtype.kind == "c" and x.spec.dtype.kind != "c":
        raise Unsupported("complex into real")
    if is_basic(op, operands):
        check_fits(low, value, x.spec.dtype)
        _store_part(low, op, template, operands)
    elif _is_mask(x, value, template, operands):
        python_fits(low, value, x.spec.dtype)
        _store_masked(low, op, operands[0])
    else:
        store_at_arrays(low, op, template, target)


def target(low: Lowering, op: Op, coords: Coords = (), counts: tuple[Operand, ...] = ()) -> Arr:
    """The array that the op may write to: its operand, or a copy of it. The result owns it.

    The part at the coordinates is going to be overwritten, before anything reads it.
    """
    x, result = op.args[0], op.results[0]
    if result in low.packed:
        raise Unsupported("a store into memory that becomes registers")
    handle = low.handle(x)
    if op in low.ownership.in_place and isinstance(handle, Arr):
        return low.take_over(op, x)
    access = full(low, x)
    dims = low.extents(x)
    arr = low.allocate(x.spec.dtype, dims, low.layouts.get(result))
    arr.roots = arr.roots | low.roots(result)
    unset = isinstance(access.source, Nest) and access.source.unset
    for nest, at in () if unset else _rest(low, op, access, dims, coords, counts):
        nest.target, nest.writes = arr, at
        low.schedule.add(nest)
    low.define(result, arr)
    return arr


def _rest(
    low: Lowering, op: Op, access: Access, dims: tuple[Operand, ...], coords: Coords, counts: tuple[Operand, ...]
) -> list[tuple[Nest, Coords]]:
    """What copies an array but for a part, if that is worth while, else all of it; and where to."""

    def copied(access: Access, dims: tuple[Operand, ...]) -> Nest:
        return Nest("copy", dims, (access,), lambda code, n, index: n[0], access.source.dtype, source=op)

    boxes = around(low.code, dims, coords, counts) if coords else None
    if boxes is None:
        return [(copied(access, dims), identity(len(dims)))]
    parts: list[tuple[Nest, Coords]] = []
    for box in boxes:
        part = part_of(low.schedule, access, box)
        if part is None:
            return [(copied(access, dims), identity(len(dims)))]
        nest = part if isinstance(part, Nest) else copied(part, tuple(extent for _, extent in box))
        nest.apart = op
        parts.append((nest, tuple(Coord(start, axis, ONE) for axis, (start, _) in enumerate(box))))
    return parts


def _store_part(low: Lowering, op: Op, template: Any, operands: list[Value]) -> None:
    x, value = op.args[:2]
    coords, dims = basic_view(low, low.extents(x), template, operands)
    if isinstance(low.handle(x), (Num, Pack)) or op.results[0] in low.packed:
        _store_registers(low, op, coords)
        return
    number = value.spec.shape == () and low.num(value)
    shape = _region_shape(op, dims)
    if number and not dims:
        if op in low.ownership.in_place:
            low.flush()  # what waits is computed into the memory that is written to, not into another one
        arr = target(low, op)
        low.flush()
        element = entered(low.code, number, value.spec, x.spec.dtype)
        arr.store(low.code, element, tuple(c.offset for c in coords), low.memory.note(x))
        return
    source: Num | Access
    if number:
        source = entered(low.code, number, value.spec, x.spec.dtype)
    else:
        if len(value.spec.shape) > len(dims):
            raise Unsupported("a value with more axes than its place")
        kept = low.handle(value)
        overlapping = isinstance(kept, Arr) and _meet(low, kept, low.arr(x), coords, dims)
        if overlapping:
            copied = contiguous_copy(low, value)  # what is read must not change while it is written
            low.own.append(copied)
            low.env[value] = copied
        source = broadcast_source(low, value, shape, dims)
        if overlapping:
            low.env[value] = kept
    arr = target(low, op, coords, dims)
    store_into(low, op, arr, coords, dims, source).apart = op


def _meet(low: Lowering, value: Arr, arr: Arr, coords: Coords, dims: tuple[Operand, ...]) -> bool:
    """Whether an array may share elements with a part of another."""
    if not value.roots & arr.roots:
        return False
    mine = part_of_access(low.code, value, identity(len(value.dims)), value.dims)
    return not are_apart(low.code, mine, part_of_access(low.code, arr, coords, dims))


def _region_shape(op: Op, dims: tuple[Operand, ...]) -> tuple[Any, ...]:
    """The extents of the part, as far as they are numbers."""
    return tuple(int(d.value) if isinstance(d, Const) else None for d in dims)


def _store_registers(low: Lowering, op: Op, coords: tuple[Coord, ...]) -> None:
    """A functional update of a small array in registers."""
    x, value = op.args[:2]
    result = op.results[0]
    handle = low.handle(x)
    if isinstance(handle, Num):
        handle = Pack(handle.dtype, (), (handle,))
    if not isinstance(handle, Pack) or value.spec.shape:
        if not isinstance(handle, Pack) or not _is_known(coords):
            raise Unsupported("a store into registers")
        low.define(result, _stored_part(low, handle, value, coords, result))
        return
    code = low.code
    new = entered(code, low.num(value), value.spec, handle.dtype)
    items = []
    for place, item in zip(np.ndindex(*handle.shape), handle.items, strict=True):
        here: Operand = Const("i1", 1)
        for coord, k in zip(coords, place, strict=True):
            here = code.and_(here, _reached(low, coord, k, op, coords))
        items.append(_chosen(code, here, new, item))
    low.define(result, Pack(handle.dtype, handle.shape, tuple(items)))


def _chosen(code: Code, cond: Operand, a: Num, b: Num) -> Num:
    return Num(a.dtype, tuple([code.select(cond, x, y) for x, y in zip(a.parts, b.parts, strict=True)]))


def _reached(low: Lowering, coord: Coord, k: int, op: Op, coords: tuple[Coord, ...]) -> Operand:
    if coord.axis is None:
        return low.code.icmp("eq", coord.offset, k)
    if not isinstance(coord.offset, Const) or not isinstance(coord.step, Const):
        raise Unsupported("a run-time slice of registers")
    template: Any = attr(op, "index")
    _, dims = basic_view(low, low.extents(op.args[0]), template, op.args[2:])
    steps, rest = divmod(k - int(coord.offset.value), int(coord.step.value))
    if rest or steps < 0:
        return Const("i1", 0)
    return low.code.icmp("slt", Const("i64", steps), dims[coord.axis])


def _stored_part(low: Lowering, pack: Pack, value: Value, coords: tuple[Coord, ...], result: Value) -> Pack:
    axes = [c.axis for c in coords if c.axis is not None]
    source = low.handle(value)
    items = list(pack.items)
    own = value.spec.shape
    counts = {c.axis: 0 for c in coords if c.axis is not None}
    if not isinstance(source, Pack) or len(own) > len(axes):
        raise Unsupported("a store into registers")
    lead = len(axes) - len(own)
    for axis in counts:
        k = (axis or 0) - lead
        if k < 0 or own[k] == 1:
            raise Unsupported("a broadcast store into registers")
        counts[axis] = int(own[k])  # type: ignore[arg-type]
    order = sorted(counts, key=lambda a: a or 0)
    for index in np.ndindex(*[counts[a] for a in order]):
        at = 0
        for coord, extent in zip(coords, pack.shape, strict=True):
            assert isinstance(coord.offset, Const)
            place = int(coord.offset.value)
            if coord.axis is not None:
                assert isinstance(coord.step, Const)
                place += int(coord.step.value) * index[order.index(coord.axis)]
            at = at * extent + place
        items[at] = cast(low.code, element_at(low, value, index), pack.dtype)
    return Pack(pack.dtype, pack.shape, tuple(items))


def _is_mask(x: Value, value: Value, template: Any, operands: list[Value]) -> bool:
    """`x[mask] = number`, with a mask of x's own shape."""
    return (
        len(operands) == 1
        and template == (("arg", 0),)
        and operands[0].spec.dtype.kind == "b"
        and operands[0].spec.kind == ARRAY
        and operands[0].spec.shape == x.spec.shape
        and x.spec.static
        and value.spec.shape == ()
    )


def _store_masked(low: Lowering, op: Op, mask: Value) -> None:
    x, value = op.args[:2]
    result = op.results[0]
    number = entered(low.code, low.num(value), value.spec, x.spec.dtype)
    code = low.code
    handle = low.handle(x)
    if result in low.packed and isinstance(handle, (Arr, Lazy)):  # read from memory, kept in registers
        handle = low.unpacked(low.arr(x), x.spec)
    if isinstance(handle, (Num, Pack)):
        masks, pack = low.handle(mask), handle
        if not isinstance(masks, Pack) or not isinstance(pack, Pack):
            raise Unsupported("a masked store into registers")
        items = []
        for m, item in zip(masks.items, pack.items, strict=True):
            items.append(_chosen(code, m.x, number, item))
        low.define(result, Pack(pack.dtype, pack.shape, tuple(items)))
        return
    dims = low.extents(x)
    flags = broadcast_source(low, mask, x.spec.shape, dims)
    if isinstance(flags, Num):
        raise Unsupported("a mask in registers")
    arr = target(low, op)
    access = Access(arr, identity(len(dims)))

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        old, flag = numbers
        return _chosen(code, flag.x, number, old)

    nest = Nest("store", dims, (access, flags), element, arr.dtype, source=op)
    nest.target, nest.writes = arr, identity(len(dims))
    low.schedule.add(nest)
