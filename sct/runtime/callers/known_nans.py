"""Which of the NaN that the caller holds are one object: containers take one for equal to itself, and to no other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.callers.sources import ConstSource, ItemSource, Source

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["check_hashed", "first_nans", "note_nan", "note_nan_items", "note_nan_keys", "same_nans"]
__all__ += ["same_nans_in_rows"]


def note_nan(trace: Trace, value: Any, source: Source) -> None:
    """Where a number was read: if that is NaN, it is to be one with those at other places that it is one with now."""
    if type(value) not in _NUMBERS or value == value:
        return
    known = trace.callers.nans.get(value)
    if known is None:
        trace.callers.nans[value] = source
        trace.callers.instances.append((value, source))
    elif known is not source:
        trace.callers.same_arrays.append((source, known))


def note_nan_items(trace: Trace, items: Sequence[Any], source: Source, width: int = 0) -> None:
    """The items of a long list that is guarded as a whole, or of the lists of this `width` in it."""
    for place in dict.fromkeys(first_nans(items)):
        row = ItemSource(source, place // width) if width else source
        note_nan(trace, items[place], ItemSource(row, place % width if width else place))


def note_nan_keys(trace: Trace, keys: Iterable[Any]) -> None:
    """Keys, which are guarded as the objects that they are where they are NaN."""
    for key in keys:
        note_nan_keys(trace, key) if type(key) is tuple else note_nan(trace, key, ConstSource(key, "a NaN"))


def first_nans(items: Iterable[Any]) -> tuple[int, ...]:
    """For each NaN among some items, where that object is first."""
    places: dict[int, int] = {}
    return tuple([places.setdefault(id(x), k) for k, x in enumerate(items) if x != x and type(x) in _NUMBERS])


def same_nans(items: Iterable[Any], expected: tuple[int, ...]) -> bool:
    """Whether those items that are NaN are one with each other as expected."""
    return first_nans(items) == expected


def same_nans_in_rows(rows: Iterable[Iterable[Any]], expected: tuple[int, ...]) -> bool:
    """The same of the items of all rows."""
    return first_nans(chain.from_iterable(rows)) == expected


def check_hashed(trace: Trace, x: Any) -> None:
    """Refuse the hash of a NaN, or of a tuple with one, for what it is: it says where that lies in memory."""
    if isinstance(x, (tuple, frozenset)):
        for item in x:
            check_hashed(trace, item)
    elif isinstance(x, (float, complex, np.inexact)) and x != x:
        raise StaticValueError(
            "the hash of a NaN",
            where=trace.location(),
            why="it is another one for each object, wherever that lies in memory",
            fix="use it as a key, or hash something else where x != x",
        )


_NUMBERS = (float, complex)
