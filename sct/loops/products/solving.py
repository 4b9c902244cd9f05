"""Linear equations, inverses, determinants and Cholesky factors: in registers where the matrix is, else by LAPACK.

LAPACK is called as NumPy calls it, on copies in Fortran order. What NumPy would raise for, and in registers
whatever is not finite, makes the code give up: NumPy has the last word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.code import FALSE, ONE, ZERO, Code, Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.numbers import scalars
from sct.loops.numbers.elementwise import element_at
from sct.loops.numbers.scalars import number
from sct.loops.products.contractions import in_memory
from sct.loops.products.matrices import Stack, each, kind_of
from sct.loops.values import Arr, Num, Pack, Unsupported, load, machine_type, store

__all__: list[str] = []

Rows = list[list[Num]]
INT = np.dtype("int64")


@handler("solve", "inv", "solve_or_not", "inv_or_not")
def _solve(low: Lowering, op: Op) -> None:
    result = op.results[0]
    if _small(low, op):
        a = _rows(low, op.args[0], result.spec.dtype)
        if op.name.startswith("inv"):
            b = [[number(i == j, result.spec.dtype) for j in range(len(a))] for i in range(len(a))]
        else:
            b = _rows(low, op.args[1], result.spec.dtype)
        failed = _eliminate(low, a, b, told=len(op.results) > 1)
        _substitute(low, a, b)
        _define(low, result, b, failed)
        _tell(low, op, failed)
        return
    _with_lapack(low, op, _equations)


@handler("det")
def _det(low: Lowering, op: Op) -> None:
    result = op.results[0]
    if result.spec.dtype.kind == "c":
        raise Unsupported("a complex determinant")
    if _small(low, op):
        low.define(result, _boxed(low, result, _determinant(low, _rows(low, op.args[0], result.spec.dtype))))
        return
    _with_lapack(low, op, _diagonal)


@handler("cholesky", "cholesky_or_not")
def _cholesky(low: Lowering, op: Op) -> None:
    if op.name == "cholesky" and attr(op, "upper"):
        raise Unsupported("the upper factor")
    result = op.results[0]
    if _small(low, op):
        factor, failed = _factor(low, _rows(low, op.args[0], result.spec.dtype), told=len(op.results) > 1)
        _define(low, result, factor, failed)
        _tell(low, op, failed)
        return
    _with_lapack(low, op, _lower_factor)


# -- in registers ------------------------------------------------------------------------------------


def _small(low: Lowering, op: Op) -> bool:
    """Whether everything is one matrix in registers."""
    result = op.results[0]
    fits = result in low.packed or not result.spec.shape
    fits = fits and all(value in low.packed and value.spec.ndim <= 2 for value in op.args)
    return fits and result.spec.dtype.kind == "f" and 0 not in op.args[0].spec.shape + op.args[-1].spec.shape


def _rows(low: Lowering, value: Value, dtype: np.dtype[Any]) -> Rows:
    shape = tuple(int(n) for n in value.spec.shape)  # type: ignore[arg-type]
    if len(shape) == 1:
        return [[scalars.cast(low.code, element_at(low, value, (i,)), dtype)] for i in range(shape[0])]
    return [
        [scalars.cast(low.code, element_at(low, value, (i, j)), dtype) for j in range(shape[1])]
        for i in range(shape[0])
    ]


def _tell(low: Lowering, op: Op, failed: Operand) -> None:
    """The second result of an op that says whether there is one."""
    for answer in op.results[1:]:
        low.define(answer, Num(answer.spec.dtype, (low.code.not_(failed),)))


def _define(low: Lowering, result: Value, rows: Rows, failed: Operand = FALSE) -> None:
    """The result, if all of it is finite; where it is known that there is none, zeros."""
    shape = tuple(int(n) for n in result.spec.shape)  # type: ignore[arg-type]
    items = tuple([item for row in rows for item in row])
    if failed is not FALSE:
        items = tuple([Num(i.dtype, (low.code.select(failed, number(0, i.dtype).x, i.x),)) for i in items])
    _finite(low, items)
    low.define(result, Pack(result.spec.dtype, shape, items))


def _boxed(low: Lowering, result: Value, value: Num) -> Num | Pack:
    return Pack(value.dtype, (), (value,)) if result.spec.kind == ARRAY else value


def _finite(low: Lowering, items: tuple[Num, ...]) -> None:
    """Give up where a number is infinite or none."""
    code = low.code
    total: Num | None = None
    for item in items:
        nothing = scalars.apply(code, "subtract", [item, item], item.dtype)
        total = nothing if total is None else scalars.apply(code, "add", [total, nothing], item.dtype)
    if total is not None:
        code.fail(code.pure("fcmp.uno", "i1", total.x, total.x))


def _apply(code: Code, name: str, a: Num, b: Num) -> Num:
    return scalars.apply(code, name, [a, b], a.dtype)


def _less(code: Code, row: list[Num], factor: Num, other: list[Num], start: int) -> None:
    """Take a multiple of another row away."""
    for j in range(start, len(row)):
        row[j] = _apply(code, "subtract", row[j], _apply(code, "multiply", factor, other[j]))


def _magnitude(code: Code, value: Num) -> Num:
    return scalars.apply(code, "absolute", [value], value.dtype)


def _pivot(low: Lowering, a: Rows, b: Rows, k: int) -> Operand:
    """Swap row `k` with the first whose element in column `k` is largest; answers whether they differ."""
    code = low.code
    best, place = _magnitude(code, a[k][k]), Const("i64", k)
    where: Operand = place
    for r in range(k + 1, len(a)):
        here = _magnitude(code, a[r][k])
        larger = code.pure("fcmp.ogt", "i1", here.x, best.x)
        best = Num(best.dtype, (code.select(larger, here.x, best.x),))
        where = code.select(larger, Const("i64", r), where)
    swapped = code.not_(code.icmp("eq", where, k))
    chosen = {r: code.icmp("eq", where, r) for r in range(k + 1, len(a))}
    for rows in (a, b):
        for j in range(len(rows[0]) if rows else 0):
            first = rows[k][j]
            top = first.x
            for r, is_it in chosen.items():
                top = code.select(is_it, rows[r][j].x, top)
                rows[r][j] = Num(first.dtype, (code.select(is_it, first.x, rows[r][j].x),))
            rows[k][j] = Num(first.dtype, (top,))
    return swapped


def _eliminate(low: Lowering, a: Rows, b: Rows, *, told: bool = False) -> Operand:
    """The upper triangle; answers whether there is none, if that is to be `told`, else gives up then."""
    code = low.code
    failed: Operand = FALSE
    for k in range(len(a)):
        _pivot(low, a, b, k)
        good = code.pure("fcmp.ogt", "i1", _magnitude(code, a[k][k]).x, number(0, a[k][k].dtype).x)
        failed = _fails(low, a[k][k], code.not_(good), failed, told=told)
        for r in range(k + 1, len(a)):
            factor = _apply(code, "divide", a[r][k], a[k][k])
            _less(code, a[r], factor, a[k], k + 1)
            _less(code, b[r], factor, b[k], 0)
    return failed


def _fails(low: Lowering, pivot: Num, bad: Operand, failed: Operand, *, told: bool) -> Operand:
    """Whether a step or one before it fails; gives up where that is not to be `told`, or NumPy has to say it."""
    code = low.code
    if not told:
        code.fail(bad)
        return FALSE
    code.fail(code.and_(code.pure("fcmp.uno", "i1", pivot.x, pivot.x), code.not_(failed)))
    return code.or_(failed, bad)


def _substitute(low: Lowering, a: Rows, b: Rows) -> None:
    code = low.code
    for k in range(len(a) - 1, -1, -1):
        for r in range(k + 1, len(a)):
            _less(code, b[k], a[k][r], b[r], 0)
        b[k] = [_apply(code, "divide", value, a[k][k]) for value in b[k]]


def _determinant(low: Lowering, a: Rows) -> Num:
    """The product of the pivots, in 64 bits; gives up where it gets so small or large that it loses bits."""
    code, dtype = low.code, a[0][0].dtype
    wide = np.dtype("float64")
    total = number(1.0, wide)
    for k in range(len(a)):
        swapped = _pivot(low, a, [], k)
        pivot = scalars.cast(code, a[k][k], wide)
        total = _apply(code, "multiply", total, pivot)
        total = Num(wide, (code.select(swapped, code.pure("fneg", "f64", total.x), total.x),))
        zero = code.pure("fcmp.oeq", "i1", pivot.x, Const("f64", 0.0))
        size = _magnitude(code, total).x
        kept = code.pure("fcmp.ogt", "i1", size, Const("f64", 1e-290))
        fits = code.pure("fcmp.olt", "i1", size, Const("f64", 1e290))
        code.fail(code.not_(code.and_(fits, code.or_(zero, kept))))
        if k + 1 < len(a):
            code.fail(zero)  # nothing to divide by
        for r in range(k + 1, len(a)):
            _less(code, a[r], _apply(code, "divide", a[r][k], a[k][k]), a[k], k + 1)
    return scalars.cast(code, total, dtype)


def _factor(low: Lowering, a: Rows, *, told: bool) -> tuple[Rows, Operand]:
    """The lower triangle of the factor, column after column, and whether there is none, if that is to be `told`."""
    code, dtype = low.code, a[0][0].dtype
    failed: Operand = FALSE
    zero = number(0, dtype)
    for k in range(len(a)):
        bad = code.not_(code.pure("fcmp.ogt", "i1", a[k][k].x, zero.x))
        failed = _fails(low, a[k][k], bad, failed, told=told)
        a[k][k] = scalars.apply(code, "sqrt", [a[k][k]], dtype)
        for r in range(k + 1, len(a)):
            a[r][k] = _apply(code, "divide", a[r][k], a[k][k])
        for r in range(k + 1, len(a)):
            for j in range(k + 1, r + 1):
                a[r][j] = _apply(code, "subtract", a[r][j], _apply(code, "multiply", a[r][k], a[j][k]))
        a[k][k + 1 :] = [zero] * (len(a) - k - 1)
    return a, failed


# -- by LAPACK ---------------------------------------------------------------------------------------

Solver = Callable[[Lowering, np.dtype[Any], Operand, Operand, tuple[Stack, ...], Arr, Arr], Operand]
"""Answers a status, which is zero where all is well."""


def _with_lapack(low: Lowering, op: Op, solver: Solver) -> None:
    """`solver` on a copy of each matrix, with memory for what else it needs."""
    result = op.results[0]
    dtype = result.spec.dtype
    if dtype.char not in "fdFD" or any(v.spec.kind != ARRAY for v in op.args) or not low.blas():
        raise Unsupported("no matrices for LAPACK")
    around = result.spec.shape[: result.spec.ndim - _core_of(op)]
    for value in op.args:
        batch = value.spec.shape[: -min(value.spec.ndim, 2)]
        own = around[len(around) - len(batch) :]
        fits = all(isinstance(n, int) and n in (1, m) for n, m in zip(batch, own, strict=True))
        if 0 in value.spec.shape or not fits:
            raise Unsupported("a batch that may have to be stretched")
    code = low.code
    temporaries: list[Arr] = []
    stacks = []
    for value in op.args:
        arr = in_memory(low, value, dtype, temporaries)
        stacks.append(_stack(arr, value, len(around), min(value.spec.ndim, 2)))
    n = low.extents(op.args[0])[-1]
    for extent in (low.extents(op.args[0])[-2], low.extents(op.args[-1])[-min(op.args[-1].spec.ndim, 2)]):
        code.fail(code.icmp("ne", extent, n))
    vector = op.name.startswith("solve") and op.args[1].spec.ndim == 1
    width = ONE if vector else low.extents(op.args[-1])[-1]
    dims = _dims(low, op, around, n, width)
    made = low.allocate(dtype, dims)
    made.roots = low.roots(result)
    inner = len(dims) - len(around)
    strides = made.strides[len(around) :]
    target = Stack(
        made.pointer, made.strides[: len(around)], strides[0] if inner else ZERO, strides[1] if inner > 1 else ONE
    )
    work = low.allocate(dtype, (n, code.iadd(n, width)))
    pivots = low.allocate(INT, (n,))
    failed = code.var("i1", FALSE) if len(op.results) > 1 else None

    def one(at: tuple[Stack, ...]) -> None:
        bad = code.icmp("ne", solver(low, dtype, n, width, at, work, pivots), ZERO)
        if failed is None:
            code.fail(bad)
        else:
            code.set(failed, code.or_(code.get(failed), bad))

    each(low, dims[: len(around)], dtype, (*stacks, target), one)
    for arr in (*temporaries, work, pivots):
        low.release(arr)
    if failed is not None:
        _tell(low, op, code.get(failed))
    if result.spec.shape:
        low.define(result, made)
    else:
        low.define(result, _boxed(low, result, made.load(code, ())))
        low.release(made)


def _core_of(op: Op) -> int:
    """How many axes of the result are those of one matrix."""
    if op.name.startswith("solve"):
        return min(op.args[-1].spec.ndim, 2)
    return 0 if op.name == "det" else 2


def _dims(low: Lowering, op: Op, around: tuple[Any, ...], n: Operand, width: Operand) -> tuple[Operand, ...]:
    outer = tuple([Const("i64", int(extent)) for extent in around])
    if op.name == "det":
        return outer
    if op.name.startswith("solve"):
        return (*outer, n) if op.args[1].spec.ndim == 1 else (*outer, n, width)
    return (*outer, n, n)


def _stack(arr: Arr, value: Value, around: int, core: int) -> Stack:
    shape = value.spec.shape
    batch: list[Operand] = [ZERO] * (around - len(shape) + core)
    batch += [ZERO if n == 1 else s for n, s in zip(shape[:-core], arr.strides, strict=False)]
    down, across = arr.strides[-core], arr.strides[-1] if core > 1 else ONE
    return Stack(arr.pointer, tuple(batch), down, across)


def _to_columns(
    low: Lowering, dtype: np.dtype[Any], source: Stack, rows: Operand, cols: Operand, target: Operand
) -> None:
    code = low.code
    with code.loop(0, cols) as j, code.loop(0, rows) as i:
        at = code.iadd(code.imul(i, source.down), code.imul(j, source.across))
        store(code, load(code, dtype, source.pointer, at), target, code.iadd(code.imul(j, rows), i))


def _from_columns(
    low: Lowering, dtype: np.dtype[Any], source: Operand, rows: Operand, cols: Operand, target: Stack
) -> None:
    code = low.code
    with code.loop(0, rows) as i, code.loop(0, cols) as j:
        value = load(code, dtype, source, code.iadd(code.imul(j, rows), i))
        store(code, value, target.pointer, code.iadd(code.imul(i, target.down), code.imul(j, target.across)))


def _call(low: Lowering, function: str, dtype: np.dtype[Any], *args: Operand) -> Operand:
    return low.code.call(f"sct_blas_{function}_{kind_of(dtype)}", "i64", *args)


def _equations(
    low: Lowering, dtype: np.dtype[Any], n: Operand, width: Operand, at: tuple[Stack, ...], work: Arr, pivots: Arr
) -> Operand:
    code = low.code
    _to_columns(low, dtype, at[0], n, n, work.pointer)
    right = code.offset(work.pointer, code.imul(n, n), dtype.itemsize)
    if len(at) == 3:
        _to_columns(low, dtype, at[1], n, width, right)
    else:
        one, zero = number(1, dtype), number(0, dtype)
        with code.loop(0, n) as j, code.loop(0, n) as i:
            equal = code.icmp("eq", i, j)
            parts = tuple([code.select(equal, x, y) for x, y in zip(one.parts, zero.parts, strict=True)])
            store(code, Num(dtype, parts), right, code.iadd(code.imul(j, n), i))
    status = _call(low, "gesv", dtype, n, width, work.pointer, pivots.pointer, right)
    _from_columns(low, dtype, right, n, width, at[-1])
    return status


def _lower_factor(
    low: Lowering, dtype: np.dtype[Any], n: Operand, width: Operand, at: tuple[Stack, ...], work: Arr, pivots: Arr
) -> Operand:
    code = low.code
    _to_columns(low, dtype, at[0], n, n, work.pointer)
    status = _call(low, "potrf", dtype, n, work.pointer)
    with code.loop(0, n) as i, code.loop(0, n) as j:
        value = load(code, dtype, work.pointer, code.iadd(code.imul(j, n), i))
        parts = [code.select(code.icmp("sle", j, i), p, Const(p.type, 0.0)) for p in value.parts]
        place = code.iadd(code.imul(i, at[-1].down), code.imul(j, at[-1].across))
        store(code, Num(dtype, tuple(parts)), at[-1].pointer, place)
    return status


def _diagonal(
    low: Lowering, dtype: np.dtype[Any], n: Operand, width: Operand, at: tuple[Stack, ...], work: Arr, pivots: Arr
) -> Operand:
    """The determinant as NumPy has it: the sign, and the logarithms of the pivots added up."""
    code, kind = low.code, machine_type(dtype)
    _to_columns(low, dtype, at[0], n, n, work.pointer)
    status = _call(low, "getrf", dtype, n, work.pointer, pivots.pointer)
    singular = code.icmp("ne", status, ZERO)
    sign, total = code.var(kind, Const(kind, 1.0)), code.var(kind, Const(kind, 0.0))
    suffix = "f" if kind == "f32" else ""
    with code.loop(0, n) as i:
        value = load(code, dtype, work.pointer, code.iadd(code.imul(i, n), i))
        pivot = code.load(f"i{low.blas()}", pivots.pointer, i)
        moved = code.icmp("ne", pivot if pivot.type == "i64" else code.pure("sext", "i64", pivot), code.iadd(i, 1))
        negative = code.pure("fcmp.olt", "i1", value.x, Const(kind, 0.0))
        before = code.get(sign)
        turned = code.pure("xor", "i1", moved, negative)
        code.set(sign, code.select(turned, code.pure("fneg", kind, before), before))
        part = code.call(f"log{suffix}", kind, _magnitude(code, value).x)
        code.set(total, code.pure("fadd", kind, code.get(total), part))
    size = code.call(f"exp{suffix}", kind, code.get(total))
    product = code.pure("fmul", kind, code.get(sign), size)
    store(code, Num(dtype, (code.select(singular, Const(kind, 0.0), product),)), at[-1].pointer, ZERO)
    return ZERO
