"""The module that a class says it is from."""

from __future__ import annotations

__all__ = ["home_of"]


def home_of(kind: type) -> str:
    """Its `__module__`, or an empty text: for a property of that name, say, a class answers the property."""
    module: object = kind.__module__
    return module if isinstance(module, str) else ""
