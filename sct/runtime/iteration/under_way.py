"""Iterators in the middle of what changes: refused where they would not meet what plain Python meets there.

Python's own iterators step from one item of a list to the next: to them, what stands for all items of one that only
the run knows would be its only item. Those of sct read what is there when they are stepped, where Python's own
iterators of dicts, sets and deques notice that these have changed.
"""

from __future__ import annotations

import gc
import itertools
from collections import OrderedDict, deque
from collections.abc import Iterator
from types import GeneratorType
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.current import has_own
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.joins.trees import same_items
from sct.runtime.lists.rows import stale_or_marker
from sct.runtime.state.bare import items_in, length_of
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["OF_ITERABLES", "changes_under_way", "check_content", "check_entered", "goes_through", "note_entered"]

_DICTS: tuple[Any, ...] = ({}, OrderedDict())
_LEAVES: frozenset[type] = frozenset(
    map(type, (iter([]), reversed([]), iter(set()), iter(deque()), reversed(deque())))
) | {type(way(view)) for d in _DICTS for view in (d.keys(), d.values(), d.items()) for way in (iter, reversed)}
_PYTHONS = ("builtins", "itertools")
OF_ITERABLES: tuple[type, ...] = (list, tuple, deque, dict, type({}.keys()), type({}.values()))
"""What `chain.from_iterable` may be given whose items can be looked at before it asks them."""
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))


# -- of Python's own ---------------------------------------------------------------------------------


def check_content(trace: Trace, iterator: Any) -> None:
    """Before Python steps an iterator of its own: what that goes through must be there as Python has it."""
    for container in _containers(iterator):
        if stale_or_marker(container) is not None or (isinstance(container, (dict, set)) and is_hashed(container)):
            raise changes_under_way(trace, container, a_kind(iterator))


def goes_through(iterator: Any, container: Any) -> bool:
    """Whether there may be items of a container that an iterator of Python's own has not come to yet."""
    return any(one is container for one in _containers(iterator))


def _containers(iterator: Any) -> Iterator[Any]:
    """What an iterator of Python's own goes through: itself, or those that it steps."""
    left, seen = [iterator], {id(iterator)}
    while left:
        one = left.pop()
        if type(one) is itertools.chain:
            yield from _to_come(one)
        for part in gc.get_referents(one):  # none, of one that has come to its end
            if type(one) in _LEAVES:
                yield part
            elif id(part) not in seen and _is_stepped(part):
                seen.add(id(part))
                left.append(part)


def _is_stepped(part: Any) -> bool:
    """Whether this may be what an iterator steps, or what holds that."""
    kind = type(part)
    holds = kind is tuple or kind in _HOLDING or kind in _LEAVES
    return holds or (kind.__module__ in _PYTHONS and isinstance(part, Iterator))


_OF_TEES: type = itertools._tee_dataobject  # type: ignore[attr-defined]
_HOLDING: tuple[type, ...] = (type(iter([]).__next__), _OF_TEES, GeneratorType)


def _to_come(chain: Any) -> Iterator[Any]:
    """The iterables that a chain asks for their iterators later."""
    for source in gc.get_referents(chain):
        if type(source) in (type(iter(())), type(iter([]))):
            for held in gc.get_referents(source):
                yield from itertools.islice(items_in(held), length_of(held) - source.__length_hint__(), None)
        elif type(source) is itertools.repeat:
            yield from gc.get_referents(source)


def changes_under_way(trace: Trace, container: Any, who: str = "an iterator") -> SideEffectError:
    """The refusal of a change that only the run knows to what somebody goes through."""
    return SideEffectError(
        f"{a_kind(container)} changes in a branch or loop, or where the run says, while {who} goes through it",
        where=trace.location(),
        why="whether it meets what is new would be known only when the program runs",
        fix="go through a copy: list(items), or through it itself in a `for`",
    )


# -- of sct's own ------------------------------------------------------------------------------------


def note_entered(made: Any, sources: tuple[Any, ...]) -> Any:
    """Remember what an iterator of sct's own goes through, of what notices that it has changed."""
    if has_own(made, "sct_entered"):
        if made.python_type is itertools.chain and len(sources) == 1 and type(sources[0]) in OF_ITERABLES:
            (sources,) = sources  # of `from_iterable`
        found = [_entered(x) for x in sources]
        made.sct_entered = (*made.sct_entered, *(pair for pair in found if pair is not None))
    return made


def check_entered(trace: Trace, iterator: Any) -> None:
    """Before it is stepped: raise what Python raises where these have changed since then."""
    for container, before in iterator.sct_entered:
        now = _keys_of(container)
        if same_items(now, before):
            continue
        later = any(map(_is_known_later, (*now, *before)))
        later |= iterator.python_type is itertools.chain  # which enters it when it has come to it
        if len(now) != len(before) and not later:
            raise RuntimeError(_WORDS[_kind(container)])
        if later or isinstance(container, deque):
            raise changes_under_way(trace, container, a_kind(iterator))


_WORDS: dict[type, str] = {
    dict: "dictionary changed size during iteration",
    OrderedDict: "OrderedDict mutated during iteration",
    set: "Set changed size during iteration",
    deque: "deque mutated during iteration",
}


def _kind(container: Any) -> type:
    return next(kind for kind in (OrderedDict, dict, set, deque) if isinstance(container, kind))


def _is_known_later(item: Any) -> bool:
    """Whether this stands for items of which only the run knows how many there are."""
    return stale_or_marker((item,)) is not None


def _entered(source: Any) -> tuple[Any, tuple[Any, ...]] | None:
    if isinstance(source, View):
        source = source.owner
    elif isinstance(source, _VIEWS):
        (source,) = gc.get_referents(source)
    return (source, _keys_of(source)) if isinstance(source, (dict, set, deque)) else None


def _keys_of(container: Any) -> tuple[Any, ...]:
    """What says how many items there are."""
    if isinstance(container, (dict, set)) and is_hashed(container):
        return tuple(lists_of(container)[0])
    return tuple(dict.__iter__(container) if isinstance(container, dict) else items_in(container))
