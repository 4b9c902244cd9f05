"""NumPy's functions, methods and array attributes, with their own signatures, in terms of ops.

>>> import numpy as np
>>> from sct.ops import bindings
>>> total = bindings.lookup_binding(np.sum)
>>> total(np.eye(2), 0)
array([1., 1.])
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sct.garbage import without_search

# What most programs need; importing a family registers its bindings.
from sct.ops.bindings import creation as creation
from sct.ops.bindings import index as index
from sct.ops.bindings import joining as joining
from sct.ops.bindings import linalg as linalg
from sct.ops.bindings import methods as methods
from sct.ops.bindings import queries as queries
from sct.ops.bindings import reductions as reductions
from sct.ops.bindings import shape as shape
from sct.ops.bindings.table import FUNCTIONS, METHODS, PROPERTIES
from sct.ops.bindings.ufuncs import lookup_ufunc_method
from sct.ops.python_math import lookup_function

__all__ = [
    "lookup_binding",
    "lookup_function",
    "lookup_method",
    "lookup_property",
    "lookup_ufunc_method",
]


_OTHERS = (
    "arrange", "fft", "histograms", "in_place", "inserting", "memory_views", "polynomials", "series", "sorting",
    "special", "statistics", "windows",
    "refused",  # what none of the others has
)  # fmt: skip
_missing = list(_OTHERS)


def _register_others() -> bool:
    """Import the families that are seldom needed; whether that has happened now."""
    families = list(_missing)
    with without_search(stays=True):
        for family in families:
            import_module(f"{__name__}.{family}")
    _missing.clear()
    return bool(families)


def lookup_binding(function: Any) -> Callable[..., Any] | None:
    """What serves the NumPy function `function`, with its signature; None if nothing does."""
    try:
        found = FUNCTIONS.get(function)
    except TypeError:  # not hashable
        return None
    if found is None and _register_others():
        found = FUNCTIONS.get(function)
    if found is not None:
        return found
    from sct.ops.bindings.refused import lookup_refused
    from sct.ops.bindings.scipy_special import lookup_scipy

    return lookup_scipy(function) or lookup_refused(function)


def lookup_method(name: str) -> Callable[..., Any] | None:
    """What serves the array method `name`; it takes the array first."""
    found = METHODS.get(name)
    if found is None and _register_others():
        found = METHODS.get(name)
    return found


def lookup_property(name: str) -> Callable[..., Any] | None:
    """What serves the array attribute `name`; it takes the array."""
    return PROPERTIES.get(name)  # the families above have them all
