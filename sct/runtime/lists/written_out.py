"""Operators of lists and tuples that are called by name, as in `xs.__add__(ys)`, where `ys` is of run-time length.

Python itself takes what stands for the items of the other one for its only item.
"""

from __future__ import annotations

from typing import Any

from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.run_time_order import in_order
from sct.runtime.lists import growing, list_methods
from sct.runtime.objects import operators
from sct.runtime.trace import Trace

__all__ = ["operated"]

_COMPARED = {"__eq__": "eq", "__ne__": "ne", "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge"}


def operated(trace: Trace, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """What the operator answers; NotImplemented where Python itself may be asked."""
    from sct.runtime.state.mutation import store_item

    other = args[-1] if args else None
    puts = name == "__setitem__" and len(args) == 2 and isinstance(args[0], slice)
    adds = name in ("extend", "__iadd__") and len(args) == 1
    if isinstance(owner, list) and isinstance(other, (dict, set)) and is_hashed(other) and (puts or adds):
        items = in_order(trace, other)
        if puts:
            return store_item(trace, owner, args[0], items)
        list_methods.extend(trace, owner, items)
        return owner if name == "__iadd__" else None
    if growing.is_growing(owner) or not growing.is_growing(other):
        return NotImplemented
    if puts:
        return store_item(trace, owner, *args)
    if len(args) != 1 or not isinstance(other, list if isinstance(owner, list) else type(owner)):
        return NotImplemented
    if name == "__add__":
        return operators.binary("add", owner, other)
    return operators.compare(_COMPARED[name], owner, other) if name in _COMPARED else NotImplemented
