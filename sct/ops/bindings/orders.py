"""`order=`: how the memory of a new array is laid out, which tells later views from later copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import is_array, ndim_of, static, symbolic

__all__ = ["in_order"]


def in_order(made: Any, order: Any, source: Any = None) -> Any:
    """`made`, an array that nobody else has yet, laid out as `order` asks; "A" asks what `source` is."""
    order = static(order, "order")
    order = "K" if order is None else str(order).upper()
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    if order == "A":
        order = "F" if _flags(source, "f_contiguous") and not _flags(source, "c_contiguous") else "C"
    if order == "K" or not is_array(made) or ndim_of(made) < 2:
        return made
    if not symbolic(made):
        return np.array(made, order=order)
    if _flags(made, "c_contiguous" if order == "C" else "f_contiguous"):
        return made
    return registry.get("reordered")(made, order=order)


def _flags(x: Any, name: str) -> bool:
    """Whether an array is known to be contiguous."""
    sample = x.sct_layout() if hasattr(x, "sct_layout") else x
    return isinstance(sample, np.ndarray) and bool(getattr(sample.flags, name))
