"""Python's own `enumerate`, `zip` and `reversed` over Python sequences, which a `for` may step through by index."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from types import GeneratorType
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.iteration.iterables import Rollable, as_rollable
from sct.runtime.iteration.iterators import check_iterator, note_iterator
from sct.runtime.lists.rows import stale_or_marker
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["by_index", "by_python", "check_stepped", "is_over_sequences", "is_stepped_through", "notes_of", "stepping"]

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
    steps = any(pair[0] is iterator for pair in trace.iterators.stepped_through)
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


def stepping(trace: Trace, made: Any, sources: tuple[Any, ...], *, looked_at: bool = True) -> Any:
    """Note an iterator of Python's own, and the lists that it goes through.

    `looked_at`: it is asked for when branches are joined, too.
    """
    lists = [x for x in sources if isinstance(x, list)]
    for one in made if type(made) is tuple else (made,):  # `tee` makes several
        if lists and isinstance(one, Iterator):
            trace.iterators.stepped_through.append((one, lists, looked_at))
    return note_iterator(trace, made)


def check_stepped(trace: Trace, owner: Any, *, any_iterator: bool = False) -> None:
    """Before a list gets a length that only the running program knows: no iterator may be on its way through it.

    `any_iterator`: not even one that is none of the user's names, as that of a generator or in an `itertools.chain`.
    """
    if _way_through(trace, owner, any_iterator) is not None:
        _forget_unheld(trace)
        iterator = _way_through(trace, owner, any_iterator)
        if iterator is not None:
            raise SideEffectError(
                f"a list changes in a branch or loop, or where the run says, while {a_kind(iterator)} goes through it",
                where=trace.location(),
                why="whether it meets what is new would be known only when the program runs",
                fix="go through a copy: list(items), or through the list itself in a `for`",
            )


def is_stepped_through(trace: Trace, owner: Any) -> bool:
    """Whether an iterator of Python's own is on its way through a list."""
    if _way_through(trace, owner) is None:
        return False
    _forget_unheld(trace)
    return _way_through(trace, owner) is not None


def _way_through(trace: Trace, owner: Any, any_iterator: bool = False) -> Any:
    """An iterator of the user's on its way through a list, other than one of a loop that looks at the list anew."""
    for iterator, lists, looked_at in trace.iterators.stepped_through:
        if not (looked_at or any_iterator) or trace.made.get(iterator) is _LOOKS_ANEW:
            continue
        if any(x is owner for x in lists):
            if sys.getrefcount(iterator) > notes_of(trace, iterator) + _OWN:
                return iterator
    return None


def _forget_unheld(trace: Trace) -> None:
    """Forget the iterators that nothing but sct's notes holds any more: with them goes what they hold."""
    indexed, pairs = trace.iterators.indexed, trace.iterators.stepped_through
    found = True
    while found:
        found = False
        for iterator, _ in trace.made.items():
            if not isinstance(iterator, Iterator) or isinstance(iterator, GeneratorType):
                continue
            if type(iterator).__module__ in _PYTHONS and sys.getrefcount(iterator) <= notes_of(trace, iterator) + _OWN:
                trace.made.remove(iterator)
                indexed.remove(iterator)
                pairs[:] = [pair for pair in pairs if pair[0] is not iterator]
                found = True


_PYTHONS = ("builtins", "itertools")  # whose iterators end without running code of the user's
_OWN = 2  # references to an iterator: the name, and the argument of getrefcount
_LOOKS_ANEW = object()  # marks, as where it was made, the iterator of a loop that sees a list change
