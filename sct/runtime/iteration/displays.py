"""`[*xs, y]`, `(*xs, y)` and `{*xs, y}`, of which only the running program may know how many items there are."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.comprehension import put
from sct.runtime.current import has_kind
from sct.runtime.hashing import hashed, set_logs
from sct.runtime.hashing.run_time_order import unordered
from sct.runtime.hashing.set_recipes import in_order_of, recipe_of, snapshot
from sct.runtime.hashing.user_keys import note_keys
from sct.runtime.hashing.users_mappings import as_dict
from sct.runtime.iteration.length_hints import unasked, with_room, without_room
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing, list_methods
from sct.runtime.lists.making import is_unhashable_now
from sct.runtime.lists.pooled_tuples import as_opened
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import hash_pools
from sct.runtime.state.bare import table_of
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["display", "displayed", "is_iterable", "listed", "merged", "taken", "taken_table"]

Parts = list[tuple[bool, Any]]
"""What stands in a display, each with whether it has a star."""


def displayed(trace: Trace, kind: str, parts: Parts) -> Any:
    """The list, tuple or set of a display with stars."""
    if kind == "set":
        return _set(trace, parts)
    items = display(trace, parts)
    if kind == "list":
        return items
    return growing.growing_tuple(trace, items) if growing.is_growing(items) else tuple(items)


def _set(trace: Trace, parts: Parts) -> Any:
    for starred, value in parts:
        if starred and not is_iterable(value):
            raise TypeError(f"'{type_name(value)}' object is not iterable")
    parts = [(starred, taken(trace, x, asked=False) if starred and not _is_table(x) else x) for starred, x in parts]
    parts = [(starred, table_of(x) if starred else x) for starred, x in parts]
    items = display(trace, [(starred, without_room(unordered(trace, x)) if starred else x) for starred, x in parts])
    recipes = [(starred, recipe_of(trace, x if starred else [x])) for starred, x in parts]
    if growing.is_growing(items) or any(map(is_unhashable_now, items)):
        made = hashed.set_of(trace, items)
        if any(starred and _is_table(value) for starred, value in parts):
            next(iter(made)).ordered = False  # the table grows at once
            in_order_of(trace, made, recipes)
            if trace.set_orders.logged:
                set_logs.made(trace, made, set_logs.displayed(trace, parts))
        return hash_pools.entered(trace, made, trace.location())
    note_keys(trace, items, items)
    known: set[Any] = set()
    for starred, value in parts:
        known.update(value if starred else (value,))
    return hashed.born(trace, trace.note_new(known))


def merged(trace: Trace, parts: list[Any]) -> Any:
    """The dict of a display with two stars, of its pairs and of the dicts."""
    parts = [as_dict(trace, part) for part in parts]
    keys = [key for part in parts for key in (part if isinstance(part, dict) else part[:1])]
    note_keys(trace, keys, keys)
    if any(map(is_unhashable_now, keys)):
        made = hashed.dict_of(trace, [])
        for part in parts:
            hashed.merge(trace, made, list(part.items()) if isinstance(part, dict) else [part])
        return hash_pools.entered(trace, made, trace.location())
    known: dict[Any, Any] = {}
    for part in parts:
        known.update(part if isinstance(part, dict) else [part])
    return hashed.born(trace, trace.note_new(known))


def _is_table(value: Any) -> bool:
    if isinstance(value, dict):
        return users_method(value, "__iter__") is None
    return isinstance(value, (set, frozenset))


def display(trace: Trace, parts: Parts) -> list[Any]:
    """`[*xs, y]`."""
    if len(parts) == 1:
        (items,) = (value for _, value in parts)
        return listed(_iterable(trace, with_room(trace, items)))
    made: list[Any] = trace.note_new([])
    for starred, value in parts:
        if starred:
            items = _iterable(trace, with_room(trace, value))
            list_methods.extend(trace, made, items if isinstance(items, list) else listed(items))
        else:
            put(trace, made, value)
    return made


def _kind_of(value: Any) -> type:
    kind: type = value.python_type if has_kind(value) else type(value)
    return kind


def is_iterable(value: Any) -> bool:
    """Whether Python can go through this."""
    if isinstance(value, Choice) or hasattr(_kind_of(value), "__iter__"):
        return True
    return hasattr(_kind_of(value), "__getitem__") and not issubclass(_kind_of(value), np.generic)


def _iterable(trace: Trace, value: Any) -> Any:
    if not is_iterable(value):
        raise TypeError(f"Value after * must be an iterable, not {type_name(value)}")
    return users_iterable(trace, value)


def taken(trace: Trace, items: Any, *, asked: bool = True) -> Any:
    """What comes after a star, as it is before the rest is evaluated; `asked` for its length, if need be."""
    items = with_room(trace, items) if asked else without_room(items)
    items = as_opened(_iterable(trace, items))
    items = items if asked else unasked(items)
    whole = type(items) in (tuple, range, str, SymbolicRange) and not growing.is_growing(items)
    return items if whole else listed(items)


def taken_table(trace: Trace, items: Any) -> Any:
    """The same, of which a set or dict stays one."""
    return snapshot(trace, items) if _is_table(items) else taken(trace, items, asked=False)


def listed(items: Any) -> list[Any]:
    """`list(items)`, whose items stay what they are where it is known how many there are."""
    from sct.runtime.call import convert_call

    made: list[Any] = convert_call(list)(items)
    return made
