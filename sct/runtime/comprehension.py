"""List comprehensions, and lists made of what only the running program can walk through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime import row_lists
from sct.runtime.growing import changed
from sct.runtime.loops import convert_for
from sct.runtime.trace import Trace

__all__ = ["collect", "gather"]


def collect(trace: Trace, iterable: Any) -> list[Any]:
    """`list(iterable)`."""
    return gather(trace, iterable, lambda item, put: put(item))


def gather(trace: Trace, iterable: Any, body: Callable[[Any, Callable[[Any], None]], None]) -> list[Any]:
    """The list of what `body` puts into it, called with each item."""
    made: list[Any] = trace.note_new([])

    def put(x: Any) -> None:
        changed(trace, made, lambda items: items.append(x), lambda rows: (row_lists.appended(trace, rows, x), None))

    convert_for(iterable, lambda item: body(item, put), None, tuple, lambda state: None, ())
    return made
