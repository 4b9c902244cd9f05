"""Loops over iterators that a run-time condition ends: the rest of the items is taken in nested branches."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import StaticValueError, UnrollLimitError
from sct.runtime import trace as tracing
from sct.runtime.current import has_own, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.array_items import ArrayItems
from sct.runtime.iteration.iterables import ListChanged
from sct.runtime.iteration.iterators import check_iterator
from sct.runtime.iteration.sequence_iterators import is_over_sequences
from sct.runtime.iteration.under_way import check_content
from sct.runtime.joins.trees import same_items
from sct.runtime.lists import growing
from sct.runtime.state.bare import items_in

__all__ = ["go_on", "stepped"]

_MOST = 100  # branches inside of one another: more of them meet Python's recursion limit
_EMPTY: tuple[Any, ...] = ((), [], range(0), "", {}, {}.values(), {}.items(), set(), reversed([]), ArrayItems(()))
_OWN = tuple(type(iter(x)) for x in _EMPTY)
_IN_LIBRARY = (
    enumerate, zip, map, filter, itertools.chain, itertools.islice, itertools.pairwise, itertools.compress,
    itertools.starmap, itertools.accumulate, itertools.takewhile, itertools.dropwhile, itertools.filterfalse,
    itertools.zip_longest,
)  # fmt: skip
"""What is made of others: where it has a position of its own, a loop over it can be left."""
_OF_DEQUE = type(iter(deque[Any]()))


def go_on(
    trace: tracing.Trace,
    items: Any,
    body: Callable[[Any], None],
    extra_test: Any,
    get_state: Callable[[], Any],
    set_state: Callable[[Any], None],
    names: tuple[str, ...],
) -> None:
    """The rest of `for item in items: body(item)`, while `extra_test()` holds.

    Each item is taken in the branch that wants it. How far the iterator got is not known afterwards: it is
    refused from then on.
    """
    from sct.runtime.control_flow import convert_ifelse, truth

    if not _can_be_left(trace, items):
        trace.iterators.sequences |= isinstance(items, (TracedGenerator, *_IN_LIBRARY))
        raise StaticValueError(
            "a loop over a Python iterator is left at a point that is known only at run time",
            where=trace.location(),
            why="how many items are taken from the iterator would depend on run-time values",
            fix="loop over a range, an array, a list or a tuple",
        )

    def rest(count: int) -> None:
        _leave_here(trace, items)
        for item in stepped(trace, items):
            body(trace.own(item))
            going = truth(trace, extra_test())
            if tracing.is_variable(going):
                check(count)
                convert_ifelse(going, lambda: rest(count + 1), lambda: None, get_state, set_state, names)
                return
            if not going:
                return

    def check(count: int) -> None:
        if count > _MOST:
            raise UnrollLimitError(
                f"a loop over a Python iterator with a run-time `break` was unrolled {count} times",
                where=trace.location(),
                fix="loop over a range or an array",
            )

    convert_ifelse(extra_test(), lambda: rest(1), lambda: None, get_state, set_state, names)


def stepped(trace: tracing.Trace, items: Any) -> Iterator[Any]:
    """The items, where nothing has moved the iterator on that this place does not know of."""
    queue, held = _deque_of(items), None
    walked = iter(items)
    while True:
        try:
            item = next(walked)
        except StopIteration:
            return
        except RuntimeError:
            if queue is not None and held is not None and _is_joined(tuple(items_in(queue)), held):
                raise _may_change(trace) from None
            raise
        held = None if queue is None else tuple(items_in(queue))
        yield item
        if queue is not None and growing.is_growing(queue):
            raise _may_change(trace)
        if _is_pythons(items):
            check_iterator(trace, items)
        else:
            check_content(trace, walked)


def _is_joined(now: tuple[Any, ...], held: tuple[Any, ...]) -> bool:
    """Whether a deque of so many items as before may be what branches have left."""
    return len(now) == len(held) and not same_items(now, held) and any(map(is_variable, now))


def _may_change(trace: tracing.Trace) -> ListChanged:
    return ListChanged(
        "a deque that a loop goes over may change in a branch",
        where=trace.location(),
        why="plain Python raises RuntimeError where it does, and only the running program knows",
        fix="go through a copy, as in `for x in list(queue)`",
    )


def _deque_of(items: Any) -> Any:
    """The deque that an iterator goes over, also through `enumerate`."""
    inner: Any = items.__reduce__()[1][0] if type(items) is enumerate else items
    return inner.__reduce__()[1][0] if type(inner) is _OF_DEQUE else None


def _can_be_left(trace: tracing.Trace, items: Any) -> bool:
    """Whether the iterator has no others inside of it, and nothing to clean up."""
    if isinstance(items, TracedGenerator):
        return not items.cleanup
    return isinstance(items, _OWN) or has_own(items, "sct_stepped") or is_over_sequences(trace, items)


def _leave_here(trace: tracing.Trace, items: Any) -> None:
    """From here on, `items` and what it may take items from are stepped in this branch only."""
    if isinstance(items, TracedGenerator):
        trace.made[items] = trace.builder
    for made, _ in trace.made.items():
        if _is_pythons(made):
            trace.made[made] = trace.builder


def _is_pythons(items: Any) -> bool:
    """Whether this is an iterator that keeps its position to itself."""
    return isinstance(items, Iterator) and type(items).__module__ in ("builtins", "itertools")
