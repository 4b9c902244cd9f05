"""Containers that hold themselves: what goes through all that they hold comes to no end.

That is told by the stack that overflowed: where the user's function calls itself, its frames are all over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType

from sct.errors import Location, StaticValueError
from sct.runtime.converted_code import is_converted_code
from sct.runtime.defects import is_overflow
from sct.runtime.trace import Trace

__all__ = ["refuse_endless"]

_ONE_WALK = 100
"""More frames of sct in a row than between any two of the user's."""


def refuse_endless(trace: Trace, error: Exception) -> None:
    """Refuse what overflowed the stack, if it was sct that went through a container."""
    frames = list(_frames(error))
    if not is_overflow(error) or any(is_converted_code(frame.f_code) for frame, _ in frames[-_ONE_WALK:]):
        return
    raise StaticValueError(
        "all that a list, tuple or dict holds is asked for here, and that has no end, or is nested too deeply",
        where=next((_place(*step) for step in reversed(frames) if is_converted_code(step[0].f_code)), trace.where),
        why="it holds itself, or lists inside of lists, and so on: a program keeps the numbers in them one by one",
        fix="put it into itself when all else is done, or keep it out of the static function",
    ) from None


def _frames(error: Exception) -> Iterator[tuple[FrameType, int]]:
    step = error.__traceback__
    while step is not None:
        yield step.tb_frame, step.tb_lineno
        step = step.tb_next


def _place(frame: FrameType, line: int) -> Location:
    code = frame.f_code
    return Location(code.co_filename, line, 0, None, None, code.co_qualname)
