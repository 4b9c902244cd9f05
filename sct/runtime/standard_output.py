"""`sys.stdout` in a trace: whatever it is when the program runs. What is written to it is printed, as `print` does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.errors import UnsupportedCallError
from sct.runtime.choice import Choice
from sct.runtime.lost import Lost
from sct.runtime.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["OUTPUT", "OUTPUTS", "StandardOutput"]


class StandardOutput(Lost):
    """Stands for standard output: it can be written to and flushed, and nothing else is known of it."""

    __slots__ = ()

    def __init__(self) -> None:
        """Every use raises an error of its own."""

    @property
    def error(self) -> UnsupportedCallError:
        """Why it cannot be used otherwise."""
        return UnsupportedCallError(
            "sys.stdout was used for something else than to write to it",
            why="what standard output is may change from call to call",
            fix="write to it or flush it; ask for the rest outside of the static function",
        )

    def write(self, text: Any) -> Any:
        """What `write` below stands for."""

    def flush(self) -> None:
        """What `flush` below stands for."""


OUTPUT = StandardOutput()


def write(trace: Trace, text: Any, /) -> Any:
    """`sys.stdout.write(text)`: the number of its characters."""
    from sct.runtime.effects import print_later
    from sct.runtime.traced_builtins import TRACED

    if isinstance(text, Choice):
        return text.sct_distribute(lambda one: write(trace, one))
    if not isinstance(text, (str, FormattedText)):
        kind = getattr(text, "python_type", type(text))
        raise TypeError(f"write() argument must be str, not {kind.__name__}")
    print_later(text, end="")
    return TRACED[len](trace, text)


def flush(trace: Trace, /) -> None:
    """`sys.stdout.flush()`: each run flushes as standard output itself does."""


OUTPUTS: dict[Any, Callable[..., Any]] = {OUTPUT.write: write, OUTPUT.flush: flush}
"""What stands for each of its methods in a trace."""
