"""A static function where Python finds a method: a special method, the parts of a property. A trace goes into it."""

from __future__ import annotations

from typing import Any

__all__ = ["as_written"]


def as_written(value: Any) -> Any:
    """The function that a static function wraps; what is none is itself."""
    return value.__sct_original__ if type(value).__module__ == "sct.static_function" else value
