"""Reductions: from many elements to few. A reduction of all axes answers a NumPy scalar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sct.ir.extents import product
from sct.ir.types import ARRAY, Extent, Shape, Spec
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__ = ["cumulated", "flat_extent", "reduce_like", "reduced"]

Axis = int | tuple[int, ...] | None
PURE_OR_RAISES = Fact.PURE | Fact.RAISES


def reduced(shape: Shape, axis: Axis, keepdims: bool = False) -> Shape:
    """The shape without the reduced axes, or with ones for them.

    >>> reduced((2, 3, 4), (0, -1)), reduced((2, 3, 4), 1, True)
    ((3,), (2, 1, 4))
    """
    axes = range(len(shape)) if axis is None else _axes(axis, len(shape))
    if keepdims:
        return tuple(1 if k in axes else n for k, n in enumerate(shape))
    return tuple(n for k, n in enumerate(shape) if k not in axes)


def _axes(axis: int | tuple[int, ...], ndim: int) -> tuple[int, ...]:
    if ndim == 0:  # NumPy takes axis 0 and -1 of a 0-d array for it
        return ()
    return normalize_axis_tuple(axis, ndim)


def flat_extent(shape: Shape) -> Extent:
    """The number of elements."""
    return product(shape)


def reduce_like(function: Callable[..., Any], *, empty: bool = False) -> Callable[..., Spec]:
    """The rule of a reduction: dtype and kind from NumPy, the shape from the axes."""

    def infer(x: Spec, *where: Spec, axis: Axis = None, keepdims: bool = False, **attrs: Any) -> Spec:
        given = {k: v for k, v in attrs.items() if v is not None and k not in ("ddof", "method")}
        got = probe(function, x, axis=axis, keepdims=keepdims, empty=empty, **given)
        return got.with_(shape=reduced(x.shape, axis, keepdims))

    return infer


def _known_extents(x: Spec, *where: Spec, **attrs: Any) -> bool:
    return x.static  # a static empty array has been refused by infer


def _given(attrs: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attrs.items() if value is not None}


def _where(where: tuple[Any, ...]) -> dict[str, Any]:
    return {"where": where[0]} if where else {}


# -- sums and products -----------------------------------------------------------------------------


@op("sum", infer=reduce_like(np.sum), ordered=True)
def sum_(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    xp: Any,
) -> Any:
    """The sum over axes, of the elements where the optional mask is true."""
    return xp.sum(
        x, axis=axis, dtype=dtype, keepdims=keepdims, **_given({"initial": initial}), **_where(where)
    )


@op("prod", infer=reduce_like(np.prod), ordered=True)
def prod(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    xp: Any,
) -> Any:
    """The product over axes."""
    return xp.prod(
        x, axis=axis, dtype=dtype, keepdims=keepdims, **_given({"initial": initial}), **_where(where)
    )


@op("nansum", infer=reduce_like(np.nansum), ordered=True)
def nansum(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    xp: Any,
) -> Any:
    """The sum with NaN taken for zero."""
    return xp.nansum(
        x, axis=axis, dtype=dtype, keepdims=keepdims, **_given({"initial": initial}), **_where(where)
    )


@op("nanprod", infer=reduce_like(np.nanprod), ordered=True)
def nanprod(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    xp: Any,
) -> Any:
    """The product with NaN taken for one."""
    return xp.nanprod(
        x, axis=axis, dtype=dtype, keepdims=keepdims, **_given({"initial": initial}), **_where(where)
    )


# -- means and spreads -----------------------------------------------------------------------------


@op("mean", infer=reduce_like(np.mean), ordered=True)
def mean(x: Any, *where: Any, axis: Axis = None, dtype: Any = None, keepdims: bool = False, xp: Any) -> Any:
    """The mean over axes."""
    return xp.mean(x, axis=axis, dtype=dtype, keepdims=keepdims, **_where(where))


@op("nanmean", infer=reduce_like(np.nanmean), ordered=True)
def nanmean(
    x: Any, *where: Any, axis: Axis = None, dtype: Any = None, keepdims: bool = False, xp: Any
) -> Any:
    """The mean of what is not NaN."""
    return xp.nanmean(x, axis=axis, dtype=dtype, keepdims=keepdims, **_where(where))


@op("std", infer=reduce_like(np.std), ordered=True)
def std(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    xp: Any,
) -> Any:
    """The standard deviation, with `n - ddof` as divisor."""
    return xp.std(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, **_where(where))


@op("var", infer=reduce_like(np.var), ordered=True)
def var(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    xp: Any,
) -> Any:
    """The variance, with `n - ddof` as divisor."""
    return xp.var(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, **_where(where))


@op("nanstd", infer=reduce_like(np.nanstd), ordered=True)
def nanstd(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    xp: Any,
) -> Any:
    """The standard deviation of what is not NaN."""
    return xp.nanstd(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, **_where(where))


@op("nanvar", infer=reduce_like(np.nanvar), ordered=True)
def nanvar(
    x: Any,
    *where: Any,
    axis: Axis = None,
    dtype: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    xp: Any,
) -> Any:
    """The variance of what is not NaN."""
    return xp.nanvar(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims, **_where(where))


_SPREADS = {"var": np.var, "std": np.std, "nanvar": np.nanvar, "nanstd": np.nanstd}


def _around(x: Any, mean: Any, *, spread: str, **attrs: Any) -> Any:
    return _SPREADS[spread](x, mean=mean, **attrs)


def _spread_around(
    x: Spec, mean: Spec, *where: Spec, axis: Axis = None, keepdims: bool = False, ddof: Any = 0, **attrs: Any
) -> Spec:
    given = {name: value for name, value in attrs.items() if value is not None}
    got = probe(_around, x, mean, axis=axis, keepdims=keepdims, **given)
    return got.with_(shape=reduced(x.shape, axis, keepdims))


@op("spread_around", infer=_spread_around, facts=Fact.PURE | Fact.RAISES)
def spread_around(
    x: Any,
    mean: Any,
    *where: Any,
    spread: str,
    axis: Axis = None,
    dtype: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    xp: Any,
) -> Any:
    """The variance or the standard deviation around a mean that is known."""
    attrs = {"axis": axis, "dtype": dtype, "ddof": ddof, "keepdims": keepdims}
    return _around(x, mean, spread=spread, **attrs, **_where(where))


# -- extremes --------------------------------------------------------------------------------------


@op("max", infer=reduce_like(np.max, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def max_(x: Any, *where: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, xp: Any) -> Any:
    """The greatest element; NaN wins."""
    return xp.max(x, axis=axis, keepdims=keepdims, **_given({"initial": initial}), **_where(where))


@op("min", infer=reduce_like(np.min, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def min_(x: Any, *where: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, xp: Any) -> Any:
    """The least element; NaN wins."""
    return xp.min(x, axis=axis, keepdims=keepdims, **_given({"initial": initial}), **_where(where))


@op("nanmax", infer=reduce_like(np.nanmax, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def nanmax(
    x: Any, *where: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, xp: Any
) -> Any:
    """The greatest of what is not NaN."""
    return xp.nanmax(x, axis=axis, keepdims=keepdims, **_given({"initial": initial}), **_where(where))


@op("nanmin", infer=reduce_like(np.nanmin, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def nanmin(
    x: Any, *where: Any, axis: Axis = None, keepdims: bool = False, initial: Any = None, xp: Any
) -> Any:
    """The least of what is not NaN."""
    return xp.nanmin(x, axis=axis, keepdims=keepdims, **_given({"initial": initial}), **_where(where))


@op("ptp", infer=reduce_like(np.ptp, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def ptp(x: Any, *, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """From the least to the greatest element."""
    return xp.ptp(x, axis=axis, keepdims=keepdims)


@op("argmax", infer=reduce_like(np.argmax, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def argmax(x: Any, *, axis: int | None = None, keepdims: bool = False, xp: Any) -> Any:
    """Where the first greatest element is."""
    return xp.argmax(x, axis=axis, keepdims=keepdims)


@op("argmin", infer=reduce_like(np.argmin, empty=True), ordered=True, facts=PURE_OR_RAISES, total=_known_extents)
def argmin(x: Any, *, axis: int | None = None, keepdims: bool = False, xp: Any) -> Any:
    """Where the first least element is."""
    return xp.argmin(x, axis=axis, keepdims=keepdims)


@op("nanargmax", infer=reduce_like(np.nanargmax, empty=True), ordered=True, facts=PURE_OR_RAISES)
def nanargmax(x: Any, *, axis: int | None = None, keepdims: bool = False, xp: Any) -> Any:
    """Where the greatest of what is not NaN is."""
    return xp.nanargmax(x, axis=axis, keepdims=keepdims)


@op("nanargmin", infer=reduce_like(np.nanargmin, empty=True), ordered=True, facts=PURE_OR_RAISES)
def nanargmin(x: Any, *, axis: int | None = None, keepdims: bool = False, xp: Any) -> Any:
    """Where the least of what is not NaN is."""
    return xp.nanargmin(x, axis=axis, keepdims=keepdims)


# -- truth and counts ------------------------------------------------------------------------------


@op("all", infer=reduce_like(np.all), ordered=True)
def all_(x: Any, *where: Any, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """Whether every element is true."""
    return xp.all(x, axis=axis, keepdims=keepdims, **_where(where))


@op("any", infer=reduce_like(np.any), ordered=True)
def any_(x: Any, *where: Any, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """Whether some element is true."""
    return xp.any(x, axis=axis, keepdims=keepdims, **_where(where))


@op("count_nonzero", infer=reduce_like(np.count_nonzero), ordered=True)
def count_nonzero(x: Any, *, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """How many elements are not zero."""
    return xp.count_nonzero(x, axis=axis, keepdims=keepdims)


# -- running totals --------------------------------------------------------------------------------


def cumulated(function: Callable[..., Any]) -> Callable[..., Spec]:
    """The rule of a running total: along one axis, or over the raveled array."""

    def infer(x: Spec, *, axis: int | None = None, dtype: Any = None) -> Spec:
        got = probe(function, x, axis=axis, dtype=dtype)
        flat = axis is None or x.ndim == 0
        return Spec(got.dtype, (flat_extent(x.shape),) if flat else x.shape, ARRAY)

    return infer


@op("cumsum", infer=cumulated(np.cumsum), ordered=True)
def cumsum(x: Any, *, axis: int | None = None, dtype: Any = None, xp: Any) -> Any:
    """The running sum."""
    return xp.cumsum(x, axis=axis, dtype=dtype)


@op("cumprod", infer=cumulated(np.cumprod), ordered=True)
def cumprod(x: Any, *, axis: int | None = None, dtype: Any = None, xp: Any) -> Any:
    """The running product."""
    return xp.cumprod(x, axis=axis, dtype=dtype)


@op("nancumsum", infer=cumulated(np.nancumsum), ordered=True)
def nancumsum(x: Any, *, axis: int | None = None, dtype: Any = None, xp: Any) -> Any:
    """The running sum with NaN taken for zero."""
    return xp.nancumsum(x, axis=axis, dtype=dtype)


@op("nancumprod", infer=cumulated(np.nancumprod), ordered=True)
def nancumprod(x: Any, *, axis: int | None = None, dtype: Any = None, xp: Any) -> Any:
    """The running product with NaN taken for one."""
    return xp.nancumprod(x, axis=axis, dtype=dtype)
