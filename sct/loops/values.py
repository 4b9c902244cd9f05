"""What a value of the Program is while code is written: numbers in registers, memory, or work not done yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sct.loops.code import Code, Const, Operand
from sct.records import record

__all__ = ["Access", "Arr", "Coord", "Handle", "Lane", "Lazy", "Matrices", "Nest", "Num", "Pack", "Part", "Reduce"]
__all__ += ["Unsupported", "bytes_of", "component", "is_native", "load", "machine_type", "row_major", "store"]

ZERO = Const("i64", 0)
_TYPES = {
    "?": "i1", "b": "i8", "B": "i8", "h": "i16", "H": "i16", "i": "i32", "I": "i32", "l": "i64", "L": "i64",
    "q": "i64", "Q": "i64", "f": "f32", "d": "f64", "F": "f32", "D": "f64",
}  # fmt: skip
if np.dtype("l").itemsize == 4:
    _TYPES |= {"l": "i32", "L": "i32"}


class Unsupported(Exception):
    """There is no native form of an op on these dtypes: its kernel is called back."""


def machine_type(dtype: np.dtype[Any]) -> str:
    """The type of a number in a register; of one part, if it is complex."""
    found = _TYPES.get(dtype.char)
    if found is None or not dtype.isnative:
        raise Unsupported(str(dtype))
    return found


def is_native(dtype: np.dtype[Any]) -> bool:
    """Whether registers hold numbers of this dtype."""
    return dtype.char in _TYPES and dtype.isnative


def component(dtype: np.dtype[Any]) -> int:
    """How many machine numbers an element has."""
    return 2 if dtype.kind == "c" else 1


@record
class Num:
    """A number in registers: two parts if it is complex."""

    dtype: np.dtype[Any]
    parts: tuple[Operand, ...]

    @property
    def x(self) -> Operand:
        return self.parts[0]


@record
class Lane(Num):
    """An element of an array, in a loop that runs strip by strip.

    `origin` is the number of the array from outside that this still is, or 0.
    """

    origin: Operand = Const("i64", 0)


@record
class Pack:
    """A small array in registers, in C order."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    items: tuple[Num, ...]

    def place(self, index: tuple[int, ...]) -> int:
        """Which of the items stands at an index; NumPy's own function knows fewer axes than its arrays have."""
        at = 0
        for i, extent in zip(index, self.shape, strict=True):
            at = at * extent + i
        return at


@dataclass(slots=True, eq=False)
class Arr:
    """An array in memory. Strides count elements.

    `roots` are the buffers it may point into, as the storage plan knows them; `header` is the owner. It is `free`
    when it is all of its owner's memory, and nothing needs that after the next flush. A view knows its `part`.
    """

    dtype: np.dtype[Any]
    pointer: Operand
    dims: tuple[Operand, ...]
    strides: tuple[Operand, ...]
    header: Operand
    roots: frozenset[Any]
    contiguous: bool = False
    free: bool = False
    part: Part | None = None

    def address(self, code: Code, index: tuple[Operand, ...]) -> Operand:
        """The number of the element at `index`, counted from the pointer."""
        total: Operand = Const("i64", 0)
        for i, stride in zip(index, self.strides, strict=True):
            total = code.iadd(total, code.imul(i, stride))
        return total

    def load(self, code: Code, index: tuple[Operand, ...], alias: Any = None) -> Num:
        return load(code, self.dtype, self.pointer, self.address(code, index), alias)

    def store(self, code: Code, value: Num, index: tuple[Operand, ...], alias: Any = None) -> None:
        store(code, value, self.pointer, self.address(code, index), alias)

    def row_major(self, code: Code) -> tuple[Operand, ...]:
        return row_major(code, self.dims)


def row_major(
    code: Code, dims: tuple[Operand, ...], layout: tuple[int, ...] | None = None
) -> tuple[Operand, ...]:
    """The strides of an array without gaps: C-contiguous, or with the axes of `layout` from far apart to neighbours."""
    strides: list[Operand] = [Const("i64", 1)] * len(dims)
    step: Operand = Const("i64", 1)
    for axis in reversed(range(len(dims)) if layout is None else layout):
        strides[axis] = step
        step = code.imul(step, dims[axis])
    return tuple(strides)


def bytes_of(code: Code, arr: Arr) -> Operand:
    """The bytes that its elements take."""
    size: Operand = Const("i64", arr.dtype.itemsize)
    for extent in arr.dims:
        size = code.imul(size, extent)
    return size


def load(code: Code, dtype: np.dtype[Any], pointer: Operand, at: Operand, alias: Any = None) -> Num:
    """The element number `at` in memory."""
    kind = machine_type(dtype)
    if dtype.kind != "c":
        return Num(dtype, (code.load(kind, pointer, at, alias),))
    twice = code.imul(at, 2)
    return Num(dtype, (code.load(kind, pointer, twice, alias), code.load(kind, pointer, code.iadd(twice, 1), alias)))


def store(code: Code, value: Num, pointer: Operand, at: Operand, alias: Any = None) -> None:
    """Write the element number `at`."""
    if len(value.parts) == 1:
        code.store(value.x, pointer, at, alias)
        return
    twice = code.imul(at, 2)
    code.store(value.parts[0], pointer, twice, alias)
    code.store(value.parts[1], pointer, code.iadd(twice, 1), alias)


@record
class Coord:
    """One coordinate of an access: `offset + step * i[axis]`; a constant where axis is None.

    With a `turn` of `(shift, extent)` it is `i[axis] - shift`, and `extent` more before that is 0: as `roll` reads.
    """

    offset: Operand
    axis: int | None
    step: Operand
    turn: tuple[Operand, Operand] | None = None

    @property
    def plain(self) -> bool:
        whole = self.offset == Const("i64", 0) and self.step == Const("i64", 1)
        return whole and self.axis is not None and self.turn is None

    def at(self, code: Code, index: tuple[Operand, ...]) -> Operand:
        if self.axis is None:
            return self.offset
        found = code.iadd(self.offset, code.imul(self.step, index[self.axis]))
        if self.turn is None:
            return found
        return code.iadd(found, self.turned(code, code.icmp("slt", index[self.axis], self.turn[0])))

    def turned(self, code: Code, before: Operand) -> Operand:
        """What the turn adds to the index; `before` says whether that is less than the shift."""
        assert self.turn is not None
        shift, extent = self.turn
        return code.select(before, code.isub(extent, shift), code.isub(ZERO, shift))


@record
class Part:
    """A rectangle of elements of the array that begins at `pointer`: a coordinate for each axis of that array."""

    pointer: Operand
    itemsize: int
    strides: tuple[Operand, ...]
    coords: tuple[Coord, ...]
    dims: tuple[Operand, ...]  # of the rectangle


@dataclass(slots=True, eq=False)
class Access:
    """A nest reads `source` at these coordinates, one for each axis of the source."""

    source: Arr | Nest
    coords: tuple[Coord, ...]

    def memory(self, code: Code, arr: Arr, ndim: int) -> tuple[Operand, tuple[Operand, ...]]:
        """The address as pointer and one stride for each loop."""
        start: Operand = Const("i64", 0)
        strides: list[Operand] = [Const("i64", 0)] * ndim
        for coord, stride in zip(self.coords, arr.strides, strict=True):
            start = code.iadd(start, code.imul(coord.offset, stride))
            if coord.axis is not None:
                strides[coord.axis] = code.iadd(strides[coord.axis], code.imul(coord.step, stride))
        size = arr.dtype.itemsize
        return code.offset(arr.pointer, start, size), tuple(strides)


@record
class Reduce:
    """How a nest folds axes: `init` and `fold` on the parts of an accumulator."""

    axes: frozenset[int]
    init: Callable[[Code], Num]
    fold: Callable[[Code, Num, Num], Num]
    finish: Callable[[Code, Num], Num]
    dtype: np.dtype[Any]  # of the accumulator
    pairwise: bool = False  # a sum of floats, in NumPy's order
    ordered: bool = False  # the order of the elements matters, though it is no such sum
    registers: bool = False  # the accumulator cannot be in memory: folded axes are the inner loops

    @property
    def any_order(self) -> bool:
        """Whether parts may be folded first: the result is the same to the last bit."""
        return not self.pairwise and not self.ordered

    def over(self, axes: frozenset[int]) -> Reduce:
        """The same fold over other axes."""
        return replace(self, axes=axes)


@record
class Matrices:
    """The axes of a product of matrices, for each index of the others: of its rows, its columns, and of the sum."""

    rows: int
    columns: int
    inner: int


@dataclass(slots=True, eq=False)
class Nest:
    """Work over a rectangle of indices: one value for each, or a fold over some of the axes, or stores.

    `compute` gets the numbers that were read and the index, and answers the number of this element.
    """

    name: str
    dims: tuple[Operand, ...]
    reads: tuple[Access, ...]
    compute: Callable[[Code, list[Num], tuple[Operand, ...]], Num]
    dtype: np.dtype[Any]
    reduce: Reduce | None = None
    target: Arr | None = None  # where the elements go
    writes: tuple[Coord, ...] | None = None  # a store into a part of `target`; None: whole, or nothing
    source: Any = None
    gathers: tuple[Arr, ...] = ()  # memory that `compute` reads by itself, anywhere
    indexed: bool = False  # `compute` looks at the index
    plain: bool = False  # the element is what was read
    apart: object = None  # nests with the same one write to different elements
    escapes: bool = False  # its result is needed afterwards: in memory, or as `value` if it has no axes
    value: Num | None = None
    layout: tuple[int, ...] | None = None  # the axes of the result as memory has them, if not in C order
    order: tuple[int, ...] | None = None  # the axes as loops go over them, outermost first, if not in C order
    unset: bool = False  # any elements will do
    product: Matrices | None = None  # of the two that it reads; a call goes over those axes, not loops

    @property
    def kept(self) -> tuple[int, ...]:
        """The axes that the result has."""
        gone = self.reduce.axes if self.reduce else frozenset()
        if self.product is not None:
            gone = frozenset((self.product.inner,))
        return tuple(k for k in range(len(self.dims)) if k not in gone)

    @property
    def loops(self) -> tuple[int, ...]:
        """The axes that are looped over: all but those of extent 1."""
        one = Const("i64", 1)
        found = [k for k in self.order or range(len(self.dims)) if self.dims[k] != one]
        if self.product is not None:
            return tuple([k for k in found if k not in self.called])
        if self.reduce is not None and self.reduce.registers:
            found.sort(key=lambda k: k in self.reduce.axes)  # type: ignore[union-attr]
        return tuple(found)

    @property
    def called(self) -> tuple[int, ...]:
        """The axes that a call goes over."""
        product = self.product
        return () if product is None else (product.rows, product.columns, product.inner)


@dataclass(slots=True, eq=False)
class Lazy:
    """A view of what a nest will have computed: one coordinate for each axis of its result."""

    nest: Nest
    coords: tuple[Coord, ...]
    dims: tuple[Operand, ...]

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.nest.dtype


Handle = Num | Pack | Arr | Lazy
