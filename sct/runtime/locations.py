"""Where the user's code stands: the place of a frame, remembered for each instruction."""

from __future__ import annotations

import itertools
import sys
from types import FrameType

from sct.errors import Location
from sct.runtime.converted_code import CodeMap, innermost_converted

__all__ = ["frame_location", "frame_location_of_caller"]

_locations = CodeMap()  # code -> {instruction: place}


def frame_location_of_caller() -> Location | None:
    """The place of the nearest converted code, with no trace at hand."""
    frame = innermost_converted(sys._getframe(1))
    return frame_location(frame) if frame is not None else None


def frame_location(frame: FrameType) -> Location:
    """The place in the user's source that `frame` executes now."""
    code, at = frame.f_code, frame.f_lasti
    known: dict[int, Location] | None = _locations.get(code)
    if known is None:
        _locations.put(code, known := {})
    found = known.get(at)
    if found is None:
        line, end_line, column, end_column = frame.f_lineno, None, 0, None
        position = next(itertools.islice(code.co_positions(), at // 2, None), None)
        if position is not None and position[0] is not None:
            line, end_line, column, end_column = position[0], position[1], position[2] or 0, position[3]
        found = known[at] = Location(code.co_filename, line, column, end_line, end_column, code.co_qualname)
    return found
