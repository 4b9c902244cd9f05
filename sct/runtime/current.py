"""The question every converter asks first: is a trace under way here?"""

from __future__ import annotations

try:
    from sct.runtime.trace import current, is_variable
except ImportError:  # the trace is not there yet

    def current() -> None:  # type: ignore[misc]
        return None

    def is_variable(x: object) -> bool:  # type: ignore[misc]
        return False


__all__ = ["current", "is_variable"]
