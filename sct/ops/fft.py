"""The discrete Fourier transforms of `numpy.fft`."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, UNKNOWN, Extent, Spec
from sct.ops.infer import PY_INT, broadcast_shapes
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__: list[str] = []

RAISES = Fact.PURE | Fact.RAISES
_HALVING = ("rfft", "ihfft", "rfft2", "rfftn")  # real numbers in: the half of the result is said by the other half
_DOUBLING = ("irfft", "hfft", "irfft2", "irfftn")


@lru_cache(maxsize=1024, typed=True)
def _asked(function: str, dtype: np.dtype[Any], ndim: int, axes: Any, norm: Any, lengths: int | None) -> np.dtype[Any]:
    """The dtype of the result, from a small array of ones; NumPy's own errors for axes, `norm` and ranks."""
    x = np.ones((2,) * ndim, dtype)
    transform = getattr(np.fft, function)
    if function[-1] in "2n":
        got = transform(x, s=None if lengths is None else (2,) * lengths, axes=axes, norm=norm)
    else:
        got = transform(x, lengths and 2, axis=axes, norm=norm)
    made: np.dtype[Any] = got.dtype
    return made


def _out(function: str, extent: Extent, given: Extent | None) -> Extent:
    """The extent of the result along an axis."""
    if given is not None and isinstance(given, int) and given < 1:
        raise ValueError(f"Invalid number of FFT data points ({given}) specified.")
    if given is None and isinstance(extent, int):
        points = 2 * (extent - 1) if function in _DOUBLING else extent
        if points < 1:
            raise ValueError(f"Invalid number of FFT data points ({points}) specified.")
    if function in _HALVING:
        size = extent if given is None else given
        return size // 2 + 1 if isinstance(size, int) else UNKNOWN
    if function in _DOUBLING and given is None:
        return 2 * (extent - 1) if isinstance(extent, int) else UNKNOWN
    return extent if given is None else given


def _fft(x: Spec, *n: Spec, function: str, length: int | None = None, axis: int = -1, norm: Any = None) -> Spec:
    given = UNKNOWN if n else length
    if isinstance(given, int):
        _out(function, 2, given)
    dtype = _asked(function, x.dtype, x.ndim, axis, norm, None if given is None else 1)
    shape = list(x.shape)
    shape[axis] = _out(function, shape[axis], given)
    return Spec(dtype, tuple(shape), ARRAY)


def _is_static(x: Spec, *n: Spec, **attrs: Any) -> bool:
    return x.static and not n


@op("fft", infer=_fft, facts=RAISES, total=_is_static)
def fft(x: Any, *n: Any, function: str, length: int | None = None, axis: int = -1, norm: Any = None, xp: Any) -> Any:
    """A transform along one axis (`fft`, `ifft`, `rfft`, `irfft`, `hfft`, `ihfft`)."""
    points = operator.index(n[0]) if n else length
    return getattr(xp.fft, function)(x, points, axis, norm)


def _axes(function: str, ndim: int, lengths: tuple[Any, ...] | None, axes: Any) -> tuple[int, ...]:
    if axes is not None:
        return tuple(axes)
    if function.endswith("2"):
        return (-2, -1)
    return tuple(range(-ndim if lengths is None else -len(lengths), 0))


def _fftn(
    x: Spec, *extents: Spec, function: str, lengths: tuple[Any, ...] | None = None, axes: Any = None, norm: Any = None
) -> Spec:
    dtype = _asked(function, x.dtype, x.ndim, axes, norm, None if lengths is None else len(lengths))
    chosen = _axes(function, x.ndim, lengths, axes)
    if lengths is not None and len(lengths) != len(chosen):
        raise ValueError("Shape and axes have different lengths.")
    shape: list[Extent] = list(x.shape)
    order = range(len(chosen))
    for k in order if function.startswith("irfft") else reversed(order):  # matters where an axis is named twice
        own = function if k == len(chosen) - 1 else "fft"
        entry = -1 if lengths is None else lengths[k]
        given = None if lengths is None and own in _DOUBLING else x.shape[chosen[k]] if entry == -1 else entry
        shape[chosen[k]] = _out(own, x.shape[chosen[k]], UNKNOWN if isinstance(given, tuple) else given)
    return Spec(dtype, tuple(shape), ARRAY)


@op("fftn", infer=_fftn, facts=RAISES, total=_is_static)
def fftn(
    x: Any,
    *extents: Any,
    function: str,
    lengths: tuple[Any, ...] | None = None,
    axes: Any = None,
    norm: Any = None,
    xp: Any,
) -> Any:
    """A transform along several axes (`fft2`, `fftn`, `rfft2`, `rfftn` and their inverses)."""
    s = lengths
    if s is not None:
        s = tuple([operator.index(extents[n[1]]) if isinstance(n, tuple) else n for n in s])
        axes = _axes(function, x.ndim, s, axes)
    if axes is None and function.endswith("2"):
        axes = (-2, -1)
    return getattr(xp.fft, function)(x, s=s, axes=axes, norm=norm)


def _shift(x: Spec, *, inverse: bool = False, axes: Any = None) -> Spec:
    got = probe(np.fft.ifftshift if inverse else np.fft.fftshift, x, axes=axes)
    return got.with_(shape=x.shape)


@op("fftshift", infer=_shift)
def fftshift(x: Any, *, inverse: bool = False, axes: Any = None, xp: Any) -> Any:
    """The halves along axes swapped, so that frequency zero is in the middle; or, `inverse`, at the start."""
    return xp.fft.ifftshift(x, axes) if inverse else xp.fft.fftshift(x, axes)


def _freq(*operands: Spec, real: bool, length: int | None = None) -> Spec:
    n, d = operands if length is None else (PY_INT, *operands)
    if n.dtype.kind not in "iu" or n.shape:
        raise ValueError("n should be an integer")
    points: Extent = UNKNOWN if length is None else (length // 2 + 1 if real else length)
    return probe(_one_freq, d).with_(shape=broadcast_shapes((points,), d.shape))


def _one_freq(d: Any) -> Any:
    """`np.fft.fftfreq` as a function of the spacing."""
    return np.fft.fftfreq(1, d)


@op("fftfreq", infer=_freq, facts=RAISES)
def fftfreq(*operands: Any, real: bool, length: int | None = None, xp: Any) -> Any:
    """The frequencies of the bins of `fft`, or of `rfft`, for a sample spacing d."""
    n, d = operands if length is None else (length, *operands)
    return (xp.fft.rfftfreq if real else xp.fft.fftfreq)(n if length is not None else operator.index(n), d)
