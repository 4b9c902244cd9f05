"""Python's own `enumerate`, `zip` and `reversed` over Python sequences, which a `for` may step through by index."""

from __future__ import annotations

import itertools
import sys
import weakref
from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.cells import IdentityMap
from sct.runtime.iterables import Rollable, as_rollable
from sct.runtime.iterators import check_iterator, note_iterator
from sct.runtime.trace import Trace

__all__ = ["by_index", "by_python", "check_stepped", "is_over_sequences", "notes_of", "stepping"]

_BySteps = Callable[[list[Rollable]], Any]  # the Steps over the items of these, or None
_SEQUENCES = (list, tuple, range, dict, KeysView, ValuesView, ItemsView)
_indexed: weakref.WeakKeyDictionary[Trace, IdentityMap] = weakref.WeakKeyDictionary()


def by_python(trace: Trace, made: Any, sources: tuple[Any, ...], by_steps: _BySteps) -> Any:
    """A Python iterator over `sources`, of which a `for` that is its only user may take them by index instead."""
    for source in sources:
        if isinstance(source, Iterator):
            check_iterator(trace, source)  # stepping the new one steps it, too
    if sources and all(isinstance(x, _SEQUENCES) or is_over_sequences(trace, x) for x in sources):
        _indexed.setdefault(trace, IdentityMap())[made] = (sources, by_steps)
    return stepping(trace, made, sources)


def is_over_sequences(trace: Trace, iterator: Any) -> bool:
    """Whether this is an `enumerate`, `zip` or `reversed` with no other iterator inside of it."""
    return trace in _indexed and iterator in _indexed[trace]


def notes_of(trace: Trace, iterator: Any) -> int:
    """How many references to an iterator are sct's own: where it was made, what it goes over, and its lists."""
    steps = any(one is iterator for one, _ in trace.stepped_through)
    return (iterator in trace.made) + is_over_sequences(trace, iterator) + steps


def by_index(trace: Trace, iterator: Any) -> Rollable | None:
    """The items of a new `enumerate`, `zip` or `reversed` over Python sequences by their index.

    Until `taken` tells the iterator itself how many of them have been taken, stepping it is refused.
    """
    sources, by_steps = _indexed.get(trace, IdentityMap()).get(iterator, ((), lambda known: None))
    found = [by_index(trace, x) if isinstance(x, Iterator) else as_rollable(trace, x) for x in sources]
    known = [f for f in found if f is not None]
    steps = by_steps(known) if len(known) == len(found) else None
    if steps is None:
        _untouched(known)
        return None
    made = steps.sct_rollable()
    born = trace.made.get(iterator)
    trace.made[iterator] = _indexed

    def taken(count: int) -> Any:
        _untouched(known)
        trace.made[iterator] = born
        next(itertools.islice(iterator, count, count), None)
        return iterator

    return Rollable(made.trips, made.at, as_it_was=lambda: all(f.as_it_was() for f in known), taken=taken)


def _untouched(sources: list[Rollable]) -> None:
    """Nothing has been taken from the iterators among these."""
    for source in sources:
        if source.taken is not None:
            source.taken(0)


def stepping(trace: Trace, made: Any, sources: tuple[Any, ...]) -> Any:
    """Note an iterator of Python's own, and the lists that it goes through."""
    lists = [x for x in sources if isinstance(x, list)]
    if lists and isinstance(made, Iterator):
        trace.stepped_through.append((made, lists))
    return note_iterator(trace, made)


def check_stepped(trace: Trace, owner: Any) -> None:
    """Before a list gets a length that only the running program knows: no iterator may be on its way through it."""
    for iterator, lists in trace.stepped_through:
        ours = _OURS + (iterator in trace.made) + is_over_sequences(trace, iterator)
        if any(x is owner for x in lists) and sys.getrefcount(iterator) > ours:
            raise SideEffectError(
                f"a list changes its length in a branch or loop while a {type(iterator).__name__} goes through it",
                where=trace.location(),
                why="whether it meets what is new would be known only when the program runs",
                fix="go through a copy: list(items), or through the list itself in a `for`",
            )


_OURS = 3  # references to an iterator: in the list of them, the name, and the argument of getrefcount
