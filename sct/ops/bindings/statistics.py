"""`np.median`, `np.quantile` and their relatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import absent, array, axes, bind, no_out, static, strict_array, unsupported

__all__: list[str] = []

_MISSING: Any = np._NoValue


def _keep(keepdims: Any) -> bool:
    return False if absent(keepdims) else bool(static(keepdims, "keepdims"))


def _keep_input(name: str, overwrite: Any) -> None:
    if static(overwrite, "overwrite_input"):
        raise unsupported(
            f"np.{name}", "overwrite_input=True", "leave it out: what it leaves in the array is unspecified"
        )


def _bind_medians() -> None:
    def make(name: str, default: Any) -> Any:
        def binding(
            a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = default
        ) -> Any:
            no_out(out)
            _keep_input(name, overwrite_input)
            return registry.get(name)(strict_array(a), axis=axes(axis), keepdims=_keep(keepdims))

        return binding

    bind(np.median)(make("median", False))
    bind(np.nanmedian)(make("nanmedian", _MISSING))


def _bind_quantiles() -> None:
    def make(name: str) -> Any:
        def binding(
            a: Any,
            q: Any,
            axis: Any = None,
            out: Any = None,
            overwrite_input: Any = False,
            method: Any = "linear",
            keepdims: Any = False,
            *,
            weights: Any = None,
            interpolation: Any = None,
        ) -> Any:
            no_out(out)
            _keep_input(name, overwrite_input)
            more = () if weights is None else (strict_array(weights),)
            return registry.get(name)(
                strict_array(a),
                array(q),
                *more,
                axis=axes(axis),
                method=static(method if interpolation is None else interpolation, "method"),
                keepdims=_keep(keepdims),
            )

        return binding

    for name in ("quantile", "percentile", "nanquantile", "nanpercentile"):
        bind(getattr(np, name))(make(name))


_bind_medians()
_bind_quantiles()


@bind(np.average)
def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False, *, keepdims: Any = _MISSING) -> Any:
    """The mean, weighted if weights are given."""
    a = strict_array(a)
    if static(returned, "returned"):
        raise unsupported("np.average", "returned=True", "sum the weights with np.sum")
    if weights is None:
        return registry.get("mean")(a, axis=axes(axis), keepdims=_keep(keepdims))
    made = registry.get("average")(a, strict_array(weights), axis=axes(axis), keepdims=_keep(keepdims))
    return made


@bind(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: Any = True,
    bias: Any = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    """The covariance matrix."""
    if fweights is not None or aweights is not None or dtype is not None:
        raise unsupported("np.cov", "weights or dtype=", "scale the deviations before the product")
    operands = [strict_array(m)] + ([] if y is None else [strict_array(y)])
    return registry.get("cov")(
        *operands,
        rowvar=bool(static(rowvar, "rowvar")),
        bias=bool(static(bias, "bias")),
        ddof=static(ddof, "ddof"),
    )


@bind(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *, dtype: Any = None) -> Any:
    """The matrix of correlation coefficients."""
    if dtype is not None:
        raise unsupported("np.corrcoef", "dtype=", "convert the arrays before")
    operands = [strict_array(x)] + ([] if y is None else [strict_array(y)])
    return registry.get("corrcoef")(*operands, rowvar=bool(static(rowvar, "rowvar")))
