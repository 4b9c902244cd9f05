"""`numpy.fft`, with NumPy's signatures."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.shape import template
from sct.ops.bindings.table import (
    array,
    as_extent,
    axes,
    axis_of,
    bind,
    ndim_of,
    shape_of,
    static,
    strict_array,
    symbolic,
)

__all__: list[str] = []


def _along(name: str) -> Any:
    def transform(a: Any, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
        n = None if n is None else as_extent(n, "n")
        attrs: dict[str, Any] = {"function": name, "axis": axis_of(axis, loose=True), "norm": static(norm, "norm")}
        if symbolic(n):
            return registry.get("fft")(strict_array(a), n, **attrs)
        return registry.get("fft")(strict_array(a), length=n, **attrs)

    return transform


def _over(name: str) -> Any:
    default = (-2, -1) if name.endswith("2") else None

    def transform(a: Any, s: Any = None, axes: Any = default, norm: Any = None) -> Any:
        attrs: dict[str, Any] = {"function": name, "axes": _axes(axes), "norm": static(norm, "norm")}
        operands: list[Any] = []
        if isinstance(attrs["axes"], int):
            getattr(np.fft, name)(np.ones((1, 1)), axes=attrs["axes"])  # raises
            attrs["axes"] = (attrs["axes"],)
        a = strict_array(a)
        if attrs["axes"] is None and default is not None:  # all of them, and not those that are meant without a word
            attrs["axes"] = tuple(range(-(ndim_of(a) if s is None else len(s)), 0))
        if not name.startswith(("r", "ir")) and s is None and _none(attrs["axes"], ndim_of(a)):
            return a  # over no axis at all NumPy answers the array itself
        if s is not None:
            lengths = _whole_for_none(name, s, a, attrs["axes"])
            attrs["lengths"], operands = template(tuple(as_extent(n, "s") for n in lengths))
        return registry.get("fftn")(a, *operands, **attrs)

    return transform


def _whole_for_none(name: str, s: Any, a: Any, over: Any) -> list[Any]:
    """The lengths, with those of the array where None is written, of which NumPy warns."""
    lengths = list(s)
    if not any(n is None for n in lengths):
        return lengths
    over = range(-len(lengths), 0) if over is None else over
    getattr(np.fft, name)(np.ones((2,) * len(lengths)), s=[None] * len(lengths), axes=range(len(lengths)))
    if lengths[-1] is None and name.startswith("irfft"):
        lengths[-1] = (shape_of(a)[over[-1]] - 1) * 2
    return [shape_of(a)[axis] if n is None else n for n, axis in zip(lengths, over, strict=True)]


def _none(over: Any, ndim: int) -> bool:
    return over == () or (over is None and not ndim)


def _axes(value: Any) -> Any:
    return axes(value, "axes", loose=True)


for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    bind(getattr(np.fft, _name))(_along(_name))
for _name in ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"):
    bind(getattr(np.fft, _name))(_over(_name))


@bind(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> Any:
    """The halves along axes swapped."""
    return _shifted(x, axes, False)


@bind(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> Any:
    """The inverse of `fftshift`."""
    return _shifted(x, axes, True)


def _shifted(x: Any, over: Any, inverse: bool) -> Any:
    x = strict_array(x)
    over = axes(over, "axes", loose=True)
    over = tuple(range(ndim_of(x))) if over is None else over
    return registry.get("fftshift")(x, inverse=inverse, axes=over)


def _frequencies(n: Any, d: Any, real: bool) -> Any:
    if not symbolic(n) and not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    n, d = as_extent(n, "n"), array(1.0 / (n * d) if isinstance(d, (list, tuple)) else d)  # TypeError
    if symbolic(n):
        return registry.get("fftfreq")(n, d, real=real)
    return registry.get("fftfreq")(d, real=real, length=n)


@bind(np.fft.fftfreq)
def fftfreq(n: Any, d: Any = 1.0, device: Any = None) -> Any:
    """The frequencies of the bins of `fft`."""
    return _frequencies(n, d, False)


@bind(np.fft.rfftfreq)
def rfftfreq(n: Any, d: Any = 1.0, device: Any = None) -> Any:
    """The frequencies of the bins of `rfft`."""
    return _frequencies(n, d, True)
