"""What overflows the stack: containers that hold themselves, and branches inside of branches.

What goes through all that a container holds which holds itself comes to no end. That is told by the stack that
overflowed: where the user's function calls itself, its frames are all over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType

from sct.errors import Location, StaticValueError
from sct.ir.core import Op
from sct.runtime.calls.defects import is_overflow
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.trace import Trace

__all__ = ["check_nesting", "is_endless", "refuse_endless"]

_ONE_WALK = 100
"""More frames of sct in a row than between any two of the user's."""
_NESTED = 50
"""Branches inside of one another: where so many are traced, they are most of the stack."""


def check_nesting(trace: Trace, error: Exception) -> None:
    """Refuse a long chain of `elif`s, each of which is a branch in the one before: that overflowed the stack."""
    inlined = [code for code, _ in trace.code.inlining]
    if trace.depth < _NESTED or len(set(inlined)) < len(inlined) or not is_overflow(error):
        return
    raise StaticValueError(
        f"{trace.depth} branches inside of one another, which only the running program can choose from",
        where=trace.location(),
        why="Python's recursion limit was reached while they were traced: each `elif` is a branch in the one before",
        fix="look the value up in an array, use np.select, or raise the limit with sys.setrecursionlimit",
    ) from None


def is_endless(op: Op) -> bool:
    """Whether an op is a loop that only an exception ends: `while True`."""
    if op.name != "while":
        return False
    (going,) = op.blocks[0].results
    made = next((one for one in op.blocks[0].ops if going in one.results), None)
    return made is not None and made.name == "constant" and made.attr("value") is True


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
