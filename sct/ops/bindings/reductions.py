"""`np.sum` and its relatives, and the methods of these names."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import (
    absent,
    array,
    axes,
    axis_of,
    bind,
    dtype_of,
    flag,
    no_out,
    static,
    strict_array,
    symbolic,
)

__all__: list[str] = []

_MISSING: Any = np._NoValue


def _reduce(op: str, a: Any, where: Any, keepdims: Any, *more: Any, **attrs: Any) -> Any:
    operands = (array(a), *more) if where is True or absent(where) else (array(a), *more, array(where))
    keep = _kept(keepdims)
    given = {name: value for name, value in attrs.items() if value is not None}
    return registry.get(op)(*operands, keepdims=keep, **given)


def _kept(keepdims: Any) -> bool:
    """Whether axes are kept: NumPy wants an integer, which a function is not, whatever its truth."""
    if callable(keepdims) and not symbolic(keepdims) and not hasattr(type(keepdims), "__index__"):
        raise TypeError(f"'{type(keepdims).__name__}' object cannot be interpreted as an integer")
    return not absent(keepdims) and flag(keepdims, "keepdims")


def _initial(value: Any) -> Any:
    return None if absent(value) else static(value, "initial")


_UFUNCS = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}


def _reduce_from(op: str, a: Any, initial: Any, where: Any, keepdims: Any, **attrs: Any) -> Any:
    """A reduction that may start from a value known at run time."""
    if not (symbolic(initial) and op in _UFUNCS):
        return _reduce(op, a, where, keepdims, initial=_initial(initial), **attrs)
    more = () if where is True or absent(where) else (array(where),)
    keep = _kept(keepdims)
    return registry.get("ufunc_reduce_from")(strict_array(a), initial, *more, ufunc=_UFUNCS[op], keepdims=keep, **attrs)


def _bind_sums() -> None:
    def make(name: str) -> Any:
        def binding(
            a: Any,
            axis: Any = None,
            dtype: Any = None,
            out: Any = None,
            keepdims: Any = _MISSING,
            initial: Any = _MISSING,
            where: Any = _MISSING,
        ) -> Any:
            no_out(out)
            return _reduce_from(name, a, initial, where, keepdims, axis=axes(axis), dtype=dtype_of(dtype))

        return binding

    for name in ("sum", "prod"):
        bind(getattr(np, name), method=name)(make(name))
    for name in ("nansum", "nanprod"):
        bind(getattr(np, name))(make(name))


def _bind_means() -> None:
    def make(name: str) -> Any:
        def binding(
            a: Any,
            axis: Any = None,
            dtype: Any = None,
            out: Any = None,
            keepdims: Any = _MISSING,
            *,
            where: Any = _MISSING,
        ) -> Any:
            no_out(out)
            return _reduce(name, a, where, keepdims, axis=axes(axis), dtype=dtype_of(dtype))

        return binding

    bind(np.mean, method="mean")(make("mean"))
    bind(np.nanmean)(make("nanmean"))


def _bind_spreads() -> None:
    def make(name: str) -> Any:
        def binding(
            a: Any,
            axis: Any = None,
            dtype: Any = None,
            out: Any = None,
            ddof: Any = 0,
            keepdims: Any = _MISSING,
            *,
            where: Any = _MISSING,
            mean: Any = _MISSING,
            correction: Any = _MISSING,
        ) -> Any:
            no_out(out)
            if not absent(correction):
                if ddof != 0:
                    raise ValueError("ddof and correction can't be provided simultaneously.")
                ddof = correction
            spread = static(ddof, "ddof")
            if not absent(mean):
                around = strict_array(mean)
                attrs = {"axis": axes(axis), "dtype": dtype_of(dtype), "ddof": spread, "spread": name}
                return _reduce("spread_around", a, where, keepdims, around, **attrs)
            return _reduce(name, a, where, keepdims, axis=axes(axis), dtype=dtype_of(dtype), ddof=spread)

        return binding

    def as_method(name: str, function: Any) -> Any:
        def binding(*args: Any, **kwargs: Any) -> Any:
            if "correction" in kwargs:
                raise TypeError(f"_{name}() got an unexpected keyword argument 'correction'")
            return function(*args, **kwargs)

        return functools.wraps(function)(binding)

    for name in ("std", "var"):
        function = bind(getattr(np, name))(make(name))
        bind(method=name)(as_method(name, function))
    for name in ("nanstd", "nanvar"):
        bind(getattr(np, name))(make(name))


def _bind_extremes() -> None:
    def make(name: str) -> Any:
        def binding(
            a: Any,
            axis: Any = None,
            out: Any = None,
            keepdims: Any = _MISSING,
            initial: Any = _MISSING,
            where: Any = _MISSING,
        ) -> Any:
            no_out(out)
            return _reduce_from(name, a, initial, where, keepdims, axis=axes(axis))

        return binding

    bind(np.max, method="max")(make("max"))
    bind(np.min, method="min")(make("min"))
    for function, op in ((np.amax, "max"), (np.amin, "min")):
        if function not in (np.max, np.min):
            bind(function)(make(op))
    bind(np.nanmax)(make("nanmax"))
    bind(np.nanmin)(make("nanmin"))


def _bind_places() -> None:
    def make(name: str) -> Any:
        def binding(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = _MISSING) -> Any:
            no_out(out)
            return _reduce(name, a, True, keepdims, axis=axis_of(axis))

        return binding

    for name in ("argmax", "argmin"):
        bind(getattr(np, name), method=name)(make(name))
    for name in ("nanargmax", "nanargmin"):
        bind(getattr(np, name))(make(name))


def _bind_truth() -> None:
    def make(name: str) -> Any:
        def binding(
            a: Any, axis: Any = None, out: Any = None, keepdims: Any = _MISSING, *, where: Any = _MISSING
        ) -> Any:
            no_out(out)
            return _reduce(name, a, where, keepdims, axis=axes(axis))

        return binding

    for name in ("all", "any"):
        bind(getattr(np, name), method=name)(make(name))


def _bind_running() -> None:
    def make(name: str) -> Any:
        def binding(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
            no_out(out)
            return registry.get(name)(array(a), axis=axis_of(axis), dtype=dtype_of(dtype))

        return binding

    for name in ("cumsum", "cumprod"):
        bind(getattr(np, name), method=name)(make(name))
    for name in ("nancumsum", "nancumprod"):
        bind(getattr(np, name))(make(name))


@bind(np.count_nonzero)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: Any = False) -> Any:
    """How many elements are not zero."""
    return _reduce("count_nonzero", a, True, keepdims, axis=axes(axis))


@bind(np.ptp)
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = _MISSING) -> Any:
    """From the least to the greatest element."""
    no_out(out)
    return _reduce("ptp", a, True, keepdims, axis=axes(axis))


for _bind in (
    _bind_sums,
    _bind_means,
    _bind_spreads,
    _bind_extremes,
    _bind_places,
    _bind_truth,
    _bind_running,
):
    _bind()
