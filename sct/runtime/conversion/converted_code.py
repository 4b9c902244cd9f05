"""Which code objects convert made. They are told by identity: equal code may come from two files."""

from __future__ import annotations

import inspect
import weakref
from types import CodeType, FrameType
from typing import Any

__all__ = ["CodeMap", "adopt", "innermost_converted", "is_converted_code", "is_trusted_code"]


class CodeMap:
    """A weak mapping from code objects, by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[CodeType], Any]] = {}

    def get(self, code: CodeType) -> Any:
        """The value for `code`, or None."""
        entry = self._known.get(id(code))
        return entry[1] if entry is not None and entry[0]() is code else None

    def put(self, code: CodeType, value: Any) -> None:
        """Remember `value` as long as `code` lives."""
        key = id(code)

        def drop(ref: weakref.ref[CodeType], known: dict[int, Any] = self._known) -> None:
            entry = known.get(key)
            if entry is not None and entry[0] is ref:
                del known[key]

        self._known[key] = (weakref.ref(code, drop), value)


_CONVERTED = CodeMap()
_TRUSTED = CodeMap()


def is_converted_code(code: CodeType) -> bool:
    """Whether convert made this code object, as a function's or as part of one."""
    return _CONVERTED.get(code) is not None


def innermost_converted(frame: FrameType | None, end: FrameType | None = None) -> FrameType | None:
    """The nearest frame, from this one outwards, that runs converted code, or the `end` of what is of interest.

    Asked for by every op: it is quick.
    """
    get = _CONVERTED._known.get
    while frame is not None and frame is not end:
        code = frame.f_code
        entry = get(id(code))
        if entry is not None and entry[0]() is code:
            return frame
        frame = frame.f_back
    return frame


def is_trusted_code(code: CodeType) -> bool:
    """Whether this code is part of a converted function, so its source was checked with that function's."""
    return _TRUSTED.get(code) is not None


def adopt(code: CodeType, *, in_class: bool = False) -> None:
    """Register a converted code object and those in it.

    Functions of a class body were left as they are: they are converted when they are called.
    """
    _TRUSTED.put(code, True)
    if not in_class:
        _CONVERTED.put(code, True)
    is_class = not code.co_flags & inspect.CO_OPTIMIZED
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            adopt(constant, in_class=in_class or is_class)
