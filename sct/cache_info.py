"""What `StaticFunction.cache_info` answers."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MAX_ENTRIES", "CacheInfo"]

MAX_ENTRIES = 64
"""How many programs a static function keeps."""


class CacheInfo(NamedTuple):
    """How often a static function found a program for its arguments, and how many it keeps."""

    hits: int
    misses: int
    maxsize: int
    currsize: int
