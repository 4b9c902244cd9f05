"""Views of one array of which no two have an element in common, as those that `np.nonzero` and `np.split` answer."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

__all__ = ["are_all_apart"]


def are_all_apart(views: Sequence[Any]) -> bool:
    """Whether it is known of any two of these that they have no element in common."""
    return all(_are_apart(a, b) for a, b in itertools.combinations(views, 2))


def _are_apart(a: Any, b: Any) -> bool:
    for one, other in zip(a.steps, b.steps, strict=False):
        if one != other:
            indexes = one.op.name == other.op.name == "getitem"
            return indexes and _entries_apart(one.attrs["index"], other.attrs["index"])
    return False


def _entries_apart(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether two indices differ along an axis: all that is before it goes along one axis each, in both."""
    for one, other in zip(a, b, strict=False):
        if one[0] not in ("int", "slice") or other[0] not in ("int", "slice"):
            return False
        (first, last), (start, stop) = _bounds(one), _bounds(other)
        if (last is not None and start is not None and last <= start) or (
            stop is not None and first is not None and stop <= first
        ):
            return True
    return False


def _bounds(entry: tuple[Any, ...]) -> tuple[int | None, int | None]:
    """The first place that an entry may stand for, and the one behind the last; None where that is not known."""
    if entry[0] == "int":
        return (entry[1], entry[1] + 1) if entry[1] >= 0 else (None, None)
    start, stop, step = entry[1:]
    if step not in (None, 1):
        return None, None
    known = [x if isinstance(x, int) and x >= 0 else None for x in (0 if start is None else start, stop)]
    return known[0], known[1]
