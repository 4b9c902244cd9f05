"""New arrays: filled, counted, or put together from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, PYTHON
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.elements.views import integer
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers import scalars
from sct.loops.numbers.entering import check_fits, entered
from sct.loops.numbers.scalars import number
from sct.loops.numbers.tiny import NOTHING, rearranged
from sct.loops.operands import broadcast_source, full, lazy, relieve, store_into
from sct.loops.values import Coord, Nest, Num, Pack, Unsupported

__all__: list[str] = []

Element = Callable[[Code, tuple[Operand, ...]], Num]
INT = np.dtype("int64")
_INDEXED = frozenset({"arange", "eye", "tri"})


def _filled(low: Lowering, op: Op, dims: tuple[Operand, ...], element: Element) -> None:
    """The result, element by element from its index."""
    result = op.results[0]
    if result in low.packed:
        shape = tuple(int(n) for n in result.spec.shape)  # type: ignore[arg-type]
        items = [element(low.code, tuple(Const("i64", i) for i in index)) for index in np.ndindex(*shape)]
        low.define(result, Pack(result.spec.dtype, shape, tuple(items)))
        return
    nest = Nest(op.name, dims, (), lambda code, n, index: element(code, index), result.spec.dtype, source=op)
    nest.indexed = op.name in _INDEXED
    nest.unset = ("unset", True) in op.attrs and nest.dtype.kind != "b"  # a truth value is one of two
    low.define(result, lazy(low, nest))


def _shape(low: Lowering, op: Op, operands: tuple[Value, ...]) -> tuple[Operand, ...]:
    template: Any = attr(op, "shape")
    dims = []
    for entry in template:
        if isinstance(entry, tuple):
            extent = integer(low, operands[entry[1]])
            low.code.fail(low.code.icmp("slt", extent, ZERO))
        else:
            extent = Const("i64", entry)
        dims.append(extent)
    return tuple(dims)


@handler("zeros", "ones")
def _blank(low: Lowering, op: Op) -> None:
    value = number(0 if op.name == "zeros" else 1, op.results[0].spec.dtype)
    _filled(low, op, _shape(low, op, op.args), lambda code, index: value)


@handler("full")
def _full(low: Lowering, op: Op) -> None:
    value, *operands = op.args
    dims = _shape(low, op, tuple(operands))
    _constant_fill(low, op, value, dims)


@handler("zeros_like", "ones_like")
def _blank_like(low: Lowering, op: Op) -> None:
    value = number(0 if op.name == "zeros_like" else 1, op.results[0].spec.dtype)
    _filled(low, op, low.extents(op.args[0]), lambda code, index: value)


@handler("full_like")
def _full_like(low: Lowering, op: Op) -> None:
    x, value = op.args
    _constant_fill(low, op, value, low.extents(x))


def _constant_fill(low: Lowering, op: Op, value: Value, dims: tuple[Operand, ...]) -> None:
    dtype = op.results[0].spec.dtype
    if value.spec.shape or (value.spec.dtype.kind == "c" and dtype.kind != "c"):
        raise Unsupported("an array as a filling")
    if value.spec.kind == PYTHON and value.spec.dtype.kind == "i" and dtype.kind in "iu" and dtype != INT:
        raise Unsupported("a Python int that might not fit")
    filling = entered(low.code, low.num(value), value.spec, dtype)
    _filled(low, op, dims, lambda code, index: filling)


@handler("arange")
def _arange(low: Lowering, op: Op) -> None:
    """Integers only: the steps of floats are NumPy's own."""
    start, stop, step = op.args
    dtype = op.results[0].spec.dtype
    if any(a.spec.dtype != INT or a.spec.kind != PYTHON for a in op.args) or dtype.kind not in "if":
        raise Unsupported("arange of floats")
    code = low.code
    first, last, by = (low.num(v).x for v in (start, stop, step))
    if not isinstance(by, Const) or by.value == 0 or (dtype.kind == "f" and dtype.itemsize < 8):
        raise Unsupported("a run-time step")
    span = code.isub(last, first) if by.value > 0 else code.isub(first, last)
    size = abs(int(by.value))
    if isinstance(span, Const):
        count: Operand = Const("i64", max(0, -(-int(span.value) // size)))
    else:
        code.fail(code.icmp("ugt", code.iadd(span, 2**60), 2**61))
        whole = code.pure("sdiv", "i64", code.iadd(span, size - 1), Const("i64", size)) if size > 1 else span
        count = code.imax(whole, ZERO)

    def element(code: Code, index: tuple[Operand, ...]) -> Num:
        return scalars.cast(code, Num(INT, (code.iadd(first, code.imul(index[0], by)),)), dtype)

    _filled(low, op, (count,), element)


@handler("eye", "tri")
def _eye(low: Lowering, op: Op) -> None:
    k = attr(op, "k")
    dtype = op.results[0].spec.dtype
    dims = _shape(low, op, op.args)
    shift = integer(low, op.args[k[1]]) if isinstance(k, tuple) else Const("i64", int(k))
    relation = "eq" if op.name == "eye" else "sle"

    def element(code: Code, index: tuple[Operand, ...]) -> Num:
        inside = code.icmp(relation, index[1], code.iadd(index[0], shift))
        return scalars.cast(code, Num(np.dtype(bool), (inside,)), dtype)

    _filled(low, op, dims, element)


@handler("tril", "triu")
def _triangle(low: Lowering, op: Op) -> None:
    x = op.args[0]
    result = op.results[0]
    k = int(attr(op, "k"))
    if x.spec.kind != ARRAY or x.spec.ndim < 2:
        raise Unsupported("a triangle of a vector")
    if result in low.packed:
        triangle = np.tril if op.name == "tril" else np.triu
        rearranged(low, op, lambda x: triangle(x - NOTHING, k) + NOTHING)
        return
    dims = low.extents(x)
    nothing = number(0, result.spec.dtype)
    relation = "sle" if op.name == "tril" else "sge"

    def element(code: Code, n: list[Num], index: tuple[Operand, ...]) -> Num:
        inside = code.icmp(relation, index[-1], code.iadd(index[-2], k))
        parts = zip(n[0].parts, nothing.parts, strict=True)
        return Num(nothing.dtype, tuple([code.select(inside, a, b) for a, b in parts]))

    nest = Nest(op.name, dims, (full(low, x),), element, result.spec.dtype, source=op, indexed=True)
    low.define(result, lazy(low, nest))


# -- from others -------------------------------------------------------------------------------------


@handler("array_of")
def _array_of(low: Lowering, op: Op) -> None:
    """An array from nested lists of numbers."""
    result = op.results[0]
    structure: Any = attr(op, "structure")
    leaves = _leaves(structure)
    if result.spec.kind != ARRAY or any(v.spec.shape for v in op.args) or len(leaves) > 256:
        raise Unsupported("an array of arrays")
    dtype = result.spec.dtype
    for value in op.args:
        narrow = value.spec.kind == PYTHON and value.spec.dtype.kind == "i" and dtype.kind in "iu" and dtype != INT
        if narrow or (value.spec.dtype.kind == "c" and dtype.kind != "c"):
            raise Unsupported("a Python int that might not fit")
    for value in op.args:
        check_fits(low, value, dtype)
    items = tuple(entered(low.code, low.num(op.args[k]), op.args[k].spec, dtype) for k in leaves)
    pack = Pack(dtype, tuple(int(n) for n in result.spec.shape), items)  # type: ignore[arg-type]
    low.define(result, pack if result in low.packed else low.boxed(pack))


def _leaves(structure: Any) -> list[int]:
    if isinstance(structure, tuple):
        return [leaf for part in structure for leaf in _leaves(part)]
    return [structure]


@handler("concatenate", "stack")
def _concatenate(low: Lowering, op: Op) -> None:
    """Each operand is stored into its part of the result."""
    result = op.results[0]
    axis = attr(op, "axis")
    if axis is None or any(a.spec.kind != ARRAY for a in op.args):
        raise Unsupported("concatenate of numbers")
    if any(a.spec.dtype.kind == "c" and result.spec.dtype.kind != "c" for a in op.args):
        raise Unsupported("complex into real")
    if result in low.packed and all(a.spec.static for a in op.args):
        join = np.stack if op.name == "stack" else np.concatenate
        rearranged(low, op, lambda *parts: join(parts, axis=int(axis)))
        return
    relieve(low)
    at = int(axis) % result.spec.ndim
    code = low.code
    stacked = op.name == "stack"
    extents = [low.extents(a) for a in op.args]
    total: Operand = ZERO
    for dims in extents:
        total = code.iadd(total, ONE if stacked else dims[at])
    shape = list(extents[0])
    if stacked:
        shape.insert(at, total)
    else:
        shape[at] = total
    _check_equal(low, op, extents, None if stacked else at)
    arr = low.allocate(result.spec.dtype, tuple(shape))
    arr.roots = arr.roots | low.roots(result)
    offset: Operand = ZERO
    for value, dims in zip(op.args, extents, strict=True):
        coords = [Coord(ZERO, k, ONE) for k in range(len(dims))]
        if stacked:
            coords.insert(at, Coord(offset, None, ZERO))
        else:
            coords[at] = Coord(offset, at, ONE)
        source = broadcast_source(low, value, value.spec.shape, dims)
        store_into(low, op, arr, tuple(coords), dims, source)
        offset = code.iadd(offset, ONE if stacked else dims[at])
    low.define(result, arr)


def _check_equal(low: Lowering, op: Op, extents: list[tuple[Operand, ...]], but: int | None) -> None:
    first = op.args[0].spec.shape
    for value, dims in zip(op.args[1:], extents[1:], strict=True):
        for k, (a, b) in enumerate(zip(dims, extents[0], strict=True)):
            if k != but and not (value.spec.shape[k] == first[k] and a == b):
                low.code.fail(low.code.icmp("ne", a, b))
