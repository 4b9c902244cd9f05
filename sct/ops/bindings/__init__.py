"""NumPy's functions, methods and array attributes, with their own signatures, in terms of ops.

>>> import numpy as np
>>> from sct.ops import bindings
>>> total = bindings.lookup_binding(np.sum)
>>> total(np.eye(2), 0)
array([1., 1.])
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

from sct.garbage import without_search

# What most programs need; importing a family registers its bindings.
from sct.ops.bindings import creation as creation
from sct.ops.bindings import methods as methods
from sct.ops.bindings import ranges as ranges
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


_missing = [
    "index", "joining", "linalg", "queries", "sorting", "special", "arrange", "statistics", "inserting", "in_place",
    "fft", "histograms", "memory_views", "polynomials", "series", "windows",
    "refused",  # what none of the others has
]  # fmt: skip  # imported one by one until a binding is found: first what is asked for most


def _register_next() -> bool:
    """Import one more of the families that are seldom needed; whether there was one."""
    if not _missing:
        return False
    family = _missing[0]
    with without_search(stays=True):
        import_module(f"{__name__}.{family}")
    with contextlib.suppress(ValueError):  # another thread was there, too
        _missing.remove(family)
    return True


def lookup_binding(function: Any) -> Callable[..., Any] | None:
    """What serves the NumPy function `function`, with its signature; None if nothing does."""
    try:
        found = FUNCTIONS.get(function)
    except TypeError:  # not hashable
        return None
    while found is None and _register_next():
        found = FUNCTIONS.get(function)
    if found is not None:
        return found
    from sct.ops.bindings.library import lookup_library
    from sct.ops.bindings.refused import lookup_refused
    from sct.ops.bindings.scipy_special import lookup_scipy

    return lookup_scipy(function) or lookup_library(function) or lookup_refused(function)


def lookup_method(name: str) -> Callable[..., Any] | None:
    """What serves the array method `name`; it takes the array first."""
    found = METHODS.get(name)
    while found is None and _register_next():
        found = METHODS.get(name)
    return found


def lookup_property(name: str) -> Callable[..., Any] | None:
    """What serves the array attribute `name`; it takes the array."""
    return PROPERTIES.get(name)  # the families above have them all
