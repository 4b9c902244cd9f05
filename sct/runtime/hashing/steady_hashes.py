"""Which sets are in the same order in each process: those of numbers, whose hashes are what the numbers are.

Texts are hashed anew in each process, and objects by where they lie in memory. A trace that has met a set with such an
element, if only to ask whether it is there, is not kept for other processes (`layers.kept_layers`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["is_hashed_alike", "note_elements", "note_given"]

_ALIKE = (bool, int, *((type(None),) if sys.version_info >= (3, 12) else ()))
_ADDING = frozenset(("add", "update", "union", "symmetric_difference", "symmetric_difference_update", "__ior__",
                     "__ixor__", "__or__", "__xor__", "__ror__", "__rxor__", "__init__"))  # fmt: skip
_LISTED = (list, tuple, dict, range, str, bytes)


def is_hashed_alike(x: Any) -> bool:
    """Whether the hash of a known value is the same in each process of one version of Python.

    >>> is_hashed_alike((1, 2.5)), is_hashed_alike("a"), is_hashed_alike(float("nan"))
    (True, False, False)
    """
    kind = type(x)
    if kind in _ALIKE:
        return True
    if kind in (float, complex) or (isinstance(x, np.generic) and x.dtype.kind in "biufc"):
        return bool(x == x)  # a NaN is hashed by where it lies
    return kind in (tuple, frozenset) and all(map(is_hashed_alike, x))


def note_elements(trace: Trace, elements: Iterable[Any]) -> None:
    """These are, or become, elements of a set of Python's."""
    orders = trace.set_orders
    orders.alike = orders.alike and all(map(is_hashed_alike, elements))


def note_given(trace: Trace, name: str, args: tuple[Any, ...]) -> None:
    """The method `name` of a set is given these. What other sets hold was noted when they got it."""
    if name not in _ADDING or not trace.set_orders.alike:
        return
    for x in args:
        if name == "add":
            note_elements(trace, (x,))
        elif type(x) in _LISTED:
            note_elements(trace, x)
        elif not isinstance(x, (set, frozenset)):
            trace.set_orders.alike = False
