"""Arrays that come from code which sct does not see into enter the trace: as Variables."""

from __future__ import annotations

from typing import Any

from sct.runtime.trace import Trace

__all__ = ["owned"]


def owned(trace: Trace, value: Any) -> Any:
    """`value` with every array, also in lists and tuples, as a Variable; lists stay the same object."""
    return trace.own(value)
