"""Views of all windows of an array; the windows that signals are tapered with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sct.ir.extents import less
from sct.ir.types import ARRAY, UNKNOWN, Spec
from sct.ops.probe import probe
from sct.ops.registry import Fact, op
from sct.ops.typed_numbers import numbers_of

__all__ = ["sliding_windows", "taper", "unwrap"]


def _sliding_windows(x: Spec, *, window: tuple[int, ...], axis: tuple[int, ...] | None = None) -> Spec:
    if any(n < 0 for n in window):
        raise ValueError("`window_shape` cannot contain negative values")
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)
    if len(axes) != len(window):
        if axis is None:
            raise ValueError(
                "Since axis is None, must provide window_shape for all dimensions of `x`; got "
                f"{len(window)} window_shape elements and `x.ndim` is {x.ndim}."
            )
        raise ValueError(
            f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements "
            f"and {len(axes)} axes elements."
        )
    shape = list(x.shape)
    for at, width in zip(axes, window, strict=True):
        extent = shape[at]
        if isinstance(extent, int) and extent < width:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[at] = less(extent, width - 1)
    return Spec(x.dtype, (*shape, *window), ARRAY)


@op(
    "sliding_windows",
    infer=_sliding_windows,
    facts=Fact.PURE | Fact.RAISES,
    view="readonly",
    unview=lambda base, new, **attrs: base,
    total=lambda x, **attrs: x.static,
)
def sliding_windows(x: Any, *, window: tuple[int, ...], axis: tuple[int, ...] | None = None, xp: Any) -> Any:
    """All windows of a shape, as a read-only view: NumPy's sliding_window_view."""
    return xp.lib.stride_tricks.sliding_window_view(x, window, axis=axis)


def _unwrap(x: Spec, *, discont: float | None, axis: int, period: Any) -> Spec:
    return probe(np.unwrap, x, discont=discont, axis=axis, period=numbers_of(period)).with_(shape=x.shape)


@op("unwrap", infer=_unwrap)
def unwrap(x: Any, *, discont: float | None, axis: int, period: Any, xp: Any) -> Any:
    """Angles without jumps."""
    return xp.unwrap(x, discont=discont, axis=axis, period=numbers_of(period))


@op("taper", infer=lambda *count, name: Spec(np.dtype(np.float64), (UNKNOWN,), ARRAY), facts=Fact.PURE | Fact.RAISES)
def taper(*count: Any, name: str, xp: Any) -> Any:
    """`np.hanning(n)` and its like, of a number that only the run knows; `np.kaiser` has a second one."""
    return getattr(xp, name)(*count)
