"""Where the user's code stands: the place of a frame, remembered for each instruction."""

from __future__ import annotations

import itertools
import sys
from types import CodeType, FrameType, FunctionType
from typing import Any

from sct.errors import Location
from sct.runtime.conversion.converted_code import CodeMap, innermost_converted

__all__ = ["frame_location", "frame_location_of_caller", "function_location"]

_locations = CodeMap()  # code -> _Places


class _Places:
    """The places of a code object's instructions, decoded about as far as somebody has asked: it is one long chain.

    The chain itself is not kept: it would keep the code alive.
    """

    def __init__(self) -> None:
        self.known: dict[int, Location] = {}  # by the offset of the instruction
        self._decoded: list[Any] = []

    def position(self, code: CodeType, offset: int) -> Any:
        """First and last line, first and last column; None if there is no such instruction."""
        number, decoded = offset // 2, self._decoded
        if number >= len(decoded):
            decoded = self._decoded = list(itertools.islice(code.co_positions(), 2 * number + 64))
        return decoded[number] if 0 <= number < len(decoded) else None


def frame_location_of_caller() -> Location | None:
    """The place of the nearest converted code, with no trace at hand."""
    frame = innermost_converted(sys._getframe(1))
    return frame_location(frame) if frame is not None else None


def frame_location(frame: FrameType) -> Location:
    """The place in the user's source that `frame` executes now."""
    code, at = frame.f_code, frame.f_lasti
    places: _Places | None = _locations.get(code)
    if places is None:
        _locations.put(code, places := _Places())
    found = places.known.get(at)
    if found is None:
        line, end_line, column, end_column = frame.f_lineno, None, 0, None
        position = places.position(code, at)
        if position is not None and position[0] is not None:
            line, end_line, column, end_column = position[0], position[1], position[2] or 0, position[3]
        found = places.known[at] = Location(code.co_filename, line, column, end_line, end_column, code.co_qualname)
    return found


def function_location(fn: FunctionType) -> Location:
    """Where a function is defined."""
    code = fn.__code__
    return Location(code.co_filename, code.co_firstlineno, 0, None, None, code.co_qualname)
