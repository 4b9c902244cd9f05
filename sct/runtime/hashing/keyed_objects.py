"""Objects of users' classes as keys."""

from __future__ import annotations

from typing import Any

from sct.runtime.state.cells import IdentityMap

__all__ = ["KeyedObjects"]


class KeyedObjects:
    """Where objects were keys whose class says how they are hashed, and where they were changed.

    Attributes
    ----------
    classes : IdentityMap
        Such a class -> where run-time objects of it were keys.
    remade : IdentityMap
        Such a class -> where an object of it was changed that was complete.
    written : IdentityMap
        Such an object -> where an attribute of it was written.
    constructing : tuple
        Objects whose `__init__` is running: these are not complete.
    asked : list
        Objects whose `__hash__` and `__eq__` are called to see what they read.
    """

    def __init__(self) -> None:
        self.classes = IdentityMap()
        self.remade = IdentityMap()
        self.written = IdentityMap()
        self.constructing: tuple[Any, ...] = ()
        self.asked: list[Any] = []
