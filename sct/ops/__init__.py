"""The ops: importing this package defines them all; each is an attribute under its name.

>>> import numpy as np
>>> from sct import ops
>>> ops.multiply(np.arange(3), 2)
array([0, 2, 4])
>>> ops.get("multiply") is ops.multiply
True
"""

from __future__ import annotations

from typing import Any

# One line per family; the order is of no consequence.
from sct.ops import bitwise, comparison, elementwise, elementwise_math  # noqa: F401  ufuncs
from sct.ops import index, linalg, reductions, shape  # noqa: F401  arrays: subscripts, products, reductions
from sct.ops.registry import all_ops, get, lookup_numpy

__all__ = ["all_ops", "get", "lookup_numpy"]


def __getattr__(name: str) -> Any:
    """Every op under its name (`if` and the like, which Python keeps for itself, through `get`)."""
    try:
        return get(name)
    except KeyError:
        raise AttributeError(f"there is no op {name!r}") from None
