"""NumPy functions that make arrays of what Python walks through, in terms of Python's own."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ops.bindings.table import ndim_of, spec_of, static, symbolic

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["FROM_PYTHON"]


def _fromiter(trace: Trace, /, iter: Any, dtype: Any, count: Any = -1, *, like: Any = None) -> Any:
    """The items of a list, an array or a generator as an array of numbers."""
    from sct.runtime.traced_call import convert_traced

    items = convert_traced(trace, list)(iter)
    if isinstance(count, np.bool_) or (symbolic(count) and spec_of(count).dtype.kind not in "iu"):
        raise TypeError("an integer is required for the count")
    count = operator.index(static(count, "count"))
    if count != -1:
        items = convert_traced(trace, _first)(items, count)
    made = convert_traced(trace, np.array)(items, dtype)
    if ndim_of(made) != 1:
        raise ValueError("setting an array element with a sequence.")
    return made


def _first(items: Any, count: int) -> Any:
    """The first of them, which sct converts like a user's code."""
    count = max(count, 0)
    if len(items) < count:
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(items)} items.")
    return items[:count]


FROM_PYTHON: dict[Any, Callable[..., Any]] = {np.fromiter: _fromiter}
