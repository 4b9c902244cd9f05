"""In what order the sets of a trace are gone through, as far as it matters."""

from __future__ import annotations

from sct.runtime.state.cells import IdentityMap

__all__ = ["SetOrders"]


class SetOrders:
    """What is written down of sets, whose order depends on what was done to them.

    Attributes
    ----------
    steps : IdentityMap
        A set of known elements -> what was done to it.
    logged : bool
        Whether all that is done to sets with run-time elements is written down.
    loose : bool
        Whether sets with run-time elements may be in an order of their own.
    walked : bool
        Whether it was relied on that none is that was joined.
    alike : bool
        Whether all elements that sets of known elements have had are hashed alike in each process.
    """

    def __init__(self) -> None:
        self.steps = IdentityMap()
        self.logged = False
        self.loose = False
        self.walked = False
        self.alike = True
