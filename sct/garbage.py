"""Work without a search for garbage: imports, traces and syntax trees make many objects, most of which stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["few_searches", "without_search"]

_MANY = 100_000  # objects that are made between two searches, where they are to be few


@contextmanager
def without_search() -> Iterator[None]:
    """Around imports of many modules, or work on large trees: a fifth of their time would go into looking for garbage.

    >>> with without_search():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            _all_old()
            gc.enable()


@contextmanager
def few_searches() -> Iterator[None]:
    """Around a trace: what it makes stays until it ends; but the user's code runs in it, and may make what does not.

    >>> with few_searches():
    ...     gc.get_threshold()[0]
    100000
    """
    first, *rest = gc.get_threshold()
    if not 0 < first < _MANY:
        yield
        return
    gc.set_threshold(_MANY, *rest)
    try:
        yield
    finally:
        _all_old()
        gc.set_threshold(first, *rest)


def _all_old() -> None:
    """What was made is not looked at when the search goes on, except now and then with all that there is."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
