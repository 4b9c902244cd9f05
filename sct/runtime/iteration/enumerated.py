"""`np.ndenumerate(x)`, `np.ndindex(shape)` and `np.broadcast(x, y)`: loops over arrays by number, in C order."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import StaticValueError
from sct.ops.bindings.table import strict_array
from sct.runtime import trace as tracing
from sct.runtime.iteration.iterables import Rollable
from sct.runtime.iteration.steps import Steps

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["Broadcast", "Enumerated", "Indices", "place_of"]


class Enumerated(Steps):
    """An `np.ndenumerate(x)`: an iterator over the places and elements."""

    def __init__(self, trace: Trace, array: Any) -> None:
        self.array = trace.own(strict_array(array))
        super().__init__(trace, "np.ndenumerate", self.array.size, self._item)

    def _item(self, number: Any) -> tuple[tuple[Any, ...], Any]:
        place = place_of(number, self.array.shape)
        return place, self.array[place]


class Broadcast(Steps):
    """An `np.broadcast(x, y, …)`: its shape, and an iterator over the elements of all of them."""

    def __init__(self, trace: Trace, *arrays: Any) -> None:
        self.trace = trace
        given = [np.asarray(x) if isinstance(x, (list, tuple)) else x for x in arrays]
        self._arrays = [np.broadcast_to(x, self._shape_of(given)) for x in given]
        self.shape = self._shape_of(given)
        self.nd = self.ndim = len(self.shape)
        self.size: int = math.prod(self.shape)
        self.numiter = len(given)
        super().__init__(trace, "np.broadcast", self.size, self._item)

    def _shape_of(self, arrays: list[Any]) -> tuple[Any, ...]:
        shapes = [tuple(getattr(x, "shape", ())) for x in arrays]
        if any(tracing.is_variable(n) for shape in shapes for n in shape):
            raise StaticValueError(
                "np.broadcast() of arrays whose extents are known only at run time",
                where=self.trace.location(),
                why="its shape is part of the program",
                fix="use np.broadcast_arrays",
            )
        return np.broadcast_shapes(*shapes)

    def _item(self, number: Any) -> tuple[Any, ...]:
        return tuple(x[place_of(number, self.shape)] for x in self._arrays)


class Indices(np.ndindex):
    """An `np.ndindex`, which one loop may go through by number instead of step by step."""

    python_type = np.ndindex

    def __init__(self, trace: Trace, args: tuple[Any, ...]) -> None:
        super().__init__(*args)
        shape = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
        self._trace, self._shape = trace, tuple(map(operator.index, shape))
        self._stepped = self._rolled = False

    @property
    def length(self) -> int:
        return math.prod(self._shape)

    def __next__(self) -> tuple[int, ...]:
        self._once()
        self._stepped = True
        return super().__next__()

    def sct_rollable(self) -> Rollable | None:
        """Trips and items by number, if no step was made before."""
        self._once()
        if self._stepped:
            return None
        self._rolled = True
        return Rollable(self.length, lambda number: place_of(number, self._shape))

    def _once(self) -> None:
        if self._rolled:
            raise StaticValueError(
                "an np.ndindex is used again after a loop over it",
                where=self._trace.location(),
                why="how far the loop went is known only when the program runs",
                fix="make another one for each loop",
            )


def place_of(number: Any, shape: tuple[Any, ...]) -> tuple[Any, ...]:
    """The indices of the element with this number in C order."""
    place: list[Any] = []
    for extent in reversed(shape[1:]):
        place.insert(0, number % extent)
        number = number // extent
    return (number, *place) if shape else ()
