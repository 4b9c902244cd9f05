"""Differences of neighbours: `np.diff`, and `np.gradient` over even steps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sct.ir.core import Op
from sct.ir.types import ARRAY, PYTHON
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers.elementwise import ufunc_compute
from sct.loops.numbers.scalars import apply, cast
from sct.loops.numbers.tiny import grid, registers
from sct.loops.operands import full, lazy
from sct.loops.schedule import identity
from sct.loops.values import Access, Arr, Coord, Nest, Num, Unsupported, is_native
from sct.ops.infer import loop_dtypes

__all__: list[str] = []

MOST = 3  # times over
DOUBLE, SINGLE = np.dtype("float64"), np.dtype("float32")


@handler("diff")
def _diff(low: Lowering, op: Op) -> None:
    result, count = op.results[0], attr(op, "n")
    x, *ends = op.args
    if ends or not 0 < count <= MOST or not is_native(x.spec.dtype):
        raise Unsupported("differences with ends")
    spec, dtype = x.spec, result.spec.dtype
    name = "not_equal" if spec.dtype.kind == "b" else "subtract"
    loop = loop_dtypes(getattr(np, name), spec, spec)
    compute = ufunc_compute(name, (spec, spec), loop, dtype)
    axis = attr(op, "axis") % spec.ndim

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        while len(numbers) > 1:
            numbers = [compute(code, [b, a]) for a, b in pairwise(numbers)]
        return numbers[0]

    if result in low.packed:
        found = grid(low, x).swapaxes(0, axis)
        for _ in range(count):
            pairs = zip(found[:-1].flat, found[1:].flat, strict=True)
            found = np.array([compute(low.code, [b, a]) for a, b in pairs], object).reshape(found[1:].shape)
        registers(low, op, found.swapaxes(0, axis))
        return
    code, access, dims = low.code, full(low, x), list(low.extents(x))
    dims[axis] = code.extent(code.imax(code.isub(dims[axis], count), ZERO))
    reads = tuple([_further(code, access, axis, k) for k in range(count + 1)])
    nest = Nest(op.name, tuple(dims), reads, element, dtype, source=op)
    low.define(result, lazy(low, nest))


@handler("gradient")
def _gradient(low: Lowering, op: Op) -> None:
    result = op.results[0]
    x, *spacing = op.args
    dtype = result.spec.dtype
    if attr(op, "edge_order") != 1 or dtype not in (DOUBLE, SINGLE):
        raise Unsupported("a gradient of another order")
    if dtype != (x.spec.dtype if x.spec.dtype.kind == "f" else DOUBLE) or x.spec.dtype.kind not in "fiu":
        raise Unsupported("a gradient of another dtype")
    for given in spacing:
        kind = given.spec.kind
        if kind == ARRAY or given.spec.dtype.kind not in "fi" or (kind != PYTHON and dtype != DOUBLE):
            raise Unsupported("uneven steps")
    code, axis = low.code, attr(op, "axis") % x.spec.ndim
    once = cast(code, low.num(spacing[0]), DOUBLE) if spacing else Num(DOUBLE, (Const("f64", 1.0),))
    twice = apply(code, "multiply", [Num(DOUBLE, (Const("f64", 2.0),)), once], DOUBLE)
    access, dims = full(low, x), low.extents(x)
    code.fail(code.icmp("slt", dims[axis], 2))
    arr = low.allocate(dtype, dims)
    arr.roots = arr.roots | low.roots(result)
    last = code.isub(dims[axis], ONE)
    apart = object()
    for at, extent, before, after, step in (
        (ONE, code.isub(last, ONE), 0, 2, twice), (ZERO, ONE, 0, 1, once), (last, ONE, -1, 0, once)
    ):  # fmt: skip
        _store(low, op, (arr, access, axis), (at, extent), (before, after), cast(code, step, dtype), apart)
    low.define(result, arr)


def _store(
    low: Lowering, op: Op, what: tuple[Arr, Access, int], where: tuple[Operand, Operand], sides: tuple[int, int],
    step: Num, apart: object,
) -> None:  # fmt: skip
    """Have the differences between two sides, over the step, written to some rows; each side counts from the first."""
    arr, access, axis = what
    at, extent = where
    code = low.code

    def element(code: Code, numbers: list[Num], index: tuple[Operand, ...]) -> Num:
        before, after = (cast(code, n, arr.dtype) for n in numbers)
        return apply(code, "divide", [apply(code, "subtract", [after, before], arr.dtype), step], arr.dtype)

    start: Operand = ZERO if at is ONE else at  # the inner rows start with the difference around the second
    reads = tuple([_further(code, access, axis, code.iadd(start, side)) for side in sides])
    dims = (*arr.dims[:axis], extent, *arr.dims[axis + 1 :])
    nest = Nest("store", dims, reads, element, arr.dtype, source=op)
    coords = identity(len(dims))
    nest.target, nest.apart = arr, apart
    nest.writes = (*coords[:axis], Coord(at, axis, ONE), *coords[axis + 1 :])
    low.schedule.add(nest)


def _further(code: Code, access: Access, axis: int, count: int | Operand) -> Access:
    """The same elements, but for those so many places further along an axis."""
    coords = []
    for coord in access.coords:
        if coord.axis == axis:
            coord = Coord(code.iadd(coord.offset, code.imul(coord.step, count)), axis, coord.step)
        coords.append(coord)
    return Access(access.source, tuple(coords))
