"""Python's own `enumerate`, `zip` and `reversed` over Python sequences, which a `for` may step through by index."""

from __future__ import annotations

import itertools
import sys
from collections import deque
from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from types import GeneratorType
from typing import Any

from sct.runtime.iteration.iterables import Rollable, as_rollable
from sct.runtime.iteration.iterators import check_iterator, note_iterator
from sct.runtime.iteration.under_way import goes_through
from sct.runtime.lists.rows import stale_or_marker
from sct.runtime.trace import Trace

__all__ = [
    "by_index", "by_python", "is_over_sequences", "is_stepped_through", "left_to_loop", "note_stepped", "notes_of",
    "stepping",
]  # fmt: skip

_BySteps = Callable[[list[Rollable]], Any]  # the Steps over the items of these, or None
_SEQUENCES = (list, tuple, range, dict, KeysView, ValuesView, ItemsView)
_BY_INDEX = object()


def by_python(trace: Trace, made: Any, sources: tuple[Any, ...], by_steps: _BySteps) -> Any:
    """A Python iterator over `sources`, of which a `for` that is its only user may take them by index instead."""
    for source in sources:
        marker = stale_or_marker(source)
        if marker is not None:  # which Python would take for the only item
            marker.sct_refuse("is gone through together with an iterator")
        if isinstance(source, Iterator):
            check_iterator(trace, source)  # stepping the new one steps it, too
    if sources and all(isinstance(x, _SEQUENCES) or is_over_sequences(trace, x) for x in sources):
        trace.iterators.indexed[made] = (sources, by_steps)
    return stepping(trace, made, sources)


def is_over_sequences(trace: Trace, iterator: Any) -> bool:
    """Whether this is an `enumerate`, `zip` or `reversed` with no other iterator inside of it."""
    return iterator in trace.iterators.indexed


def notes_of(trace: Trace, iterator: Any) -> int:
    """How many references to an iterator are sct's own: where it was made, what it goes over, and its lists."""
    steps = any(one is iterator for one in trace.iterators.stepped_through)
    noted = iterator in trace.made
    return noted + is_over_sequences(trace, iterator) + steps


def by_index(trace: Trace, iterator: Any) -> Rollable | None:
    """The items of a new `enumerate`, `zip` or `reversed` over Python sequences by their index.

    Until `taken` tells the iterator itself how many of them have been taken, stepping it is refused.
    """
    sources, by_steps = trace.iterators.indexed.get(iterator, ((), lambda known: None))
    found = [by_index(trace, x) if isinstance(x, Iterator) else as_rollable(trace, x) for x in sources]
    known = [f for f in found if f is not None]
    steps = by_steps(known) if len(known) == len(found) else None
    if steps is None:
        _untouched(known)
        return None
    trace.made.remove(steps)  # nobody else sees it: what it goes over must not be held by it
    born = trace.made.get(iterator)
    trace.made[iterator] = _BY_INDEX if steps.anew is None else _LOOKS_ANEW

    def taken(count: int) -> Any:
        _untouched(known)
        trace.made[iterator] = born
        next(itertools.islice(iterator, count, count), None)
        return iterator

    as_it_was = lambda: all(f.as_it_was() for f in known)  # noqa: E731
    return Rollable(steps.length, steps.at, steps.anew, as_it_was, None, taken)


def _untouched(sources: list[Rollable]) -> None:
    """Nothing has been taken from the iterators among these."""
    for source in sources:
        if source.taken is not None:
            source.taken(0)


def stepping(trace: Trace, made: Any, sources: tuple[Any, ...]) -> Any:
    """Note an iterator of Python's own, and where it was made."""
    if any(isinstance(x, (list, deque)) for x in sources):
        note_stepped(trace, made)
    return note_iterator(trace, made)


def note_stepped(trace: Trace, made: Any) -> None:
    """Note an iterator that may go through lists or deques."""
    for one in made if type(made) is tuple else (made,):  # `tee` makes several
        if isinstance(one, Iterator):
            trace.iterators.stepped_through.append(one)


def left_to_loop(trace: Trace, iterator: Any) -> None:
    """From here on a loop alone has it, and looks after it."""
    noted = trace.iterators.stepped_through
    noted[:] = [one for one in noted if one is not iterator]


def is_stepped_through(trace: Trace, owner: Any) -> bool:
    """Whether an iterator of Python's own, that the user holds, is on its way through a list or deque."""
    if not _is_on_the_way(trace, owner):
        return False
    _forget_unheld(trace)
    return _is_on_the_way(trace, owner)


def _is_on_the_way(trace: Trace, owner: Any) -> bool:
    for iterator in trace.iterators.stepped_through:
        if trace.made.get(iterator) is _LOOKS_ANEW:  # of a loop, which does so at each turn
            continue
        if sys.getrefcount(iterator) > notes_of(trace, iterator) + _OWN and goes_through(iterator, owner):
            return True
    return False


def _forget_unheld(trace: Trace) -> None:
    """Forget the iterators that nothing but sct's notes holds any more: with them goes what they hold."""
    indexed, noted = trace.iterators.indexed, trace.iterators.stepped_through
    found = True
    while found:
        found = False
        for iterator, _ in trace.made.items():
            if not isinstance(iterator, Iterator) or isinstance(iterator, GeneratorType):
                continue
            if type(iterator).__module__ in _PYTHONS and sys.getrefcount(iterator) <= notes_of(trace, iterator) + _OWN:
                trace.made.remove(iterator)
                indexed.remove(iterator)
                noted[:] = [one for one in noted if one is not iterator]
                found = True


_PYTHONS = ("builtins", "itertools")  # whose iterators end without running code of the user's
_OWN = 2  # references to an iterator: the name, and the argument of getrefcount
_LOOKS_ANEW = object()  # marks, as where it was made, the iterator of a loop that sees a list change
