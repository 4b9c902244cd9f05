"""Arrangements that copy: repetition, rolling, padding, triangles and diagonals."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sct.ir.extents import less, more, product, times
from sct.ir.types import ARRAY, UNKNOWN, Extent, Spec
from sct.ops.infer import broadcast_shapes
from sct.ops.probe import probe
from sct.ops.reductions import flat_extent
from sct.ops.registry import Fact, op

__all__ = ["PAD_OPERANDS", "cross", "diag", "diff", "kron", "pad", "repeat", "roll", "tile", "tril", "triu"]

MAY_RAISE = Fact.PURE | Fact.RAISES


def _tile(x: Spec, *, reps: tuple[int, ...]) -> Spec:
    ndim = max(x.ndim, len(reps))
    shape = (1,) * (ndim - x.ndim) + x.shape
    counts = (1,) * (ndim - len(reps)) + reps
    if any(n < 0 for n in counts):
        raise ValueError("negative dimensions are not allowed")
    return Spec(x.dtype, tuple(times(n, k) for n, k in zip(shape, counts, strict=True)), ARRAY)


@op("tile", infer=_tile)
def tile(x: Any, *, reps: tuple[int, ...], xp: Any) -> Any:
    """The whole array, repeated along its axes."""
    return xp.tile(x, reps)


def _repeat(x: Spec, *counts: Spec, repeats: int | tuple[int, ...] | None, axis: int | None = None) -> Spec:
    if axis is None:
        shape: tuple[Extent, ...] = (flat_extent(x.shape),)
        at = 0
    else:
        at = normalize_axis_index(axis, max(x.ndim, 1))
        shape = x.shape or (1,)
    extent = _repeated(shape[at], repeats)
    return Spec(x.dtype, (*shape[:at], extent, *shape[at + 1 :]), ARRAY)


def _repeated(n: Extent, repeats: int | tuple[int, ...] | None) -> Extent:
    if repeats is None:
        return UNKNOWN
    if isinstance(repeats, tuple) and len(repeats) == 1:
        repeats = repeats[0]
    if isinstance(repeats, int):
        if repeats < 0:
            raise ValueError("repeats may not contain negative values.")
        return times(n, repeats)
    if min(repeats, default=0) < 0:
        raise ValueError("repeats may not contain negative values.")
    if isinstance(n, int) and n != len(repeats):
        raise ValueError(f"operands could not be broadcast together with shape ({n},) ({len(repeats)},)")
    return sum(repeats)


@op(
    "repeat",
    infer=_repeat,
    facts=MAY_RAISE,
    total=lambda x, *counts, repeats, axis=None: isinstance(repeats, int),
)
def repeat(x: Any, *counts: Any, repeats: int | tuple[int, ...] | None, axis: int | None = None, xp: Any) -> Any:
    """Every element repeated; the counts are an attribute, or an operand where that is None."""
    return xp.repeat(x, counts[0] if counts else repeats, axis=axis)


def _roll(x: Spec, *shifts: Spec, shift: Any, axis: Any = None) -> Spec:
    if axis is not None:
        for a in axis if isinstance(axis, tuple) else (axis,):
            normalize_axis_index(a, x.ndim)
        if not shifts and np.broadcast(shift, axis).ndim > 1:
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    return Spec(x.dtype, x.shape, ARRAY)


@op("roll", infer=_roll)
def roll(x: Any, *shifts: Any, shift: Any, axis: Any = None, xp: Any) -> Any:
    """The elements moved along an axis, around its end; the shift may be an operand (`shift=None`)."""
    return xp.roll(x, shifts[0] if shifts else shift, axis=axis)


# -- padding ---------------------------------------------------------------------------------------

Pairs = tuple[tuple[int, int], ...]


Options = tuple[tuple[str, Any], ...]
PAD_OPERANDS = {"constant": "constant_values", "linear_ramp": "end_values"}  # what an operand is, in which mode


def _filling(mode: str, values: tuple[Any, ...], options: Options) -> dict[str, Any]:
    return {PAD_OPERANDS[mode]: values[0]} if values else dict(options)


def _pad(x: Spec, *values: Spec, width: Pairs, mode: str, options: Options = ()) -> Spec:
    if any(n < 0 for pair in width for n in pair):
        raise ValueError("index can't contain negative values")
    for n, pair in zip(x.shape, width, strict=True):
        if n == 0 and any(pair) and mode not in ("constant", "empty"):
            axis = x.shape.index(0)
            raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
    return Spec(x.dtype, tuple(more(n, a + b) for n, (a, b) in zip(x.shape, width, strict=True)), ARRAY)


@op("pad", infer=_pad, facts=MAY_RAISE, total=lambda x, *values, **attrs: x.static and not values)
def pad(x: Any, *values: Any, width: Pairs, mode: str, options: Options = (), xp: Any) -> Any:
    """More elements before and after, along every axis; the operand, if any, is the constant or where ramps end."""
    extra = _filling(mode, values, options)
    # of pairs that differ NumPy makes an array, which takes its time
    same = len(set(width)) == 1
    return xp.pad(x, width[0] if same else width, mode=mode, **extra)


@op("pad_by", infer=lambda x, *more, **attrs: Spec(x.dtype, (UNKNOWN,) * x.ndim, ARRAY), facts=MAY_RAISE)
def pad_by(x: Any, widths: Any, *values: Any, mode: str, options: Options = (), xp: Any) -> Any:
    """The same by widths that only the run knows."""
    extra = _filling(mode, values, options)
    return xp.pad(x, widths, mode=mode, **extra)


# -- triangles, diagonals --------------------------------------------------------------------------


def _triangle(x: Spec, *, k: int = 0) -> Spec:
    got = probe(np.tril, x)
    shape = (x.shape[0], x.shape[0]) if x.ndim == 1 else x.shape
    return Spec(got.dtype, shape, ARRAY)


@op("tril", infer=_triangle)
def tril(x: Any, *, k: int = 0, xp: Any) -> Any:
    """The lower triangle, zeros above the k-th diagonal."""
    return xp.tril(x, k)


@op("triu", infer=_triangle)
def triu(x: Any, *, k: int = 0, xp: Any) -> Any:
    """The upper triangle, zeros below the k-th diagonal."""
    return xp.triu(x, k)


def _diag(x: Spec, *, k: int = 0) -> Spec:
    if x.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    n = more(x.shape[0], abs(k))
    return Spec(x.dtype, (n, n), ARRAY)


@op("diag", infer=_diag)
def diag(x: Any, *, k: int = 0, xp: Any) -> Any:
    """A matrix with x on its k-th diagonal."""
    return xp.diag(x, k)


# -- differences and products that rearrange -------------------------------------------------------


def _diff(x: Spec, *ends: Spec, n: int = 1, axis: int = -1, prepend: bool = False, append: bool = False) -> Spec:
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    if x.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    at = normalize_axis_index(axis, x.ndim)
    got = x.dtype if n == 0 else probe(_Diff(prepend, append), x, *ends, n=n, axis=axis).dtype
    added = sum(_end(end, at) for end in ends) if n else 0
    extent = less(more(x.shape[at], added), n) if added >= 0 else UNKNOWN
    return Spec(got, (*x.shape[:at], extent, *x.shape[at + 1 :]), ARRAY)


def _end(end: Spec, at: int) -> int:
    if end.ndim == 0:
        return 1
    extent = end.shape[at]
    return extent if isinstance(extent, int) else -(10**9)


class _Diff:
    """`np.diff` with the ends as operands."""

    def __init__(self, prepend: bool, append: bool) -> None:
        self.flags = (prepend, append)

    def __call__(self, x: Any, *ends: Any, **attrs: Any) -> Any:
        names = [name for name, given in zip(("prepend", "append"), self.flags, strict=True) if given]
        return np.diff(x, **attrs, **dict(zip(names, ends, strict=True)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Diff) and other.flags == self.flags

    def __hash__(self) -> int:
        return hash(self.flags)


@op("diff", infer=_diff, facts=MAY_RAISE, total=lambda x, *ends, **attrs: not ends)
def diff(x: Any, *ends: Any, n: int = 1, axis: int = -1, prepend: bool = False, append: bool = False, xp: Any) -> Any:
    """The differences of neighbours, n times over; operands are what stands before and after."""
    names = [name for name, given in (("prepend", prepend), ("append", append)) if given]
    return xp.diff(x, n=n, axis=axis, **dict(zip(names, ends, strict=True)))


def _kron(x: Spec, y: Spec) -> Spec:
    got = probe(np.kron, x, y)
    ndim = max(x.ndim, y.ndim)
    a = (1,) * (ndim - x.ndim) + x.shape
    b = (1,) * (ndim - y.ndim) + y.shape
    return got.with_(shape=tuple(_product(n, m) for n, m in zip(a, b, strict=True)))


def _product(n: Extent, m: Extent) -> Extent:
    if isinstance(m, int):
        return times(n, m)
    return times(m, n) if isinstance(n, int) else product([n, m])


@op("kron", infer=_kron)
def kron(x: Any, y: Any, *, xp: Any) -> Any:
    """The Kronecker product."""
    return xp.kron(x, y)


def _short_cross(x: Any, y: Any, *, first: bool, second: bool) -> Any:
    """`np.cross` of vectors of two: NumPy's own error where it takes none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.cross(np.full(2 if first else 3, x), np.full(2 if second else 3, y))


def _cross(x: Spec, y: Spec, *, axisa: int = -1, axisb: int = -1, axisc: int = -1) -> Spec:
    a, b = normalize_axis_index(axisa, x.ndim), normalize_axis_index(axisb, y.ndim)
    short = [n == 2 for n in (x.shape[a], y.shape[b])]
    if any(short):  # NumPy 2 still takes vectors of two, with a warning
        probe(_short_cross, x.with_(shape=()), y.with_(shape=()), first=short[0], second=short[1])
    for n in (x.shape[a], y.shape[b]):
        if isinstance(n, int) and n not in (2, 3):
            raise ValueError(
                "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
                f"{x.shape[a]} and {y.shape[b]} dimensional instead."
            )
    rest = broadcast_shapes(x.shape[:a] + x.shape[a + 1 :], y.shape[:b] + y.shape[b + 1 :])
    dtype = probe(np.multiply, x, y).dtype
    if all(short):
        return Spec(dtype, rest, ARRAY)
    c = normalize_axis_tuple(axisc, len(rest) + 1)[0]
    return Spec(dtype, (*rest[:c], 3, *rest[c:]), ARRAY)


@op("cross", infer=_cross, facts=MAY_RAISE, total=lambda x, y, **attrs: x.static and y.static)
def cross(x: Any, y: Any, *, axisa: int = -1, axisb: int = -1, axisc: int = -1, xp: Any) -> Any:
    """The cross product of vectors of three."""
    return xp.cross(x, y, axisa=axisa, axisb=axisb, axisc=axisc)


def _insert(x: Spec, places: Spec, values: Spec, *, axis: int) -> Spec:
    given = [1] * (x.ndim - values.ndim) + list(values.shape)
    if places.ndim == 0:
        given.insert(axis, given.pop(0))
    many = places.ndim == 1 and places.shape[0] != 1
    count, have = places.shape[0] if many else given[axis], x.shape[axis]
    extent = have + count if isinstance(have, int) and isinstance(count, int) else UNKNOWN
    return Spec(x.dtype, tuple(extent if k == axis else n for k, n in enumerate(x.shape)), ARRAY)


@op("insert", infer=_insert, facts=MAY_RAISE)
def insert(x: Any, places: Any, values: Any, *, axis: int, xp: Any) -> Any:
    """A copy with values inserted before the places along an axis."""
    return xp.insert(x, places, values, axis=axis)
