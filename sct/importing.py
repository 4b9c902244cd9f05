"""Imports without a search for garbage: modules make many objects, and all of them stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["importing"]


@contextmanager
def importing() -> Iterator[None]:
    """Around imports of many modules: a fifth of their time would go into looking for garbage.

    >>> with importing():
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
            if not gc.get_freeze_count():  # all that is young would be looked at when the next object is made
                gc.freeze()
                gc.unfreeze()  # now it is old
            gc.enable()
