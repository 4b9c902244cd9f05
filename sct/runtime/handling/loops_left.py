"""A loop that is left for a handler around it: its body notes which one, the loop ends, and the jump is behind it.

An attempt that meets such a jump in a loop of the program is begun anew, and the loop gets this form.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sct.runtime.handling.attempt import Attempt, attempt
from sct.runtime.handling.jumps import Jumped
from sct.runtime.handling.met import Barrier
from sct.runtime.iteration.consumers import joint_state
from sct.runtime.trace import Trace
from sct.runtime.trying import Handler, State

__all__ = ["leaving"]

Loop = tuple[
    Callable[..., None], Callable[[], Any] | None, Callable[[], State], Callable[[State], None], tuple[str, ...]
]  # fmt: skip


@contextlib.contextmanager
def leaving(
    trace: Trace,
    body: Callable[..., None],
    test: Callable[[], Any] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: tuple[str, ...],
) -> Iterator[Loop]:
    """While a loop is traced: what stands for its parts, if handlers around it are jumped to from its body."""
    if not trace.handling.around or _code(body) not in trace.handling.loops:
        trace.handling.under_way.append(_code(body))
        try:
            yield body, test, get_state, set_state, names
        finally:
            trace.handling.under_way.pop()
        return
    left = Left(trace, get_state, set_state, names)
    yield left.turn(body), lambda: left.goes_on(test), *left.state, left.names
    left.leave()


def _code(body: Any) -> Any:
    return getattr(body, "__code__", None)


class Left:
    """Which handler such a loop is left for: 0 for none, else its place among those around, counted from 1."""

    def __init__(
        self,
        trace: Trace,
        get_state: Callable[[], State],
        set_state: Callable[[State], None],
        names: tuple[str, ...],
    ) -> None:
        self.trace = trace
        self.names = (*names, "left for a handler")
        self.code: Any = 0
        self._noted: set[int] = set()
        self._targets = list(_around(trace))
        self.state = joint_state(get_state, set_state, [self])

    def get_state(self) -> State:
        """What is carried from one iteration to the next, beside the names."""
        return (self.code,)

    def set_state(self, state: State) -> None:
        """Put it back."""
        (self.code,) = state

    def turn(self, body: Callable[..., None]) -> Turn:
        """One iteration."""
        handlers = tuple(self._handler(k + 1, *target) for k, target in enumerate(self._targets))
        return Turn(self, body, handlers)

    def _handler(self, number: int, this: Attempt, place: int) -> Handler:
        kinds, _, asks = this.handlers[place - 1]
        return kinds, None if asks else partial(self._note, number), False

    def _note(self, number: int, _: Any) -> None:
        self.code = number
        self._noted.add(number)

    def goes_on(self, test: Callable[[], Any] | None) -> Any:
        """Whether there is another iteration: nothing was raised, and the loop's own test holds."""
        from sct.runtime.logical import and_test

        here = self.code == 0
        return here if test is None else and_test(here, test)

    def leave(self) -> None:
        """Behind the loop."""
        from sct.runtime.control_flow import select, truth

        for number in sorted(self._noted):
            this, place = self._targets[number - 1]
            select(truth(self.trace, self.code == number), partial(_jump, this, place), lambda: None)


class Turn:
    """The body of such a loop, with handlers that note what is raised in it."""

    def __init__(self, left: Left, body: Callable[..., None], handlers: tuple[Handler, ...]) -> None:
        self.left, self.body, self.handlers = left, body, handlers
        self.__code__ = _code(body)

    def __call__(self, *item: Any) -> None:
        attempt(partial(self.body, *item), self.handlers, None, *self.left.state)


def _jump(this: Attempt, place: int) -> None:
    this.note(place)
    raise Jumped


def _around(trace: Trace) -> Iterator[tuple[Attempt, int]]:
    """The handlers that may be jumped to behind the loop, in the order in which they are asked."""
    for this in reversed(trace.handling.around):
        if isinstance(this, Barrier) or not this.is_reached():
            return
        yield from ((this, k + 1) for k in range(len(this.handlers)))
