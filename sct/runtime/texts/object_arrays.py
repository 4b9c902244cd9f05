"""The text of an array of objects (dtype object), which NumPy makes while the graph is built."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.callers.shown_addresses import shown_by_address
from sct.runtime.callers.sources import CallSource
from sct.runtime.trace import Trace

__all__ = ["shown_now"]


def print_options() -> tuple[str, ...]:
    """What texts of arrays depend on."""
    return (repr(np.get_printoptions()),)


def shown_now(trace: Trace, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array, whose text may be made now, under the caller's print options: what it holds is known and not asked."""
    from sct.runtime.texts.deferred_text import holds_variable

    items = array.ravel().tolist()
    unknown = next((x for x in items if holds_variable(x)), None)
    unknown = next(shown_by_address(trace, items), None) if unknown is None else unknown
    if unknown is not None or trace.output.options:
        raise StaticValueError(
            "the text of an array of objects was asked for"
            + (f", of which one is a {type(unknown).__name__}" if unknown is not None else ", under print options"),
            where=trace.location(),
            why="NumPy makes the text while the graph is built, and asks the objects for theirs",
            fix="show the objects one by one",
        )
    trace.guards.add("elements", CallSource(print_options, "NumPy's print options"), print_options())
    return array
