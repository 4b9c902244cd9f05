"""Iterations of a loop that are traced one by one, and how far that may go."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sct.errors import SctError, UnrollLimitError
from sct.ir.core import Op
from sct.runtime import trace as tracing
from sct.runtime.hashing.entries import PositionsRather, RolledRather
from sct.runtime.rolling.lessons import Lessons, traced_again, traced_on
from sct.runtime.state.trials import grows, settle_trial, try_to_roll

__all__ = ["FIX", "MAX_UNROLLED_OPS", "MAX_UNROLLED_TRIPS", "Unrolled", "count_ops", "rolled_at_need"]

_QUIET_AFTER = 16
MAX_UNROLLED_OPS = 20_000
MAX_UNROLLED_TRIPS = 2_000
ROLL_RATHER_OPS = 2_500  # in unrolled iterations, from which on a loop that could be rolled in another way is
ROSE = 3  # iterations that record more and more: those that follow will, too
STEPS_BY_POSITION = 8  # iterations that step an iterator, from which on a loop is rather rolled
ROLL_PLAIN_AFTER = 2_000  # iterations of Python's own loops while tracing, those of inner loops included
_GROWING_INT = 2**53  # a Python int that got here will soon be too large for a program
FIX = "loop over a symbolic range or write the body without Python values that change from trip to trip"

State = tuple[Any, ...]


@contextlib.contextmanager
def rolled_at_need(trace: tracing.Trace, body: Any, may_unroll: bool) -> Iterator[None]:
    """While the loop of this body is rolled; not where it had better be unrolled, but see `Unrolled.may_go_on`."""
    code = _code_of(body)
    rather = trace.loops.rolled_rather is not None and code in trace.loops.rolled_rather
    asked, trace.loops.asked_unrollable = trace.loops.asked_unrollable, False
    around, trace.loops.rolling_rather = trace.loops.rolling_rather, trace.loops.rolling_rather or rather
    try:
        with trace.loops.rolling(may_unroll and not rather):
            yield
    finally:
        trace.loops.rolling_rather = around
        if trace.loops.asked_unrollable:
            trace.loops.roll_at_need.add(code)
        trace.loops.asked_unrollable |= asked


def _code_of(body: Any) -> Any:
    return getattr(body, "__code__", None)


def count_ops(ops: Sequence[Op]) -> int:
    """How many these are, with those of their blocks."""
    return len(ops) + sum(1 for op in ops for block in op.blocks for _ in block.walk())


class Unrolled:
    """Runs iterations one by one, watching what they add to the graph."""

    def __init__(self, trace: tracing.Trace, lessons: Lessons, body: Any) -> None:
        self.trace = trace
        self.lessons = lessons
        self.body = _code_of(body)
        self.trips = 0
        self.recorded = 0
        self._tried = False
        self._silent = 0  # iterations in a row that recorded nothing
        self._long_after = trace.loops.plain_trips + ROLL_PLAIN_AFTER
        self._kept = 0  # ops, those of blocks included
        self._new = -1  # of those, what the last iteration has recorded
        self._risen = 0  # iterations in a row that have each recorded as many as the one before, or more
        self.last: Sequence[Op] = ()  # what the last iteration has recorded
        self._before = len(trace.loops.unrolled)

    @property
    def quiet(self) -> bool:
        """Whether the loop seems to be plain Python: then its iterations are not tried out first."""
        return self._silent >= _QUIET_AFTER

    def try_out(
        self, body: Callable[[], None], get_state: Callable[[], State], set_state: Callable[[State], None]
    ) -> bool:
        """Whether one iteration leaves ops in the graph. If it does, it is undone; if not, it has been done."""
        first = not self._tried
        self._tried = True
        if first and self.lessons.grows:
            return True
        self.trace.loops.plain_trips += 1
        with traced_again(self.trace, self.lessons.inside):
            grown = grows(self.trace, body, get_state, set_state)
        if grown is False:
            self._silent += 1
            return False
        self.lessons.grows |= first
        self._silent = 0
        if grown:
            settle_trial(self.trace)
        return True

    def is_long(self, state: State) -> bool:
        """Whether the loop is plain Python and goes on and on, with numbers that a program can hold."""
        if self.trace.loops.plain_trips < self._long_after or not self.quiet or not self.trace.loops.rolls_plain:
            return False
        return not any(type(value) is int and abs(value) > _GROWING_INT for value in state)

    def roll_plain(self, attempt: Callable[[], None]) -> bool:
        """Roll a loop that is plain Python; if that is not possible, it goes on as it was."""
        self._long_after = sys.maxsize
        rolled = try_to_roll(attempt) is None
        self.trace.loops.rolled_plain |= rolled
        return rolled

    def may_go_on(self, new: int, left: int = 0) -> None:
        """Start again, and roll a loop that is unrolled for the sake of its items, where that takes too much.

        The last iteration has recorded so many `new` ops, and so many are `left`: where two in a row have recorded
        as many, or some more and more, the others will, too. Those loops inside of it that are unrolled are rolled,
        too.
        """
        trace = self.trace
        trace.loops.unrolled.append(self.body)
        self._kept += new
        kept = self._kept
        if not trace.bodies:  # which are traced several times
            trace.loops.unrolled_ops[self.body] += new
            kept = trace.loops.unrolled_ops[self.body]
        if trace.loops.rolled_rather is None or self.body in trace.loops.rolled_rather or trace.trying_depth:
            return
        self._risen = self._risen + 1 if new >= self._new else 0
        coming, self._new = left * new if new == self._new or self._risen > ROSE else 0, new
        if kept + coming > ROLL_RATHER_OPS and self.body not in trace.loops.never_rolled:
            bodies = trace.loops.unrolled[self._before :]
            if not trace.loops.roll_at_need.isdisjoint(bodies):
                raise RolledRather(bodies)
            trace.loops.never_rolled.update(bodies)  # the next attempt would be this one again

    def rather_by_position(self, refused: SctError | None, left: int) -> None:
        """Start again with iterators by position, if it is for these that so many iterations cannot be rolled."""
        steps = refused is not None and getattr(refused, "by_position", False) and left >= STEPS_BY_POSITION
        if refused is not None and steps and not self.trace.iterators.by_position and self.trace.plan.may_step:
            raise PositionsRather(refused)

    def run(self, body: Callable[[], None], refused: SctError | None) -> None:
        """One more iteration."""
        builder = self.trace.builder
        before = len(builder.ops)
        self.trace.loops.plain_trips += 1
        with traced_on(self.trace, self.lessons.unrolled):
            body()
        grown = len(builder.ops) - before
        self.last = builder.ops[before:]
        if not self.trips:
            self.lessons.ops = count_ops(self.last)
        self._silent = 0 if grown else self._silent
        self.recorded += grown
        self.trips += 1
        if self.recorded and (self.trips > MAX_UNROLLED_TRIPS or self.recorded > MAX_UNROLLED_OPS):
            raise UnrollLimitError(
                f"a loop was unrolled {self.trips} times and recorded {self.recorded} ops",
                where=self.trace.location(),
                why="it cannot be rolled into one op: "
                + (refused.what if refused else "its iterable is a Python iterator"),
                fix=FIX,
                also=(("this keeps it from being rolled", refused.where),) if refused and refused.where else (),
            ) from refused
