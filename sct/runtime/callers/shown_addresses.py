"""Whose text says where it lies in memory, which is another place at each call."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

from sct.runtime.rolling.alike_functions import may_be_several

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["shown_by_address"]


def shown_by_address(trace: Trace, value: Any) -> Iterator[Any]:
    """What is shown by its address and not the caller's: each call has others."""
    if type(value) in (list, tuple, dict, set, frozenset, deque):
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from shown_by_address(trace, item)
        return
    ours: Any = value if isinstance(value, FunctionType) else type(value)
    own = value in trace.made and ours.__repr__ is object.__repr__
    if isinstance(value, Iterator) or may_be_several(trace, value) or str(ours.__module__).startswith("sct.") or own:
        yield value
