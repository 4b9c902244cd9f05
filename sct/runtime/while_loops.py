"""`while` in converted code: plain Python on plain values, an op of the program on symbolic ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.errors import SctError
from sct.runtime import trace as tracing
from sct.runtime.calls.raising import Diverged
from sct.runtime.handling.loops_left import leaving
from sct.runtime.iteration.consumers import with_consumers
from sct.runtime.lists.windows import turning
from sct.runtime.rolling.endless import is_endless
from sct.runtime.rolling.grown import ShortLoop, is_too_long
from sct.runtime.rolling.rolling import roll
from sct.runtime.rolling.unrolling import Unrolled
from sct.runtime.state.trials import settle_trial, try_to_roll

__all__ = ["convert_while"]

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]


def convert_while(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: GetState,
    set_state: SetState,
    names: tuple[str, ...],
) -> None:
    """`while test(): body()`."""
    trace = tracing.current()
    if trace is None:
        while test():
            body()
        return
    trace.handling.note_while(body)
    with leaving(trace, body, test, get_state, set_state, names) as (body, going, get_state, set_state, names):
        _while(trace, going or test, body, get_state, set_state, names)


def _while(
    trace: tracing.Trace,
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: GetState,
    set_state: SetState,
    names: tuple[str, ...],
) -> None:
    from sct.runtime.control_flow import truth

    lessons = trace.loops.scope.loop(body)
    get_state, set_state = with_consumers(trace, get_state, set_state)
    unrolled = Unrolled(trace, lessons, body)
    refused: SctError | None = None

    def attempt(at_run_time: bool = False) -> None:
        with turning(trace, at_run_time):
            roll(trace, test, body, get_state, set_state, names, condition=condition, lessons=lessons)

    def rolled() -> None:
        if trace.handling.around and trace.builder.ops and is_endless(trace.builder.ops[-1]):
            raise Diverged

    while True:
        condition = truth(trace, test())
        if tracing.is_variable(condition):
            if refused is not None:
                raise refused
            settle_trial(trace)
            attempt(at_run_time=True)
            return
        if not condition:
            return
        if unrolled.is_long(get_state()) and unrolled.roll_plain(attempt):
            return rolled()
        if refused is not None or unrolled.quiet or lessons.refused is not None:
            refused = refused or lessons.refused
            if isinstance(refused, ShortLoop) and is_too_long(unrolled.trips, unrolled.recorded):
                raise refused
            unrolled.rather_by_position(refused, unrolled.trips)
            unrolled.run(body, refused)
        elif unrolled.try_out(body, get_state, set_state):
            refused = lessons.refused = try_to_roll(attempt)
            if refused is None:
                return rolled()
            unrolled.run(body, refused)
