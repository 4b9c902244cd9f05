"""The conditions of all guards of a layer, those of the constants in a list, tuple or dict as one comparison.

A list of thousands of numbers has a guard for each of them, which says which one has changed. As conditions, they
would take longer to compile than everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sct.runtime.callers.sources import Constants, ItemSource, Source
from sct.runtime.layers.guards import Guard

__all__ = ["conditions"]

LEAST = 4  # constants that are compared together
MOST_NESTED = 16
_COMPARED = (bool, int, float, str, bytes, type(None))
_NONE = object()  # no constant


def conditions(guards: Iterable[Guard], constants: Constants) -> list[str]:
    """Python conditions, each of which must be true."""
    items = list(guards)
    kinds: dict[int, type] = {}  # of sources, which the guards keep alive
    places: dict[int, dict[int, int]] = {}  # of those of dicts: where which of their keys is
    keys: dict[int, Sequence[Any]] = {}  # of their items, in order
    found: list[str] = []
    k = 0
    while k < len(items):
        guard = items[k]
        source = guard.source
        if guard.kind == "type":
            kinds[id(source)] = guard.expected
        elif guard.kind == "length" and kinds.get(id(source)) in (list, tuple):
            keys[id(source)] = range(guard.expected)
        elif guard.kind == "keys" and kinds.get(id(source)) is dict:
            keys[id(source)] = guard.expected
            places[id(source)] = {id(key): place for place, key in enumerate(guard.expected)}
        if isinstance(source, ItemSource) and id(source.parent) in keys:
            parent = source.parent
            first = places[id(parent)].get(id(source.key), -1) if id(parent) in places else source.key
            held, after = _run(items, k, parent, keys[id(parent)], first)
            if len(held) >= LEAST:
                found.append(f"__s_same_items({parent.expr(constants)}, {first}, {constants.name(tuple(held))})")
                k = after
                continue
        found += guard.code(constants)
        k += 1
    return found


def _run(
    guards: list[Guard], k: int, parent: Source, keys: Sequence[Any], first: int, depth: int = 0
) -> tuple[list[Any], int]:
    """The constants from this guard on that are the items of `parent`, one after the other, and what comes next."""
    held: list[Any] = []
    while 0 <= first + len(held) < len(keys) and k < len(guards):
        if not _is_item(guards[k].source, parent, keys[first + len(held)]):
            break
        constant, after = _constant(guards, k, depth)
        if constant is _NONE:
            break
        held.append(constant)
        k = after
    return held, k


def _is_item(source: Source, parent: Source, key: Any) -> bool:
    if not isinstance(source, ItemSource) or source.parent is not parent:
        return False
    return source.key is key or (type(source.key) is type(key) is int and source.key == key)


def _constant(guards: list[Guard], k: int, depth: int) -> tuple[Any, int]:
    """The constant that these guards ask for at one place, a tuple of constants maybe, and what comes next."""
    guard = guards[k]
    if guard.kind == "value" or (guard.kind == "identity" and guard.expected is None):
        return (guard.expected if type(guard.expected) in _COMPARED else _NONE), k + 1
    if guard.kind != "type" or guard.expected is not tuple or k + 1 == len(guards) or depth == MOST_NESTED:
        return _NONE, k
    length = guards[k + 1]
    if length.kind != "length" or length.source is not guard.source:
        return _NONE, k
    held, after = _run(guards, k + 2, guard.source, range(length.expected), 0, depth + 1)
    return (tuple(held) if len(held) == length.expected else _NONE), after
