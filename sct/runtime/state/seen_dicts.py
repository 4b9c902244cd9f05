"""The `__dict__` of an object that somebody holds, when it becomes unknown which attributes the object has.

Until then it is Python's own dict. From then on Python's own code would take what stands for an attribute that may be
there for one that is.
"""

from __future__ import annotations

import gc
import sys
from types import FrameType
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.state.cells import Cell, IdentityMap
from sct.runtime.state.own_dict import dict_of
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["check_unseen"]

_OURS = 3  # references to a dict: that of its object, the name here and the argument of `getrefcount`


def check_unseen(trace: Trace, owner: Any, name: str) -> None:
    """Before an attribute may be there or not: nobody may hold the dict in which it would be."""
    held = dict_of(owner)
    if held is None or trace.attribute_dicts.get(held) is None:
        return
    maps = [known for known in vars(trace).values() if isinstance(known, IdentityMap)]
    noted = len([known for known in maps if held in known])
    others = sys.getrefcount(held) - _OURS - noted
    if others and others > _in_cells(held) + _in_frames(held, sys._getframe(1)):
        raise SideEffectError(
            f"an attribute {name!r} of {a_kind(owner)} may be there or not, while its __dict__ is kept under a name",
            where=trace.location(),
            why="what is in that dict would be known only when the program runs",
            fix=f"set the attribute on all ways, as in self.{name} = None, or ask for vars(…) where it is used",
        )


def _in_cells(held: Any) -> int:
    """How many notes of changes hold it."""
    return len([one for one in gc.get_referrers(held) if isinstance(one, Cell)])


def _in_frames(held: Any, frame: FrameType | None) -> int:
    """How many variables of sct's own functions that are under way do."""
    count = 0
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith("sct."):
            count += len([x for x in frame.f_locals.values() if x is held])
        frame = frame.f_back
    return count
