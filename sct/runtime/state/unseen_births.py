"""Attributes that an object gets from code which sct does not see into: those of a `functools.cached_property`, say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.state.births import note_birth
from sct.runtime.state.newborn import newborn
from sct.runtime.state.own_dict import dict_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["note_come"]


def note_come(trace: Trace, owner: Any, known: dict[str, Any], given: tuple[Any, ...]) -> None:
    """Note those of `owner`, of which these were `known`, as if the trace had set them: each call has to."""
    held = dict_of(owner) or {}
    come = {name: held.pop(name) for name in [name for name in held if name not in known]}
    for name, value in come.items():
        newborn(trace, value, *given)
        note_birth(trace, owner, name)
        trace.touch_attr(owner, name)
        held[name] = value
