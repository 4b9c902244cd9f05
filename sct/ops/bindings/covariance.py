"""`np.cov` and `np.corrcoef` without weights: the products of what is left when the means are taken away."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.creation import method_astype
from sct.ops.bindings.table import FUNCTIONS, spec_of

__all__ = ["correlation", "covariance"]


def covariance(operands: list[Any], rowvar: bool, ddof: Any) -> Any:
    """The covariance matrix of one or two arrays, or None for what NumPy has to look into itself."""
    rows = _rows(operands, rowvar)
    if rows is None or type(ddof) is not int:
        return None
    count, many = spec_of(rows).shape
    if count == 0 or (isinstance(many, int) and many <= ddof):
        return None
    mean = registry.get("mean")(rows, axis=1, keepdims=True)
    rest = registry.get("subtract")(rows, mean)
    product = registry.get("dot")(rest, FUNCTIONS[np.transpose](rest))
    if isinstance(many, int) and isinstance(count, int):
        scale: Any = 1 / (many - ddof)
    else:
        scale = registry.get("covariance_scale")(rows, ddof=ddof, several=count != 1)
    made = registry.get("multiply")(product, scale)
    return FUNCTIONS[np.squeeze](made) if count == 1 else made


def correlation(operands: list[Any], rowvar: bool) -> Any:
    """The matrix of correlation coefficients, or None."""
    made = covariance(operands, rowvar, 1)
    if made is None:
        return None
    divide = registry.get("divide")
    if spec_of(made).ndim == 0:
        return divide(made, made)
    spread = registry.get("sqrt")(FUNCTIONS[np.diagonal](made))
    scaled = divide(divide(made, FUNCTIONS[np.expand_dims](spread, 1)), FUNCTIONS[np.expand_dims](spread, 0))
    return FUNCTIONS[np.clip](scaled, -1, 1)


def _rows(operands: list[Any], rowvar: bool) -> Any:
    """The observed variables as rows of doubles."""
    found = []
    for k, x in enumerate(operands):
        spec = spec_of(x)
        if not 1 <= spec.ndim <= 2 or spec.dtype.kind not in "fiu" or spec.dtype.itemsize > 8:
            return None
        if k > 0 and not rowvar and spec.ndim == 2 and not isinstance(spec.shape[0], int):
            return None  # NumPy turns it, unless it is one row
        turned = not rowvar and spec.ndim == 2 and (k == 0 or spec.shape[0] != 1)
        x = FUNCTIONS[np.expand_dims](x, 0) if spec.ndim == 1 else x
        x = FUNCTIONS[np.transpose](x) if turned else x
        found.append(method_astype(x, np.dtype(float)))
    if len(found) == 1:
        return found[0]
    counts = {spec_of(x).shape[1] for x in found}
    return FUNCTIONS[np.concatenate](found) if len(counts) == 1 else None
