"""Functions that make calls without end of which none has to do with an array: plain Python is left to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from sct.errors import SctError, UnrollLimitError

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["MOST_FOR_NOTHING", "NothingForTheRun", "give_up", "refusing"]

T = TypeVar("T")
MOST_FOR_NOTHING = 5_000  # inlined calls after which an array should have been met


class NothingForTheRun(BaseException):
    """Nothing of what the function does is worth a program: plain Python does the call."""

    def __init__(self, refusal: SctError) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def give_up(trace: Trace, name: str) -> NoReturn:
    """Objects and numbers of Python alone are computed with: their program would be as long as the run."""
    raise NothingForTheRun(
        UnrollLimitError(
            f"{MOST_FOR_NOTHING} calls, of {name} and others, have met no array",
            where=trace.location(),
            why="each of them becomes a part of the program, which takes far longer than plain Python does",
            fix="give the function arrays, or leave it to plain Python",
        )
    )


def refusing(make: Callable[..., T], *args: Any) -> T:
    """`make(*args)` where plain Python cannot do the call: then that is refused."""
    try:
        return make(*args)
    except NothingForTheRun as found:
        raise found.refusal from None
