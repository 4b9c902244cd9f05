"""When attributes came to objects."""

from __future__ import annotations

from sct.ir.build import Builder
from sct.runtime.state.cells import IdentityMap

__all__ = ["BirthOrder"]


class BirthOrder:
    """The attributes that have come to the objects of one trace, in their order.

    Attributes
    ----------
    of : IdentityMap
        An object -> which attributes have come to it, and when.
    last : int
        The number of the last one.
    loop : Builder or None
        The outermost loop in which that came.
    """

    def __init__(self) -> None:
        self.of = IdentityMap()
        self.last = 0
        self.loop: Builder | None = None
