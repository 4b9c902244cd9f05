"""Sequence patterns beside sequences of the user's classes: their methods are converted, and asked as Python does."""

from __future__ import annotations

import itertools
import operator
from typing import Any

from sct.runtime.control_flow import select
from sct.runtime.iteration.unpacking import items_of_one, starred, unpacked
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.lists import growing
from sct.runtime.trace import Trace

__all__ = ["so_many", "users_sequence"]


def users_sequence(trace: Trace, subject: Any, wanted: tuple[int, bool, int, bool | None]) -> Any:
    """The items that a sequence pattern asks for: see `match_sequence`."""
    from sct.runtime.call import convert_call

    before, star, after, take = wanted
    size = before + after

    def length() -> Any:
        return convert_call(len)(subject)

    def item(at: Any) -> Any:
        return convert_call(operator.getitem)(subject, at)

    def items() -> tuple[Any, ...]:
        if take is None:
            return ()
        if not star:
            spec = (None,) * size
            return so_many(unpacked(trace, items_of_one(trace, subject, spec), spec), size)
        if not take:
            return (*map(item, range(before)), None, *(item(length() - after + i) for i in range(after)))
        with_star: Any = (*[None] * before, "*", *[None] * after)
        listed = convert_call(list)(users_iterable(trace, subject))
        of = unpacked if growing.is_growing(listed) else starred
        found: tuple[Any, ...] = of(trace, listed, with_star)
        return found

    if star and not size:
        return items()
    return select(length() >= size if star else length() == size, items, lambda: None)


def so_many(items: Any, size: int) -> tuple[Any, ...]:
    """The items of an iterable, of which there have to be so many; no more than one more is asked for.

    >>> so_many([1, 2], 2)
    (1, 2)
    """
    found = []
    for item in itertools.islice(iter(items), size + 1):
        found.append(item)  # not by `tuple`, which would ask how many there are
    if len(found) < size:
        raise ValueError(f"not enough values to unpack (expected {size}, got {len(found)})")
    if len(found) > size:
        raise ValueError(f"too many values to unpack (expected {size})")
    return tuple(found)
