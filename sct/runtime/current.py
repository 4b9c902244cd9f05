"""The question every converter asks first: is a trace under way here?"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from sct.runtime.homes import home_of

if TYPE_CHECKING:
    from sct.errors import Location, SctError
    from sct.runtime.trace import Trace

__all__ = ["CURRENT", "current", "has_own", "has_spec", "here", "is_variable", "missing", "take_missed"]

CURRENT: ContextVar[Trace | None] = ContextVar("sct_trace", default=None)


current: Callable[[], Trace | None] = CURRENT.get
"""The trace that runs in this context, or None when Python runs plainly. A C function: every call asks it."""


def here() -> Location | None:
    """The user's place, for a message; None when Python runs plainly."""
    trace = current()
    return None if trace is None else trace.location()


def missing(error: SctError) -> SctError:
    """`error`, raised where a value is asked for that is not known: code that sct does not see may catch it."""
    trace = current()
    if trace is not None:
        trace.missed = error
    return error


def take_missed(trace: Trace) -> SctError | None:
    """What `missing` has noted, no longer."""
    found, trace.missed = trace.missed, None
    return found


def is_variable(value: Any) -> bool:
    """Whether `value` is known only when the program runs."""
    return getattr(type(value), "__sct_symbolic__", False) is True


def has_spec(value: Any) -> bool:
    """Whether `value` is one number or array of the run: no choice, and no object of the user's that has a `spec`."""
    return is_variable(value) and hasattr(type(value), "spec")


def has_kind(value: Any) -> bool:
    """Whether `value` stands for an object of Python's, of its `python_type`: no object of the user's that has such."""
    kind = type(value)
    return home_of(kind).startswith("sct.") and hasattr(kind, "python_type")


def has_own(value: Any, name: str) -> bool:
    """Whether `value` is of a class of sct's own that has this attribute: metaclasses of the user's are not asked."""
    kind = type(value)
    return home_of(kind).startswith("sct.") and hasattr(kind, name)
