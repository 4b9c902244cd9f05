"""Defaults of callees in a trace: objects from outside, which can be changed, and change between two calls."""

from __future__ import annotations

from types import FunctionType

from sct.runtime.callers.lift import CONSTANTS, lift
from sct.runtime.callers.sources import AttrSource, ConstSource, ItemSource
from sct.runtime.trace import Trace

__all__ = ["lift_defaults"]


def lift_defaults(trace: Trace, fn: FunctionType, converted: FunctionType) -> None:
    """Let the converted function take its mutable defaults as what they are: values read from outside.

    Numbers and texts are guarded with the function, unless that is known by its parts.
    """
    source = trace.sources.get(fn) or ConstSource(fn, f"function {fn.__qualname__!r}")
    held = () if fn in trace.code.parted else CONSTANTS
    defaults = fn.__defaults__ or ()
    if any(type(value) not in held for value in defaults):
        where = AttrSource(source, "__defaults__")
        converted.__defaults__ = tuple(
            value if type(value) in held else lift(trace, value, ItemSource(where, i))
            for i, value in enumerate(defaults)
        )
    named = fn.__kwdefaults__ or {}
    if any(type(value) not in held for value in named.values()):
        where = AttrSource(source, "__kwdefaults__")
        converted.__kwdefaults__ = {
            name: value if type(value) in held else lift(trace, value, ItemSource(where, name))
            for name, value in named.items()
        }
