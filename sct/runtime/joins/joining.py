"""The joins that are under way in a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sct.runtime.arrays.storage import Storage

__all__ = ["Joining"]


class Joining:
    """What is known while branches are joined, or a loop is entered.

    Attributes
    ----------
    changing : frozenset
        What the branches have written to that are being joined.
    entering : bool
        Whether what a loop carries is being put in place; `carried`: what enters it under names that it carries.
    meeting
        What knows memory in a join.
    labelled : bool
        Whether there are arrays with names for the objects that they may be.
    related : int
        Pairs of arrays of which it was asked whether they may be one.
    tied : bool
        Whether a container that holds itself was taken apart.
    """

    def __init__(self) -> None:
        self.changing: frozenset[int] = frozenset()
        self.entering = False
        self.carried: frozenset[Storage] = frozenset()
        self.meeting: Any = None
        self.labelled = False
        self.related = 0
        self.tied = False
