"""List comprehensions, and lists made of what only the running program can walk through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime import known_lists, row_lists
from sct.runtime.control_flow import convert_ifelse
from sct.runtime.growing import changed
from sct.runtime.loops import convert_for
from sct.runtime.trace import Trace

__all__ = ["collect", "gather", "listed", "unpacking", "walk", "when"]

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
    made: list[Any] = known_lists.made(trace, trace.note_new([]))
    walk(iterable, taker(lambda x: put(trace, made, x)))
    return made


def when(test: Any, then: Callable[[], Any]) -> None:
    """An `if` of a comprehension."""
    convert_ifelse(test, then, _nothing, _no_state, _take_state, ())


def unpacking(trace: Trace, taker: Callable[..., Any], count: int) -> Callable[[Any], Any]:
    """What calls `taker` with the `count` parts of an item, or raises as an assignment to so many names does."""

    def take(item: Any) -> Any:
        from sct.runtime.unpacking import unpacked

        parts = list(unpacked(trace, item, (None,) * count))
        if len(parts) > count:
            raise ValueError(f"too many values to unpack (expected {count})")
        if len(parts) < count:
            raise ValueError(f"not enough values to unpack (expected {count}, got {len(parts)})")
        return taker(*parts)

    return take


def walk(iterable: Any, body: Callable[[Any], None]) -> None:
    """`for item in iterable: body(item)`."""
    convert_for(iterable, body, None, _no_state, _take_state, ())


def put(trace: Trace, xs: list[Any], x: Any) -> None:
    """`xs.append(x)`."""
    changed(trace, xs, lambda items: items.append(x), lambda rows: (row_lists.appended(trace, rows, x), None))


def _nothing() -> None:
    pass


def _no_state() -> tuple[Any, ...]:
    return ()


def _take_state(state: tuple[Any, ...]) -> None:
    """There is none."""
