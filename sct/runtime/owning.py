"""Arrays that come from code which sct does not see into enter the trace: as Variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.trace import Trace

__all__ = ["owned"]


def owned(trace: Trace, value: Any) -> Any:
    """`value` with every array, also in lists and tuples, as a Variable; the same object if it holds none."""
    if isinstance(value, np.ndarray):
        return trace.own(value)
    if type(value) in (list, tuple):
        items = [owned(trace, item) for item in value]
        if any(a is not b for a, b in zip(items, value, strict=True)):
            return items if type(value) is list else tuple(items)
    return value
