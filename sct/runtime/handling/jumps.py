"""An exception that a handler of the function takes: what is left where it is raised, and where it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from sct.runtime.calls.defects import is_surely_users
from sct.runtime.calls.raising import Diverged, raise_later
from sct.runtime.current import has_kind
from sct.runtime.handling.met import Asked, Barrier
from sct.runtime.state.cells import Cell

if TYPE_CHECKING:
    from sct.runtime.handling.attempt import Attempt
    from sct.runtime.trace import Trace

__all__ = [
    "Jumped", "LoopsLeft", "NoteCell", "ask_for_loops", "ask_for_whiles", "can_jump", "is_taken", "is_zero", "jump",
    "jump_on", "pending", "taker",
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
    inner = next((this for this in reversed(around) if not isinstance(this, Asked)), None)
    return inner is not None and not isinstance(inner, Barrier) and inner.is_reached()


def jump(trace: Trace, error: BaseException) -> None:
    """Go on in the handler that takes `error`; answers only where there is none to which the program can jump."""
    if not trace.handling.jumps or not isinstance(error, Exception) or not is_surely_users(error):
        return
    found = taker(trace.handling.around, error)
    if found is not None:
        _go(trace, *found, error)


def jump_on(trace: Trace, error: BaseException) -> NoReturn:
    """Go on further out with what was jumped with up to here."""
    found = taker(trace.handling.around, error)
    if found is not None:
        _go(trace, *found, error)
    raise_later(trace, error)


def _go(trace: Trace, this: Attempt, place: int, error: BaseException) -> None:
    if trace.builder is not trace.walked or not this.is_reached():
        _leave_loops(trace, this, place, error)
    elif this.take(place, error):
        raise Jumped from error


def taker(around: Sequence[Attempt | Barrier | Asked], error: BaseException) -> tuple[Attempt, int] | None:
    """The innermost `try` of which a handler takes `error`, and which of them; None: nobody, or this is not known."""
    for this in reversed(around):
        if isinstance(this, Asked):
            if isinstance(error, this.kinds):
                return None
            continue
        place = None if isinstance(this, Barrier) else this.place_of(error)
        if place is None or isinstance(this, Barrier):
            return None
        if place:
            return this, place
    return None


def _leave_loops(trace: Trace, this: Attempt, place: int, error: BaseException, *, sure: bool = False) -> None:
    """Ask for another attempt, in which this handler can be reached out of the loops that are under way."""
    bodies = frozenset(trace.handling.under_way[this.loops :])
    if not this.can_take(place) or bodies <= trace.handling.loops:
        return
    if sure or not this.asks(place) or trace.handling.says_pythons_words(error):
        raise LoopsLeft(bodies)


def ask_for_loops(trace: Trace, error: BaseException) -> None:
    """Ask for another attempt, in which a handler that takes `error` can be reached, if there is one around."""
    if trace.handling.jumps and trace.builder is trace.walked:
        found = taker(trace.handling.around, error)
        if found is not None:
            _leave_loops(trace, *found, error)


def ask_for_whiles(trace: Trace, *errors: BaseException) -> None:
    """The same, if these loops are `while` loops, and the handler is there for just such an exception."""
    if not trace.handling.jumps or trace.builder is not trace.walked:
        return
    for error in errors:
        found = taker(trace.handling.around, error)
        if found is None or not found[0].names(found[1]):
            continue
        under_way = trace.handling.under_way[found[0].loops :]
        if under_way and trace.handling.whiles.issuperset(under_way):
            _leave_loops(trace, *found, error, sure=True)


def is_taken(trace: Trace, error: BaseException) -> bool:
    """Whether it is known that a handler to which the program may jump from here takes `error`."""
    found = taker(trace.handling.around, error)
    return found is not None and found[0].is_reached()


def is_zero(code: Any) -> bool:
    """Whether it is known that nothing was raised."""
    return not has_kind(code) and code == 0


def pending(trace: Trace) -> list[Attempt]:
    """The handlers around to which the program may have jumped."""
    return [one for one in trace.handling.around if not isinstance(one, (Asked, Barrier)) and not is_zero(one.code)]
