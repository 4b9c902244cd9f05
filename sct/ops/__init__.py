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

# One line per family; importing it defines its ops.
import sct.ops.bitwise
import sct.ops.comparison
import sct.ops.control
import sct.ops.elementwise
import sct.ops.elementwise_math
import sct.ops.index
import sct.ops.index  # noqa: F401
import sct.ops.joining  # noqa: F401
import sct.ops.linalg
import sct.ops.linalg  # noqa: F401
import sct.ops.reductions
import sct.ops.reductions  # noqa: F401
import sct.ops.shape
import sct.ops.shape  # noqa: F401
from sct.ops.registry import all_ops, get, lookup_numpy

__all__ = ["all_ops", "get", "lookup_numpy"]


def __getattr__(name: str) -> Any:
    """Every op under its name (`if` and the like, which Python keeps for itself, through `get`)."""
    try:
        return get(name)
    except KeyError:
        raise AttributeError(f"there is no op {name!r}") from None
