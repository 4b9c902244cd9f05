"""What a join was made of: lists, dicts and objects of branches that are closed, for which it stands from then on.

A method or closure may still hold one of these as it was. Nobody can tell until what the join made is changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sct.errors import SideEffectError
from sct.runtime.state.reachable import any_reachable
from sct.runtime.texts.kind_names import a_kind

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["check_outdated", "note_joined"]


def note_joined(trace: Trace, made: Any, parts: Iterable[Any]) -> None:
    """Remember of what a join has made a list, dict or object."""
    found: list[Any] = []
    for part in parts:
        born = trace.made.get(part)
        if part is not made and born is not None and not trace.in_scope(born):
            found += [part, *trace.joined_of.get(part, ())]
    if found:
        trace.joined_of[made] = found


def check_outdated(trace: Trace, made: Any) -> None:
    """Refuse to change what a join has made where the user's code has a way to what it was made of."""
    parts = trace.joined_of.get(made)
    if parts is None:
        return
    trace.joined_of.remove(made)  # nobody can get a way to them again
    if any_reachable(trace, parts, made_here=True):
        raise SideEffectError(
            f"{a_kind(made)} is changed that was made in a branch or loop before",
            where=trace.location(),
            why="a method, closure or partial object holds it as it was there, and would not see the change",
            fix="make the object before the branch, or choose inside of its methods",
        )
