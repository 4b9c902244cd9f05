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
from sct.ops import arrange as arrange
from sct.ops import bits as bits
from sct.ops import bitwise as bitwise
from sct.ops import casts as casts
from sct.ops import comparison as comparison
from sct.ops import complex_parts as complex_parts
from sct.ops import control as control
from sct.ops import creation as creation
from sct.ops import decompositions as decompositions
from sct.ops import eigen as eigen
from sct.ops import elementwise as elementwise
from sct.ops import elementwise_math as elementwise_math
from sct.ops import fft as fft
from sct.ops import gather as gather
from sct.ops import histograms as histograms
from sct.ops import in_place as in_place
from sct.ops import index as index
from sct.ops import joining as joining
from sct.ops import linalg as linalg
from sct.ops import list_searches as list_searches
from sct.ops import lists as lists
from sct.ops import polynomials as polynomials
from sct.ops import python_math as python_math
from sct.ops import python_numbers as python_numbers
from sct.ops import python_sequences as python_sequences
from sct.ops import random as random
from sct.ops import reductions as reductions
from sct.ops import scipy_special as scipy_special
from sct.ops import select as select
from sct.ops import series as series
from sct.ops import shape as shape
from sct.ops import sorting as sorting
from sct.ops import special as special
from sct.ops import statistics as statistics
from sct.ops import ufunc_methods as ufunc_methods
from sct.ops import windows as windows
from sct.ops.registry import all_ops, get, lookup_numpy

__all__ = ["all_ops", "get", "lookup_numpy"]


def __getattr__(name: str) -> Any:
    """Every op under its name (`if` and the like, which Python keeps for itself, through `get`)."""
    try:
        return get(name)
    except KeyError:
        raise AttributeError(f"there is no op {name!r}") from None
