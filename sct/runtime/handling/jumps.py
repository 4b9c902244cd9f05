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
    "Jumped", "LoopsLeft", "NoteCell", "ask_for_loops", "can_jump", "is_taken", "is_zero", "jump",
    "leave_loops", "pending",
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
    handling = trace.handling
    if not handling.jumps or not isinstance(error, Exception) or not is_surely_users(error):
        return
    if isinstance(error, StopIteration):
        return  # what steps an iterator sees it first
    for this in reversed(handling.around):
        if isinstance(this, Barrier):
            return
        place = this.place_of(error)
        if place is None:
            return  # it cannot be told whether the handlers take it
        if place:
            if trace.builder is trace.walked and this.is_reached():
                if this.take(place, error):
                    raise Jumped from error
            else:
                leave_loops(trace, this, place)
            return


def leave_loops(trace: Trace, this: Attempt, place: int) -> None:
    """Ask for another attempt, in which this handler can be reached out of the loops that are under way."""
    bodies = frozenset(trace.handling.under_way[this.loops :])
    _, handler, asks = this.handlers[place - 1]
    if handler is not None and not asks and not bodies <= trace.handling.loops:
        raise LoopsLeft(bodies)


def ask_for_loops(trace: Trace, error: BaseException) -> None:
    """Ask for another attempt, in which a handler that takes `error` can be reached, if there is one around."""
    handling = trace.handling
    for this in reversed(handling.around if handling.jumps and trace.builder is trace.walked else []):
        place = None if isinstance(this, Barrier) else this.place_of(error)
        if place is None or isinstance(this, Barrier):
            return
        if place:
            leave_loops(trace, this, place)
            return


def is_taken(trace: Trace, error: BaseException) -> bool:
    """Whether it is known that a handler to which the program may jump from here takes `error`."""
    for this in reversed(trace.handling.around):
        if isinstance(this, Barrier) or not this.is_reached():
            return False
        place = this.place_of(error)
        if place != 0:
            return place is not None
    return False


def is_zero(code: Any) -> bool:
    """Whether it is known that nothing was raised."""
    return not has_kind(code) and code == 0


def pending(trace: Trace) -> list[Attempt]:
    """The handlers around to which the program may have jumped."""
    return [this for this in trace.handling.around if not isinstance(this, Barrier) and not is_zero(this.code)]
