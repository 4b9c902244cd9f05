"""Running the plain function after its program has raised, without printing anything twice."""

from __future__ import annotations

import contextlib
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

from sct.errors import PlainPythonWarning
from sct.logs import report

__all__ = ["is_last_word", "note_plain_answer", "skipping_output"]


class _Skipping:
    """Standard output, less the first characters that this thread writes."""

    def __init__(self, stream: Any, characters: int) -> None:
        self._stream = stream
        self._left = characters
        self._thread = threading.get_ident()

    def write(self, text: str) -> int:
        """Write what is not to be skipped."""
        if self._left and threading.get_ident() == self._thread:
            skipped = min(self._left, len(text))
            self._left -= skipped
            self._stream.write(text[skipped:])
            return len(text)
        return int(self._stream.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def is_last_word(error: Exception) -> bool:
    """Whether an exception must come out of the call as it is: arguments have been changed, or a signal has come."""
    return error.__dict__.pop("sct_last_word", False) is True


def note_plain_answer(name: str, error: Exception, *, unexpected: bool) -> None:
    """The program of `name` has raised `error`, and plain Python has answered: warn, unless that was to be expected."""
    place = "".join(f" ({note.strip()})" for note in getattr(error, "__notes__", ())[:1])
    text = f"{name}: the program raised {error!r}, plain Python did not{place}"
    if unexpected:
        warnings.warn(text, PlainPythonWarning, stacklevel=_frames_of_ours())
    else:
        report("%s", text, unexpected=False)


def _frames_of_ours() -> int:
    """How far out the caller of the static function is, as `warnings.warn` counts when it is called from above."""
    frame, count = sys._getframe(1), 1
    while frame is not None and frame.f_globals.get("__name__", "").startswith("sct."):
        frame, count = frame.f_back, count + 1  # type: ignore[assignment]
    return count


@contextlib.contextmanager
def skipping_output(characters: int) -> Iterator[None]:
    """Do not write the first `characters` of what this thread prints: they stand there already."""
    if not characters:
        yield
        return
    stream = sys.stdout
    sys.stdout = skipping = _Skipping(stream, characters)
    try:
        yield
    finally:
        if sys.stdout is skipping:
            sys.stdout = stream
