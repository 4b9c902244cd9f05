"""Arrays that come from code which sct does not see into enter the trace: as Variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.trace import Trace, check_dtype

__all__ = ["fresh", "owned"]


def owned(trace: Trace, value: Any) -> Any:
    """`value` with every array, also in lists and tuples, as a Variable; lists stay the same object."""
    return trace.own(value)


def fresh(trace: Trace, value: Any) -> Any:
    """The same for arrays that have just been made, and that nobody else holds: they are born here.

    So a loop that makes an array in each iteration and writes to it does not carry it from one to the next.
    """
    if type(value) is tuple:
        return tuple(fresh(trace, item) for item in value)
    if type(value) is not np.ndarray or value.dtype == object:
        return owned(trace, value)
    check_dtype(value.dtype, "this array", trace.location())
    constant = np.array(value)
    made = trace.variable(trace.builder.constant(constant), origin=trace.location())
    made.storage.layout = lambda: constant
    return made
