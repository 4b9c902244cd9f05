"""Attributes that an object may have got: where it has not, its class says what they are, or that there are none.

`best = None` in a class, `self.best = e` under a condition that only the run knows. The place then holds a choice, one
of whose alternatives is that there is nothing: who reads it gets what plain Python finds elsewhere, and the run sets
it where there is something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.joins.choice import Choice, current_trace
from sct.runtime.state.cells import ABSENT

__all__ = ["absence", "check_there", "may_be_absent", "read_shadowed"]


def may_be_absent(content: Any) -> bool:
    """Whether one of several contents of a place is that there is nothing."""
    return isinstance(content, Choice) and any(one is ABSENT or may_be_absent(one) for one in content.alternatives)


def absence(content: Any) -> Any:
    """Whether there is nothing, as a bool or a symbolic one."""
    if not may_be_absent(content):
        return content is ABSENT
    return content.sct_each(absence)


def read_shadowed(content: Choice, otherwise: Callable[[], Any]) -> Any:
    """What the attribute is: the object's own, or what it is `otherwise`."""

    def seen(one: Any) -> Any:
        if one is ABSENT:
            return otherwise()
        return read_shadowed(one, otherwise) if may_be_absent(one) else one

    return content.sct_each(seen)


def check_there(name: str, content: Any) -> None:
    """Refuse what has to know whether an attribute is there."""
    if may_be_absent(content):
        raise SideEffectError(
            f"whether an object has an attribute {name!r} of its own is known at run time only",
            where=current_trace().location(),
            fix="set the attribute in __init__, so that every object has it",
        )
