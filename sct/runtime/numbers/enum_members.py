"""`State(n)`, for an enum and a number that only the running program knows."""

from __future__ import annotations

import enum
from types import FunctionType
from typing import Any

from sct.errors import StaticValueError
from sct.ir.types import PYTHON
from sct.runtime.current import has_spec, is_variable
from sct.runtime.ignore import is_ignored_function
from sct.runtime.joins.choice import Choice
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.libraries import enum_library
from sct.runtime.trace import Trace

__all__ = ["finds_member", "kept_name", "member_of", "missing_member"]


_MOST_FLAGS = 5  # bits, of which the members of all combinations are made
_SHOWN = {name: vars(enum.Enum)[name] for name in ("name", "value")}


def kept_name(found: Any, name: str) -> str:
    """The attribute in which a member keeps what a property of all enums shows; any other is its own."""
    return f"_{name}_" if name in _SHOWN and found is _SHOWN[name] else name


def finds_member(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a call of `cls` looks for the member with a run-time value, and the class has no say in it."""
    if not (isinstance(cls, enum.EnumMeta) and len(args) == 1 and not kwargs and is_variable(args[0])):
        return False
    if "_missing_" in {name for c in cls.__mro__[:-1] for name in _own(c)}:
        return False
    return not issubclass(cls, enum.Flag) or _are_few(cls, args[0])


def _are_few(cls: Any, value: Any) -> bool:
    """Whether the flags of a number can be told one by one; those of NumPy's depend on what was asked before."""
    if not has_spec(value) or value.spec.kind != PYTHON or value.spec.dtype.kind not in "ib":
        return False
    return bool(0 < cls._flag_mask_.bit_count() <= _MOST_FLAGS)


def missing_member(cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What the user's `_missing_` answers of a value that no member has; None if there is none, or nothing to ask."""
    if not isinstance(cls, enum.EnumMeta) or len(args) != 1 or kwargs or is_variable(args[0]):
        return None
    kind: Any = cls
    hook = getattr(kind._missing_, "__func__", None)
    if type(hook) is not FunctionType or is_ignored_function(hook):
        return None
    try:
        known = args[0] in kind._value2member_map_ or type(args[0]) is cls
    except TypeError:  # not hashable
        known = any(member._value_ == args[0] for member in kind)
    if known:
        return None
    from sct.runtime.call import convert_call

    found = convert_call(kind._missing_)(*args)
    return found if isinstance(found, cls) else None


def _own(cls: type) -> set[str]:
    return set() if cls.__module__ == "enum" else set(vars(cls))


def member_of(trace: Trace, cls: Any, value: Any) -> Any:
    """The member; where there is none, the program raises what Python raises."""
    from sct.runtime.calls.library_calls import inlined

    if issubclass(cls, enum.Flag):
        return _combination(trace, cls, value + 0)
    search: Any = enum_library.member
    return inlined(trace, search, tuple((m, m._value_) for m in cls), value, cls.__qualname__)


def _combination(trace: Trace, cls: Any, value: Any) -> Any:
    """The flags that a number says; where it says others, plain Python raises, or makes a new member."""
    from sct.runtime.control_flow import select

    mask = cls._flag_mask_
    fits = value & ~mask == 0
    if mask & (mask + 1) == 0:  # then Python takes negative numbers for the complement
        fits = (value >= ~mask) & (value <= mask)
    refusal = StaticValueError(
        f"{cls.__qualname__}() of a number that is none of its flags",
        where=trace.location(),
        why="plain Python has to say what it is, but what the program does before cannot be done again",
        fix="test the number with an `if`, or take only its bits that are flags: value & mask",
    )
    select(fits, lambda: None, lambda: leave_to_python(trace, refusal))
    bits = [1 << k for k in range(mask.bit_length()) if mask >> k & 1]
    index: Any = 0
    for k, bit in enumerate(bits):
        index = index + (value // bit & 1) * (1 << k)
    members = [cls(sum(bit for k, bit in enumerate(bits) if n >> k & 1)) for n in range(1 << len(bits))]
    return Choice(index, members)
