"""`sys.stdout` and `sys.stderr` in a trace: whatever they are when the program runs.

What is written to them is printed, as `print` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from sct.errors import UnsupportedCallError
from sct.runtime.current import has_kind, here
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["OUTPUTS", "STREAMS", "StandardOutput", "refuse_stream"]


class StandardOutput(Lost):
    """Stands for a stream of `sys`: it can be written to and flushed, and nothing else is known of it."""

    __slots__ = ("sct_name",)

    def __init__(self, name: str) -> None:
        """Every use raises an error of its own."""
        object.__setattr__(self, "sct_name", name)

    @property
    def error(self) -> UnsupportedCallError:
        """Why it cannot be used otherwise."""
        return UnsupportedCallError(
            f"sys.{self.sct_name} was used for something else than to write to it",
            where=here(),
            why="what it is may change from call to call",
            fix="write to it or flush it; ask for the rest outside of the static function",
        )

    def write(self, text: Any) -> Any:
        """What `write` below stands for."""

    def flush(self) -> None:
        """What `flush` below stands for."""


STREAMS = {name: StandardOutput(name) for name in ("stdout", "stderr")}


def _write(trace: Trace, stream: StandardOutput, text: Any, /) -> Any:
    """`sys.stdout.write(text)`: the number of its characters."""
    from sct.runtime.effects import print_later
    from sct.runtime.numbers.traced_builtins import TRACED

    if isinstance(text, Choice):
        return text.sct_distribute(lambda one: _write(trace, stream, one))
    if not isinstance(text, (str, FormattedText)):
        kind = text.python_type if has_kind(text) else type(text)
        raise TypeError(f"write() argument must be str, not {kind.__name__}")
    print_later(text, end="", file=stream)
    return TRACED[len](trace, text)


def _writes(stream: StandardOutput) -> Callable[..., Any]:
    return lambda trace, text, /: _write(trace, stream, text)


def _flush(trace: Trace, /) -> None:
    """`sys.stdout.flush()`: each run flushes as the stream itself does."""


OUTPUTS: dict[Any, Callable[..., Any]] = {}
"""What stands for each of their methods in a trace."""
for _stream in STREAMS.values():
    OUTPUTS[_stream.write] = _writes(_stream)
    OUTPUTS[_stream.flush] = _flush


def refuse_stream(what: str) -> NoReturn:
    """Say which use of an `io.StringIO` is none of a program's: for `stream_library`, which is converted."""
    raise UnsupportedCallError(
        f"{what} of an io.StringIO in a static function",
        where=here(),
        why="it has no static form",
        fix="do it outside of the static function",
    )
