"""`np.convolve`, `np.gradient`, `np.polyval` and the set functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sct.ir.types import PYTHON
from sct.ops import registry
from sct.ops import series as ops
from sct.ops import shape as views
from sct.ops.bindings.joining import piece
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    axes,
    axis_of,
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

__all__: list[str] = []


def _mode(mode: Any, function: str) -> str:
    mode = static(mode, "mode")
    call = np.convolve if function == "np.convolve" else np.correlate
    call(np.ones(1), np.ones(1), mode)  # which modes there are depends on NumPy's version
    full = {"v": "valid", "s": "same", "f": "full", 0: "valid", 1: "same", 2: "full"}.get(mode, mode)
    if full not in ("valid", "same", "full"):
        raise unsupported(function, f"mode={mode!r}", "use 'valid', 'same' or 'full'")
    return str(full)


@bind(np.convolve)
def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """The discrete convolution of two vectors."""
    return ops.convolve(strict_array(a), strict_array(v), mode=_mode(mode, "np.convolve"))


@bind(np.correlate)
def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """The cross-correlation of two vectors."""
    return ops.correlate(strict_array(a), strict_array(v), mode=_mode(mode, "np.correlate"))


@bind(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: Any = 1) -> Any:
    """Central differences along axes."""
    f = strict_array(f)
    ndim = ndim_of(f)
    axis = axes(axis, loose=True)
    chosen = tuple(range(ndim)) if axis is None else normalize_axis_tuple(axis, ndim)
    spacing = [array(item) for item in varargs]
    if len(spacing) not in (0, 1, len(chosen)):
        raise TypeError("invalid number of arguments")
    if len(spacing) == 1 and len(chosen) > 1:
        if ndim_of(spacing[0]):
            raise TypeError("invalid number of arguments")
        spacing = spacing * len(chosen)
    order = static(edge_order, "edge_order")
    steps = [[s] for s in spacing] if spacing and chosen else [[] for _ in chosen]
    made = tuple(ops.gradient(f, *s, axis=k, edge_order=order) for k, s in zip(chosen, steps, strict=True))
    return made[0] if len(chosen) == 1 else made


@bind(np.trapezoid)
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """The integral by the trapezoidal rule."""
    more = [] if x is None else [strict_array(x)]
    if x is None and symbolic(dx):
        y = strict_array(y)
        at = normalize_axis_index(axis_of(axis), ndim_of(y))
        both = registry.get("add")(piece(y, at, 1, None), piece(y, at, None, -1))
        area = registry.get("divide")(registry.get("multiply")(dx, both), 2.0)
        return registry.get("sum")(area, axis=at)
    return ops.trapezoid(strict_array(y), *more, dx=static(dx, "dx"), axis=axis_of(axis))


def _set(name: str) -> Any:
    def binding(ar1: Any, ar2: Any, assume_unique: Any = False, return_indices: Any = False) -> Any:
        if flag(return_indices, "return_indices"):
            if name != "intersect1d":
                raise TypeError(f"{name}() got an unexpected keyword argument 'return_indices'")
            unique = flag(assume_unique, "assume_unique")
            return tuple(ops.intersect_indices(strict_array(ar1), strict_array(ar2), assume_unique=unique))
        unique = flag(assume_unique, "assume_unique")
        pair = _weakly(ar1, ar2) if name == "setxor1d" and unique else (strict_array(ar1), strict_array(ar2))
        return registry.get(name)(*pair, assume_unique=unique)

    return binding


def _weakly(*parts: Any) -> tuple[Any, ...]:
    """Arrays of what `np.concatenate(…, axis=None)` is given: Python numbers are of the dtype that others have."""
    numbers = [spec_of(array(part)).kind == PYTHON for part in parts]
    if all(numbers) or not any(numbers):
        return tuple(map(strict_array, parts))
    none_of_it = views.ravel(strict_array(parts[numbers.index(False)]))[:0]
    join = FUNCTIONS[np.concatenate]
    return tuple(
        join((none_of_it, part), axis=None) if weak else strict_array(part)
        for part, weak in zip(parts, numbers, strict=True)
    )


for _name in ("intersect1d", "setdiff1d", "setxor1d"):
    bind(getattr(np, _name))(_set(_name))


@bind(np.union1d)
def union1d(ar1: Any, ar2: Any) -> Any:
    """The elements that are in one of both."""
    return ops.union1d(*_weakly(ar1, ar2))


def _cumulative(name: str, first: int) -> Any:
    def binding(
        x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: Any = False
    ) -> Any:
        no_out(out)
        x = array(x)
        if ndim_of(x) == 0:
            x = views.reshape(strict_array(x), shape=(1,))
        if axis is None:
            if ndim_of(x) > 1:
                raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
            axis = 0
        alone = axis[0] if isinstance(axis, tuple) and len(axis) == 1 else axis
        made = registry.get(name)(x, axis=axis_of(alone), dtype=dtype_of(dtype))
        if not flag(include_initial, "include_initial"):
            return made
        at = normalize_axis_index(axis_of(axis, loose=True), ndim_of(x))
        shape = tuple(1 if k == at else n for k, n in enumerate(shape_of(x)))
        start = FUNCTIONS[np.full](shape, first, dtype=spec_of(made).dtype)
        return FUNCTIONS[np.concatenate]([start, made], axis)

    return binding


if hasattr(np, "cumulative_sum"):
    bind(np.cumulative_sum)(_cumulative("cumsum", 0))
    bind(np.cumulative_prod)(_cumulative("cumprod", 1))
