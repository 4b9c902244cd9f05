"""What is made of the lines of a file, kept until another file is asked about: functions of one file come together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar

__all__ = ["of_lines"]

_Made = TypeVar("_Made")


def of_lines(make: Callable[[list[str]], _Made]) -> Callable[[list[str]], _Made]:
    """Remember what `make` made of the list that it was given last; `linecache` gives out one list for a file.

    >>> count = of_lines(lambda lines: [len(lines)])
    >>> lines = ["x = 1"]
    >>> count(lines) is count(lines), count(lines) is count(["x = 1"])
    (True, False)
    """
    last: tuple[list[str], _Made] | None = None

    @functools.wraps(make)
    def known(lines: list[str]) -> _Made:
        nonlocal last
        found = last
        if found is None or found[0] is not lines:
            last = found = (lines, make(lines))
        return found[1]

    return known
