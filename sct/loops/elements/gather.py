"""Reading at integer arrays and masks: `x[indices]`, `x[rows, columns]`, `x[mask]`, `np.take` along the first axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.ir.aliasing import exposed
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, Shape
from sct.loops.code import ONE, ZERO, Code, Const, Operand, Var
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.scalars import cast
from sct.loops.operands import broadcast_source, lazy
from sct.loops.values import Access, Arr, Nest, Num, Unsupported

__all__ = ["Places", "read_at_arrays"]

INT = np.dtype("int64")
FULL = ("slice", None, None, None)


def read_at_arrays(low: Lowering, op: Op, template: Any) -> None:
    """`getitem` with arrays first and whole axes after them; `Unsupported` for all other indices."""
    x, *operands = op.args
    if len(operands) == 1 and operands[0].spec.dtype.kind == "b" and _leads(template):
        if operands[0].spec.kind != ARRAY or not operands[0].spec.shape:
            raise Unsupported("an index in registers")
        _read_masked(low, op, x, operands[0])
    else:
        _read_rows(low, op, x, Places(low, x, template, operands))


def _leads(template: Any) -> bool:
    return template[0] == ("arg", 0) and all(entry == FULL for entry in template[1:])


@handler("take")
def _take(low: Lowering, op: Op) -> None:
    x, at = op.args
    axis, mode = attr(op, "axis"), attr(op, "mode")
    flat = axis is None and x.spec.ndim != 1
    if flat or axis not in (None, 0) or mode != "raise" or at.spec.kind != ARRAY or not at.spec.shape:
        raise Unsupported("take along another axis")
    _read_rows(low, op, x, Places(low, x, (("arg", 0),), [at]))


class Places:
    """The elements, or rows, that integers and arrays of integers say, one for each of the first axes.

    Attributes
    ----------
    dims
        How many places there are: the extents that the arrays broadcast to.
    reads
        What a nest over `dims`, and perhaps more axes, reads to know a place.
    """

    def __init__(self, low: Lowering, x: Value, template: Any, operands: Sequence[Value]) -> None:
        entries = [entry for entry in template if entry != FULL and entry != ("ellipsis",)]
        if any(entry[0] not in ("arg", "int") for entry in entries) or list(template[: len(entries)]) != entries:
            raise Unsupported("arrays behind slices")
        self.values = [operands[entry[1]] if entry[0] == "arg" else int(entry[1]) for entry in entries]
        arrays = [v for v in self.values if not isinstance(v, int)]
        if any(v.spec.dtype.kind not in "iu" or v.spec.dtype == np.dtype("uint64") for v in arrays):
            raise Unsupported("an index that is no integer")
        shape = self._shape([v.spec.shape for v in arrays])
        low.arr(x)  # everything is complete: what follows knows no flush
        self.low = low
        self.extents = low.extents(x)[: len(entries)]
        known = [low.extents(v) for v in arrays if v.spec.shape == shape]
        self.dims = known[0] if known else tuple([Const("i64", int(n)) for n in shape])  # type: ignore[arg-type]
        self._numbers: list[Num | None] = []
        self.reads: list[Access] = []
        for value in self.values:
            if isinstance(value, int):
                self._numbers.append(Num(INT, (Const("i64", value),)))
                continue
            if any(not isinstance(n, int) for n in (*shape, *value.spec.shape)):  # no axis of one element is stretched
                shape = value.spec.shape
                for n, extent in zip(low.extents(value), self.dims, strict=True):
                    low.code.must_equal(n, extent)
            source = broadcast_source(low, value, shape, self.dims)
            self._numbers.append(source if isinstance(source, Num) else None)
            if not isinstance(source, Num):
                self.reads.append(source)

    @staticmethod
    def _shape(shapes: list[Shape]) -> Shape:
        if all(shape == shapes[0] for shape in shapes):
            return shapes[0]
        if any(not isinstance(n, int) for shape in shapes for n in shape):
            if any(len(shape) != len(shapes[0]) or 1 in shape for shape in shapes):
                raise Unsupported("arrays of unknown extents that broadcast")
            return shapes[0]
        return tuple(np.broadcast_shapes(*shapes))  # type: ignore[arg-type]

    def empty(self) -> None:
        """Give up, at run time, where there are places but no elements: each is out of bounds."""
        code = self.low.code
        some = _product(code, self.dims)
        for extent in self.extents:
            code.fail(code.and_(code.icmp("eq", extent, ZERO), code.icmp("ne", some, ZERO)))

    def at(self, code: Code, numbers: list[Num]) -> tuple[tuple[Operand, ...], Operand]:
        """Where a place is, and whether it is out of bounds."""
        given = iter(numbers)
        found: list[Operand] = []
        wrong: Operand = Const("i1", 0)
        for number, extent in zip(self._numbers, self.extents, strict=True):
            place = code.from_front(cast(code, next(given) if number is None else number, INT).x, extent)
            wrong = code.or_(wrong, code.icmp("uge", place, extent))
            found.append(place)
        return tuple(found), wrong


def _read_rows(low: Lowering, op: Op, x: Value, places: Places) -> None:
    """Rows in any order. An index out of bounds is noticed while reading row 0 instead, and fails afterwards."""
    source = low.arr(x)
    code = low.code
    count, leading = len(places.dims), len(places.extents)
    dims = (*places.dims, *source.dims[leading:])
    places.empty()
    wrong = code.flag()
    low.flags.append(wrong)

    def element(code: Code, n: list[Num], index: tuple[Operand, ...]) -> Num:
        at, bad = places.at(code, n)
        code.set(wrong, code.or_(code.get(wrong), bad))
        inside = [code.select(bad, ZERO, k) for k in at]
        return source.load(code, (*inside, *index[count:]))

    reads = tuple(places.reads)
    nest = Nest(op.name, dims, reads, element, x.spec.dtype, source=op, indexed=True, gathers=(source,))
    low.define(op.results[0], lazy(low, nest))


def _read_masked(low: Lowering, op: Op, x: Value, mask: Value) -> None:
    """The elements, or rows, where the mask holds: in memory for all of them, if nobody outside may keep it."""
    count = mask.spec.ndim
    pairs = list(zip(x.spec.shape, mask.spec.shape, strict=False))
    if count > x.spec.ndim or any(n != m and isinstance(n, int) and isinstance(m, int) for n, m in pairs):
        raise Unsupported("a mask of another shape")
    source, flags = low.arr(x), low.arr(mask)
    code = low.code
    for n, m in zip(source.dims[:count], flags.dims, strict=True):
        code.must_equal(n, m)
    rest = source.dims[count:]
    most = _counted(low, flags) if op.results[0] in exposed(low.program) else _product(code, flags.dims)
    made = low.allocate(x.spec.dtype, (code.iadd(most, ONE), *rest))
    kept = code.var("i64", ZERO)
    _over(low, flags.dims, (), lambda index: _keep(low, source, flags, made, kept, index))
    dims = (code.extent(code.get(kept)), *rest)
    roots = made.roots | low.roots(op.results[0])
    low.define(op.results[0], Arr(made.dtype, made.pointer, dims, made.strides, made.header, roots, True))


def _counted(low: Lowering, flags: Arr) -> Operand:
    """In how many places a mask holds."""
    code = low.code
    total = code.var("i64", ZERO)

    def count(index: tuple[Operand, ...]) -> None:
        code.set(total, code.iadd(code.get(total), code.pure("zext", "i64", flags.load(code, index).x)))

    _over(low, flags.dims, (), count)
    return code.extent(code.get(total))


def _product(code: Code, dims: tuple[Operand, ...]) -> Operand:
    total: Operand = ONE
    for n in dims:
        total = code.imul(total, n)
    return total


def _keep(low: Lowering, source: Arr, flags: Arr, made: Arr, kept: Var, index: tuple[Operand, ...]) -> None:
    """Store an element at the place that is next, which is left again unless it is kept; of rows only those kept."""
    code, place = low.code, low.code.get(kept)
    holds = flags.load(code, index).x
    if len(source.dims) == len(index):
        made.store(code, source.load(code, index), (place,))
    else:
        with code.when(holds):
            _over(low, source.dims[len(index) :], (), lambda k: _copy(code, source, made, (*index, *k), (place, *k)))
    code.set(kept, code.iadd(place, code.pure("zext", "i64", holds)))


def _copy(code: Code, source: Arr, made: Arr, index: tuple[Operand, ...], place: tuple[Operand, ...]) -> None:
    made.store(code, source.load(code, index), place)


def _over(low: Lowering, dims: tuple[Operand, ...], index: tuple[Operand, ...], action: Any) -> None:
    if len(index) == len(dims):
        action(index)
        return
    with low.code.loop(0, dims[len(index)]) as i:
        _over(low, dims, (*index, i), action)
