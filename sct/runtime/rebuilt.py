"""Containers of `collections` that leave a program: how each is made anew from plain ones."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

__all__ = ["REBUILT", "rebuilding"]

REBUILT = (deque, defaultdict, OrderedDict, Counter, bytearray)


def rebuilding(x: Any) -> tuple[str, list[Any]]:
    """An expression with holes for the type and for the parts, and the parts.

    >>> rebuilding(deque([1, 2], maxlen=3))
    ('{0}({1}, {2})', [[1, 2], 3])
    """
    if isinstance(x, deque):
        return "{0}({1}, {2})", [list(x), x.maxlen]
    if isinstance(x, bytearray):
        return "{0}({1})", [bytes(x)]
    if isinstance(x, defaultdict):
        return "{0}({1}, {2})", [x.default_factory, dict(x)]
    return "{0}({1})", [dict(x)]
