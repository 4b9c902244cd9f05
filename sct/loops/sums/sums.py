"""Sums of floats in NumPy's own order: pairwise, so that they are equal to the last bit.

NumPy halves a row until at most 128 elements are left, and adds those in eight strands. Elements are computed
into a strip, which a function of the native runtime adds (`sct_sum_…`); rows that are longer than a strip are
walked in the order of the halving. A row that lies in memory as it is is added where it is.

Source: `pairwise_sum` in NumPy's `loops_utils.h.src`; the error bound is Higham's, SIAM J. Sci. Comput. 14, 1993.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from sct.loops.code import ONE, ZERO, Const, If, Operand, Ref, Stmt, Var, While
from sct.loops.memory.memory_classes import own_note
from sct.loops.values import Arr, Nest, Num, load, machine_type, store

if TYPE_CHECKING:
    from sct.loops.nests.group import Item
    from sct.loops.nests.writer import Writer

__all__ = ["BUFFER", "Strip", "add_strip", "fills_its_buffer", "half", "write_part", "write_row"]

STRIP = 1024  # elements; a multiple of 8 above NumPy's 128
DEPTH = 64
BUFFER = 8192  # elements that NumPy copies at a time, where it cannot add them where they are


@cache
def fills_its_buffer() -> bool:
    """Whether NumPy copies rows with gaps until its buffer is full, and adds that: since 2.3."""
    return bool(np.array([[1e16, 1, 0], [-1e16, 1, 0]])[:, :2].sum() == 1)


class Strip:
    """Where the elements of one sum wait to be added.

    `pointer` is the strip, `first` the index of the element at its start; without a pointer the row is memory, be it
    that of an argument or that of a result which the loop itself writes.
    """

    def __init__(self, writer: Writer, nest: Nest, pointer: Ref | None) -> None:
        self.writer = writer
        self.nest = nest
        self.pointer = pointer
        self.first: Operand = Const("i64", 0)

    def put(self, value: Num, at: Operand) -> None:
        assert self.pointer is not None
        code = self.writer.code
        store(code, value, self.pointer, code.isub(at, self.first), own_note(self.pointer))

    def total(self, level: int, start: Operand, count: Operand) -> Num:
        """The sum of `count` elements from index `start` on."""
        if self.pointer is not None:
            return add_strip(self.writer, self.nest, self.pointer, count)
        return add_strip(self.writer, self.nest, row_from(self.writer, self.nest, level, start), count)


def is_row(writer: Writer, item: Item, nest: Nest) -> bool:
    """Whether what is summed along the loop of `item` lies in memory, one element after the other, when that ends."""
    if not nest.plain:
        return False
    access = nest.reads[0]
    source = access.source
    if isinstance(source, Arr):
        if writer.memory.by_access[access].strides[item.level] != ONE:
            return False
        return not any(writer.fills(other, source) for other in item.nests)
    if source not in writer.storage:
        return False
    arr, coords = writer.stored(source, access.coords)
    axis = nest.loops[item.level]
    if sum(c.axis == axis for c in access.coords) != 1:  # along a diagonal each turn may fill the memory anew
        return False
    if not any(c.axis == axis and c.plain and stride == ONE for c, stride in zip(coords, arr.strides, strict=True)):
        return False
    return not any(writer.fills(other, arr) for other in item.nests if other is not source)


def row_from(writer: Writer, nest: Nest, level: int, start: Operand) -> Operand:
    """Where the element with index `start` along a loop is, of what is summed."""
    code, access = writer.code, nest.reads[0]
    index = writer.index[nest] | {nest.loops[level]: start}
    at: Operand = ZERO
    if isinstance(access.source, Arr):
        touch = writer.memory.by_access[access]
        for axis, stride in zip(nest.loops, touch.strides, strict=True):
            at = code.iadd(at, code.imul(index[axis], stride))
        return code.offset(touch.pointer, at, touch.arr.dtype.itemsize)
    arr, coords = writer.stored(access.source, access.coords)
    places = tuple([index.get(axis, ZERO) for axis in range(len(nest.dims))])
    for coord, stride in zip(coords, arr.strides, strict=True):
        at = code.iadd(at, code.imul(coord.at(code, places), stride))
    return code.offset(arr.pointer, at, arr.dtype.itemsize)


def add_strip(writer: Writer, nest: Nest, pointer: Operand, count: Operand) -> Num:
    """The pairwise sum of contiguous elements."""
    assert nest.reduce is not None
    code, dtype = writer.code, nest.reduce.dtype
    kind = machine_type(dtype)
    if dtype.kind == "f":
        return Num(dtype, (code.call(f"sct_sum_{kind}", kind, pointer, count),))
    out = code.buffer(dtype.itemsize)
    twice = code.imul(count, 2)
    if count in code.about:
        code.about[twice] = code.about[count]
    code.call(f"sct_sum_complex_{kind}", None, pointer, twice, out)
    return Num(dtype, (code.load(kind, out, 0), code.load(kind, out, 1)))


def write_row(writer: Writer, item: Item, nests: list[Nest], extent: Operand) -> None:
    """The loop of `item`, whose `nests` sum along it."""
    for nest, total in write_part(writer, item, nests, ZERO, extent).items():
        _accumulate(writer, nest, total)


def write_part(
    writer: Writer, item: Item, nests: list[Nest], start: Operand, extent: Operand, about: Operand | None = None
) -> dict[Nest, Num]:
    """The sums over `extent` turns of the loop of `item`, about so many, from `start` on."""
    code = writer.code
    short = isinstance(extent, Const) and extent.value <= 4 * STRIP
    size = int(extent.value) if short else STRIP  # type: ignore[union-attr]
    if about is not None:
        code.about[extent] = about
    for nest in nests:
        pointer = None if is_row(writer, item, nest) else code.buffer(size * nest.reduce.dtype.itemsize)  # type: ignore[union-attr]
        writer.strips[nest] = Strip(writer, nest, pointer)
    memory = all(n in writer.strips and writer.strips[n].pointer is None for n in item.nests)
    if not short and not memory:
        return _halving(writer, item, nests, start, extent)
    if not memory:
        _strip(writer, item, nests, start, code.iadd(start, extent))
    return {nest: writer.strips[nest].total(item.level, start, extent) for nest in nests}


def _strip(
    writer: Writer, item: Item, nests: list[Nest], start: Operand, stop: Operand, about: Operand | None = None
) -> None:
    for nest in nests:
        writer.strips[nest].first = start
    writer.counted(item, start, stop, about)


def _accumulate(writer: Writer, nest: Nest, total: Num) -> None:
    assert nest.reduce is not None
    variables = writer.accumulators[nest]
    folded = nest.reduce.fold(writer.code, writer.number(nest, variables), total)
    for var, part in zip(variables, folded.parts, strict=True):
        writer.code.set(var, part)


def _halving(writer: Writer, item: Item, nests: list[Nest], start: Operand, extent: Operand) -> dict[Nest, Num]:
    """Walk the halves from left to right: a stack of lengths still to do, one of sums already made."""
    code = writer.code
    lengths = code.buffer(8 * 3 * DEPTH)
    sums = {nest: code.buffer(nest.reduce.dtype.itemsize * DEPTH) for nest in nests}  # type: ignore[union-attr]
    todo, done, at = (code.var("i64", first) for first in (Const("i64", 1), ZERO, start))
    code.store(extent, lengths, 0)
    head: list[Stmt] = []
    with code.into(head):
        more = code.icmp("sgt", code.get(todo), 0)
    body: list[Stmt] = []
    with code.into(body):
        top = code.isub(code.get(todo), 1)
        length = code.load("i64", lengths, top)
        choice = If(code.icmp("slt", length, 0))
        code.append(choice)
        with code.into(choice.then):
            code.set(todo, top)
            _join(writer, nests, sums, done)
        with code.into(choice.orelse):
            about = code.about.get(extent, extent)
            _split_or_add(writer, item, nests, sums, (lengths, top, length), (todo, done, at), about)
    code.append(While(head, more, body))
    code.about[more] = Const("i64", 1)  # the strips are counted as one
    return {nest: _load(writer, nest, sums[nest], ZERO) for nest in nests}


def _split_or_add(
    writer: Writer, item: Item, nests: list[Nest], sums: Mapping[Nest, Operand],
    stack: tuple[Operand, Operand, Operand], state: tuple[Var, Var, Var], about: Operand,
) -> None:  # fmt: skip
    code = writer.code
    lengths, top, length = stack
    todo, done, at = state
    choice = If(code.icmp("sgt", length, STRIP))
    code.append(choice)
    with code.into(choice.then):
        first = half(writer, nests, length)
        code.store(Const("i64", -1), lengths, top)
        code.store(code.isub(length, first), lengths, code.iadd(top, 1))
        code.store(first, lengths, code.iadd(top, 2))
        code.set(todo, code.iadd(top, 3))
    with code.into(choice.orelse):
        code.set(todo, top)
        start = code.get(at)
        stop = code.iadd(start, length)
        _strip(writer, item, nests, start, stop, about)
        place = code.get(done)
        for nest in nests:
            store(code, writer.strips[nest].total(item.level, start, length), sums[nest], place)
        code.set(done, code.iadd(place, 1))
        code.set(at, stop)


def half(writer: Writer, nests: list[Nest], length: Operand) -> Operand:
    """NumPy counts the parts of complex numbers; a multiple of eight of them goes to the left."""
    code = writer.code
    one, eights = Const("i64", 1), Const("i64", -8)
    if any(nest.reduce is not None and nest.reduce.dtype.kind == "c" for nest in nests):
        return code.pure("ashr", "i64", code.pure("and", "i64", length, eights), one)
    return code.pure("and", "i64", code.pure("ashr", "i64", length, one), eights)


def _join(writer: Writer, nests: list[Nest], sums: Mapping[Nest, Operand], done: Var) -> None:
    code = writer.code
    last = code.isub(code.get(done), 1)
    before = code.isub(last, 1)
    for nest in nests:
        assert nest.reduce is not None
        left, right = (_load(writer, nest, sums[nest], k) for k in (before, last))
        store(code, nest.reduce.fold(code, left, right), sums[nest], before)
    code.set(done, last)


def _load(writer: Writer, nest: Nest, pointer: Operand, at: Operand) -> Num:
    assert nest.reduce is not None
    return load(writer.code, nest.reduce.dtype, pointer, at)
