"""Histograms in two dimensions, and bins that a rule finds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, UNKNOWN, Extent, Spec
from sct.ops.registry import Fact, op
from sct.ops.typed_numbers import numbers_of

__all__: list[str] = []

MAY_RAISE = Fact.PURE | Fact.RAISES
Bins = tuple[int | tuple[str, int], int | tuple[str, int]]  # a number of bins, or the operand with the edges


def _edges(entry: Any, given: tuple[Any, ...]) -> Any:
    return given[entry[1]] if isinstance(entry, tuple) else entry


@lru_cache(maxsize=512)
def _dtypes_2d(dtypes: tuple[Any, ...], edges: tuple[Any, ...], limits: Any, density: bool, weights: Any) -> Any:
    x, y = (np.arange(2).astype(d) for d in dtypes)
    bins = [1 if d is None else np.arange(2).astype(d) for d in edges]
    w = None if weights is None else np.ones(2, weights)
    return tuple(a.dtype for a in np.histogram2d(x, y, bins, numbers_of(limits), density, w))


def _histogram2d(
    x: Spec, y: Spec, *given: Spec, bins: Bins, limits: Any = None, density: bool = False, weighted: bool = False
) -> tuple[Spec, ...]:
    pairs = [_edges(entry, given) for entry in bins]
    for n, m in zip(x.shape, y.shape, strict=False):
        if isinstance(n, int) and isinstance(m, int) and n != m:
            raise ValueError("x and y must have the same length.")
    edges = tuple(p.dtype if isinstance(p, Spec) else None for p in pairs)
    made = _dtypes_2d((x.dtype, y.dtype), edges, limits, density, given[-1].dtype if weighted else None)
    ends: list[Extent] = [p.shape[0] if isinstance(p, Spec) else p + 1 for p in pairs]
    cells = tuple(max(n - 1, 0) if isinstance(n, int) else UNKNOWN for n in ends)
    return (Spec(made[0], cells, ARRAY), Spec(made[1], (ends[0],), ARRAY), Spec(made[2], (ends[1],), ARRAY))


@op("histogram2d", infer=_histogram2d, facts=MAY_RAISE, results=3)
def histogram2d(
    x: Any,
    y: Any,
    *given: Any,
    bins: Bins,
    limits: Any = None,
    density: bool = False,
    weighted: bool = False,
    xp: Any,
) -> Any:
    """How many pairs are in every cell of a grid, and the edges; operands are edges and weights."""
    counts, *edges = xp.histogram2d(
        x, y, [_edges(entry, given) for entry in bins], numbers_of(limits), density, given[-1] if weighted else None
    )
    return counts, *[xp.array(e) for e in edges]


def _bin_edges(x: Spec, *, bins: int | str, limits: Any = None) -> Spec:
    got = np.histogram_bin_edges(np.arange(2).astype(x.dtype), bins, numbers_of(limits))  # raises as NumPy does
    return Spec(got.dtype, (bins + 1 if isinstance(bins, int) else UNKNOWN,), ARRAY)


@op("histogram_bin_edges", infer=_bin_edges, facts=MAY_RAISE)
def histogram_bin_edges(x: Any, *, bins: int | str, limits: Any = None, xp: Any) -> Any:
    """The edges that `histogram` would use."""
    return xp.histogram_bin_edges(x, bins, numbers_of(limits))
