"""Long lists of plain numbers: one constant in place of a leaf for each of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.same_constant import same_constant
from sct.runtime.templates import Template, TStatic, TVar
from sct.runtime.trace import spec_of_number

__all__ = ["known_numbers"]

_MANY = 64  # items; with fewer, the program is as short
_KINDS = (bool, int, float, complex)


def known_numbers(items: Any) -> tuple[Template, Any] | None:
    """The form of the items of a list of Python numbers of one type, and the column that holds them."""
    kind = type(items[0]) if len(items) >= _MANY else None
    if kind not in _KINDS or any(type(x) is not kind for x in items):
        return None
    first = items[0]
    if all(x is first or same_constant(x, first) for x in items):
        return TStatic(first), np.ones(len(items), bool)
    if kind is int and not all(-(2**63) <= x < 2**63 for x in items):
        return None
    spec = spec_of_number(first)
    return TVar(spec), np.array(items, spec.dtype)
