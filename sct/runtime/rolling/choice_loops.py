"""A `for` over one of several iterables: a loop for each of them, or a single one that looks at each item's list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.errors import SymbolicRecursionError
from sct.runtime.current import current
from sct.runtime.iteration.consumers import with_consumers
from sct.runtime.iteration.iterables import as_rollable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import is_plain
from sct.runtime.lists.rows import Rows, stale_or_marker
from sct.runtime.rolling.rolling import roll
from sct.runtime.state.trials import settle_trial, try_to_roll
from sct.runtime.trace import Trace

__all__ = ["for_choice", "for_many"]

MANY = 3  # lists, from which on the loop's body is not traced for each of them


def for_choice(
    loop: Callable[..., None],
    iterable: Choice,
    k: int,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """A loop over each of several iterables, of which the running program knows which it is."""
    from sct.runtime.control_flow import convert_ifelse

    def this() -> None:
        loop(iterable.alternatives[k], body, extra_test, get_state, set_state, names)

    def others() -> None:
        trace = current()
        assert trace is not None
        with trace.loops.scope.alike():
            for_choice(loop, iterable, k + 1, body, extra_test, get_state, set_state, names)

    if k == len(iterable.alternatives) - 1:
        this()
    else:
        convert_ifelse(iterable.index == k, this, others, get_state, set_state, names)


def for_many(
    trace: Trace,
    iterable: Choice,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> bool:
    """One loop that takes each item from the list that it is, of many lists of numbers; if that can be done."""
    if len(iterable.alternatives) < MANY or not all(map(_holds_numbers, iterable.alternatives)):
        return False
    lessons = trace.loops.scope.loop(body)
    items = as_rollable(trace, iterable) if lessons.refused is None else None
    if items is None:
        return False
    settle_trial(trace)
    get_state, set_state = with_consumers(trace, get_state, set_state)
    span = (0, items.trips)
    lessons.refused = try_to_roll(
        lambda: roll(trace, extra_test, lambda i: body(items.at(i)), get_state, set_state, names, span, lessons=lessons)
    )
    if isinstance(lessons.refused, SymbolicRecursionError):  # a loop for each would come to no end, either
        raise lessons.refused
    return lessons.refused is None


def _holds_numbers(items: Any) -> bool:
    """Whether this is a list of run-time length of numbers, or of tuples of them."""
    marker = stale_or_marker(items) if type(items) is list else None
    return isinstance(marker, Rows) and is_plain(marker.item)
