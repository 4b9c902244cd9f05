"""What ignored modules hold: their functions, classes and constants."""

from __future__ import annotations

import sys
from collections.abc import Mapping, MutableSequence, MutableSet
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.callers.known_nans import note_nan
from sct.runtime.callers.lift import lift
from sct.runtime.callers.sources import AttrSource, ModuleSource
from sct.runtime.calls.purity import refuse_callee
from sct.runtime.state.class_content import MISSING
from sct.runtime.texts.standard_output import STREAMS

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["guard_held", "of_library"]


def of_library(trace: Trace, owner: ModuleType, value: Any, source: AttrSource) -> Any:
    """What an ignored module holds: its functions, classes and constants stay; what can change is watched."""
    if isinstance(value, (list, dict, set, np.ndarray)):
        return lift(trace, value, source)
    if isinstance(value, (Mapping, MutableSequence, MutableSet)) and not isinstance(value, type):
        refuse_callee(trace, source.describe(), "it is state outside of the function", "")
    if owner is sys and source.name in STREAMS:
        return trace.output.streams.get(source.name, STREAMS[source.name])
    guard_held(trace, owner, source.name, value)
    return value


def guard_held(trace: Trace, module: ModuleType, name: str, value: Any) -> None:
    """A function or constant of a library must still be the one that the trace has seen; its classes are."""
    if not isinstance(value, type) and vars(module).get(name, MISSING) is value:
        trace.guards.add("identity", source := ModuleSource(vars(module), name, module.__name__), value)
        note_nan(trace, value, source)
