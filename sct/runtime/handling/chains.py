"""What an exception says of others: Python keeps account of that where exceptions are raised, a jump does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.errors import StaticValueError

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["OF_OTHERS", "check_chain"]

OF_OTHERS = frozenset(("__cause__", "__context__", "__suppress_context__", "__traceback__"))


def check_chain(trace: Trace, name: str) -> None:
    """Refuse to read this attribute of an exception, if there were jumps."""
    if trace.handling.jumped:
        raise StaticValueError(
            f"{name} of an exception that a handler takes",
            where=trace.location(),
            why="which exceptions came before it, and where it was raised, is known only when the program runs",
            fix="let the handler ask for the exception itself and its args only",
        )
