"""The rest of a branch, where something in it may have been raised: recorded on the condition that it was not."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any

from sct.runtime.branches import Arm, Around, State, join
from sct.runtime.handling.jumps import Jumped, NoteCell, pending
from sct.runtime.trace import Trace

__all__ = ["GoingOn", "close", "close_all", "go_on"]


class GoingOn:
    """A conditional rest, from where it begins to where it is closed."""

    def __init__(self, trace: Trace, test: Any) -> None:
        self.trace = trace
        self.test = test
        self.around = Around(trace)
        self._context = trace.region()
        self.arm = Arm(self._context.__enter__())
        trace.handling.arms += 1

    def close(self, state: State | None, jumped: bool, ours: frozenset[int]) -> tuple[State | None, bool]:
        """Join it with nothing; answers the state that it has come to, and whether that may be elsewhere."""
        trace = self.trace
        try:
            self.arm.note(state, self.around)
            self.arm.jumped = jumped
            self.arm.leave(trace, self.around.known)
        finally:
            self.drop()
        with trace.region() as region:
            other = Arm(region)
            other.jumped = True
            other.leave(trace, self.around.known)
            region.transaction.rollback()
        return join(trace, self.test, [self.arm, other], self.around, ours), True

    def drop(self) -> None:
        """Undo what it has changed."""
        self.arm.region.transaction.rollback()
        self._context.__exit__(None, None, None)
        self.trace.handling.arms -= 1


def go_on(trace: Trace) -> None:
    """What comes now is done only where nothing was raised that a handler around takes."""
    found = pending(trace)
    if not found:
        return
    from sct.runtime.control_flow import truth

    tests = [truth(trace, this.code == 0) for this in found]
    if any(test is False for test in tests):
        raise Jumped
    rest = GoingOn(trace, reduce(operator.and_, tests))
    for this in found:
        trace.touch(NoteCell(this, "code"))
        this.code = 0
    trace.handling.levels[-1].append(rest)


def close(
    trace: Trace, level: list[GoingOn], state: State | None, jumped: bool, ours: frozenset[int]
) -> tuple[State | None, bool]:
    """Close all rests of a branch, which has come to this state (None: to no end, or to a handler, if it `jumped`)."""
    while level:
        state, jumped = level.pop().close(state, jumped, ours)
    return state, jumped


def close_all(level: list[GoingOn]) -> None:
    """Undo all of them: the trace ends, or goes on elsewhere."""
    while level:
        level.pop().drop()
