"""Where in the user's source an exception of the program comes from."""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from typing import Any

from sct.errors import Location, SctError

__all__ = ["Notes"]


class Notes:
    """Called with an exception that leaves the generated code: adds the user's line to it.

    The type and the message of the exception stay as they are. An `SctError` of a kernel gets the
    line as its `where`.
    """

    def __init__(self, sources: Mapping[int, Location], namespace: dict[str, Any]) -> None:
        self.sources = sources
        self.namespace = namespace

    def __call__(self, error: BaseException) -> None:
        source = self.find(error)
        if source is None:
            return
        if isinstance(error, SctError):  # says itself where it comes from
            error.where = error.where or source
        else:
            note = _text(source)
            if note not in getattr(error, "__notes__", ()):
                error.add_note(note)

    def find(self, error: BaseException) -> Location | None:
        """The source of the op that raised: the innermost line of this program in the traceback."""
        found = None
        frame = error.__traceback__
        while frame is not None:
            if frame.tb_frame.f_globals is self.namespace:
                found = self.sources.get(frame.tb_lineno)
            frame = frame.tb_next
        return found


def _text(source: Location) -> str:
    inside = f", in {source.function}" if source.function else ""
    line = linecache.getline(source.filename, source.line).strip()
    return f'File "{source.filename}", line {source.line}{inside}' + (f"\n  {line}" if line else "")
