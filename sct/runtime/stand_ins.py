"""What stands for bytes and frozensets that only the run knows: objects of classes that are converted like users' own.

Such a class is a frozen dataclass, so its objects are compared and hashed by what they hold. What leaves a program is
Python's own object again.
"""

from __future__ import annotations

from typing import Any

__all__ = ["StandIn", "beside", "like_others"]


class StandIn:
    """A value of a type of Python's, of which only the run knows what it holds."""

    stands_for: Any = None  # the type
    likes: tuple[type, ...] = ()  # the types of what may equal it
    of_known: Any = None  # makes one of such a value


def beside(x: Any, other: Any) -> Any:
    """What is compared with another value: what is known, as what is not, if the other one is such."""
    kind = type(other)
    return kind.of_known(x) if issubclass(kind, StandIn) and type(x) in kind.likes else x


def like_others(key: Any) -> Any:
    """A key that goes where there are, or may be, such that only the run knows."""
    if type(key) is bytes:
        from sct.runtime.texts.run_time_bytes import as_bytes

        return as_bytes(key)
    if type(key) is frozenset:
        from sct.runtime.hashing.frozensets import with_elements

        return with_elements(key)
    return key
