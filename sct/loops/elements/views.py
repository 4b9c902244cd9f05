"""Ops that show an array in another way: no element moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Const, If, Operand
from sct.loops.known.layouts import Layout
from sct.loops.lower import Lowering, attr, handler
from sct.loops.memory.parts import through
from sct.loops.numbers.scalars import cast
from sct.loops.numbers.tiny import rearranged
from sct.loops.operands import full, stored
from sct.loops.values import Arr, Coord, Lazy, Nest, Num, Pack, Unsupported, row_major

__all__ = ["basic_view", "contiguous_copy", "full_index", "integer", "is_basic", "position", "show"]
__all__ += ["slice_bounds"]

Coords = tuple[Coord, ...]


def show(low: Lowering, op: Op, coords: Coords, dims: tuple[Operand, ...]) -> None:
    """Define the result as a view of the operand: one coordinate for each axis of the operand."""
    x, result = op.args[0], op.results[0]
    if result.spec.kind != ARRAY and not coords:  # NumPy answers a number where no axes are left
        low.define(result, low.num(x))
        return
    handle = low.handle(x)
    if isinstance(handle, Num):
        handle = Pack(handle.dtype, (), (handle,))
    if isinstance(handle, Pack) and result not in low.packed:
        low.define(result, low.view(low.boxed(handle), coords, dims, low.roots(result)))
        return
    if isinstance(handle, Pack):
        low.define(result, _repacked(low, handle, coords, dims, result))
        return
    if isinstance(handle, Arr):
        made = low.view(handle, coords, dims, low.roots(result))
        made.contiguous = result in low.contiguous
        if made.contiguous:
            made.strides = row_major(low.code, dims)
        low.hold(made, result)
        low.define(result, made)
        return
    low.define(result, Lazy(handle.nest, tuple([through(low.code, c, coords) for c in handle.coords]), dims))


def _repacked(low: Lowering, pack: Pack, coords: Coords, dims: tuple[Operand, ...], result: Value) -> Pack:
    shape = tuple(int(n) for n in result.spec.shape)  # type: ignore[arg-type]
    items = []
    for index in np.ndindex(*shape):
        at = 0
        for coord, extent in zip(coords, pack.shape, strict=True):
            if not isinstance(coord.offset, Const) or not isinstance(coord.step, Const):
                raise Unsupported("a run-time index into registers")
            place = int(coord.offset.value)
            if coord.axis is not None:
                place += int(coord.step.value) * index[coord.axis]
            at = at * extent + place
        items.append(pack.items[at])
    return Pack(pack.dtype, shape, tuple(items))


def _array(x: Value) -> None:
    if x.spec.kind != ARRAY:
        raise Unsupported("a view of a number")


@handler("expand_dims")
def _expand_dims(low: Lowering, op: Op) -> None:
    x = op.args[0]
    axis: Any = attr(op, "axis")
    ndim = op.results[0].spec.ndim
    new = normalize_axis_tuple(axis, ndim)
    old = [k for k in range(ndim) if k not in new]
    extents = low.extents(x)
    if x.spec.kind != ARRAY:
        (number,) = (low.num(x),)
        if op.results[0] not in low.packed:
            raise Unsupported("a view of a number")
        low.define(op.results[0], Pack(number.dtype, (1,) * ndim, (number,)))
        return
    dims: list[Operand] = [ONE] * ndim
    for k, n in zip(old, extents, strict=True):
        dims[k] = n
    show(low, op, tuple(Coord(ZERO, k, ONE) for k in old), tuple(dims))


@handler("squeeze")
def _squeeze(low: Lowering, op: Op) -> None:
    x = op.args[0]
    _array(x)
    axis: Any = attr(op, "axis")
    if axis is None:
        if not x.spec.static:
            raise Unsupported("squeeze of unknown extents")
        gone = tuple(k for k, n in enumerate(x.spec.shape) if n == 1)
    else:
        gone = normalize_axis_tuple(axis, x.spec.ndim)
        if any(x.spec.shape[k] != 1 for k in gone):
            raise Unsupported("squeeze of unknown extents")
    left = [k for k in range(x.spec.ndim) if k not in gone]
    coords = [Coord(ZERO, None, ZERO)] * x.spec.ndim
    for new, old in enumerate(left):
        coords[old] = Coord(ZERO, new, ONE)
    extents = low.extents(x)
    show(low, op, tuple(coords), tuple(extents[k] for k in left))


@handler("transpose", "swapaxes")
def _transpose(low: Lowering, op: Op) -> None:
    x = op.args[0]
    _array(x)
    ndim = x.spec.ndim
    order = list(range(ndim))
    if op.name == "swapaxes":
        a, b = (int(attr(op, n)) % ndim for n in ("axis1", "axis2"))
        order[a], order[b] = order[b], order[a]
    else:
        axes: Any = attr(op, "axes")
        order = [k % ndim for k in axes] if axes is not None else order[::-1]
    extents = low.extents(x)
    show(low, op, tuple(Coord(ZERO, order.index(k), ONE) for k in range(ndim)), tuple(extents[k] for k in order))


@handler("flip")
def _flip(low: Lowering, op: Op) -> None:
    x = op.args[0]
    _array(x)
    axis: Any = attr(op, "axis")
    axes = range(x.spec.ndim) if axis is None else normalize_axis_tuple(axis, x.spec.ndim)
    extents = low.extents(x)
    coords = []
    for k, n in enumerate(extents):
        coords.append(Coord(low.code.isub(n, ONE), k, Const("i64", -1)) if k in axes else Coord(ZERO, k, ONE))
    show(low, op, tuple(coords), extents)


@handler("diagonal")
def _diagonal(low: Lowering, op: Op) -> None:
    x = op.args[0]
    _array(x)
    ndim, code = x.spec.ndim, low.code
    offset, a, b = int(attr(op, "offset")), int(attr(op, "axis1")) % ndim, int(attr(op, "axis2")) % ndim
    extents = low.extents(x)
    rest = [k for k in range(ndim) if k not in (a, b)]
    coords = [Coord(ZERO, rest.index(k), ONE) if k in rest else Coord(ZERO, None, ZERO) for k in range(ndim)]
    for axis, start in ((a, max(-offset, 0)), (b, max(offset, 0))):
        coords[axis] = Coord(Const("i64", start), len(rest), ONE)
    length = code.imin(code.isub(extents[a], max(-offset, 0)), code.isub(extents[b], max(offset, 0)))
    show(low, op, tuple(coords), (*[extents[k] for k in rest], code.imax(length, ZERO)))


@handler("broadcast_to")
def _broadcast_to(low: Lowering, op: Op) -> None:
    x, result = op.args[0], op.results[0]
    if x.spec.kind != ARRAY or not x.spec.static or not result.spec.static:
        raise Unsupported("broadcast_to")
    if result in low.packed:
        rearranged(low, op, lambda x: np.broadcast_to(x, result.spec.shape))  # type: ignore[arg-type]
        return
    lead = result.spec.ndim - x.spec.ndim
    coords = []
    for k, (old, new) in enumerate(zip(x.spec.shape, result.spec.shape[lead:], strict=True)):
        coords.append(Coord(ZERO, lead + k, ONE) if old == new else Coord(ZERO, None, ZERO))
    show(low, op, tuple(coords), tuple(Const("i64", int(n)) for n in result.spec.shape))  # type: ignore[arg-type]


def contiguous_copy(low: Lowering, x: Value, layout: Layout | None = None) -> Arr:
    """A contiguous copy, with one reference of its own; without gaps, if its axes are to be in another order."""
    access = full(low, x)
    dims = low.extents(x)
    nest = Nest("copy", dims, (access,), lambda code, n, index: n[0], x.spec.dtype, layout=layout)
    return stored(low, nest)


# -- basic indexing ----------------------------------------------------------------------------------


def slice_bounds(
    low: Lowering, extent: Operand, parts: Sequence[Any], operands: Sequence[Value]
) -> tuple[Operand, Operand, Operand]:
    """Where a slice starts, its step, and how many elements it has: as `slice.indices`."""
    code = low.code
    step = _bound(low, parts[2], operands)
    if step is None:
        step = ONE
    if not isinstance(step, Const):
        raise Unsupported("a run-time step")
    if step.value == 0:
        raise Unsupported("a step of zero")
    down = step.value < 0
    lowest: Operand = Const("i64", -1) if down else ZERO
    highest = code.isub(extent, ONE) if down else extent
    start, stop = _bound(low, parts[0], operands), _bound(low, parts[1], operands)
    first = (highest if down else lowest) if start is None else _clamped(low, start, extent, lowest, highest)
    last = (lowest if down else highest) if stop is None else _clamped(low, stop, extent, lowest, highest)
    size = abs(int(step.value))
    if start is None and stop is None and size == 1:
        return first, step, extent
    span = code.isub(first, last) if down else code.isub(last, first)
    if size == 1:
        count = span
    elif isinstance(span, Const):
        count = Const("i64", -(-int(span.value) // size))
    else:
        count = code.pure("sdiv", "i64", code.iadd(span, size - 1), Const("i64", size))
    return first, step, count if start is None or stop is None else code.imax(count, ZERO)


def _bound(low: Lowering, part: Any, operands: Sequence[Value]) -> Operand | None:
    if part is None:
        return None
    if isinstance(part, tuple):
        return integer(low, operands[part[1]])
    return low.code.const("i64", int(part)) if -(2**63) <= part < 2**63 else _far(part)


def _far(part: int) -> Operand:
    return Const("i64", 2**62 if part > 0 else -(2**62))


def integer(low: Lowering, value: Value) -> Operand:
    """An index, as i64."""
    if value.spec.dtype.kind not in "iu" or value.spec.shape:
        raise Unsupported("an index that is no integer")
    if value.spec.dtype == np.dtype("uint64"):
        raise Unsupported("an unsigned index")
    return cast(low.code, low.num(value), np.dtype("int64")).x


def _clamped(low: Lowering, at: Operand, extent: Operand, lowest: Operand, highest: Operand) -> Operand:
    code = low.code
    return code.imax(code.imin(code.from_front(at, extent), highest), lowest)


def position(low: Lowering, at: Operand, extent: Operand) -> Operand:
    """An integer index, counted from the front; fails where it is out of bounds."""
    code = low.code
    if isinstance(at, Const) and isinstance(extent, Const):
        if not -extent.value <= at.value < extent.value:
            raise Unsupported("an index out of bounds")
        return Const("i64", int(at.value % extent.value))
    if code.ranges.relation("ult", at, extent) or (low.hoist is not None and low.hoist.place(at, extent)):
        return at
    least, greatest = code.ranges.of(at)
    if low.lanes is None and least < 0 <= greatest:
        return code.once(("front", at, extent), lambda: _from_front(code, at, extent))
    wrapped = code.from_front(at, extent)
    code.fail(code.icmp("uge", wrapped, extent))
    return wrapped


def _from_front(code: Code, at: Operand, extent: Operand) -> Operand:
    """An index counted from the front, which it is already as a rule: nothing but one test waits for it then."""
    place = code.var("i64", at)
    below = If(code.icmp("uge", at, extent), rare=0)
    code.append(below)
    with code.into(below.then):
        wrapped = code.iadd(at, extent)
        code.fail(code.icmp("uge", wrapped, extent))
        code.set(place, wrapped)
    found = code.get(place)
    code.ranges.learn("ult", found, extent)
    return found


def basic_view(
    low: Lowering, extents: Sequence[Operand], template: Any, operands: Sequence[Value]
) -> tuple[Coords, tuple[Operand, ...]]:
    """The view that a basic index selects: a coordinate for each axis of the array, and its extents."""
    entries = full_index(template, len(extents))
    coords: list[Coord] = []
    dims: list[Operand] = []
    for entry in entries:
        if entry[0] == "newaxis":
            dims.append(ONE)
            continue
        extent = extents[len(coords)]
        if entry[0] == "slice":
            start, step, count = slice_bounds(low, extent, entry[1:], operands)
            coords.append(Coord(start, len(dims), step))
            dims.append(count)
        else:
            at = Const("i64", entry[1]) if entry[0] == "int" else integer(low, operands[entry[1]])
            coords.append(Coord(position(low, at, extent), None, ZERO))
    return tuple(coords), tuple(dims)


def full_index(template: Any, ndim: int) -> list[Any]:
    """With full slices for the ellipsis and for the axes that are not named."""
    named = sum(entry[0] not in ("newaxis", "ellipsis") for entry in template)
    rest = [("slice", None, None, None)] * (ndim - named)
    found: list[Any] = []
    seen = False
    for entry in template:
        if entry[0] == "ellipsis":
            found += rest
            seen = True
        else:
            found.append(entry)
    return found if seen else found + rest


def is_basic(op: Op, operands: Sequence[Value]) -> bool:
    """Whether the index has integers and slices only."""
    return all(not v.spec.shape and v.spec.dtype.kind in "iu" and v.spec.kind != ARRAY for v in operands)
