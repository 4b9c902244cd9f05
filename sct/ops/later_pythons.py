"""Functions of `math` that not every Python has: their ops are the same everywhere, as programs go to other Pythons."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

__all__ = ["of_math"]


def of_math(name: str, since: str) -> Callable[..., Any]:
    """`math.<name>`, or where that is missing what raises if a program calls it.

    >>> of_math("fsum", "2.6") is math.fsum
    True
    """
    found: Callable[..., Any] | None = getattr(math, name, None)
    if found is not None:
        return found

    def missing(*args: Any) -> Any:
        raise RuntimeError(f"this program calls math.{name}, which Python has since {since}")

    missing.__module__, missing.__name__ = "math", name
    return missing
