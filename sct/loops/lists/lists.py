"""Lists of run-time length: buffers with room at the end, so that appending takes constant time."""

from __future__ import annotations

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Const, If, Operand
from sct.loops.elements.views import contiguous_copy, integer
from sct.loops.lists.list_rows import copy_rows
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import cast
from sct.loops.values import Arr, Num, Pack, Unsupported, row_major, store
from sct.ops.lists import MOST_PADDED

__all__ = ["memory_of"]

LEAST = 64  # bytes
Extents = tuple[Operand, ...]


@handler("list_append")
def _append(low: Lowering, op: Op) -> None:
    xs, item = op.args
    width = _check_item(low, op, xs, item)
    count = memory_of(low, xs).dims[0]
    grown = _with_room(low, op, low.code.iadd(count, ONE), width)
    _put(low, grown, count, item)
    low.define(op.results[0], grown)


@handler("list_extend")
def _extend(low: Lowering, op: Op) -> None:
    xs, ys = op.args
    low.flush()
    code = low.code
    more = memory_of(low, ys)
    if not more.contiguous and len(more.dims) > 1:
        raise Unsupported("items with gaps")
    count, added = memory_of(low, xs).dims[0], more.dims[0]
    grown = _with_room(low, op, code.extent(code.iadd(count, added)), None)
    row = _row_bytes(low, grown)
    end = code.offset(grown.pointer, code.imul(count, row))
    if more.contiguous or more.strides == (ONE,):
        code.call("memcpy", "ptr", end, more.pointer, code.imul(added, row))
    else:
        with code.loop(0, added) as k:
            store(code, more.load(code, (k,)), end, k)
    low.define(op.results[0], grown)


@handler("list_insert")
def _insert(low: Lowering, op: Op) -> None:
    xs, at, item = op.args
    width = _check_item(low, op, xs, item)
    code = low.code
    count = memory_of(low, xs).dims[0]
    place = code.from_front(integer(low, at), count)
    place = code.imin(code.imax(place, 0), count)
    grown = _with_room(low, op, code.iadd(count, ONE), width)
    row = _row_bytes(low, grown)
    here = code.offset(grown.pointer, code.imul(place, row))
    code.call("memmove", "ptr", code.offset(here, row), here, code.imul(code.isub(count, place), row))
    _put(low, grown, place, item)
    low.define(op.results[0], grown)


def _check_item(low: Lowering, op: Op, xs: Value, item: Value) -> Extents | None:
    """The extents of an item, if those of other items may be others."""
    if xs.spec.dtype != item.spec.dtype:
        raise Unsupported("an item of another dtype")
    low.flush()
    low.handle(item)
    if dict(op.attrs).get("ragged"):
        return low.extents(item)
    if xs.spec.shape[1:] != item.spec.shape or not all(isinstance(n, int) for n in item.spec.shape):
        raise Unsupported("items of changing extents")
    return None


def _with_room(low: Lowering, op: Op, rows: Operand, least: Extents | None, sets: bool = False) -> Arr:
    """The list in memory that is nobody else's, with room for so many rows, each of these extents at `least`.

    Where it only `sets` an item, the memory of a list that is updated in place is large enough. The extents are those
    that the kernels of `sct.ops.lists` give, whatever the dtype: other columns of the list have the same.
    """
    code, xs = low.code, op.args[0]
    arr, copied = _without_gaps(low, xs)
    mine = op in low.ownership.in_place and isinstance(low.handle(xs), Arr) and xs not in low.borrowed
    owned = copied or mine
    count, old_row, size = arr.dims[0], _row_bytes(low, arr), arr.dtype.itemsize
    fits: Operand = Const("i1", 1)
    dims = [rows, *arr.dims[1:]]
    for axis, least_extent in enumerate(least or (), 1):
        enough = code.icmp("sle", least_extent, arr.dims[axis])
        wide = code.imax(code.imul(arr.dims[axis], 2), least_extent)
        dims[axis] = code.extent(code.select(enough, arr.dims[axis], wide))
        fits = code.and_(fits, enough)
    keeps: Operand = Const("i1", 0)
    if owned:
        keeps = fits if sets else code.and_(fits, _has_room(low, arr, code.imul(rows, old_row)))
    new_row: Operand = Const("i64", size)
    for extent in dims[1:]:
        new_row = code.imul(new_row, extent)
    pointer, header = code.var("ptr", arr.pointer), code.var("ptr", arr.header)
    choice = If(keeps)
    code.append(choice)
    with code.into(choice.orelse):
        bytes_ = code.imul(rows, new_row)
        if least is not None:
            code.fail(code.icmp("sgt", bytes_, MOST_PADDED))
        made = code.call("sct_alloc", "ptr", low.ctx, bytes_ if sets else code.imax(code.imul(bytes_, 2), LEAST))
        code.fail(code.icmp("eq", made, Const("ptr", 0)), 3)
        data = code.load("ptr", made, 1)
        if least is None:
            code.call("memcpy", "ptr", data, arr.pointer, code.imul(count, old_row))
        else:
            code.call("memset", "ptr", data, Const("i32", 0), bytes_)
            copy_rows(code, arr, data, row_major(code, tuple(dims)))
        if owned:
            low.release(arr)
        code.set(pointer, data)
        code.set(header, made)
    if mine and not copied:
        low.moved.add(xs)
    owner = code.get(header)
    memory = code.own(code.get(pointer), owner)
    roots = low.roots(op.results[0]) | (arr.roots if owned else frozenset())
    return Arr(arr.dtype, memory, tuple(dims), row_major(code, tuple(dims)), owner, roots, True)


def memory_of(low: Lowering, xs: Value) -> Arr:
    """A list as an array in memory, to be read."""
    handle = low.handle(xs)
    if isinstance(handle, (Num, Pack)):
        return low.spilled(handle)
    return low.arr(xs)


def _without_gaps(low: Lowering, xs: Value) -> tuple[Arr, bool]:
    """A list as an array whose items stand side by side, and whether that is a copy (`xs.reverse()` left a view)."""
    arr = memory_of(low, xs)
    if arr.contiguous or arr.strides == arr.row_major(low.code):
        return arr, False
    return contiguous_copy(low, xs), True


def _row_bytes(low: Lowering, arr: Arr) -> Operand:
    size: Operand = Const("i64", arr.dtype.itemsize)
    for extent in arr.dims[1:]:
        size = low.code.imul(size, extent)
    return size


def _has_room(low: Lowering, arr: Arr, need: Operand) -> Operand:
    """Whether the buffer is nobody else's, and there is room for `need` bytes from the start of the list on."""
    code = low.code
    single = code.icmp("eq", code.load("i64", arr.header, 0), 1)
    start = code.pure("ptrtoint", "i64", code.load("ptr", arr.header, 1))
    before = code.isub(code.pure("ptrtoint", "i64", arr.pointer), start)
    room = code.icmp("sge", code.load("i64", arr.header, 2), code.iadd(before, need))
    own = code.icmp("eq", code.load("i64", arr.header, 3), 0)
    return code.and_(single, code.and_(room, own))


def _put(low: Lowering, arr: Arr, at: Operand, item: Value) -> None:
    """Write an item into a row, from its start."""
    code = low.code
    if not item.spec.shape:
        arr.store(code, cast(code, low.num(item), arr.dtype), (at,))
        return
    source = memory_of(low, item)
    row = code.offset(arr.pointer, code.imul(at, _row_bytes(low, arr)))
    if source.contiguous and len(source.dims) == 1:
        code.call("memcpy", "ptr", row, source.pointer, code.imul(_row_bytes(low, source), source.dims[0]))
        return
    copy_rows(code, source, row, arr.strides[1:])


def _place(low: Lowering, arr: Arr, at: Value) -> Operand:
    code = low.code
    index = integer(low, at)
    wrapped = code.from_front(index, arr.dims[0])
    code.fail(code.icmp("uge", wrapped, arr.dims[0]))
    return wrapped


@handler("list_item")
def _item(low: Lowering, op: Op) -> None:
    xs, at = op.args
    result = op.results[0]
    low.flush()
    arr = memory_of(low, xs)
    place = _place(low, arr, at)
    if attr(op, "kind") != ARRAY:
        low.define(result, arr.load(low.code, (place,)))
        return
    made = low.allocate(arr.dtype, arr.dims[1:])
    first = low.code.offset(arr.pointer, low.code.imul(place, low.code.imul(arr.strides[0], arr.dtype.itemsize)))
    low.code.call("memcpy", "ptr", made.pointer, first, _row_bytes(low, arr))
    made.roots = made.roots | low.roots(result)
    low.define(result, made)


@handler("list_set")
def _set(low: Lowering, op: Op) -> None:
    xs, at, item = op.args
    width = _check_item(low, op, xs, item)
    rows = memory_of(low, xs)
    place = _place(low, rows, at)
    made = _with_room(low, op, rows.dims[0], width, sets=True)
    _put(low, made, place, item)
    low.define(op.results[0], made)


@handler("list_put")
def _put_element(low: Lowering, op: Op) -> None:
    xs, at, *path, x = op.args
    if xs.spec.dtype != x.spec.dtype:
        raise Unsupported("an element of another dtype")
    low.flush()
    code = low.code
    rows = memory_of(low, xs)
    places, appends = [_place(low, rows, at)], attr(op, "appends")
    for k, (count, place) in enumerate(zip(path[::2], path[1::2], strict=True), 2):
        where, used = integer(low, place), integer(low, count)
        if not appends or k < len(rows.dims):
            where = code.from_front(where, used)
            code.fail(code.icmp("uge", where, used))
        places.append(where)
    least = None
    if appends:
        least = (*rows.dims[1:-1], code.iadd(places[-1], ONE))
    made = _with_room(low, op, rows.dims[0], least, sets=True)
    made.store(code, cast(code, low.num(x), made.dtype), tuple(places))
    low.define(op.results[0], made)


@handler("list_delete")
def _delete(low: Lowering, op: Op) -> None:
    xs, at = op.args
    low.flush()
    code = low.code
    rows = memory_of(low, xs)
    place = _place(low, rows, at)
    made = _with_room(low, op, rows.dims[0], None, sets=True)
    row = _row_bytes(low, made)
    if integer(low, at) == ZERO:
        made.pointer = code.own(code.offset(made.pointer, row), made.header)  # the first: the list begins later
    else:
        made.pointer = code.own(_close(low, made, place, row), made.header)
    made.dims = (code.isub(made.dims[0], ONE), *made.dims[1:])
    low.define(op.results[0], made)


def _close(low: Lowering, arr: Arr, place: Operand, row: Operand) -> Operand:
    """Move the items before or after one over it, whichever are fewer; where the list begins."""
    code = low.code
    here = code.offset(arr.pointer, code.imul(place, row))
    rest = code.isub(code.isub(arr.dims[0], ONE), place)
    start = code.var("ptr", arr.pointer)
    nearer = If(code.icmp("slt", place, rest))
    code.append(nearer)
    with code.into(nearer.then):
        second = code.offset(arr.pointer, row)
        code.call("memmove", "ptr", second, arr.pointer, code.imul(place, row))
        code.set(start, second)
    with code.into(nearer.orelse), code.when(code.icmp("sgt", rest, 0)):
        code.call("memmove", "ptr", here, code.offset(here, row), code.imul(rest, row))
    return code.get(start)


@handler("list_repeat")
def _repeat(low: Lowering, op: Op) -> None:
    item, times = op.args
    low.flush()
    code = low.code
    count = code.extent(code.imax(integer(low, times), 0))
    made = low.allocate(item.spec.dtype, (count, *low.extents(item)))
    made.roots = made.roots | low.roots(op.results[0])
    with code.loop(0, count) as k:
        _put(low, made, k, item)
    low.define(op.results[0], made)


@handler("list_pack")
def _pack(low: Lowering, op: Op) -> None:
    items = op.args
    ragged = bool(dict(op.attrs).get("ragged"))
    if not ragged and any(item.spec.ndim for item in items):
        raise Unsupported("items of several axes")
    low.flush()
    code = low.code
    dims: list[Operand] = [Const("i64", len(items))]
    for axis in range(items[0].spec.ndim):
        width: Operand = Const("i64", 0)
        for item in items:
            width = code.imax(width, low.extents(item)[axis])
        dims.append(width)
    made = low.allocate(items[0].spec.dtype, tuple(dims))
    made.roots = made.roots | low.roots(op.results[0])
    if ragged:
        code.call("memset", "ptr", made.pointer, Const("i32", 0), code.imul(_row_bytes(low, made), dims[0]))
    for k, item in enumerate(items):
        _put(low, made, Const("i64", k), item)
    low.define(op.results[0], made)
