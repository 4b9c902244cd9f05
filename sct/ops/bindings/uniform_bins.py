"""`np.histogram` with a number of bins: the ends of the sample are found first, as reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops import shape as views
from sct.ops.bindings.creation import method_astype
from sct.ops.bindings.table import FUNCTIONS, spec_of
from sct.ops.uniform_bins import fits_uniform_bins

__all__ = ["uniform_histogram"]


def uniform_histogram(
    a: Any, weights: list[Any], bins: int, limits: Any, *, density: bool
) -> tuple[Any, Any] | None:
    """Counts and edges, or None for what `np.histogram` has to do itself."""
    spec = spec_of(a)
    if not fits_uniform_bins(spec, spec_of(weights[0]) if weights else None, limits):
        return None
    a, *weights = (x if spec.ndim == 1 else views.ravel(x, order="C") for x in (a, *weights))
    ends = _ends(a) if limits is None else [float(end) for end in limits]
    counts, edges = registry.get("uniform_histogram")(a, *ends, *weights, bins=bins, limits=limits)
    return _shares(counts, edges) if density else counts, edges


def _shares(counts: Any, edges: Any) -> Any:
    """How dense the bins are, so that their integral is 1."""
    divide = registry.get("divide")
    widths = method_astype(FUNCTIONS[np.diff](edges), np.dtype(float))
    return divide(divide(counts, widths), registry.get("sum")(counts))


def _ends(x: Any) -> list[Any]:
    """The least and the greatest element; the greatest and the least number if there may be none."""
    spec = spec_of(x)
    if spec.static and spec.shape != (0,):
        return [registry.get(name)(x) for name in ("min", "max")]
    least, most = (-np.inf, np.inf) if spec.dtype.kind == "f" else (np.iinfo(spec.dtype).min, np.iinfo(spec.dtype).max)
    return [registry.get(name)(x, initial=end) for name, end in (("min", most), ("max", least))]
