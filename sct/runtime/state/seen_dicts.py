"""The `__dict__` of an object that somebody holds, when it becomes unknown which attributes the object has.

Until then it is Python's own dict. From then on its code would take what stands for an attribute that may be there for one
that is.
"""

from __future__ import annotations

import gc
import sys
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
    if others and others > len([one for one in gc.get_referrers(held) if isinstance(one, Cell)]):
        raise SideEffectError(
            f"whether {a_kind(owner)} has an attribute {name!r} is known only when the program runs, while its __dict__ "
            "is kept under a name",
            where=trace.location(),
            why="what is in a dict of attributes is known while the graph is built, or it is asked for where it is used",
            fix=f"set the attribute on all ways, as in self.{name} = None, or ask for vars(…) where it is used",
        )
