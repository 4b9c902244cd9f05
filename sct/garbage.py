"""Work without a search for garbage: imports make many objects, which all stay, and syntax trees many, which all go."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["without_search"]


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
        if collecting:
            if stays and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()  # now all that was young is old
            gc.enable()
