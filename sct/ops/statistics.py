"""Order statistics and weighted means."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Spec
from sct.ops.probe import probe
from sct.ops.reductions import Axis, reduce_like, reduced
from sct.ops.registry import Fact, op

__all__ = ["average", "median", "nanmedian", "percentile", "quantile", "trace"]

MAY_RAISE = Fact.PURE | Fact.RAISES


@op("median", infer=reduce_like(np.median))
def median(x: Any, *, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """The middle one of the sorted elements, or the mean of the two."""
    return xp.median(x, axis=axis, keepdims=keepdims)


@op("nanmedian", infer=reduce_like(np.nanmedian))
def nanmedian(x: Any, *, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """The median of what is not NaN."""
    return xp.nanmedian(x, axis=axis, keepdims=keepdims)


def _no_elements() -> Exception:
    return UnsupportedOpError(
        "several quantiles of an empty array that may hold NaN have no static support",
        why="NumPy answers one NaN for all of them, so that the shape depends on the extents",
        fix="test the size before",
    )


def _refuse_empty(x: Any, q: Any, xp: Any) -> None:
    if x.size == 0 and xp.ndim(q):
        raise _no_elements()


def _weighed(result: Any, weights: tuple[Any, ...]) -> Any:
    """The result, if its kind is the one that can be told before."""
    if weights and not isinstance(result, np.ndarray):
        raise UnsupportedOpError(
            "a weighted quantile of values with NaN has no static support",
            why="NumPy answers a scalar where there is a NaN, and a 0-d array otherwise",
            fix="ask np.isnan(x).any() before",
        )
    return result


def _foreseen(function: Any, result: Any, x: Any, q: Any, attrs: Any) -> Any:
    """The result, if its dtype is the one that can be told before."""
    if result.dtype == x.dtype and x.dtype.kind in "fc" and x.dtype != np.float64:
        kind = ARRAY if isinstance(q, np.ndarray) else SCALAR if isinstance(q, np.generic) else PYTHON
        told = probe(function, Spec(x.dtype, x.shape, ARRAY), Spec(np.asarray(q).dtype, np.shape(q), kind), **attrs)
        if told.dtype != result.dtype:
            raise UnsupportedOpError(
                f"np.{function.__name__} of {x.dtype} with NaN answers {x.dtype}, and {told.dtype} without",
                why="the dtype of a result has to be known before its value",
                fix="convert to float64 before",
            )
    return result


def _given(weights: tuple[Any, ...]) -> dict[str, Any]:
    return {"weights": weights[0]} if weights else {}


def _quantile(function: Any) -> Any:
    def infer(
        x: Spec, q: Spec, *weights: Spec, axis: Axis = None, method: str = "linear", keepdims: bool = False
    ) -> Spec:
        if 0 in x.shape and q.ndim and function in (np.nanquantile, np.nanpercentile):
            raise _no_elements()
        if weights:
            if method != "inverted_cdf":
                raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
            if weights[0].ndim not in (1, x.ndim):
                raise TypeError("Shape of weights must be consistent with shape of a along specified axis.")
        if 0 in x.shape and function in (np.nanquantile, np.nanpercentile):  # which NumPy asks for the mean of
            got = probe(np.nanmean, x, axis=axis, keepdims=keepdims)
        else:
            got = probe(function, x, q, axis=axis, method=method, keepdims=keepdims)
        shape = q.shape + reduced(x.shape, axis, keepdims)
        return got.with_(shape=shape, kind=ARRAY) if weights else got.with_(shape=shape)

    return infer


@op("quantile", infer=_quantile(np.quantile), facts=MAY_RAISE)
def quantile(
    x: Any, q: Any, *weights: Any, axis: Axis = None, method: str = "linear", keepdims: bool = False, xp: Any
) -> Any:
    """The q-th quantile over axes."""
    attrs: Any = {"axis": axis, "method": method, "keepdims": keepdims}
    got = _weighed(xp.quantile(x, q, **attrs, **_given(weights)), weights)
    return got if weights else _foreseen(np.quantile, got, x, q, attrs)


@op("percentile", infer=_quantile(np.percentile), facts=MAY_RAISE)
def percentile(
    x: Any, q: Any, *weights: Any, axis: Axis = None, method: str = "linear", keepdims: bool = False, xp: Any
) -> Any:
    """The q-th percentile over axes."""
    attrs: Any = {"axis": axis, "method": method, "keepdims": keepdims}
    got = _weighed(xp.percentile(x, q, **attrs, **_given(weights)), weights)
    return got if weights else _foreseen(np.percentile, got, x, q, attrs)


@op("nanquantile", infer=_quantile(np.nanquantile), facts=MAY_RAISE)
def nanquantile(
    x: Any, q: Any, *weights: Any, axis: Axis = None, method: str = "linear", keepdims: bool = False, xp: Any
) -> Any:
    """The q-th quantile of what is not NaN."""
    _refuse_empty(x, q, xp)
    return xp.nanquantile(x, q, axis=axis, method=method, keepdims=keepdims, **_given(weights))


@op("nanpercentile", infer=_quantile(np.nanpercentile), facts=MAY_RAISE)
def nanpercentile(
    x: Any, q: Any, *weights: Any, axis: Axis = None, method: str = "linear", keepdims: bool = False, xp: Any
) -> Any:
    """The q-th percentile of what is not NaN."""
    _refuse_empty(x, q, xp)
    return xp.nanpercentile(x, q, axis=axis, method=method, keepdims=keepdims, **_given(weights))


def _weighted(x: Any, weights: Any) -> Any:
    return np.average(x, weights=weights)


def _average(x: Spec, weights: Spec, *, axis: Axis = None, keepdims: bool = False) -> Spec:
    if weights.ndim != x.ndim and axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    dtype = probe(_weighted, Spec(x.dtype, (1,)), Spec(weights.dtype, (1,))).dtype
    shape = reduced(x.shape, axis, keepdims)
    return Spec(dtype, shape, "array" if shape else "scalar")


@op("average", infer=_average, facts=MAY_RAISE)
def average(x: Any, weights: Any, *, axis: Axis = None, keepdims: bool = False, xp: Any) -> Any:
    """The weighted mean; weights that sum to zero raise ZeroDivisionError."""
    return xp.average(x, weights=weights, axis=axis, keepdims=keepdims)


def _trace(x: Spec, *, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Spec:
    got = probe(np.trace, x, axis1=axis1, axis2=axis2, dtype=dtype)
    return got.with_(shape=reduced(x.shape, (axis1, axis2)))


@op("trace", infer=_trace)
def trace(x: Any, *, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, xp: Any) -> Any:
    """The sum over a diagonal."""
    return xp.trace(x, offset, axis1, axis2, dtype=dtype)


def _cov(x: Spec, *y: Spec, rowvar: bool = True, weights: Any = (), dtype: Any = None, **attrs: Any) -> Spec:
    got = _observed(x, *y[: len(y) - len(weights)], rowvar=rowvar)
    if 0 in got.shape:
        return got.with_(dtype=np.dtype(np.float64))  # whatever was asked for
    return got if dtype is None else got.with_(dtype=np.dtype(dtype))


def _observed(x: Spec, *y: Spec, rowvar: bool = True) -> Spec:
    rows = 0
    for s in (x, *y):
        if s.ndim > 2:
            raise ValueError("m has more than 2 dimensions" if s is x else "y has more than 2 dimensions")
        many = s.shape[0 if rowvar or s.ndim == 1 else 1] if s.ndim == 2 else 1
        rows = rows + many if isinstance(many, int) and rows >= 0 else -1
    extent = rows if rows >= 0 else UNKNOWN
    shape = () if rows == 1 else (extent, extent)
    dtype = np.result_type(np.float64, x.dtype, *[s.dtype for s in y])
    return Spec(dtype, shape, ARRAY)


@op("cov", infer=_cov, facts=MAY_RAISE)
def cov(
    x: Any,
    *y: Any,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    weights: tuple[str, ...] = (),
    dtype: Any = None,
    xp: Any,
) -> Any:
    """The covariance matrix of the rows; the last operands are the weights that `weights` names."""
    count = len(y) - len(weights)
    given = dict(zip(weights, y[count:], strict=True))
    return xp.cov(x, *y[:count], rowvar=rowvar, bias=bias, ddof=ddof, dtype=dtype, **given)


@op("covariance_scale", infer=lambda rows, **attrs: Spec(np.dtype(np.float64), (), SCALAR), facts=MAY_RAISE)
def covariance_scale(rows: Any, *, ddof: int, several: bool, xp: Any) -> Any:
    """What the products of rows are multiplied by; one that was taken for `several` has no matrix."""
    count, many = rows.shape
    if several and count == 1:
        raise ValueError("one row was taken for several")
    return np.float64(1 / (many - ddof) if many > ddof else np.inf)


def _corrcoef(x: Spec, *y: Spec, rowvar: bool = True, dtype: Any = None) -> Spec:
    got = _cov(x, *y, rowvar=rowvar, dtype=dtype)
    return got if got.shape else got.with_(kind=SCALAR)


@op("corrcoef", infer=_corrcoef, facts=MAY_RAISE)
def corrcoef(x: Any, *y: Any, rowvar: bool = True, dtype: Any = None, xp: Any) -> Any:
    """The correlation coefficients of the rows."""
    return xp.corrcoef(x, *y, rowvar=rowvar, dtype=dtype)
