"""Tuples that are at a place of a pool: what the user's names refer to is a tuple that holds the place for each item.

A tuple never changes, so it goes to a pool where it is made. Whoever takes its items for the user asks for `as_opened`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["PooledTuple", "as_opened"]


class PooledTuple(tuple[Any, ...]):
    """A tuple of which only the program knows which one it is: of `place`, for code that looks at its memory."""

    place: Any

    def __new__(cls, place: Any, count: int) -> PooledTuple:
        """One of so many items."""
        made = super().__new__(cls, (place,) * count)
        made.place = place
        return made

    def sct_opened(self) -> tuple[Any, ...]:
        """The items, as an ordinary tuple."""
        from sct.runtime.pools.object_pools import opened

        return opened(self)


PooledTuple.__name__ = PooledTuple.__qualname__ = "tuple"  # as messages have it


def as_opened(x: Any) -> Any:
    """The ordinary tuple that holds what one in a pool does; anything else as it is."""
    return x.sct_opened() if type(x) is PooledTuple else x
