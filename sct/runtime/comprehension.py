"""Comprehensions, generator expressions in them, and lists made of what only the running program can walk through."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from sct.runtime.control_flow import convert_ifelse
from sct.runtime.generators import EXPRESSION, OWNED, TracedGenerator, emit, stopped
from sct.runtime.lists import known_lists, row_lists
from sct.runtime.lists.growing import changed, settle_length
from sct.runtime.lists.windows import as_whole_window
from sct.runtime.logical import not_
from sct.runtime.loops import convert_for
from sct.runtime.pools import pools
from sct.runtime.trace import Trace

__all__ = ["collect", "gather", "generated", "listed", "unpacking", "walk", "when"]

Put = Callable[[Any], None]


def collect(trace: Trace, iterable: Any) -> list[Any]:
    """`list(iterable)`."""
    return gather(trace, iterable, lambda item, put: put(item))


def gather(trace: Trace, iterable: Any, body: Callable[[Any, Put], None]) -> list[Any]:
    """The list of what `body` puts into it, called with each item."""
    made: list[Any] = trace.note_new([])
    walk(iterable, lambda item: body(item, lambda x: put(trace, made, x)))
    return made


def listed(trace: Trace, iterable: Any, taker: Callable[[Put], Callable[[Any], Any]]) -> list[Any]:
    """A list comprehension."""
    if isinstance(iterable, TracedGenerator):
        iterable.owned = sys.getrefcount(iterable) <= OWNED
    made: list[Any] = known_lists.made(trace, trace.note_new([]))
    walk(iterable, taker(lambda x: put(trace, made, x)))
    return made


class Yielding:
    """What puts an item of a generator expression: the consumer takes it, and may want no more."""

    def __init__(self, sink: Any) -> None:
        self.sink = sink

    def __call__(self, item: Any) -> None:
        emit(self.sink, item)

    def wanted(self) -> Any:
        """Whether the consumer takes another one."""
        return not_(stopped(self.sink))


def generated(
    trace: Trace, iterable: Any, taker: Callable[[Put], Callable[[Any], Any]], stepped: Callable[[Any], Any]
) -> TracedGenerator:
    """A generator expression."""
    from sct.runtime.iteration.user_iteration import begun

    def push(sink: Any, items: Any) -> None:
        put = Yielding(sink)
        walk(items, taker(put), put)

    return TracedGenerator(trace, push, stepped, (begun(trace, iterable),), EXPRESSION, "")


def when(test: Any, then: Callable[[], Any]) -> None:
    """An `if` of a comprehension."""
    convert_ifelse(test, then, _nothing, _no_state, _take_state, ())


def unpacking(trace: Trace, taker: Callable[..., Any], count: int) -> Callable[[Any], Any]:
    """What calls `taker` with the `count` parts of an item, or raises as an assignment to so many names does."""

    def take(item: Any) -> Any:
        from sct.runtime.iteration.unpacking import is_one_of_several, items_of_one, of_several, unpacked

        spec = (None,) * count
        item = items_of_one(trace, item, spec)
        parts = list((of_several if is_one_of_several(item) else unpacked)(trace, item, spec))
        if len(parts) > count:
            raise ValueError(f"too many values to unpack (expected {count})")
        if len(parts) < count:
            raise ValueError(f"not enough values to unpack (expected {count}, got {len(parts)})")
        return taker(*parts)

    return take


def walk(iterable: Any, body: Callable[[Any], None], put: Yielding | None = None) -> None:
    """`for item in iterable: body(item)`, for a generator as long as another item is wanted."""
    if isinstance(iterable, TracedGenerator):
        iterable.owned = iterable.owned or sys.getrefcount(iterable) <= OWNED
    convert_for(iterable, body, None if put is None else put.wanted, _no_state, _take_state, ())


def put(trace: Trace, xs: list[Any], x: Any) -> None:
    """`xs.append(x)`."""
    settle_length(trace, x)
    x = as_whole_window(trace, x)
    if pools.is_pooled(xs):
        pools.append(trace, xs, x)
        return
    changed(trace, xs, lambda items: items.append(x), lambda rows: (row_lists.appended(trace, rows, x), None))


def _nothing() -> None:
    pass


def _no_state() -> tuple[Any, ...]:
    return ()


def _take_state(state: tuple[Any, ...]) -> None:
    """There is none."""
