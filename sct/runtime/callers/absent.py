"""What is noted where an attribute that code of the user's reads is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.callers.class_lookup import guard_order
from sct.runtime.callers.own_attributes import runs_code
from sct.runtime.callers.sources import AttrSource
from sct.runtime.state.cells import AttrCell

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["note_absent"]


def note_absent(trace: Trace, owner: Any, name: str, error: AttributeError) -> None:
    """Guard that there is none, and let the error tell whose it is, as Python's own reading does."""
    if error.name is None and error.obj is None:
        error.name, error.obj = name, owner
    source = trace.sources.get(owner)
    touched = trace.transaction.touched(AttrCell(owner, name))
    if isinstance(owner, type):
        for kind in (owner, type(owner)):
            guard_order(trace, kind, name, None)
    elif source is not None and not touched and not runs_code(owner, name):
        trace.guards.add("absent_attr", AttrSource(source, name), None)
