"""Iterators whose position is a number of the program, over what Python's own iterators go through."""

from __future__ import annotations

import functools
from collections.abc import ItemsView, KeysView, ValuesView
from typing import Any

from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration.iterables import Anew, Rollable, as_rollable
from sct.runtime.iteration.machines import STEPPED
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import is_asked
from sct.runtime.joins.trees import same_items
from sct.runtime.libraries.iterator_library import (
    Counted,
    Numbered,
    Positions,
    Teed,
    TeeSource,
    Turns,
    Zipped,
    ZippedLongest,
    ZippedMore,
)
from sct.runtime.lists import growing
from sct.runtime.objects.operators import users_method
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["by_position", "from_birth", "in_steps", "of_a_generator", "teed"]

_DICTS = (dict, KeysView, ValuesView, ItemsView)


def from_birth(trace: Trace, made: Any, name: str, sources: tuple[Any, ...], *rest: Any) -> Any:
    """An `enumerate` or `zip`, by position if its own does not do: whoever goes on with it finds it where it is."""
    if trace.iterators.by_position and len(sources) > (name == "Zipped"):
        if not isinstance(made, Steps) or _may_grow(made):
            return in_steps(trace, name, sources, *rest)
        made.origin = (name, sources, *rest)
    return made


def of_a_generator(trace: Trace, iterable: Any) -> Any:
    """`iter(iterable)` of what a generator goes through and its next steps find again: made here, in one of them.

    Where an `enumerate` or `zip` is, no branch or loop hands on, but where what asks for one item at a time is.
    """
    if isinstance(iterable, Steps) and iterable.is_fresh and trace.made.get(iterable) is trace.builder:
        origin, iterable.origin = iterable.origin, None
        if origin is not None:
            iterable.expire()
            return in_steps(trace, *origin)
    return by_position(trace, iterable)


def by_position(trace: Trace, iterable: Any) -> Any:
    """`iter(iterable)`, by position where that is possible, of what nobody else goes on with."""
    from sct.runtime.numbers.traced_builtins import TRACED

    if isinstance(iterable, (range, SymbolicRange)):
        length = len(iterable) if isinstance(iterable, range) else iterable.length
        return _made(trace, Counted, iterable.start, iterable.step, length)
    if isinstance(iterable, (str, FormattedText)):
        return _made(trace, Positions, iterable)
    iterable = iterable.sct_steps if is_flat(iterable) else iterable
    if isinstance(iterable, Steps):
        return iterable
    if isinstance(iterable, _DICTS) and not is_hashed(iterable):
        return _made(trace, Turns, _entered(trace, iterable))
    return TRACED[iter](trace, iterable)


def _may_grow(steps: Steps) -> bool:
    """Whether it goes over something that is looked at anew for each item."""
    return steps.finish is not None or (steps.anew is not None and any(map(growing.is_growing, steps.anew.lists)))


def in_steps(trace: Trace, name: str, sources: tuple[Any, ...], *rest: Any) -> Any:
    """An `enumerate`, `zip` of several or `zip_longest` that asks what it goes through for one item at a time."""
    parts = [by_position(trace, x) for x in sources]
    if name == "Numbered":
        return _made(trace, Numbered, STEPPED, *parts, *rest)
    if name == "ZippedLongest":
        return _made(trace, ZippedLongest, STEPPED, *rest, tuple(parts))
    zipped = _made(trace, Zipped, STEPPED, *parts[:2])
    return functools.reduce(lambda before, last: _made(trace, ZippedMore, STEPPED, before, last), parts[2:], zipped)


def _made(trace: Trace, kind: type, *args: Any) -> Any:
    from sct.runtime.calls.traced_call import convert_traced

    return convert_traced(trace, kind)(*args)


def _entered(trace: Trace, iterable: Any) -> _Items:
    """The items of a dict: the same object as long as the dict is the same."""
    view: Any = iterable.keys() if isinstance(iterable, dict) else iterable
    mapping = view._mapping if hasattr(view, "_mapping") else view.mapping
    known: list[tuple[type, list[Any], _Items]] = trace.iterators.entered_dicts.get(mapping, [])
    content = [*mapping, *mapping.values()]
    for kind, before, items in known:
        if kind is type(view) and same_items(tuple(before), tuple(content)):
            return items
    found = as_rollable(trace, iterable, choosing=True)
    assert found is not None
    made = _Items(found)
    trace.iterators.entered_dicts[mapping] = [*known, (type(view), content, made)]
    return made


class _Items:
    """What there is at which turn."""

    def __init__(self, found: Rollable) -> None:
        self.found = found
        self.each: Anew = found.each()

    def more(self, at: Any) -> Any:
        """Whether there is an item for the turn of this number."""
        return self.each.more(at)

    def item(self, at: Any) -> Any:
        """That item."""
        return self.each.item(at)

    def finish(self) -> None:
        """What Python checks where there is none."""
        if self.found.finish is not None:
            self.found.finish()


def teed(trace: Trace, iterable: Any, n: int) -> Any:
    """`itertools.tee` of what is gone through by position."""
    steps = by_position(trace, iterable)
    if users_method(steps, "__next__") is not None and is_asked(iterable):
        steps = by_position(trace, steps)  # which Python asks for itself
    source = _made(trace, TeeSource, steps, STEPPED)
    return tuple(_made(trace, Teed, source) for _ in range(n))
