"""An exception that a handler of the function takes: what is left where it is raised, and where it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.calls.defects import is_surely_users
from sct.runtime.calls.raising import Diverged
from sct.runtime.current import has_kind
from sct.runtime.handling.met import Barrier
from sct.runtime.state.cells import Cell

if TYPE_CHECKING:
    from sct.runtime.handling.attempt import Attempt
    from sct.runtime.trace import Trace

__all__ = [
    "Jumped", "LoopsLeft", "NoteCell", "ask_for_loops", "can_jump", "is_taken", "is_zero", "jump", "pending",
]  # fmt: skip


class NoteCell(Cell):
    """What a `try` notes under a name where it is jumped from."""

    __slots__ = ("name",)

    def __init__(self, owner: Any, name: str) -> None:
        super().__init__(owner)
        self.name = name

    def get(self) -> Any:
        return getattr(self.owner, self.name)

    def set(self, content: Any) -> None:
        setattr(self.owner, self.name, content)


class Jumped(Diverged):
    """Control has left this branch for a handler around."""


class LoopsLeft(BaseException):
    """Loops with these bodies are left for handlers around them: trace again, and let them be."""

    def __init__(self, bodies: frozenset[Any]) -> None:
        super().__init__(bodies)
        self.bodies = bodies


def can_jump(trace: Trace) -> bool:
    """Whether there is a handler around to which the program may jump from here."""
    around = trace.handling.around
    if not around or not trace.handling.jumps or trace.builder is not trace.walked:
        return False
    return not isinstance(around[-1], Barrier) and around[-1].is_reached()


def jump(trace: Trace, error: BaseException) -> None:
    """Go on in the handler that takes `error`; answers only where there is none to which the program can jump."""
    if not trace.handling.jumps or not isinstance(error, Exception) or not is_surely_users(error):
        return
    if isinstance(error, StopIteration):
        return  # what steps an iterator sees it first
    found = _taker(trace, error)
    if found is None:
        return
    if trace.builder is not trace.walked or not found[0].is_reached():
        _leave_loops(trace, *found)
    elif found[0].take(found[1], error):
        raise Jumped from error


def _taker(trace: Trace, error: BaseException) -> tuple[Attempt, int] | None:
    """The `try` around of which a handler takes `error`, and which of them; None where that is nobody, or not known."""
    for this in reversed(trace.handling.around):
        place = None if isinstance(this, Barrier) else this.place_of(error)
        if place is None or isinstance(this, Barrier):
            return None
        if place:
            return this, place
    return None


def _leave_loops(trace: Trace, this: Attempt, place: int) -> None:
    """Ask for another attempt, in which this handler can be reached out of the loops that are under way."""
    bodies = frozenset(trace.handling.under_way[this.loops :])
    _, handler, asks = this.handlers[place - 1]
    if handler is not None and not asks and not bodies <= trace.handling.loops:
        raise LoopsLeft(bodies)


def ask_for_loops(trace: Trace, error: BaseException) -> None:
    """Ask for another attempt, in which a handler that takes `error` can be reached, if there is one around."""
    if trace.handling.jumps and trace.builder is trace.walked and (found := _taker(trace, error)) is not None:
        _leave_loops(trace, *found)


def is_taken(trace: Trace, error: BaseException) -> bool:
    """Whether it is known that a handler to which the program may jump from here takes `error`."""
    found = _taker(trace, error)
    return found is not None and found[0].is_reached()


def is_zero(code: Any) -> bool:
    """Whether it is known that nothing was raised."""
    return not has_kind(code) and code == 0


def pending(trace: Trace) -> list[Attempt]:
    """The handlers around to which the program may have jumped."""
    return [this for this in trace.handling.around if not isinstance(this, Barrier) and not is_zero(this.code)]
