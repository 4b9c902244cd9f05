"""`np.ndenumerate(x)`: a loop over the indices and elements of an array, in C order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sct.runtime import trace as tracing
from sct.runtime.iterables import Rollable

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["Enumerated"]


class Enumerated:
    """What a loop over `np.ndenumerate(x)` steps through."""

    def __init__(self, trace: Trace, array: Any) -> None:
        self.array = trace.lift_array(array) if not tracing.is_variable(array) else array

    def sct_rollable(self) -> Rollable:
        """Trips and items by number."""
        return Rollable(self.array.size, self._item)

    def _item(self, number: Any) -> tuple[tuple[Any, ...], Any]:
        index: list[Any] = []
        for extent in reversed(self.array.shape):
            index.insert(0, number % extent)
            number = number // extent
        place = tuple(index)
        return place, self.array[place]

    def __iter__(self) -> Iterator[Any]:
        return iter([self._item(k) for k in range(self.array.size)])
