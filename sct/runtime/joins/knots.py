"""Containers that hold themselves, or an object around them: what a join makes of them holds what was made.

Taken apart, such a container would never end: a mark stands in its place, which says how many others are between.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import JoinError
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.state.cells import set_plainly
from sct.runtime.state.instances import attributes_of, is_taken_apart
from sct.runtime.trace import Trace

__all__ = ["Around", "around", "tie", "untied"]


class Around:
    """In place of the container that is `up` steps around the one that holds it."""

    def __init__(self, up: int) -> None:
        self.up = up

    def __repr__(self) -> str:
        return f"<the container {self.up} around this>"


@functools.cache
def around(up: int) -> Around:
    """The one mark for this distance, so that two are the same constant."""
    return Around(up)


def tie(trace: Trace, made: Any) -> None:
    """Put `made` where a mark in it stands for it."""
    _tie(trace, made, made, 0, set())


def _tie(trace: Trace, holder: Any, made: Any, up: int, seen: set[int]) -> None:
    seen.add(id(holder))
    for part, put in _places(holder):
        if isinstance(part, Around):
            if part.up == up:
                put(made)
        elif isinstance(part, tuple) and _has_mark(part, up + 1):
            put(Lost(untied(trace)))
        elif id(part) not in seen and type(part) is not Around:
            _tie(trace, part, made, up + 1, seen)


def _places(holder: Any) -> Iterator[tuple[Any, Callable[[Any], None]]]:
    """What a container holds, also as one of several, with what puts something else there."""
    if type(holder) in (list, dict):
        for key, part in list(enumerate(holder) if type(holder) is list else holder.items()):
            yield from _ways(part, functools.partial(holder.__setitem__, key))
    elif is_taken_apart(holder):
        for name, part in attributes_of(holder).items():
            yield from _ways(part, functools.partial(set_plainly, holder, name))


def _ways(part: Any, put: Callable[[Any], None]) -> Iterator[tuple[Any, Callable[[Any], None]]]:
    if not isinstance(part, Choice):
        yield part, put
        return
    for k, one in enumerate(part.alternatives):
        yield from _ways(one, functools.partial(part.alternatives.__setitem__, k))


def _has_mark(parts: Any, up: int) -> bool:
    """Whether a tuple holds a mark that stands for what is `up` steps around it."""
    return any(
        (isinstance(one, Around) and one.up == up) or (isinstance(one, tuple) and _has_mark(one, up + 1))
        for part in parts
        for one, _ in _ways(part, lambda x: None)
    )


def untied(trace: Trace) -> JoinError:
    """The refusal of a container that holds itself in another way."""
    return JoinError(
        "a container that two paths or iterations leave holds itself",
        where=trace.location(),
        why="it does so as an item of a tuple, or of a list of run-time length, of which the program makes a copy",
        fix="keep it in an attribute, or an item of a list or dict, of known length",
    )
