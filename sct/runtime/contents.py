"""Whether what a container of the caller's holds is what it held before."""

from __future__ import annotations

from typing import Any

__all__ = ["same_items"]


def same_items(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether these are the same objects, in tuples, too."""
    if len(a) != len(b):
        return False
    for x, y in zip(a, b, strict=True):
        if x is y:
            continue
        if isinstance(x, tuple) and isinstance(y, tuple) and same_items(x, y):
            continue
        return False
    return True
