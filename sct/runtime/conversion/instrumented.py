"""Which code reads through the trace: functions defined in instrumented functions do, too.

A closure that was made by a converted function on plain values is converted, but what it reads is not
guarded; called in a trace it has to be converted again, as any function of the user's.
"""

from __future__ import annotations

import sys
from types import CodeType, FrameType

from sct.runtime.conversion.converted_code import CodeMap
from sct.runtime.source import is_traced_code

__all__ = ["is_instrumented", "note_instrumented"]

_known = CodeMap()


def note_instrumented(code: CodeType) -> None:
    """Register an instrumented function and the functions in it."""
    if _known.get(code) is None:
        _known.put(code, True)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                note_instrumented(constant)


def is_instrumented(code: CodeType | None) -> bool:
    """Whether a converted function, if it is one, reads through the trace."""
    if code is None:
        return False
    if _known.get(code) is None:  # the traced function itself is found on the stack
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if is_traced_code(frame.f_code):
                note_instrumented(frame.f_code)
            frame = frame.f_back
    return _known.get(code) is not None
