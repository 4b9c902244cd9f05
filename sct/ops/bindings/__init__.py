"""NumPy's functions, methods and array attributes, with their own signatures, in terms of ops.

>>> import numpy as np
>>> from sct.ops import bindings
>>> total = bindings.lookup_binding(np.sum)
>>> total(np.eye(2), 0)
array([1., 1.])
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# One line per family; importing it registers its bindings.
from sct.ops.bindings import arrange as arrange
from sct.ops.bindings import creation as creation
from sct.ops.bindings import fft as fft
from sct.ops.bindings import histograms as histograms
from sct.ops.bindings import in_place as in_place
from sct.ops.bindings import index as index
from sct.ops.bindings import inserting as inserting
from sct.ops.bindings import joining as joining
from sct.ops.bindings import linalg as linalg
from sct.ops.bindings import methods as methods
from sct.ops.bindings import polynomials as polynomials
from sct.ops.bindings import queries as queries
from sct.ops.bindings import reductions as reductions
from sct.ops.bindings import refused as refused
from sct.ops.bindings import series as series
from sct.ops.bindings import shape as shape
from sct.ops.bindings import sorting as sorting
from sct.ops.bindings import special as special
from sct.ops.bindings import statistics as statistics
from sct.ops.bindings import windows as windows
from sct.ops.bindings.refused import REFUSED, lookup_refused
from sct.ops.bindings.scipy_special import lookup_scipy
from sct.ops.bindings.table import FUNCTIONS, METHODS, PROPERTIES
from sct.ops.bindings.ufuncs import lookup_ufunc_method
from sct.ops.python_math import lookup_function

__all__ = [
    "REFUSED",
    "lookup_binding",
    "lookup_function",
    "lookup_method",
    "lookup_property",
    "lookup_ufunc_method",
]


def lookup_binding(function: Any) -> Callable[..., Any] | None:
    """What serves the NumPy function `function`, with its signature; None if nothing does."""
    try:
        return FUNCTIONS.get(function) or lookup_scipy(function) or lookup_refused(function)
    except TypeError:  # not hashable
        return None


def lookup_method(name: str) -> Callable[..., Any] | None:
    """What serves the array method `name`; it takes the array first."""
    return METHODS.get(name)


def lookup_property(name: str) -> Callable[..., Any] | None:
    """What serves the array attribute `name`; it takes the array."""
    return PROPERTIES.get(name)
