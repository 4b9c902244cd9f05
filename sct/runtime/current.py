"""The question every converter asks first: is a trace under way here?"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sct.errors import Location
    from sct.runtime.trace import Trace

__all__ = ["CURRENT", "current", "here", "is_variable"]

CURRENT: ContextVar[Trace | None] = ContextVar("sct_trace", default=None)


current: Callable[[], Trace | None] = CURRENT.get
"""The trace that runs in this context, or None when Python runs plainly. A C function: every call asks it."""


def here() -> Location | None:
    """The user's place, for a message; None when Python runs plainly."""
    trace = current()
    return None if trace is None else trace.location()


def is_variable(value: Any) -> bool:
    """Whether `value` is known only when the program runs."""
    return getattr(type(value), "__sct_symbolic__", False)
