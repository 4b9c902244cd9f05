"""In which order the elements of arrays lie, of which texts are made."""

from __future__ import annotations

from typing import Any

from sct.runtime.arrays.views import layout_of

__all__ = ["is_in_order"]


def is_in_order(x: Any) -> bool:
    """Whether the elements surely lie in C order, as what the program makes of them does: NumPy keeps other orders."""
    sample = layout_of(x, False) if x.spec.ndim > 1 else None
    return x.spec.ndim < 2 or (sample is not None and bool(sample.flags.c_contiguous))
