"""Running the plain function after its program has raised, without printing anything twice."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

__all__ = ["skipping_output"]


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
