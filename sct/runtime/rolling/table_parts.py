"""The lists that a dict or set with run-time keys is made of, found again in another trace of the loop that fills it.

How many lists come before them differs from trace to trace: they are found by their dict or set.
"""

from __future__ import annotations

from typing import Any

from sct.runtime.hashing.entries import is_hashed, lists_of, table_of
from sct.runtime.state.made import Nth
from sct.runtime.trace import Trace

__all__ = ["TablePart", "found_part"]


class TablePart:
    """Which of its lists one is, of as many, and where their dict or set was made."""

    def __init__(self, at: int, many: int, site: Any) -> None:
        self.at, self.many, self.site = at, many, site

    def of(self, trace: Trace, owner: Any) -> Any:
        """The list in `owner` that is that, or None."""
        parts = _parts(owner)
        if len(parts) != self.many or trace.doubts.site(owner) != self.site:
            return None
        return parts[self.at]


def found_part(trace: Trace, xs: Any) -> tuple[Nth, TablePart] | None:
    """Which dict or set this list is a part of, by its number, and which part; None if that is not known."""
    for owner in trace.made.around(trace.builder, (dict, set)):
        parts = _parts(owner)
        for at, one in enumerate(parts):
            if one is xs:
                nth = trace.made.nth(owner, trace.builder)
                return None if nth is None else (nth, TablePart(at, len(parts), trace.doubts.site(owner)))
    return None


def _parts(owner: Any) -> tuple[Any, ...]:
    return (*lists_of(owner), table_of(owner)) if isinstance(owner, (dict, set)) and is_hashed(owner) else ()
