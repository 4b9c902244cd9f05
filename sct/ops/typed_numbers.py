"""Numbers as attributes that tell NumPy's from Python's: one of NumPy decides about dtypes, one of Python does not."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["numbers_of"]


def numbers_of(value: Any) -> Any:
    """What an attribute stands for: Python's numbers are themselves, NumPy's come as (dtype, number).

    >>> numbers_of((0, ("float32", 1.5)))
    (0, np.float32(1.5))
    """
    if not isinstance(value, tuple):
        return value
    if len(value) == 2 and isinstance(value[0], str):
        return np.dtype(value[0]).type(value[1])
    return tuple(numbers_of(item) for item in value)
