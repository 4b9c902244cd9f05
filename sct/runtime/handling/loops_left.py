"""A loop that is left for a handler around it: its body notes which one, the loop ends, and the jump is behind it.

An attempt that meets such a jump in a loop of the program is begun anew, and the loop gets this form.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NoReturn

from sct.runtime.handling.attempt import Way, go_through, hold, what_holds
from sct.runtime.handling.jumps import jump_on
from sct.runtime.handling.passages import Passage
from sct.runtime.iteration.consumers import joint_state, with_consumers
from sct.runtime.joins.choice import Choice
from sct.runtime.state.undefined import Undefined
from sct.runtime.trace import Trace
from sct.runtime.trying import State

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
    """What such a loop is left with: 0 where it is not, else which of the exceptions, counted from 1."""

    def __init__(
        self,
        trace: Trace,
        get_state: Callable[[], State],
        set_state: Callable[[State], None],
        names: tuple[str, ...],
    ) -> None:
        self.trace = trace
        self.names = (*names, "left for a handler", "what is raised")
        self.code: Any = 0
        self.held: Any = Undefined("what is raised")
        self.ways: list[Way] = []
        self.noted: set[int] = set()
        self.state = joint_state(get_state, set_state, [self])

    def get_state(self) -> State:
        """What is carried from one iteration to the next, beside the names."""
        return self.code, self.held

    def set_state(self, state: State) -> None:
        """Put it back."""
        self.code, self.held = state

    def turn(self, body: Callable[..., None]) -> Turn:
        """One iteration."""
        return Turn(self, body)

    def goes_on(self, test: Callable[[], Any] | None) -> Any:
        """Whether there is another iteration: nothing was raised, and the loop's own test holds."""
        from sct.runtime.logical import and_test

        here = self.code == 0
        return here if test is None else and_test(here, test)

    def leave(self) -> None:
        """Behind the loop."""
        from sct.runtime.control_flow import select, truth

        for place in sorted(self.noted):
            select(truth(self.trace, self.code == place), partial(self._jump_on, place), lambda: None)

    def _jump_on(self, place: int) -> None:
        way = self.ways[place - 1]
        if not way.asks:
            jump_on(self.trace, way.error)
        self.trace.handling.note_passed(way.error)
        count = len(what_holds(way.error))
        if not isinstance(self.held, Choice):
            _jump_with(self.trace, way.error, self.held)
        fitting = [k for k, one in enumerate(self.held.alternatives) if type(one) is tuple and len(one) == count]
        self._jump_with_one(way.error, fitting)

    def _jump_with_one(self, error: BaseException, places: list[int]) -> None:
        """With what the run says that the exception holds, one of these alternatives."""
        from sct.runtime.control_flow import select

        first, *others = places
        go = partial(_jump_with, self.trace, error, self.held.alternatives[first])
        if others:
            select(self.held.index == first, go, partial(self._jump_with_one, error, others))
        else:
            go()


def _jump_with(trace: Trace, error: BaseException, held: tuple[Any, ...]) -> NoReturn:
    hold(error, held)
    jump_on(trace, error)


class Turn:
    """The body of such a loop, which notes what is raised in it."""

    def __init__(self, left: Left, body: Callable[..., None]) -> None:
        self.left, self.body = left, body
        self.__code__ = _code(body)

    def __call__(self, *item: Any) -> None:
        state = with_consumers(self.left.trace, *self.left.state)
        go_through(_Noting(self.left, state[0]), partial(self.body, *item), None, *state)


class _Noting(Passage):
    """What leaves an iteration is noted, and goes on behind the loop."""

    is_clause = False

    def __init__(self, loop: Left, get_state: Callable[[], State]) -> None:
        super().__init__(loop.trace, get_state)
        self.loop = loop
        self.ways = loop.ways

    def handle(self, place: int) -> None:
        self._leave_with(place, getattr(self, f"held_{place}") if self.asks(place) else None)

    def handled(self, error: BaseException) -> bool:
        place = self.place_of(error)
        if not place or (self.asks(place) and not self.trace.handling.says_pythons_words(error)):
            return False
        self._leave_with(place, what_holds(error))
        return True

    def _leave_with(self, place: int, held: Any) -> None:
        self.loop.code = place
        self.loop.noted.add(place)
        if self.asks(place):
            self.loop.held = held
