"""What stands for bytes and frozensets that only the run knows: objects of classes that are converted like users' own.

Such a class is a frozen dataclass, so its objects are compared and hashed by what they hold. What leaves a program is
Python's own object again.
"""

from __future__ import annotations

from collections.abc import KeysView
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
    if not issubclass(kind, StandIn):
        return x
    if kind.stands_for is frozenset and (found := _keys(x)) is not None:
        return kind.of_known(found)
    return kind.of_known(x) if type(x) in kind.likes else x


def _keys(x: Any) -> list[Any] | None:
    """What is beside a frozenset in place of the keys of a dict, which are a set, too; None of anything else."""
    if isinstance(x, KeysView):
        return list(x)
    from sct.runtime.hashing.dict_views import View, list_of

    found: list[Any] | None = list_of(x) if type(x) is View and x.kind == "keys" else None
    return found


def like_others(key: Any) -> Any:
    """A key that goes where there are, or may be, such that only the run knows."""
    if type(key) is bytes:
        from sct.runtime.texts.run_time_bytes import as_bytes

        return as_bytes(key)
    if type(key) is frozenset:
        from sct.runtime.hashing.frozensets import with_elements

        return with_elements(key)
    return key
