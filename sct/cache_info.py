"""What `StaticFunction.cache_info` answers."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MAX_ENTRIES", "CacheInfo"]

MAX_ENTRIES = 64
"""How many programs a static function keeps."""


class CacheInfo(NamedTuple):
    """How often a program that was kept has answered a call, how often one was made, and how many are kept.

    A call that plain Python answers, or that raises, is no hit: it is a miss if a program was made for it.
    """

    hits: int
    misses: int
    maxsize: int
    currsize: int
