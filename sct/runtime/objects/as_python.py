"""Where Python itself asks an object of the user's: that it cannot, for `__bool__ = None` say, is the user's doing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["as_python"]


def as_python(f: Callable[..., Any], *args: Any) -> Any:
    """`f(*args)`; what is raised counts as raised by the user's code (`defects`)."""
    return f(*args)
