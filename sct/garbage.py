"""Work without a search for garbage: imports make many objects, which all stay, and syntax trees many, which all go."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

__all__ = ["few_searches", "first_import", "without_search"]

_FEW = 1_000  # objects that are frozen: Python 3.12 begins with some hundreds
_MANY = 300_000  # objects that are made between two searches, where they are to be few


@contextmanager
def without_search(*, stays: bool = False) -> Iterator[None]:
    """Around imports of many modules, or work on large trees: a fifth of their time would go into looking for garbage.

    What is made is said to stay if it is modules: then it is not looked at when the search goes on, either.

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
        if stays and gc.get_freeze_count() < _FEW:
            gc.freeze()
            gc.unfreeze()  # now all that was young is old
        if collecting:
            gc.enable()


def first_import(name: str) -> AbstractContextManager[None]:
    """Around the import of a module where it is needed: what the first one makes stays.

    >>> with first_import("sct.garbage"):  # it is there already
    ...     gc.isenabled()
    True
    """
    return nullcontext() if name in sys.modules else without_search(stays=True)


@contextmanager
def few_searches() -> Iterator[None]:
    """Around a trace: what it makes stays until it ends; but the user's code runs in it, and may make what does not.

    >>> with few_searches():
    ...     gc.get_threshold()[0]
    300000
    """
    first, *rest = gc.get_threshold()
    if not 0 < first < _MANY:
        yield
        return
    gc.set_threshold(_MANY, *rest)
    try:
        yield
    finally:
        gc.set_threshold(first, *rest)
