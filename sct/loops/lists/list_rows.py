"""Items of lists of lists in memory: copied into the room of larger ones, and all rows as one list and back."""

from __future__ import annotations

from sct.ir.core import Op
from sct.loops.code import ONE, Code, Const, Operand
from sct.loops.elements.views import contiguous_copy, integer
from sct.loops.lower import Lowering, handler
from sct.loops.values import Arr, Num, Pack, Unsupported, row_major, store

__all__ = ["copy_rows"]


def copy_rows(code: Code, source: Arr, target: Operand, strides: tuple[Operand, ...]) -> None:
    """Copy an array to the start of one that has room for as much, with elements `strides` apart."""
    _copy(code, source, target, strides, ())


def _copy(code: Code, source: Arr, target: Operand, strides: tuple[Operand, ...], at: tuple[Operand, ...]) -> None:
    axis = len(at)
    if axis == len(source.dims) - 1 and source.strides[axis] == strides[axis] == ONE:
        size = source.dtype.itemsize
        first: Operand = Const("i64", 0)
        for index, stride in zip(at, strides, strict=False):
            first = code.iadd(first, code.imul(index, stride))
        theirs = source.address(code, (*at, Const("i64", 0)))
        to, from_ = (code.offset(p, code.imul(n, size)) for p, n in ((target, first), (source.pointer, theirs)))
        code.call("memcpy", "ptr", to, from_, code.imul(source.dims[axis], size))
        return
    with code.loop(0, source.dims[axis]) as k:
        if axis < len(source.dims) - 1:
            _copy(code, source, target, strides, (*at, k))
            return
        place: Operand = Const("i64", 0)
        for index, stride in zip((*at, k), strides, strict=True):
            place = code.iadd(place, code.imul(index, stride))
        store(code, source.load(code, (*at, k)), target, place)


@handler("list_flat", "list_refold")
def _refold(low: Lowering, op: Op) -> None:
    x, *count = op.args
    low.flush()
    handle = low.handle(x)
    if isinstance(handle, (Num, Pack)):
        arr = low.boxed(handle)
    elif x in low.contiguous:
        arr = low.arr(x)
        low.hold(arr, op.results[0])
    elif low.roots(x) != frozenset((x,)) or op.results[0] in low.shared:
        raise Unsupported("whether it is a view depends on the strides")
    else:
        arr = contiguous_copy(low, x)
    code = low.code
    if count:
        n = integer(low, count[0])
        code.fail(code.icmp("slt", n, 0))
        each = code.pure("sdiv", "i64", arr.dims[0], code.imax(n, 1))
        code.fail(code.icmp("ne", code.imul(n, each), arr.dims[0]))
        dims = (code.extent(n), code.extent(each), *arr.dims[1:])
    else:
        dims = (code.imul(arr.dims[0], arr.dims[1]), *arr.dims[2:])
    roots = arr.roots | low.roots(op.results[0])
    low.define(op.results[0], Arr(arr.dtype, arr.pointer, dims, row_major(code, dims), arr.header, roots, True))
