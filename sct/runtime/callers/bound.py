"""Callables that hold values: partials and bound methods from outside, whose parts are read as the trace reads all."""

from __future__ import annotations

import functools
from types import BuiltinFunctionType, MethodDescriptorType, MethodType, MethodWrapperType, ModuleType
from typing import Any

from sct.runtime.callers.lift import CONSTANTS, lift
from sct.runtime.callers.sources import AttrSource, ItemSource, Source
from sct.runtime.trace import Trace

__all__ = ["lifted_owner", "lifted_partial"]

_BOUND = (MethodType, BuiltinFunctionType, MethodWrapperType)


def method_of(owner: Any, f: Any) -> Any:
    """The builtin method that `f` is, of another object of the same class."""
    for kind in type(owner).__mro__:  # a class of the user's may have another one under this name
        found = vars(kind).get(f.__name__)
        if isinstance(found, MethodDescriptorType) and found.__get__(f.__self__) == f:
            return found.__get__(owner)
    return getattr(owner, f.__name__)


def lifted_partial(trace: Trace, f: functools.partial[Any]) -> functools.partial[Any]:
    """The partial with its arguments as the trace sees them; one that was made here has them already."""
    parted = trace.code.parted.get(f)
    source = trace.sources.get(f)
    if source is None or parted is not None:
        return f if parted is None else parted
    args = AttrSource(source, "args")
    values = [_lifted(trace, value, ItemSource(args, i)) for i, value in enumerate(f.args)]
    named = AttrSource(source, "keywords")
    keywords = {name: lift(trace, value, ItemSource(named, name)) for name, value in f.keywords.items()}
    inner = lift(trace, f.func, AttrSource(source, "func"))
    return functools.partial(inner, *values, **keywords)


def _lifted(trace: Trace, value: Any, source: Source) -> Any:
    return value if type(value) in CONSTANTS else lift(trace, value, source)


def lifted_owner(trace: Trace, f: Any) -> Any:
    """A bound method from outside, bound to its object as the trace sees it."""
    source = trace.sources.get(f)
    if source is None or not isinstance(f, _BOUND):
        return f
    if f in trace.code.parted:
        return trace.code.parted.get(f)
    owner = f.__self__
    if isinstance(owner, (ModuleType, type, *CONSTANTS)):
        return f
    known = lift(trace, owner, AttrSource(source, "__self__"))
    if isinstance(f, MethodType):
        return MethodType(f.__func__, known)
    return f if known is owner else method_of(known, f)
