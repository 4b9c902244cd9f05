"""`np.median`, `np.quantile` and their relatives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops import registry
from sct.ops.bindings.covariance import correlation, covariance
from sct.ops.bindings.table import (
    FUNCTIONS,
    absent,
    array,
    axes,
    bind,
    dtype_of,
    flag,
    ndim_of,
    no_out,
    shape_of,
    spec_of,
    static,
    strict_array,
    symbolic,
    unsupported,
)
from sct.ops.in_place import written

__all__: list[str] = []

_MISSING: Any = np._NoValue


def _keep(keepdims: Any) -> bool:
    return False if absent(keepdims) else flag(keepdims, "keepdims")


def _overwritten(name: str, a: Any, axis: Any, *operands: Any, **options: Any) -> None:
    """Leave in the array what NumPy leaves there where it may order the elements in place."""
    if not symbolic(a) or spec_of(a).kind != ARRAY or spec_of(a).ndim == 0:
        return
    lines = axis is not None and not (name.startswith("nan") and spec_of(a).ndim == 1)
    if isinstance(axis, tuple) or (lines and name.startswith("nan") and not a.flags.c_contiguous):
        raise unsupported(f"np.{name}", "overwrite_input=True over such axes", "leave it out, or pass a copy")
    if not lines and not a.flags.c_contiguous:
        return  # NumPy has made a copy
    given = {"axis": axis, **options, "overwrite_input": True}
    a[...] = written(a, *operands, function=name, options=tuple(given.items()))


def _bind_medians() -> None:
    def make(name: str, default: Any) -> Any:
        def binding(
            a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = default
        ) -> Any:
            no_out(out)
            over = axes(axis, loose=True)
            made = registry.get(name)(strict_array(a), axis=over, keepdims=_keep(keepdims))
            if flag(overwrite_input, "overwrite_input"):
                _overwritten(name, a, over)
            return made

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
            more = () if weights is None else (strict_array(weights),)
            over = axes(axis, loose=True)
            how = static(method if interpolation is None else interpolation, "method")
            made = registry.get(name)(
                strict_array(a), array(q), *more, axis=over, method=how, keepdims=_keep(keepdims)
            )
            if flag(overwrite_input, "overwrite_input"):
                if more:
                    raise unsupported(f"np.{name}", "weights and overwrite_input=True", "leave it out")
                _overwritten(name, a, over, array(q), method=how)
            return made

        return binding

    for name in ("quantile", "percentile", "nanquantile", "nanpercentile"):
        bind(getattr(np, name))(make(name))


_bind_medians()
_bind_quantiles()


@bind(np.average)
def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False, *, keepdims: Any = _MISSING) -> Any:
    """The mean, weighted if weights are given."""
    a = strict_array(a)
    over, keep = axes(axis, loose=True), _keep(keepdims)
    if weights is None:
        made = registry.get("mean")(a, axis=over, keepdims=keep)
        if 0 in spec_of(made).shape:
            raise ZeroDivisionError("division by zero")  # by the number of means
        if not spec_of(made).static:
            _ = 1 / math.prod(shape_of(made))  # the same, where the run knows it
    else:
        weights = strict_array(weights)
        made = registry.get("average")(a, weights, axis=over, keepdims=keep)
    if not flag(returned, "returned"):
        return made
    return made, _sum_of_weights(a, weights, made, over, keep)


def _sum_of_weights(a: Any, weights: Any, made: Any, axis: Any, keepdims: bool) -> Any:
    """What `np.average(…, returned=True)` answers beside the average, in its shape."""
    if weights is None:
        shape, out = static(shape_of(a), "shape of a"), static(shape_of(made), "shape")
        scale: Any = spec_of(made).dtype.type(math.prod(shape) / math.prod(out))
    else:
        dtype = spec_of(made).dtype
        if ndim_of(weights) == ndim_of(a):
            scale = registry.get("sum")(weights, axis=axis, keepdims=keepdims, dtype=dtype)
        else:
            scale = registry.get("sum")(weights, dtype=dtype)
    if spec_of(made).shape:
        return FUNCTIONS[np.copy](FUNCTIONS[np.broadcast_to](scale, shape_of(made)))
    return scale


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
    operands = [strict_array(m)] + ([] if y is None else [strict_array(y)])
    weights = {"fweights": fweights, "aweights": aweights}
    weighted = tuple(name for name, given in weights.items() if given is not None)
    options = {"dtype": dtype_of(dtype), "weights": weighted}
    biased = bool(static(bias, "bias") != 0)  # None is not 0
    ddof = static(ddof, "ddof")
    if not any(options.values()):
        made = covariance(operands, flag(rowvar, "rowvar"), int(not biased) if ddof is None else ddof)
        if made is not None:
            return made
    return registry.get("cov")(
        *operands,
        *[strict_array(weights[name]) for name in weighted],
        **{name: value for name, value in options.items() if value},
        rowvar=flag(rowvar, "rowvar"),
        bias=biased,
        ddof=ddof,
    )


@bind(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *, dtype: Any = None) -> Any:
    """The matrix of correlation coefficients."""
    operands = [strict_array(x)] + ([] if y is None else [strict_array(y)])
    more = {} if dtype is None else {"dtype": dtype_of(dtype)}
    made = None if more else correlation(operands, flag(rowvar, "rowvar"))
    if made is not None:
        return made
    return registry.get("corrcoef")(*operands, rowvar=flag(rowvar, "rowvar"), **more)
