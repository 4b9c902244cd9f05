"""Where tracing is given up: what grows without end, or doubles at each step, must not take minutes."""

from __future__ import annotations

from sct.errors import Location, UnrollLimitError
from sct.ir.build import Builder

__all__ = ["TooLong", "check_length"]

MOST_RECORDED = 100_000  # ops, those of trials that came to nothing included


class TooLong(BaseException):
    """The trace has recorded too much: nothing inside of it may go on in another way."""

    def __init__(self, refusal: UnrollLimitError) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def check_length(builder: Builder, where: Location | None) -> None:
    """Give up where too many ops have been recorded."""
    if builder.names.recorded <= MOST_RECORDED:
        return
    raise TooLong(
        UnrollLimitError(
            f"a program was given up after {MOST_RECORDED} ops had been recorded",
            where=where,
            why="loops that cannot be rolled are unrolled, and functions are inlined at each of their calls: "
            "inside of one another, these multiply",
            fix="keep this function in plain Python, or call fewer of its loops and functions from a static one",
        )
    )
