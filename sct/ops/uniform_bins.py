"""A histogram with a number of bins of one width, whose outer edges are known before: what `np.histogram` becomes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import ARRAY, Spec
from sct.ops.registry import Fact, op

__all__ = ["fits_uniform_bins"]


def fits_uniform_bins(x: Spec, weights: Spec | None, limits: Any) -> bool:
    """Whether `uniform_histogram` answers as `np.histogram` does, for this sample, these weights and this `range`."""
    if not x.shape or x.dtype.kind not in "fiu" or x.dtype in (np.float16, np.longdouble, np.uint64):
        return False
    if not x.dtype.isnative:
        return False
    if weights is not None and (weights.dtype not in (np.float32, np.float64) or weights.shape != x.shape):
        return False
    # with Python's numbers as limits NumPy computes in doubles, though the sample is of single precision
    return limits is None or (x.dtype != np.float32 and _are_ends(limits))


def _are_ends(limits: Any) -> bool:
    if not isinstance(limits, tuple) or len(limits) != 2 or any(type(end) not in (int, float) for end in limits):
        return False
    return bool(-(2**53) < limits[0] <= limits[1] < 2**53)


def _uniform(x: Spec, first: Spec, last: Spec, *weights: Spec, bins: int, limits: Any = None) -> tuple[Spec, ...]:
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    counts = weights[0].dtype if weights else np.dtype(np.intp)
    edges = x.dtype if x.dtype.kind == "f" else np.dtype(float)
    return Spec(counts, (bins,), ARRAY), Spec(edges, (bins + 1,), ARRAY)


@op("uniform_histogram", infer=_uniform, facts=Fact.PURE | Fact.RAISES, results=2)
def uniform_histogram(x: Any, first: Any, last: Any, *weights: Any, bins: int, limits: Any = None, xp: Any) -> Any:
    """How many elements are in every bin, and the edges; `first` and `last` are the ends of x, or the limits."""
    return xp.histogram(x, bins, range=limits, weights=weights[0] if weights else None)
