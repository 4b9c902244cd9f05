"""Keys that are objects of classes with a `__hash__` and `__eq__` of the user's: the program asks both of them."""

from __future__ import annotations

from enum import Enum
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.hashing.entries import lists_of
from sct.runtime.hashing.user_keys import is_hashed_by_users, note_run_time_key, says_how_it_is_hashed
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import TChoice, Template, TNode, TStatic
from sct.runtime.joins.tuple_forms import hashed_parts, value_fields
from sct.runtime.lists import growing
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.trace import Trace
from sct.shown import shown

__all__ = ["place", "place_among"]

_FEW = 8  # numbers of keys that there may be: each search asks all of them, once for every number


def place(trace: Trace, owner: Any, key: Any) -> Any:
    """The index of a key, or -1; None where neither it nor those that are there are such objects."""
    keys = lists_of(owner)[0]
    marker = marker_of(keys)
    many = isinstance(marker, Variants) and len(marker.choice.alternatives) > _FEW
    if many and any(map(_is_users, _kinds(keys))):
        rows = growing.as_rows(trace, keys)
        growing.put(trace, keys, [] if rows is None else [rows])
    kinds = _kinds(keys)
    parts = hashed_parts(key)
    mine = parts is None and _is_users(type(key)) and is_hashed_by_users(key)
    if parts is not None and any(map(_holds_users, parts)):
        raise StaticValueError(
            "an object of a class with a __hash__ is in a tuple that is a key which only the run knows",
            where=trace.location(),
            why="the program asks for the hash of the object itself only",
            fix="use the numbers that the object holds as parts of the key",
        )
    if not mine and not any(map(_is_users, kinds)):
        return None
    for kind in sorted(kinds | {type(key)}, key=lambda kind: (kind.__module__, kind.__qualname__)):
        if _is_users(kind):
            note_run_time_key(trace, kind)
    return _found(trace, owner, keys, kinds, key)


def place_among(trace: Trace, owner: Any, key: Any) -> Any:
    """The index of such an object among the known keys of a dict or set, or -1."""
    keys = trace.note_new(sorted(owner, key=shown))
    note_run_time_key(trace, type(key))
    return _found(trace, owner, keys, _kinds(keys), key)


def _found(trace: Trace, owner: Any, keys: list[Any], kinds: set[type], key: Any) -> Any:
    from sct.runtime.call import convert_call
    from sct.runtime.hashing.hashed import in_library

    if kinds - {type(key)}:
        raise StaticValueError(
            f"a {type(owner).__name__} has objects of a class with a __hash__ among other keys",
            where=trace.location(),
            why="the program asks each of the keys whether it is equal, and only Python knows which of them to ask",
            fix="use tuples of numbers as keys",
        )
    number = convert_call(hash)(key)  # also where there is no other key to compare it with
    return in_library(trace, "place_of_object", keys, key, number) if kinds else -1


def _kinds(keys: list[Any]) -> set[type]:
    marker = marker_of(keys)
    if isinstance(marker, Rows):
        return _classes(marker.item)
    if isinstance(marker, Variants):
        return {kind for items in marker.choice.alternatives for x in items for kind in _kinds_of(x)}
    return {kind for x in keys for kind in _kinds_of(x)}


def _kinds_of(x: Any) -> set[type]:
    return {type(one) for one in x.alternatives} if type(x) is Choice else {type(x)}


def _classes(t: Template) -> set[type]:
    if isinstance(t, TChoice):
        return {kind for item in t.items for kind in _classes(item)}
    if isinstance(t, TNode):
        return {t.kind}
    return {type(t.obj) if isinstance(t, TStatic) else object}


def _is_users(kind: type) -> bool:
    return says_how_it_is_hashed(kind) and not value_fields(kind) and not issubclass(kind, (Enum, tuple))


def _holds_users(x: Any) -> bool:
    parts = hashed_parts(x)
    return _is_users(type(x)) and is_hashed_by_users(x) if parts is None else any(map(_holds_users, parts))
