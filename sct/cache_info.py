"""What `StaticFunction.cache_info` answers."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CacheInfo"]


class CacheInfo(NamedTuple):
    """How often a static function found a program for its arguments, and how many it keeps."""

    hits: int
    misses: int
    maxsize: int
    currsize: int
