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
import sct.ops.bindings.arrange
import sct.ops.bindings.index
import sct.ops.bindings.joining
import sct.ops.bindings.linalg
import sct.ops.bindings.reductions
import sct.ops.bindings.shape
import sct.ops.bindings.sorting
import sct.ops.bindings.statistics  # noqa: F401
from sct.ops.bindings.table import FUNCTIONS, METHODS, PROPERTIES

__all__ = ["lookup_binding", "lookup_method", "lookup_property"]


def lookup_binding(function: Any) -> Callable[..., Any] | None:
    """What serves the NumPy function `function`, with its signature; None if nothing does."""
    try:
        return FUNCTIONS.get(function)
    except TypeError:  # not hashable
        return None


def lookup_method(name: str) -> Callable[..., Any] | None:
    """What serves the array method `name`; it takes the array first."""
    return METHODS.get(name)


def lookup_property(name: str) -> Callable[..., Any] | None:
    """What serves the array attribute `name`; it takes the array."""
    return PROPERTIES.get(name)
