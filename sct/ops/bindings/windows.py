"""Sliding windows, bits, angles without jumps, zeros trimmed off: functions that stand alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from sct.ops import bits, registry, windows
from sct.ops import gather as gathering
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    axes,
    axis_of,
    bind,
    flag,
    known_extents,
    ndim_of,
    spec_of,
    static,
    strict_array,
    typed,
    unsupported,
)
from sct.ops.index import getitem

__all__: list[str] = []


@bind(np.lib.stride_tricks.sliding_window_view)
def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: Any = False, writeable: Any = False
) -> Any:
    """All windows of a shape, as a read-only view, or one that is written to."""
    if flag(writeable, "writeable"):
        return _writeable_windows(strict_array(x), static(window_shape, "window_shape"), static(axis, "axis"))
    window, at = static(window_shape, "window_shape"), static(axis, "axis")
    window = window if isinstance(window, tuple) else (window,)
    at = at if at is None or isinstance(at, tuple) else (at,)
    return windows.sliding_windows(strict_array(x), window=window, axis=at)


def _writeable_windows(x: Any, window: Any, axis: Any) -> Any:
    """The same by strides, which lie in the array: what is written to one window, all see that share the element."""
    spec: Any = spec_of(x)
    if not spec.static:
        raise unsupported("sliding_window_view", "writeable=True and run-time extents", "write into the array itself")
    seen: Any = np.lib.stride_tricks.sliding_window_view
    plan = seen(np.broadcast_to(np.zeros((), spec.dtype), spec.shape), window, axis)  # raises
    widths = window if isinstance(window, (tuple, list)) else (window,)
    axes = range(len(widths)) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    steps = tuple(x.strides)
    return FUNCTIONS[np.lib.stride_tricks.as_strided](x, plan.shape, (*steps, *(steps[k] for k in axes)))


@bind(np.unwrap)
def unwrap(p: Any, discont: Any = None, axis: Any = -1, *, period: Any = 2 * np.pi) -> Any:
    """Angles without jumps."""
    return windows.unwrap(
        strict_array(p), discont=static(discont, "discont"), axis=axis_of(axis), period=typed(period, "period")
    )


@bind(np.packbits)
def packbits(a: Any, /, axis: Any = None, bitorder: Any = "big") -> Any:
    """Eight truths in a byte."""
    return bits.packbits(strict_array(a), axis=axis_of(axis), bitorder=static(bitorder, "bitorder"))


@bind(np.unpackbits)
def unpackbits(a: Any, /, axis: Any = None, count: Any = None, bitorder: Any = "big") -> Any:
    """The bits of every byte."""
    return bits.unpackbits(
        strict_array(a), axis=axis_of(axis), count=static(count, "count"), bitorder=static(bitorder, "bitorder")
    )


@bind(np.trim_zeros)
def trim_zeros(filt: Any, trim: Any = "fb", axis: Any = None) -> Any:
    """A view without the zeros at the ends."""
    if isinstance(filt, (list, tuple)):
        raise unsupported("np.trim_zeros", "a list", "pass np.array(...)")
    trim = static(trim, "trim").lower()
    if trim not in {"fb", "bf", "f", "b"}:
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    over = axes(axis, loose=True)
    over = range(ndim_of(filt)) if over is None else normalize_axis_tuple(over, ndim_of(filt), argname="axis")
    if not over:
        return filt
    operands: list[Any] = []
    index: list[Any] = [("slice", None, None, None)] * ndim_of(filt)
    for k in over:
        index[k] = ("slice", ("arg", len(operands)), ("arg", len(operands) + 1), None)
        operands += gathering.nonzero_range(filt, axis=k, front="f" in trim, back="b" in trim)
    return getitem(filt, *operands, index=tuple(index))


@bind(np.ravel_multi_index)
def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: Any = "C") -> Any:
    """Flat indices of coordinates."""
    (dims, extents), mode = known_extents(dims, "dims"), static(mode, "mode")
    places = [array(k) for k in multi_index] if isinstance(multi_index, (list, tuple)) else _rows(multi_index)
    if len(places) != len(dims):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(dims)}")
    return gathering.ravel_multi_index(*places, *extents, dims=dims, mode=mode, order=static(order, "order"))


def _rows(x: Any) -> list[Any]:
    count = spec_of(x).shape[0]
    if not isinstance(count, int):
        raise unsupported("np.ravel_multi_index", "a run-time number of coordinates", "pass a tuple of arrays")
    return [getitem(x, index=(("int", k),)) for k in range(count)]


@bind(np.real_if_close)
def real_if_close(a: Any, tol: Any = 100) -> Any:
    """Arrays of real numbers as they are."""
    a = strict_array(a)
    if spec_of(a).dtype.kind == "c":
        raise unsupported("np.real_if_close", "complex arrays", "take .real, or keep the complex array")
    return a


@bind(np.require)
def require(a: Any, dtype: Any = None, requirements: Any = None, *, like: Any = None) -> Any:
    """An array with what is asked for; copied only if need be."""
    words = static(requirements, "requirements") or ()
    names = {
        "C_CONTIGUOUS": "C",
        "CONTIGUOUS": "C",
        "F_CONTIGUOUS": "F",
        "FORTRAN": "F",
        "WRITEABLE": "W",
        "ALIGNED": "A",
    }
    wanted = {names.get(w.upper(), w.upper()) for w in words}
    if wanted - set("CFWA"):
        raise unsupported("np.require", f"requirements={requirements!r}", "use np.ascontiguousarray or .copy()")
    if {"C", "F"} <= wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "F" if "F" in wanted else "C" if "C" in wanted else "A"
    made = FUNCTIONS[np.asarray](a, dtype, "K" if order == "A" else order)
    writeable = "W" not in wanted or made.flags.writeable
    return made if writeable else registry.get("copy")(made)


def _taper(name: str) -> Any:
    def binding(M: Any) -> Any:
        return windows.taper(array(M), name=name)

    return binding


for _name in ("bartlett", "blackman", "hamming", "hanning"):
    bind(getattr(np, _name))(_taper(_name))
