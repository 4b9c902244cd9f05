"""The question every converter asks first: is a trace under way here?"""

from __future__ import annotations

from sct.runtime.trace import current, is_variable

__all__ = ["current", "is_variable"]
