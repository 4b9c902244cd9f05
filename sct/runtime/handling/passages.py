"""What sees exceptions on their way to a handler further out: `finally` clauses, and loops that are left.

A jump to that handler goes there first, and on from there: for each kind of exception there is a way, which is found
while the body is traced.
"""

from __future__ import annotations

from collections.abc import Callable

from sct.runtime import trace as tracing
from sct.runtime.handling.attempt import Attempt, go_through
from sct.runtime.handling.jumps import can_jump, jump_on, taker
from sct.runtime.iteration.consumers import with_consumers
from sct.runtime.objects.managers import PASSING
from sct.runtime.trace import Trace
from sct.runtime.trying import State

__all__ = ["Final", "Passage", "finish"]


class Passage(Attempt):
    """A place that exceptions pass while its body is under way."""

    catches = is_for_all = False

    def __init__(self, trace: Trace, get_state: Callable[[], State]) -> None:
        super().__init__(trace, (), get_state)

    def place_of(self, error: BaseException) -> int | None:
        found = self.further(error)
        return 0 if found is None else self.way(type(error), error, found[0].asks(found[1]))

    def further(self, error: BaseException) -> tuple[Attempt, int] | None:
        """The handler that takes an exception which has passed."""
        around = self.trace.handling.around
        return taker(around[: around.index(self)] if self in around else around, error)

    def can_take(self, place: int) -> bool:
        return True

    def handle(self, place: int) -> None:
        error = self.error_at(place)
        if self.asks(place):
            self.trace.handling.note_passed(error)
        self.handled(error)
        jump_on(self.trace, error)


class Final(Passage):
    """A `finally` clause, and what it stands around."""

    def __init__(self, trace: Trace, get_state: Callable[[], State], final: Callable[[], None]) -> None:
        super().__init__(trace, get_state)
        self.final = final

    def handled(self, error: BaseException) -> bool:
        self.final()
        return False


def finish(
    body: Callable[[], None],
    final: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """`try: body() finally: final()` in a trace."""
    trace = tracing.current()
    assert trace is not None
    if can_jump(trace):
        get_state, set_state = with_consumers(trace, get_state, set_state)
        go_through(Final(trace, get_state, final), body, final, get_state, set_state)
        return
    try:
        body()
    except PASSING:
        raise
    except Exception:
        final()
        raise
    final()
