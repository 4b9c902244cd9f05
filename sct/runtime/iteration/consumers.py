"""The loops over generators that are being run through: their variables are state of the generators' control flow.

A generator that is run through calls the body of the loop that consumes it at each `yield`. An `if` or a
loop of the generator that is traced then changes variables of that loop, too; so they join its own state.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sct.runtime.calls.inlining import check_growth
from sct.runtime.trace import Trace

__all__ = ["Consumer", "apart_from_consumers", "joint_state", "with_consumers"]

State = tuple[Any, ...]


class Consumer:
    """The body of a `for` over a generator: takes one item after the other, and may want no more."""

    def __init__(
        self,
        trace: Trace,
        body: Callable[[Any], None],
        extra_test: Callable[[], Any] | None,
        get_state: Callable[[], State],
        set_state: Callable[[State], None],
    ) -> None:
        self.trace, self.body, self.extra_test = trace, body, extra_test
        self.get_state, self.set_state = get_state, set_state
        self.around = trace.iterators.consumers
        self.trying_depth = trace.trying_depth
        self.handlers = [*trace.handling.around]
        self.inlining = [*trace.code.inlining]

    def take(self, item: Any) -> None:
        """Run the body for one item, as the code of the function that the loop stands in."""
        trace = self.trace
        check_growth(trace)
        met, code = trace.iterators, trace.code
        inside = met.consumers, trace.trying_depth, code.inlining
        met.consumers, trace.trying_depth, code.inlining = self.around, self.trying_depth, [*self.inlining]
        handlers, trace.handling.around = trace.handling.around, [*self.handlers]
        try:
            with trace.handling.apart() if self._sees(handlers) else contextlib.nullcontext():
                self.body(trace.own(item))
        finally:
            met.consumers, trace.trying_depth, code.inlining = inside
            trace.handling.around = handlers

    def _sees(self, handlers: Sequence[Any]) -> bool:
        """Whether a clause of the generator's own stands around its `yield`: what the body raises ends in that, too."""
        return any(one.is_clause for one in handlers[len(self.handlers) :])

    def stopped(self) -> Any:
        """Whether the body has left the loop."""
        from sct.runtime.logical import not_

        return False if self.extra_test is None else not_(self.extra_test())


class _JointGet:
    """The state of a statement, and that of each consumer."""

    def __init__(self, own: Callable[[], State], consumers: Sequence[Any]) -> None:
        self.parts = [own, *(c.get_state for c in consumers)]

    def __call__(self) -> State:
        return tuple(value for part in self.parts for value in part())

    @property
    def __closure__(self) -> tuple[Any, ...]:
        return tuple(cell for part in self.parts for cell in part.__closure__ or ())


def with_consumers(
    trace: Trace, get_state: Callable[[], State], set_state: Callable[[State], None]
) -> tuple[Callable[[], State], Callable[[State], None]]:
    """Both, for a statement of a generator that is run through."""
    return joint_state(get_state, set_state, trace.iterators.consumers)


@contextlib.contextmanager
def apart_from_consumers(trace: Trace) -> Iterator[None]:
    """While operands of an expression are evaluated, which never go on to the loop around.

    What it would leave of the variables of that loop, which are not its own state, would be lost with the operand.
    """
    outer = trace.iterators.consumers
    trace.iterators.consumers = ()
    try:
        yield
    finally:
        trace.iterators.consumers = outer


def joint_state(
    get_state: Callable[[], State], set_state: Callable[[State], None], consumers: Sequence[Any]
) -> tuple[Callable[[], State], Callable[[State], None]]:
    """Both, for a statement and others that have a state."""
    if not consumers:
        return get_state, set_state
    setters = [set_state, *(c.set_state for c in consumers)]
    sizes = [len(get_state()), *(len(c.get_state()) for c in consumers)]

    def set_all(state: State) -> None:
        rest = list(state)
        for size, setter in zip(sizes, setters, strict=True):
            setter(tuple(rest[:size]))
            del rest[:size]

    return _JointGet(get_state, consumers), set_all
