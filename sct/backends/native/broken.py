"""What checked code raises where it has found a defect."""

from __future__ import annotations

from collections.abc import Sequence

from sct.errors import CheckFailedError
from sct.ir.core import Op
from sct.loops.turns.checks import BROKEN

__all__ = ["Broken"]


class Broken:
    """Called with a status of checked code: raises, with the user's line.

    Parameters
    ----------
    name
        The program.
    places
        The ops that statuses from `BROKEN` on stand for; none for the first.
    """

    def __init__(self, name: str, places: Sequence[Op | None]) -> None:
        self.name = name
        self.places = places

    def __call__(self, status: int) -> None:
        op = self.places[status - BROKEN] if status - BROKEN < len(self.places) else None
        if status == BROKEN:
            what = f"{self.name}: the references to arrays are not balanced at the end"
        else:
            what = f"{self.name}: {op.name if op else 'an access'} is out of bounds of its array"
        raise CheckFailedError(what, where=op.source if op else None)
