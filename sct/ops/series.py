"""Functions of sampled series: convolution, gradients, integrals; and sets of elements."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.types import ARRAY, SCALAR, UNKNOWN, Extent, Shape, Spec
from sct.ops.infer import broadcast_shapes
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__ = ["convolve", "correlate", "gradient", "trapezoid"]

MAY_RAISE = Fact.PURE | Fact.RAISES


def _sliding_extent(n: Extent, m: Extent, mode: str) -> Extent:
    if not isinstance(n, int) or not isinstance(m, int):
        return UNKNOWN
    n, m = max(n, m), min(n, m)
    return {"full": n + m - 1, "same": n, "valid": n - m + 1}[mode]


def _sliding(function: Any) -> Any:
    def infer(x: Spec, y: Spec, *, mode: str) -> Spec:
        if x.ndim > 1 or y.ndim > 1:
            raise ValueError("object too deep for desired array")
        a, b = x.shape or (1,), y.shape or (1,)
        if a == (0,) or b == (0,):
            raise ValueError("a cannot be empty" if a == (0,) else "v cannot be empty")
        if mode not in ("full", "same", "valid"):
            raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
        got = probe(function, Spec(x.dtype, (1,)), Spec(y.dtype, (1,)))
        return Spec(got.dtype, (_sliding_extent(a[0], b[0], mode),), ARRAY)

    return infer


def _both_static(x: Spec, y: Spec, **attrs: Any) -> bool:
    return x.static and y.static


@op("convolve", infer=_sliding(np.convolve), facts=MAY_RAISE, total=_both_static)
def convolve(x: Any, y: Any, *, mode: str, xp: Any) -> Any:
    """The discrete convolution of two vectors."""
    return xp.convolve(x, y, mode)


@op("correlate", infer=_sliding(np.correlate), facts=MAY_RAISE, total=_both_static)
def correlate(x: Any, y: Any, *, mode: str, xp: Any) -> Any:
    """The cross-correlation of two vectors."""
    return xp.correlate(x, y, mode)


def _gradient(x: Spec, *spacing: Spec, axis: int, edge_order: int = 1) -> Spec:
    at = normalize_axis_index(axis, x.ndim)
    extent = x.shape[at]
    if isinstance(extent, int) and extent < edge_order + 1:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, "
            "at least (edge_order + 1) elements are required."
        )
    for s in spacing:
        if s.ndim > 1:
            raise ValueError("distances must be either scalars or 1d")
        if s.ndim == 1 and isinstance(s.shape[0], int) and isinstance(extent, int) and s.shape[0] != extent:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
    return Spec(_gradient_dtype(x, spacing), x.shape, ARRAY)


def _gradient_dtype(x: Spec, spacing: tuple[Spec, ...]) -> np.dtype[Any]:
    steps = [np.arange(3).astype(s.dtype) if s.ndim else _one(s) for s in spacing]
    made: np.ndarray = np.gradient(np.arange(3).astype(x.dtype), *steps)
    return made.dtype


def _one(spec: Spec) -> Any:
    return {"b": True, "i": 1, "f": 1.0, "c": 1j}[spec.dtype.kind] if spec.weak else spec.dtype.type(1)


@op("gradient", infer=_gradient, facts=MAY_RAISE)
def gradient(x: Any, *spacing: Any, axis: int, edge_order: int = 1, xp: Any) -> Any:
    """Central differences along one axis, one-sided ones at its ends."""
    return xp.gradient(x, *spacing, axis=axis, edge_order=edge_order)


def _trapezoid(y: Spec, *x: Spec, dx: float = 1.0, axis: int = -1) -> Spec:
    at = normalize_axis_index(axis, y.ndim)
    rest = y.shape[:at] + y.shape[at + 1 :]
    if x and x[0].ndim > 1:  # the products are as both are broadcast; which axis it is, is counted anew
        whole = broadcast_shapes(_steps(x[0].shape, axis), _steps(y.shape, axis))
        at = normalize_axis_index(axis, len(whole))
        rest = whole[:at] + whole[at + 1 :]
    dtype = _trapezoid_dtype(y, x, dx)
    return Spec(dtype, rest, ARRAY if rest else SCALAR)


def _steps(shape: Shape, axis: int) -> Shape:
    """The extents of the differences along an axis."""
    at = normalize_axis_index(axis, len(shape))
    n = shape[at]
    return (*shape[:at], max(n - 1, 0) if isinstance(n, int) else UNKNOWN, *shape[at + 1 :])


def _trapezoid_dtype(y: Spec, x: tuple[Spec, ...], dx: float) -> np.dtype[Any]:
    points = np.arange(3).astype(x[0].dtype) if x else None
    return np.asarray(np.trapezoid(np.arange(3).astype(y.dtype), points, dx)).dtype


@op("trapezoid", infer=_trapezoid, facts=MAY_RAISE)
def trapezoid(y: Any, *x: Any, dx: float = 1.0, axis: int = -1, xp: Any) -> Any:
    """The integral by the trapezoidal rule; the operand after y, if any, holds the points."""
    return xp.trapezoid(y, *x, dx=dx, axis=axis)


# -- sets ------------------------------------------------------------------------------------------


def _set(function: Any) -> Any:
    def infer(x: Spec, y: Spec, **attrs: Any) -> Spec:
        got = probe(function, Spec(x.dtype, (1,)), Spec(y.dtype, (1,)))
        return Spec(got.dtype, (UNKNOWN,), ARRAY)

    return infer


@op("intersect1d", infer=_set(np.intersect1d))
def intersect1d(x: Any, y: Any, *, assume_unique: bool = False, xp: Any) -> Any:
    """The elements that are in both, sorted."""
    return xp.intersect1d(x, y, assume_unique=assume_unique)


def _intersect_indices(x: Spec, y: Spec, *, assume_unique: bool = False) -> tuple[Spec, ...]:
    got = probe(np.intersect1d, Spec(x.dtype, (1,)), Spec(y.dtype, (1,)))
    places = Spec(np.dtype(np.intp), (UNKNOWN,), ARRAY)
    return Spec(got.dtype, (UNKNOWN,), ARRAY), places, places


@op("intersect_indices", infer=_intersect_indices, results=3)
def intersect_indices(x: Any, y: Any, *, assume_unique: bool = False, xp: Any) -> Any:
    """The elements that are in both, and where they are first in each."""
    return xp.intersect1d(x, y, assume_unique=assume_unique, return_indices=True)


@op("union1d", infer=_set(np.union1d))
def union1d(x: Any, y: Any, *, xp: Any) -> Any:
    """The elements that are in one of both, sorted."""
    return xp.union1d(x, y)


@op("setdiff1d", infer=_set(np.setdiff1d))
def setdiff1d(x: Any, y: Any, *, assume_unique: bool = False, xp: Any) -> Any:
    """The elements of x that are not in y."""
    return xp.setdiff1d(x, y, assume_unique=assume_unique)


@op("setxor1d", infer=_set(np.setxor1d))
def setxor1d(x: Any, y: Any, *, assume_unique: bool = False, xp: Any) -> Any:
    """The elements that are in exactly one of both, sorted."""
    return xp.setxor1d(x, y, assume_unique=assume_unique)
