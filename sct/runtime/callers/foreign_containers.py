"""Containers from outside that are no plain list, tuple, dict or set: guarded by what is in them.

Subclasses of list and dict get shadows like their bases, as deques do. A bytearray, a ChainMap or a read-only
view stays what it is: its content is guarded, its arrays become inputs, and writing to it is refused.
"""

from __future__ import annotations

import array
import contextlib
import copy
from collections import UserList, deque
from collections.abc import Mapping, Sequence, Set
from typing import Any

from sct.runtime.callers.sources import Source
from sct.runtime.ignore import is_ignored_class
from sct.runtime.layers.guards import Guards
from sct.runtime.state.bare import twin

__all__ = ["copied", "guard_elements", "is_indexed", "is_keyed"]


def copied(value: Any) -> Any:
    """A shallow copy of a list, dict, deque or set, or of an object of a subclass, with its attributes."""
    if type(value) in (list, dict, deque, set):
        return value.copy()
    return copy.copy(value) if is_ignored_class(type(value)) else twin(value)


def is_keyed(value: Any) -> bool:
    """Whether a library's mapping can be guarded key by key."""
    return isinstance(value, Mapping) and is_ignored_class(type(value))


def is_indexed(value: Any) -> bool:
    """Whether a library's sequence can be guarded item by item."""
    if isinstance(value, (str, bytes, bytearray, range, memoryview, array.array)):
        return False
    return isinstance(value, (deque, UserList, Sequence)) and is_ignored_class(type(value))


def guard_elements(guards: Guards, value: Any, source: Source) -> None:
    """Guard containers of plain numbers and of hashable elements by a copy of the whole."""
    if isinstance(value, Set) and is_ignored_class(type(value)):
        with contextlib.suppress(TypeError):  # a view, such as d.keys(), is guarded where its dict is read
            guards.add("elements", source, copy.copy(value))
