"""Running the plain function after its program has raised, without giving out anything twice."""

from __future__ import annotations

import contextlib
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

from sct.errors import PlainPythonWarning, SctError
from sct.logs import report
from sct.ops.printed import Done
from sct.runtime.layers.layer import Layer
from sct.shown import shown

__all__ = ["is_last_word", "note_plain_answer", "skipping"]


class _Skipping:
    """A stream of `sys`, less the first characters that this thread writes."""

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


def note_plain_answer(name: str, layer: Layer, error: Exception) -> bool:
    """The program of `name` has raised `error`, and plain Python has answered: warn, unless that was to be expected.

    Answers whether it was.
    """
    unexpected = not (layer.may_be_caught or isinstance(error, SctError))
    place = "".join(f" ({note.strip()})" for note in getattr(error, "__notes__", ())[:1])
    text = f"{name}: the program raised {shown(error)}, plain Python did not{place}"
    if unexpected:
        warnings.warn(text, PlainPythonWarning, stacklevel=_frames_of_ours())
    else:
        report("%s", text, unexpected=False)
    return not unexpected


def _frames_of_ours() -> int:
    """How far out the caller of the static function is, as `warnings.warn` counts when it is called from above."""
    frame, count = sys._getframe(1), 1
    while frame is not None and frame.f_globals.get("__name__", "").startswith("sct."):
        frame, count = frame.f_back, count + 1  # type: ignore[assignment]
    return count


@contextlib.contextmanager
def skipping(done: Done) -> Iterator[None]:
    """Do not print, log or warn of again what this thread has given out already."""
    characters, records, given, errors = done
    with contextlib.ExitStack() as stack:
        if characters:
            stack.enter_context(_skipping_output("stdout", characters))
        if errors:
            stack.enter_context(_skipping_output("stderr", errors))
        if records:
            import logging

            stack.enter_context(_skipping_calls(logging.Logger, "handle", records))
        if given:
            stack.enter_context(_skipping_calls(warnings, "warn", given))
        yield


@contextlib.contextmanager
def _skipping_output(name: str, characters: int) -> Iterator[None]:
    stream = getattr(sys, name)
    skipping = _Skipping(stream, characters)
    setattr(sys, name, skipping)
    try:
        yield
    finally:
        if getattr(sys, name) is skipping:
            setattr(sys, name, stream)


@contextlib.contextmanager
def _skipping_calls(owner: Any, name: str, calls: int) -> Iterator[None]:
    """The first so many calls that this thread makes of a function do nothing."""
    function = getattr(owner, name)
    thread = threading.get_ident()

    def skipped(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        if threading.get_ident() != thread:
            return function(*args, **kwargs)
        calls -= 1
        if not calls:
            setattr(owner, name, function)
        return None

    setattr(owner, name, skipped)
    try:
        yield
    finally:
        if getattr(owner, name) is skipped:
            setattr(owner, name, function)
