"""`heapq` on lists of run-time values or length: what moves in the heap becomes a loop of the program."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from sct.errors import UnsupportedCallError
from sct.runtime.joins.choice import Choice
from sct.runtime.libraries import heap_library
from sct.runtime.lists import growing
from sct.runtime.lists.comparing import needs_program
from sct.runtime.state.bare import speaks_for_itself
from sct.runtime.trace import Trace

__all__ = ["HEAPING"]


def _heaping(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(trace: Trace, /, heap: Any, *item: Any) -> Any:
        if type(heap) is Choice:
            return heap.sct_distribute(lambda one: call(trace, one, *item))
        known = isinstance(heap, list) and not growing.is_growing(heap) and not any(map(needs_program, (*heap, *item)))
        if known or not isinstance(heap, list):
            if isinstance(heap, list):
                trace.touch_list(heap)
            return function(heap, *item)
        if speaks_for_itself(type(heap)):
            raise UnsupportedCallError(
                f"heapq.{function.__name__} was given a {type(heap).__name__} of run-time values",
                where=trace.location(),
                why="heapq goes by the methods of list itself, and this class has others under their names",
                fix="give it a list",
            )
        from sct.runtime.calls.library_calls import inlined

        return inlined(trace, getattr(heap_library, function.__name__), _SiftUp(trace), heap, *item)

    return call


class _SiftUp:
    """What several of them call."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def __call__(self, heap: Any, place: Any, item: Any) -> None:
        from sct.runtime.calls.library_calls import inlined

        function: Any = heap_library.sift_up
        inlined(self.trace, function, heap, place, item)


_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    heapq.heappush,
    heapq.heappop,
    heapq.heapify,
    heapq.heapreplace,
    heapq.heappushpop,
)
HEAPING: dict[Any, Callable[..., Any]] = {function: _heaping(function) for function in _FUNCTIONS}
"""What stands for each of them in a trace."""
