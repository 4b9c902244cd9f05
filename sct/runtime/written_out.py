"""Operators of lists and tuples that are called by name, as in `xs.__add__(ys)`, where `ys` is of run-time length.

Python itself takes what stands for the items of the other one for its only item.
"""

from __future__ import annotations

from typing import Any

from sct.runtime import growing, operators
from sct.runtime.trace import Trace

__all__ = ["operated"]

_COMPARED = {"__eq__": "eq", "__ne__": "ne", "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge"}


def operated(trace: Trace, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """What the operator answers; NotImplemented where Python itself may be asked."""
    other = args[-1] if args else None
    if growing.is_growing(owner) or not growing.is_growing(other):
        return NotImplemented
    if name == "__setitem__" and len(args) == 2 and isinstance(args[0], slice):
        from sct.runtime.mutation import store_item

        return store_item(trace, owner, *args)
    if len(args) != 1 or not isinstance(other, list if isinstance(owner, list) else type(owner)):
        return NotImplemented
    if name == "__add__":
        return operators.binary("add", owner, other)
    return operators.compare(_COMPARED[name], owner, other) if name in _COMPARED else NotImplemented
