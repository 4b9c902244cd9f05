"""`np.ndindex(n, m)` of extents that only the running program knows: a loop over places by number, in C order."""

from __future__ import annotations

import math
from typing import Any, NoReturn

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.iteration.enumerated import Broadcast, Enumerated, place_of
from sct.runtime.iteration.iterables import Rollable
from sct.runtime.lists.growing import is_growing
from sct.runtime.lists.row_lists import as_index
from sct.runtime.trace import Trace

__all__ = ["WALKERS", "OpenIndices"]


class OpenIndices:
    """An `np.ndindex` of extents that only the run knows: one loop goes through it by number."""

    python_type = np.ndindex

    def __init__(self, trace: Trace, *args: Any) -> None:
        shape = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
        if is_growing(shape):
            self._refuse(trace, "np.ndindex() of as many extents as only the run knows", "")
        self._trace, self._shape = trace, tuple(map(as_index, shape))
        self._rolled = False
        for extent in self._shape:
            negative = ValueError("negative dimensions are not allowed")
            select(extent < 0, lambda: raise_later(trace, negative), lambda: None)  # noqa: B023

    @property
    def length(self) -> Any:
        return math.prod(self._shape)

    def sct_rollable(self) -> Rollable:
        """Trips and items by number."""
        if self._rolled:
            what = "an np.ndindex is used again after a loop over it"
            self._refuse(self._trace, what, "make another one for each loop")
        self._rolled = True
        return Rollable(self.length, lambda number: place_of(number, self._shape))

    def __next__(self) -> Any:
        self._refuse(self._trace, "next() of an np.ndindex of extents that only the run knows", "use a `for` over it")

    def __iter__(self) -> Any:
        self._refuse(self._trace, "code that sct does not see walks through an np.ndindex", "make a list of it first")

    def _refuse(self, trace: Trace, what: str, fix: str) -> NoReturn:
        raise StaticValueError(
            what, where=trace.location(), why="how far it goes is known only when the program runs", fix=fix
        )


WALKERS: dict[Any, Any] = {np.ndenumerate: Enumerated, np.broadcast: Broadcast, np.ndindex: OpenIndices}
"""Classes that walk through run-time arrays, and what stands for them."""
