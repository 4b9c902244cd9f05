"""Sums of products in loops: integers, and what is no product of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from sct.ir.core import Op, Value
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lower import Lowering
from sct.loops.nests.writer import same
from sct.loops.numbers import scalars
from sct.loops.numbers.scalars import number
from sct.loops.operands import full, lazy
from sct.loops.schedule import identity
from sct.loops.sums.reductions import adding
from sct.loops.values import Access, Arr, Coord, Lazy, Nest, Num, Pack, Reduce

__all__ = ["added", "sum_of_products", "written_out"]

Labels = tuple[str, ...]


def added(code: Code, total: Num | None, factors: Sequence[Num]) -> Num:
    """The total with one more product; floats are multiplied and added in one step where the processor can."""
    dtype = factors[0].dtype
    first = factors[0]
    for factor in factors[1:-1]:
        first = scalars.apply(code, "multiply", [first, factor], dtype)
    if dtype.kind == "f" and len(factors) > 1:
        start = total if total is not None else number(0.0, dtype)
        parts = (first.x, factors[-1].x, start.x)
        return Num(dtype, (code.pure("intrinsic", parts[0].type, *parts, note="fmuladd"),))
    last = scalars.apply(code, "multiply", [first, factors[-1]], dtype) if len(factors) > 1 else first
    return last if total is None else scalars.apply(code, "add", [total, last], dtype)


def sum_of_products(
    low: Lowering, op: Op, terms: tuple[Labels, ...], out: Labels, extents: dict[str, Operand]
) -> None:
    """The sums that labels describe, as a nest over all of them."""
    dtype = op.results[0].spec.dtype
    inner = tuple(label for label in extents if label not in out)
    order = (*out, *inner)
    if out and inner and not any(t[-1] in inner for t in terms if t):  # what is last in memory is the inner loop
        order = (*out[:-1], *inner, out[-1])
    axes = {label: k for k, label in enumerate(order)}
    reads = tuple([_access(low, v, t, axes, extents) for v, t in zip(op.args, terms, strict=True)])

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        factors = [scalars.cast(code, n, dtype) for n in numbers]
        total = factors[0]
        for factor in factors[1:]:
            total = scalars.apply(code, "multiply", [total, factor], dtype)
        return total

    reduce = None
    if inner:
        folded = frozenset(axes[label] for label in inner)
        reduce = Reduce(folded, lambda code: number(0, dtype), adding(dtype), same, dtype, dtype.kind in "fc")
    dims = tuple([extents[label] for label in order])
    _finish(low, op, lazy(low, Nest(op.name, dims, reads, element, dtype, reduce, source=op)))


def written_out(low: Lowering, op: Op, terms: tuple[Labels, ...], out: Labels, extents: dict[str, Operand]) -> None:
    """The sums as a nest over the result alone: the few terms of each element are added one after the other."""
    dtype = op.results[0].spec.dtype
    inner = tuple(label for label in extents if label not in out)
    axes = {label: k for k, label in enumerate(out)}
    last = op.args[-1]
    rows = low.arr(last)
    if rows.strides[terms[-1].index(out[-1])] != ONE:  # what the inner loop reads is made contiguous
        rows = _turned(low, rows, terms[-1].index(out[-1]))
        low.own.append(rows)
    reads: list[Access] = []
    for index in product(*[range(int(extents[label].value)) for label in inner]):  # type: ignore[union-attr]
        fixed = dict(zip(inner, index, strict=True))
        for value, labels in zip(op.args, terms, strict=True):
            access = _access(low, value, labels, axes, extents, fixed)
            reads.append(Access(rows, access.coords) if value is last else access)
    width = len(op.args)

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        total: Num | None = None
        for at in range(0, len(numbers), width):
            total = added(code, total, [scalars.cast(code, n, dtype) for n in numbers[at : at + width]])
        assert total is not None
        return total

    dims = tuple([extents[label] for label in out])
    _finish(low, op, lazy(low, Nest(op.name, dims, tuple(reads), element, dtype, source=op)))


def _turned(low: Lowering, arr: Arr, axis: int) -> Arr:
    """A copy in which `axis` is the one that is contiguous, seen as the array was."""
    order = [k for k in range(len(arr.dims)) if k != axis] + [axis]
    dims = tuple([arr.dims[k] for k in order])
    source = Arr(
        arr.dtype, arr.pointer, dims, tuple([arr.strides[k] for k in order]), arr.header, arr.roots
    )
    nest = Nest("copy", dims, (Access(source, identity(len(dims))),), lambda code, n, index: n[0], arr.dtype)
    nest.escapes = True
    low.schedule.add(nest)
    low.flush()
    made = nest.target
    assert made is not None
    back = [order.index(k) for k in range(len(order))]
    extents, strides = ([given[k] for k in back] for given in (made.dims, made.strides))
    return Arr(made.dtype, made.pointer, tuple(extents), tuple(strides), made.header, made.roots)


def _access(
    low: Lowering, value: Value, labels: Labels, axes: dict[str, int], extents: dict[str, Operand],
    fixed: dict[str, int] | None = None,
) -> Access:  # fmt: skip
    """How the nest reads an operand; axes of extent 1 may stand for longer ones."""
    if len(set(labels)) < len(labels):
        low.arr(value)  # a diagonal is read from memory
    access = full(low, value)
    places: list[Coord] = []
    for label, extent in zip(labels, value.spec.shape, strict=True):
        if extent == 1 and extents[label] != ONE:
            places.append(Coord(ZERO, None, ZERO))
        elif fixed is not None and label in fixed:
            places.append(Coord(Const("i64", fixed[label]), None, ZERO))
        else:
            places.append(Coord(ZERO, axes[label], ONE))
    coords = []
    for coord in access.coords:
        if coord.axis is None:
            coords.append(coord)
            continue
        inner = places[coord.axis]
        offset = low.code.iadd(coord.offset, low.code.imul(coord.step, inner.offset))
        coords.append(Coord(offset, inner.axis, coord.step if inner.axis is not None else ZERO))
    return Access(access.source, tuple(coords))


def _finish(low: Lowering, op: Op, made: Lazy) -> None:
    """A result without axes is a number, or an array of one in registers."""
    result = op.results[0]
    if result.spec.shape:
        low.define(result, made)
        return
    made.nest.escapes = True
    low.flush()
    found = made.nest.value
    assert found is not None
    low.define(result, Pack(found.dtype, (), (found,)) if result.spec.kind == "array" else found)
