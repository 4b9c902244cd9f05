"""`np.histogram2d`, `np.histogram_bin_edges`, `np.kaiser`, `np.diag_indices` and `np.diag_indices_from`."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import (
    FUNCTIONS,
    ask,
    bind,
    flag,
    shape_of,
    spec_of,
    static,
    strict_array,
    symbolic,
    typed,
    unsupported,
)

__all__: list[str] = []


def _is_edges(bins: Any) -> bool:
    """Whether these are edges, not their number."""
    if symbolic(bins) or isinstance(bins, np.ndarray):
        return bool(spec_of(bins).shape)
    return isinstance(bins, (list, tuple))


@bind(np.histogram2d)
def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Any, ...]:
    """Counts in the cells of a grid, and the edges."""
    pair = isinstance(bins, (list, tuple)) and len(bins) == 2
    if isinstance(bins, (list, tuple)) and len(bins) == 1:
        bins = bins[0]
    operands: list[Any] = []
    entries: list[Any] = []
    if symbolic(bins) or isinstance(bins, np.ndarray):
        if spec_of(bins).shape in ((1,), (2,)):
            raise unsupported("np.histogram2d", "an array of one or two for bins", "pass a list")
        if not all(isinstance(n, int) for n in spec_of(bins).shape):  # which may be one of one or two
            raise unsupported("np.histogram2d", "edges of run-time length", "pass them twice, as [edges, edges]")
    for one in bins if pair else (bins, bins):
        if not _is_edges(one):
            entries.append(static(one, "bins"))
        elif operands and not pair:
            entries.append(("arg", 0))
        else:
            entries.append(("arg", len(operands)))
            operands.append(strict_array(one))
    if weights is not None:
        operands.append(strict_array(weights))
    counts, *edges = registry.get("histogram2d")(
        strict_array(x),
        strict_array(y),
        *operands,
        bins=tuple(entries),
        limits=typed(range, "range"),
        density=flag(density, "density"),
        weighted=weights is not None,
    )
    # edges that are given come back as they are
    return counts, *(operands[e[1]] if isinstance(e, tuple) else made for e, made in zip(entries, edges, strict=True))


@bind(np.histogramdd)
def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[Any, list[Any]]:
    """The numbers of points in the bins of a grid, and the edges of the bins along every axis."""
    from sct.ops.bindings.library import library_call
    from sct.ops.library import counted_between

    options = {"range": range, "density": density, "weights": weights}
    if symbolic(bins) and spec_of(bins).ndim == 2:
        bins = [bins[k] for k in builtins.range(static(shape_of(bins)[0], "the extents"))]
    if not isinstance(bins, (list, tuple)) or not any(map(_is_edges, bins)):
        made: tuple[Any, list[Any]] = library_call("numpy:histogramdd", np.histogramdd, (sample, bins), options)
        return made
    name = f"{counted_between.__module__}:{counted_between.__name__}"
    counts, *rest = library_call(name, counted_between, (sample, bins), options)
    return counts, [strict_array(one) if _is_edges(one) else rest.pop(0) for one in bins]


@bind(np.histogram_bin_edges)
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """The edges of the bins of a histogram."""
    if weights is not None:
        shapes = shape_of(strict_array(weights)), shape_of(strict_array(a))
        known = [(n, m) for n, m in zip(*shapes, strict=False) if isinstance(n, int) and isinstance(m, int)]
        if len(shapes[0]) != len(shapes[1]) or any(n != m for n, m in known):
            raise ValueError("weights should have the same shape as a.")
    if _is_edges(bins):
        edges = strict_array(bins)
        if spec_of(edges).ndim != 1:
            raise ValueError("`bins` must be 1d, when an array")
        return edges
    bins = static(bins, "bins")
    if weights is not None and isinstance(bins, str):
        raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    return registry.get("histogram_bin_edges")(strict_array(a), bins=bins, limits=typed(range, "range"))


@bind(np.kaiser)
def kaiser(M: Any, beta: Any) -> Any:
    """The Kaiser window."""
    if isinstance(beta, (list, tuple)):
        raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")
    M = float(static(M, "M"))
    beta = strict_array(beta)
    if M == 1:
        return FUNCTIONS[np.ones](1, np.result_type(np.float64, spec_of(beta).dtype))
    alpha = (M - 1) / 2.0
    n = np.arange(0, M)
    beta = registry.get("multiply")(beta, np.float64(1.0))
    roots = np.sqrt(1 - ((n - alpha) / alpha) ** 2.0)
    bessel = FUNCTIONS[np.i0]
    return registry.get("divide")(bessel(registry.get("multiply")(beta, roots)), bessel(beta))


@bind(np.diag_indices)
def diag_indices(n: Any, ndim: Any = 2) -> tuple[Any, ...]:
    """The indices of the main diagonal of so many axes."""
    return (FUNCTIONS[np.arange](n),) * operator.index(static(ndim, "ndim"))


@bind(np.diag_indices_from)
def diag_indices_from(arr: Any) -> tuple[Any, ...]:
    """The indices of the main diagonal."""
    ask(arr, "ndim")
    shape = shape_of(strict_array(arr))
    if not len(shape) >= 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(static(shape, "shape"))) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    found = FUNCTIONS[np.arange](shape[0])
    return (found,) * len(shape)
