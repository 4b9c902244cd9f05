"""`State(n)`, for an enum and a number that only the running program knows."""

from __future__ import annotations

import enum
from typing import Any

from sct.runtime import enum_library
from sct.runtime.current import is_variable
from sct.runtime.trace import Trace

__all__ = ["finds_member", "member_of"]


def finds_member(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a call of `cls` looks for the member with a run-time value, and the class has no say in it."""
    if not (isinstance(cls, enum.EnumMeta) and len(args) == 1 and not kwargs and is_variable(args[0])):
        return False
    return not issubclass(cls, enum.Flag) and "_missing_" not in {name for c in cls.__mro__[:-1] for name in _own(c)}


def _own(cls: type) -> set[str]:
    return set() if cls.__module__ == "enum" else set(vars(cls))


def member_of(trace: Trace, cls: Any, value: Any) -> Any:
    """The member; where there is none, the program raises what Python raises."""
    from sct.runtime.generator_builtins import inlined

    search: Any = enum_library.member
    return inlined(trace, search, tuple((m, m._value_) for m in cls), value, cls.__qualname__)
