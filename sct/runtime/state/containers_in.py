"""The lists, dicts and objects that a value holds, however deep."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.hashing.entries import is_hashed, parts_of
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.function_forms import FUNCTIONS, held_by
from sct.runtime.lists.rows import Ref, pool_place, stale_or_marker, table_place
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.state.instances import attributes_of, is_plain_instance
from sct.runtime.state.own_dict import dict_of
from sct.runtime.state.undefined import Undefined
from sct.runtime.variable import Variable

__all__ = ["LEAVES", "containers_in"]

LEAVES = frozenset([bool, int, float, complex, str, bytes, type(None), Variable])  # which most of what is asked is


def containers_in(x: Any, inside: tuple[int, ...] = ()) -> Iterator[Any]:
    """The lists, dicts and objects in an item, and the item itself if it is one."""
    if type(x) in LEAVES or isinstance(x, Undefined):  # one of a choice's, where that way is never taken
        return
    if isinstance(x, Enum):  # a member is itself, wherever it is
        return
    if isinstance(stale_or_marker(x), Ref) or pool_place(x) is not None or table_place(x) is not None:  # a number
        return
    parts: Any = ()
    opened_set = False  # one with run-time elements, which is made of lists
    if isinstance(x, (list, tuple)):
        parts = items_in(x) if stale_or_marker(x) is None else ()
    elif isinstance(x, dict):
        parts = [part for _, part in pairs_in(x)]
    elif opened_set := type(x) is set and is_hashed(x):
        parts = parts_of(x).values()
    elif isinstance(x, Choice):
        parts = x.alternatives
    elif type(x) in FUNCTIONS:
        parts = held_by(x)
    elif is_plain_instance(x):
        parts = attributes_of(x).values()
    for part in parts if id(x) not in inside else ():
        if type(part) not in LEAVES:
            yield from containers_in(part, (*inside, id(x)))
    if type(x) in FUNCTIONS:
        return
    held = is_plain_instance(x) or (dict_of(x) is not None and not callable(x))
    if (isinstance(x, (list, dict)) or opened_set or (held and not isinstance(x, tuple))) and not is_variable(x):
        yield x
