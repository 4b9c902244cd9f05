"""`np.resize` where only the run knows an extent: Python that is converted like a user's function."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

__all__ = ["repeated"]


def repeated(flat, count, shape):
    """`count` elements of `flat` over and over, in this shape."""
    size = 1
    for n in shape:
        size = size * int(n)
        if n < 0:
            raise ValueError("all elements of `new_shape` must be non-negative")
    return flat[np.arange(size) % count].reshape(shape)
