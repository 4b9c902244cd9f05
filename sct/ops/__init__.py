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
import sct.ops.arrange  # noqa: F401
from sct.ops import bitwise as bitwise
from sct.ops import comparison as comparison
from sct.ops import control as control
import sct.ops.decompositions  # noqa: F401
from sct.ops import elementwise as elementwise
from sct.ops import elementwise_math as elementwise_math
import sct.ops.gather  # noqa: F401
from sct.ops import index as index
import sct.ops.index  # noqa: F401
import sct.ops.joining  # noqa: F401
from sct.ops import linalg as linalg
import sct.ops.linalg  # noqa: F401
from sct.ops import reductions as reductions
import sct.ops.reductions  # noqa: F401
import sct.ops.select  # noqa: F401
from sct.ops import shape as shape
import sct.ops.shape  # noqa: F401
import sct.ops.sorting  # noqa: F401
import sct.ops.statistics  # noqa: F401
from sct.ops.registry import all_ops, get, lookup_numpy

__all__ = ["all_ops", "get", "lookup_numpy"]


def __getattr__(name: str) -> Any:
    """Every op under its name (`if` and the like, which Python keeps for itself, through `get`)."""
    try:
        return get(name)
    except KeyError:
        raise AttributeError(f"there is no op {name!r}") from None
