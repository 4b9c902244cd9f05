"""What an arm of a branch leaves of a long list or dict: the items that it has changed, and those that are objects.

Numbers and texts that an arm has left where they were are what they were: they need not be taken apart, joined and
put together. A dict of hundreds of numbers in hundreds of branches took seconds for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sct.ir.types import ARRAY
from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.trees import Node, Static, Tree, freeze
from sct.runtime.lists.rows import Items
from sct.runtime.state.cells import Cell, DictCell, ListCell

__all__ = ["Narrowed", "is_long", "narrowed", "untouched", "widened_content"]

LONG = 8  # items, from which on it is worth a look
_CONSTANTS = frozenset((bool, int, float, complex, str, bytes, type(None)))
_DEEPEST = 8


@record(eq=False)
class Narrowed:
    """The content that an arm has left in a list or dict, and the trees of those items that may be others."""

    keys: tuple[Any, ...] | None  # of a dict
    values: tuple[Any, ...]
    trees: dict[int, Tree]

    def part(self, trace: tracing.Trace, places: Sequence[int]) -> Node:
        """The items at these places, as a tuple; to be called where the arm is recorded."""
        values = tuple(self.values[place] for place in places)
        return Node(tuple, None, tuple(self._tree_at(trace, place) for place in places), values)

    def whole(self, trace: tracing.Trace) -> Node:
        """All of them, as `freeze_content` has them."""
        items = tuple(self._tree_at(trace, place) for place in range(len(self.values)))
        if self.keys is None:
            return Node(Items, None, items, Items(self.values))
        pairs = tuple(zip(self.keys, self.values, strict=True))
        each = zip(pairs, self.keys, items, strict=True)
        return Node(tuple, None, tuple(Node(tuple, None, (Static(key), item), pair) for pair, key, item in each), pairs)

    def _tree_at(self, trace: tracing.Trace, place: int) -> Tree:
        found = self.trees.get(place)
        return _frozen(trace, self.values[place], set()) if found is None else found


def _frozen(trace: tracing.Trace, value: Any, known: set[int]) -> Tree:
    return freeze(trace, value, known, (id(ListCell),))  # as the item of something


def narrowed(trace: tracing.Trace, cell: Cell, before: Any, after: Any, known: set[int]) -> Narrowed | None:
    """What an arm has left in `cell`; None where that has another length or other keys than before, or is short."""
    found = _places(cell, before, after) if type(after) is tuple and len(after) >= LONG else None
    if found is None:
        return None
    keys, values, places = found
    return Narrowed(keys, values, {place: _frozen(trace, values[place], known) for place in places})


def untouched(cell: Cell) -> Narrowed:
    """What an arm leaves that has not written to `cell`."""
    content = cell.get()
    values = tuple(value for _, value in content) if isinstance(cell, DictCell) else content
    return Narrowed(None, values, {})


def _places(cell: Cell, before: Any, after: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...], list[int]] | None:
    """The keys and values that a cell has `after` an arm, and the places of those that have to be joined."""
    if len(before) != len(after):
        return None
    if type(cell) is DictCell and type(cell.owner) is dict:
        keys, values = zip(*after, strict=True)
        if any(new is not old or type(new) not in _CONSTANTS for new, (old, _) in zip(keys, before, strict=True)):
            return None
        pairs = enumerate(zip(values, before, strict=True))
        return keys, values, [place for place, (new, (_, old)) in pairs if new is not old or not _is_atom(new)]
    if type(cell) is ListCell and type(cell.owner) is list and all(map(_is_atom, after)) and all(map(_is_atom, before)):
        return None, after, [place for place, new in enumerate(after) if new is not before[place]]
    return None


def widened_content(cell: Cell, places: Sequence[int], joined: Sequence[Any]) -> Any:
    """The content of a cell with what was joined at these places."""
    content = list(cell.get())
    for place, value in zip(places, joined, strict=True):
        content[place] = (content[place][0], value) if isinstance(cell, DictCell) else value
    return tuple(content)


def _is_atom(value: Any) -> bool:
    """Whether nothing can change that this is."""
    if type(value) in _CONSTANTS:
        return True
    if type(value) is Choice:
        return _is_atom(value.index) and all(map(_is_atom, value.alternatives))
    return has_spec(value) and value.spec.kind != ARRAY and not value.steps


def is_long(value: Any) -> bool:
    """Whether a list, dict or tuple takes long to be taken apart, and holds only numbers, texts, arrays and others."""
    return type(value) in (list, dict, tuple) and len(value) >= LONG and _is_plain(value)


def _is_plain(value: Any, depth: int = 0) -> bool:
    kind = type(value)
    if kind in _CONSTANTS:
        return True
    if kind in (list, tuple, dict):
        held = value.values() if kind is dict else value
        return depth < _DEEPEST and all(_is_plain(item, depth + 1) for item in held)
    return _is_atom(value) or (tracing.is_variable(value) and hasattr(kind, "spec"))
