"""The attributes of an object as they lie there: `x.__dict__` asks the `__getattr__` of a class with `__slots__`."""

from __future__ import annotations

from threading import local
from typing import Any

__all__ = ["dict_of", "held_by"]


def dict_of(value: Any) -> dict[str, Any] | None:
    """The `__dict__` of an object, whatever its class says that its attributes are; None if it has none."""
    try:
        found = value.__dict__ if type(value) is local else object.__getattribute__(value, "__dict__")
    except (AttributeError, TypeError):
        return None
    return found if isinstance(found, dict) else None


def held_by(value: Any) -> dict[str, Any]:
    """The same, or none: an empty one is one, too."""
    found = dict_of(value)
    return {} if found is None else found
