"""Folds over axes. Sums of floats are in NumPy's own order, see `sums`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Const, Operand
from sct.loops.lower import Lowering, attr, handler
from sct.loops.nests.writer import same
from sct.loops.numbers import scalars
from sct.loops.numbers.scalars import number
from sct.loops.operands import full, lazy
from sct.loops.sums.gapped_sums import sum_of_gapped
from sct.loops.values import Access, Coord, Lazy, Nest, Num, Pack, Reduce, Unsupported, machine_type

__all__ = ["check_plain", "fold_axes", "greatest", "least", "not_empty", "put", "reduction"]

BOOL, INT, FLOAT, COMPLEX = (np.dtype(name) for name in ("bool", "int64", "float64", "complex128"))
Fold = Callable[[Code, Num, Num], Num]


def fold_axes(op: Op) -> frozenset[int]:
    """The axes that the op folds."""
    axis: Any = attr(op, "axis")
    ndim = op.args[0].spec.ndim
    return frozenset(range(ndim)) if axis is None else frozenset(normalize_axis_tuple(axis, ndim))


def reduction(
    low: Lowering, op: Op, reduce: Reduce, element: Callable[[Code, Num, tuple[Operand, ...]], Num]
) -> Lazy | Num | Pack:
    """The fold of the first operand over `reduce.axes`, without the axes."""
    x = op.args[0]
    handle = low.handle(x)
    out = op.results[0].spec.dtype
    if isinstance(handle, Pack):
        return _registers(low, handle, reduce, element, out)
    dims = low.extents(x)
    reads = (full(low, x),)
    nest = Nest(op.name, dims, reads, lambda code, n, index: element(code, n[0], index), out, reduce, source=op)
    return lazy(low, nest)


def _registers(
    low: Lowering, pack: Pack, reduce: Reduce, element: Callable[[Code, Num, tuple[Operand, ...]], Num], out: Any
) -> Pack | Num:
    kept = [k for k in range(len(pack.shape)) if k not in reduce.axes]
    shape = tuple(pack.shape[k] for k in kept)
    found: dict[tuple[int, ...], list[Num]] = {where: [] for where in np.ndindex(*shape)}
    for index, item in zip(np.ndindex(*pack.shape), pack.items, strict=True):
        value = element(low.code, item, tuple(Const("i64", i) for i in index))
        found[tuple(index[k] for k in kept)].append(value)
    strands = reduce.pairwise and kept == list(range(len(kept)))
    items = tuple(reduce.finish(low.code, _folded(low, reduce, values, strands)) for values in found.values())
    return Pack(out, shape, items)


def _folded(low: Lowering, reduce: Reduce, values: list[Num], strands: bool) -> Num:
    """One after the other; in eight strands where NumPy does so, see `sums`."""
    code, fold = low.code, reduce.fold
    width = 8 // (2 if reduce.dtype.kind == "c" else 1)
    if strands and len(values) >= width:
        whole = len(values) - len(values) % width
        parts = values[:width]
        for start in range(width, whole, width):
            parts = [fold(code, a, b) for a, b in zip(parts, values[start : start + width], strict=True)]
        while len(parts) > 1:
            parts = [fold(code, a, b) for a, b in zip(parts[::2], parts[1::2], strict=True)]
        values = [*parts, *values[whole:]]
        total = values.pop(0)
        for value in values:
            total = fold(code, total, value)
        return fold(code, reduce.init(code), total)
    total = reduce.init(code)
    for value in values:
        total = fold(code, total, value)
    return total


def put(low: Lowering, op: Op, made: Lazy | Num | Pack) -> None:
    """Define the result, with axes of extent 1 where they are kept."""
    result = op.results[0]
    spec = result.spec
    if isinstance(made, Pack):
        shape = tuple(int(n) for n in spec.shape)  # type: ignore[arg-type]
        if spec.kind == ARRAY:
            low.define(result, Pack(made.dtype, shape, made.items))
        else:
            low.define(result, made.items[0])
        return
    if isinstance(made, Num):
        low.define(result, made)
        return
    if spec.ndim != len(made.dims):
        axes = fold_axes(op)
        kept = [k for k in range(op.args[0].spec.ndim) if k not in axes]
        dims: list[Operand] = [ONE] * spec.ndim
        for k, extent in zip(kept, made.dims, strict=True):
            dims[k] = extent
        made = Lazy(made.nest, tuple(Coord(ZERO, k, ONE) for k in kept), tuple(dims))
    low.define(result, made)


def check_plain(op: Op, *names: str) -> None:
    """No masks, no initial value: `Unsupported` otherwise."""
    if len(op.args) != 1:
        raise Unsupported("where=")
    for name, value in op.attrs:
        if name in names and value is not None:
            raise Unsupported(name)
    if op.args[0].spec.kind != ARRAY or not op.args[0].spec.shape:
        raise Unsupported("a reduction of a number")


def _check(x: Any, *ops: str) -> None:
    code = Code()
    kind = machine_type(x)
    n = Num(x, tuple(code.ref(kind) for _ in range(2 if x.kind == "c" else 1)))
    for name in ops:
        scalars.apply(code, name, [n, n], x)


# -- sums --------------------------------------------------------------------------------------------


def adding(dtype: np.dtype[Any]) -> Fold:
    def fold(code: Code, total: Num, value: Num) -> Num:
        if dtype.kind in "fc":
            parts = zip(total.parts, value.parts, strict=True)
            return Num(dtype, tuple([code.pure("fadd", a.type, a, b) for a, b in parts]))
        return scalars.apply(code, "add", [total, value], dtype)

    return fold


def _innermost(axes: frozenset[int], ndim: int) -> bool:
    return ndim - 1 in axes


def _sum_like(low: Lowering, op: Op, finish: Callable[[Code, Num], Num], dtype: np.dtype[Any]) -> None:
    x = op.args[0].spec
    axes = fold_axes(op)
    if dtype.kind == "b" or (x.dtype.kind == "c" and dtype.kind != "c"):
        raise Unsupported("a sum of booleans as booleans")
    reduce = Reduce(axes, lambda code: number(0, dtype), adding(dtype), finish, dtype, dtype.kind in "fc")
    gapped: Lazy | Num | Pack | None = sum_of_gapped(low, op, reduce)
    if gapped is not None:
        if isinstance(gapped, Num) and op.results[0].spec.kind == ARRAY:  # its axes are kept
            gapped = Pack(gapped.dtype, (), (gapped,))
        put(low, op, gapped)
        return
    made = reduction(low, op, reduce, lambda code, n, index: scalars.cast(code, n, dtype))
    if isinstance(made, Lazy):
        made.nest.plain = x.dtype == dtype
    put(low, op, made)


@handler("sum")
def _sum(low: Lowering, op: Op) -> None:
    check_plain(op, "initial")
    _sum_like(low, op, same, op.results[0].spec.dtype)


@handler("count_nonzero")
def _count_nonzero(low: Lowering, op: Op) -> None:
    check_plain(op)
    if op.results[0].spec.dtype != INT or op.results[0].spec.kind == "python":
        raise Unsupported("a Python int")
    reduce = Reduce(fold_axes(op), lambda code: number(0, INT), adding(INT), same, INT)
    put(low, op, reduction(low, op, reduce, lambda code, n, i: scalars.cast(code, scalars.cast(code, n, BOOL), INT)))


def _size(low: Lowering, op: Op) -> Operand:
    total: Operand = ONE
    extents = low.extents(op.args[0])
    for axis in sorted(fold_axes(op)):
        total = low.code.imul(total, extents[axis])
    return total


@handler("mean")
def _mean(low: Lowering, op: Op) -> None:
    check_plain(op, "initial", "dtype")
    dtype = op.results[0].spec.dtype
    if dtype.kind not in "fc":
        raise Unsupported("mean")
    size = _size(low, op)
    count = scalars.cast(low.code, Num(INT, (size,)), FLOAT)

    def finish(code: Code, total: Num) -> Num:
        return _over(code, total, count)

    _sum_like(low, op, finish, dtype)


def _over(code: Code, total: Num, count: Num) -> Num:
    """Divided as NumPy does it: in 64 bits, by a count that is complex if the total is, and rounded then."""
    wide = COMPLEX if total.dtype.kind == "c" else FLOAT
    quotient = scalars.apply(code, "divide", [scalars.cast(code, n, wide) for n in (total, count)], wide)
    return scalars.cast(code, quotient, total.dtype)


@handler("var", "std")
def _var(low: Lowering, op: Op) -> None:
    """The mean, then the mean of squared distances, as NumPy does it: two passes."""
    check_plain(op, "dtype")
    x = op.args[0]
    dtype = op.results[0].spec.dtype
    if x.spec.dtype.kind == "c" or dtype.kind != "f":
        raise Unsupported("var")
    ddof: Any = attr(op, "ddof")
    code = low.code
    size = _size(low, op)
    count = scalars.cast(code, Num(INT, (size,)), FLOAT)
    divisor = scalars.apply(code, "subtract", [count, number(float(ddof), FLOAT)], FLOAT)
    divisor = scalars.apply(code, "maximum", [divisor, number(0.0, FLOAT)], FLOAT)
    axes = fold_axes(op)

    def plain(code: Code, n: Num, index: tuple[Operand, ...]) -> Num:
        return scalars.cast(code, n, dtype)

    first = Reduce(axes, lambda c: number(0, dtype), adding(dtype), lambda c, t: _over(c, t, count), dtype, True)
    handle = low.handle(x)
    mean = sum_of_gapped(low, op, first) or reduction(low, op, first, plain)
    if isinstance(mean, Lazy):
        mean.nest.plain = x.spec.dtype == dtype
    last = _root if op.name == "std" else same

    def finish(code: Code, total: Num) -> Num:
        return last(code, _over(code, total, divisor))

    second = Reduce(axes, lambda c: number(0, dtype), adding(dtype), finish, dtype, True)
    if isinstance(handle, Pack):
        put(low, op, _small_var(low, handle, mean, second, dtype))
        return
    dims = low.extents(x)
    kept = [k for k in range(len(dims)) if k not in axes]
    reads = [full(low, x)]
    if isinstance(mean, Lazy):
        reads.append(Access(mean.nest, tuple(Coord(ZERO, k, ONE) for k in kept)))

    def element(code: Code, n: list[Num], index: tuple[Operand, ...]) -> Num:
        value = scalars.cast(code, n[0], dtype)
        away = scalars.apply(code, "subtract", [value, mean if isinstance(mean, Num) else n[1]], dtype)
        return scalars.apply(code, "multiply", [away, away], dtype)

    nest = Nest(op.name, dims, tuple(reads), element, dtype, second, source=op)
    put(low, op, lazy(low, nest))


def _root(code: Code, value: Num) -> Num:
    return scalars.apply(code, "sqrt", [value], value.dtype)


def _small_var(low: Lowering, pack: Pack, mean: Any, second: Reduce, dtype: np.dtype[Any]) -> Pack | Num:
    kept = [k for k in range(len(pack.shape)) if k not in second.axes]

    def element(code: Code, n: Num, index: tuple[Operand, ...]) -> Num:
        at = [int(index[k].value) for k in kept]  # type: ignore[union-attr]
        middle = mean.items[mean.place(at)] if kept else mean.items[0]
        away = scalars.apply(code, "subtract", [scalars.cast(code, n, dtype), middle], dtype)
        return scalars.apply(code, "multiply", [away, away], dtype)

    return _registers(low, pack, second, element, dtype)


@handler("prod")
def _prod(low: Lowering, op: Op) -> None:
    check_plain(op, "initial")
    dtype = op.results[0].spec.dtype
    if dtype.kind not in "fiu":
        raise Unsupported("prod")

    def fold(code: Code, total: Num, value: Num) -> Num:
        if dtype.kind == "f":
            return Num(dtype, (code.pure("fmul", total.x.type, total.x, value.x),))
        return scalars.apply(code, "multiply", [total, value], dtype)

    reduce = Reduce(fold_axes(op), lambda code: number(1, dtype), fold, same, dtype, ordered=dtype.kind == "f")
    handle = low.handle(op.args[0])
    along = reduce.ordered and isinstance(handle, Lazy) and _innermost(reduce.axes, len(handle.dims))
    if along and isinstance(handle, Lazy) and _is_dear(handle.nest):
        low.arr(op.args[0])
    put(low, op, reduction(low, op, reduce, lambda code, n, i: scalars.cast(code, n, dtype)))


_DEAR = """
    power pow float_power exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh
    arcsinh arccosh arctanh hypot cbrt logaddexp logaddexp2 erf erfc gamma lgamma gammaln expit
"""


def _is_dear(nest: Nest) -> bool:
    """Whether elements that wait to be computed had better be so several at once: one after the other is multiplied."""
    if nest.target is not None:
        return False
    return nest.name in _DEAR.split() or any(isinstance(r.source, Nest) and _is_dear(r.source) for r in nest.reads)


# -- extremes ----------------------------------------------------------------------------------------


def least(dtype: np.dtype[Any]) -> Any:
    """What no number of the dtype is below."""
    if dtype.kind == "f":
        return float("-inf")
    return False if dtype.kind == "b" else int(np.iinfo(dtype).min)


def greatest(dtype: np.dtype[Any]) -> Any:
    """What no number of the dtype is above."""
    if dtype.kind == "f":
        return float("inf")
    return True if dtype.kind == "b" else int(np.iinfo(dtype).max)


def not_empty(low: Lowering, op: Op) -> None:
    """Give up, at run time, where nothing is folded."""
    extents = low.extents(op.args[0])
    for axis in sorted(fold_axes(op)):
        low.code.fail(low.code.icmp("eq", extents[axis], ZERO))


@handler("max", "min")
def _extreme(low: Lowering, op: Op) -> None:
    check_plain(op, "initial")
    dtype = op.args[0].spec.dtype
    if dtype.kind == "c":
        raise Unsupported("order of complex numbers")
    largest = op.name == "max"
    first = least(dtype) if largest else greatest(dtype)

    def fold(code: Code, total: Num, value: Num) -> Num:
        if dtype.kind == "f":  # NaN wins, as in NumPy
            note = "maximum" if largest else "minimum"
            return Num(dtype, (code.pure("intrinsic", total.x.type, total.x, value.x, note=note),))
        return scalars.apply(code, "maximum" if largest else "minimum", [total, value], dtype)

    not_empty(low, op)
    reduce = Reduce(fold_axes(op), lambda code: number(first, dtype), fold, same, dtype)
    put(low, op, reduction(low, op, reduce, lambda code, n, i: n))


@handler("any", "all")
def _logical(low: Lowering, op: Op) -> None:
    check_plain(op)
    some = op.name == "any"

    def fold(code: Code, total: Num, value: Num) -> Num:
        return Num(BOOL, ((code.or_ if some else code.and_)(total.x, value.x),))

    reduce = Reduce(fold_axes(op), lambda code: number(not some, BOOL), fold, same, BOOL)
    put(low, op, reduction(low, op, reduce, lambda code, n, i: scalars.cast(code, n, BOOL)))
