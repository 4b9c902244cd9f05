"""Lists of run-time length: buffers with room at the end, so that appending takes constant time."""

from __future__ import annotations

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import ONE, Const, If, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.scalars import cast
from sct.loops.values import Arr, Num, Pack, Unsupported, row_major
from sct.loops.views import integer

__all__ = ["memory_of"]

LEAST = 64  # bytes


@handler("list_append")
def _append(low: Lowering, op: Op) -> None:
    xs, item = op.args
    _check_item(xs, item)
    low.flush()
    code = low.code
    arr = memory_of(low, xs)
    owned = op in low.ownership.in_place and isinstance(low.handle(xs), Arr) and xs not in low.borrowed
    count = arr.dims[0]
    row = _row_bytes(low, arr)
    used = code.imul(count, row)
    need = code.iadd(used, row)
    pointer, header = code.var("ptr", arr.pointer), code.var("ptr", arr.header)
    choice = If(_has_room(low, arr, need) if owned else Const("i1", 0))
    code.append(choice)
    with code.into(choice.orelse):
        made = code.call("sct_alloc", "ptr", low.ctx, code.imax(code.imul(need, 2), LEAST))
        code.fail(code.icmp("eq", made, Const("ptr", 0)), 3)
        data = code.load("ptr", made, 1)
        code.call("memcpy", "ptr", data, arr.pointer, used)
        if owned:
            low.release(arr)
        code.set(pointer, data)
        code.set(header, made)
    if owned:
        low.moved.add(xs)
    dims = (code.iadd(count, ONE), *arr.dims[1:])
    owner = code.get(header)
    grown = Arr(
        arr.dtype, code.own(code.get(pointer), owner), dims, row_major(code, dims), owner,
        low.roots(op.results[0]) | (arr.roots if owned else frozenset()), True,
    )  # fmt: skip
    _put(low, grown, count, item)
    low.define(op.results[0], grown)


def _check_item(xs: Value, item: Value) -> None:
    if xs.spec.shape[1:] != item.spec.shape or not all(isinstance(n, int) for n in item.spec.shape):
        raise Unsupported("items of changing extents")
    if xs.spec.dtype != item.spec.dtype:
        raise Unsupported("an item of another dtype")


def memory_of(low: Lowering, xs: Value) -> Arr:
    """A list as an array in memory, to be read."""
    handle = low.handle(xs)
    if isinstance(handle, (Num, Pack)):
        return low.spilled(handle)
    return low.arr(xs)


def _row_bytes(low: Lowering, arr: Arr) -> Operand:
    size: Operand = Const("i64", arr.dtype.itemsize)
    for extent in arr.dims[1:]:
        size = low.code.imul(size, extent)
    return size


def _has_room(low: Lowering, arr: Arr, need: Operand) -> Operand:
    """Whether the buffer is nobody else's, the list stands at its start, and there is room for `need` bytes."""
    code = low.code
    single = code.icmp("eq", code.load("i64", arr.header, 0), 1)
    start = code.do("icmp.eq", "i1", code.load("ptr", arr.header, 1), arr.pointer)
    room = code.icmp("sge", code.load("i64", arr.header, 2), need)
    own = code.icmp("eq", code.load("i64", arr.header, 3), 0)
    return code.and_(code.and_(single, start), code.and_(room, own))


def _put(low: Lowering, arr: Arr, at: Operand, item: Value) -> None:
    """Write an item into a row."""
    code = low.code
    if not item.spec.shape:
        arr.store(code, cast(code, low.num(item), arr.dtype), (at,))
        return
    handle = low.handle(item)
    if isinstance(handle, (Num, Pack)):
        handle = low.spilled(handle)
    source = handle if isinstance(handle, Arr) else low.arr(item)
    if not source.contiguous:
        raise Unsupported("an item with gaps")
    row = _row_bytes(low, arr)
    code.call("memcpy", "ptr", code.offset(arr.pointer, code.imul(at, row)), source.pointer, row)


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
    if xs.spec.ndim > 1 and not result.spec.static:
        raise Unsupported("items of changing extents")
    low.flush()
    arr = memory_of(low, xs)
    place = _place(low, arr, at)
    if attr(op, "kind") != ARRAY:
        low.define(result, arr.load(low.code, (place,)))
        return
    row = _row_bytes(low, arr)
    made = low.allocate(arr.dtype, arr.dims[1:])
    low.code.call("memcpy", "ptr", made.pointer, low.code.offset(arr.pointer, low.code.imul(place, row)), row)
    made.roots = made.roots | low.roots(result)
    low.define(result, made)


@handler("list_set")
def _set(low: Lowering, op: Op) -> None:
    xs, at, item = op.args
    _check_item(xs, item)
    handle = low.handle(xs)
    if op not in low.ownership.in_place or not isinstance(handle, Arr) or xs in low.borrowed:
        raise Unsupported("a list that others hold")
    low.flush()
    _put(low, handle, _place(low, handle, at), item)
    low.take_over(op, op.args[0])


@handler("list_delete")
def _delete(low: Lowering, op: Op) -> None:
    xs, at = op.args
    handle = low.handle(xs)
    if op not in low.ownership.in_place or not isinstance(handle, Arr) or xs in low.borrowed:
        raise Unsupported("a list that others hold")
    low.flush()
    code = low.code
    place = _place(low, handle, at)
    row = _row_bytes(low, handle)
    here = code.offset(handle.pointer, code.imul(place, row))
    rest = code.isub(code.isub(handle.dims[0], ONE), place)
    code.call("memmove", "ptr", here, code.offset(here, row), code.imul(rest, row))
    low.take_over(op, op.args[0], (code.isub(handle.dims[0], ONE), *handle.dims[1:]))
