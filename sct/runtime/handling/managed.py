"""`with` in a trace, where the program may jump out of its body: the manager sees that first, and may end it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from sct.runtime import trace as tracing
from sct.runtime.calls.defects import is_surely_users
from sct.runtime.calls.raising import raise_later
from sct.runtime.handling.attempt import Attempt, go_through
from sct.runtime.handling.jumps import can_jump, jump_on
from sct.runtime.handling.passages import Final, Passage
from sct.runtime.iteration.consumers import with_consumers
from sct.runtime.iteration.generator_managers import Parts, in_parts
from sct.runtime.objects.managers import PASSING, Manager, manager
from sct.runtime.trace import Trace
from sct.runtime.trying import State

__all__ = ["managed"]


def managed(
    value: Any,
    body: Callable[[Any], None],
    caught: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """`with value as entered: body(entered)`; `caught()` puts back what an exception in the body does not leave."""
    trace = tracing.current()
    assert trace is not None
    reset = caught or _nothing
    one = manager(trace, value)
    if not isinstance(one, Manager):
        _by_python(one, body, reset)
    elif type(one.value) is contextlib.suppress:
        get_state, set_state = with_consumers(trace, get_state, set_state)
        entered = one.enter()
        go_through(_Suppressed(trace, get_state, one.value, reset), partial(body, entered), None, get_state, set_state)
    elif (parts := in_parts(trace, one.value, can_jump(trace))) is not None:
        get_state, set_state = with_consumers(trace, get_state, set_state)
        _in_parts(trace, parts, partial(body, trace.own(parts.entered)), reset, get_state, set_state)
    elif one.is_users and (one.swallows or can_jump(trace)):
        get_state, set_state = with_consumers(trace, get_state, set_state)
        entered = one.enter()
        this = _Managed(trace, get_state, one, reset)
        go_through(this, partial(body, entered), partial(one.leave, None), get_state, set_state)
    else:
        _by_python(one, body, reset)


def _in_parts(
    trace: Trace,
    parts: Parts,
    body: Callable[[], None],
    reset: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """What is in the `with`, as what stands at the `yield` of a generator."""

    def leave() -> None:
        reset()
        parts.raised()

    def handle(handler: Callable[[Any], None], error: Any) -> None:
        reset()
        handler(error)

    def handled() -> None:
        go_through(Attempt(trace, handlers, get_state), body, parts.orelse, get_state, set_state)

    handlers = tuple((kinds, handler and partial(handle, handler), asks) for kinds, handler, asks in parts.handlers)
    inside = handled if handlers else body
    go_through(Final(trace, get_state, leave), inside, parts.ended, get_state, set_state)


def _nothing() -> None:
    pass


def _by_python(one: Any, body: Callable[[Any], None], reset: Callable[[], None]) -> None:
    """With a manager that sees nothing of jumps, or none of which is one."""
    with one as entered:
        try:
            body(entered)
        except PASSING:
            raise
        except BaseException:
            reset()
            raise


class _Suppressed(Attempt):
    """A `contextlib.suppress`, which is one handler."""

    def __init__(
        self, trace: Trace, get_state: Callable[[], State], value: contextlib.suppress, reset: Callable[[], None]
    ) -> None:
        kinds: tuple[type[BaseException], ...] = vars(value)["_exceptions"]
        super().__init__(trace, ((lambda: kinds, lambda _: reset(), False),), get_state)
        self.value, self.reset = value, reset

    def place_of(self, error: BaseException) -> int | None:
        return None if isinstance(error, BaseExceptionGroup) else super().place_of(error)  # it may take a part of one

    def handled(self, error: BaseException) -> bool:
        self.reset()
        return bool(self.value.__exit__(type(error), error, error.__traceback__))


class _Managed(Passage):
    """A manager of the user's, from where it was entered to where it is left."""

    def __init__(
        self, trace: Trace, get_state: Callable[[], State], one: Manager, reset: Callable[[], None]
    ) -> None:
        super().__init__(trace, get_state)
        self.one, self.reset = one, reset
        self.catches = one.swallows

    def place_of(self, error: BaseException) -> int | None:
        found = self.further(error)
        if found is None and not self.one.swallows:
            return 0
        return self.way(type(error), error, self.one.asks or (found is not None and found[0].asks(found[1])))

    def handle(self, place: int) -> None:
        error = self.error_at(place)
        if self.asks(place):
            self.trace.handling.note_passed(error)
        self.reset()
        _select(self.one.leave(error), partial(jump_on, self.trace, error))

    def handled(self, error: BaseException) -> bool:
        from sct.runtime.control_flow import truth

        if not is_surely_users(error):
            return False
        self.reset()
        swallowed = truth(self.trace, self.one.leave(error))
        if not tracing.is_variable(swallowed):
            return bool(swallowed)
        _select(swallowed, partial(raise_later, self.trace, error))
        return True


def _select(swallowed: Any, further: Callable[[], None]) -> None:
    """Go on behind the `with` or further out, as the manager says."""
    from sct.runtime.control_flow import select

    select(swallowed, _nothing, further)
