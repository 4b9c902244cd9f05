"""Guards that notice when a class has something else under a name than it had: swapped or overridden later."""

from __future__ import annotations

import types
from typing import Any

from sct.runtime.callers.lift import guard_function, lift
from sct.runtime.callers.sources import AttrSource, ConstSource, OwnSource
from sct.runtime.ignore import is_ignored_class
from sct.runtime.joins.lost import Lost
from sct.runtime.state.cells import AttrCell, is_python_class
from sct.runtime.state.class_content import MISSING, lookup, mro_of
from sct.runtime.trace import Trace

__all__ = ["check_names", "descriptor", "guard_class", "guard_loss", "guard_names", "guard_order", "guard_special"]
__all__ += ["guard_write"]


def guard_order(trace: Trace, kind: type, name: str, holder: type | None, after: type | None = None) -> None:
    """No class that comes before the one that has the name may get one of its own; `None`: no class has it."""
    for cls in mro_of(kind, after):
        if cls is holder:
            return
        if not _is_fixed(trace, cls):
            trace.guards.add("classattr", ConstSource(cls, f"{cls.__qualname__}.{name}"), (name, None))


def guard_class(trace: Trace, holder: type, name: str, found: Any) -> None:
    """A method that is swapped later must be noticed: compare what stands in the class."""
    if _is_fixed(trace, holder):
        return
    trace.guards.add("classattr", ConstSource(holder, f"method {holder.__qualname__}.{name}"), (name, found))
    function = getattr(found, "__func__", found)
    if isinstance(function, types.FunctionType):
        guard_function(trace, function, ConstSource(function, f"method {holder.__qualname__}.{name}"))


def descriptor(trace: Trace, holder: type, name: str, found: Any) -> Any:
    """What stands in a class and is asked for an attribute: what it holds itself may change from call to call."""
    guard_class(trace, holder, name, found)
    if is_python_class(type(found)) and not _is_fixed(trace, holder):
        lift(trace, found, ConstSource(found, f"{holder.__qualname__}.{name}"))
    return found


def guard_special(trace: Trace, kind: type, name: str) -> None:
    """A special method, which Python finds in the class."""
    found, holder = lookup(kind, name)
    guard_order(trace, kind, name, holder)
    if found is not MISSING:
        guard_class(trace, holder, name, found)


def check_names(cls: type) -> None:
    """Refuse where it is not known which names a class has."""
    for value in vars(cls).values():
        if type(value) is Lost:
            value.sct_refuse()


def guard_names(trace: Trace, kind: type) -> None:
    """All the names that a class and its bases have."""
    for cls in mro_of(kind):
        check_names(cls)
        if not _is_fixed(trace, cls):
            place = AttrSource(ConstSource(cls, f"class {cls.__qualname__}"), "__dict__")
            trace.guards.add("keys", place, tuple(cls.__dict__))


def guard_write(trace: Trace, kind: type, name: str) -> tuple[Any, type]:
    """What a class has under a name that is assigned or deleted, and where: it may get a property there later."""
    found, holder = lookup(kind, name)
    if type(found) is Lost:  # it may be a property
        found.sct_refuse()
    guard_order(trace, kind, name, None if found is MISSING else holder)
    if found is not MISSING and not _is_fixed(trace, holder):
        if hasattr(type(found), "__set__") or hasattr(type(found), "__delete__"):
            guard_class(trace, holder, name, found)
        elif not trace.transaction.touched(AttrCell(holder, name)):
            # its value may change, and be no business of the assignment
            place = OwnSource(ConstSource(holder, f"class {holder.__qualname__}"), name, None)
            trace.guards.add("type", place, type(found))
    return found, holder


def guard_loss(trace: Trace, cls: type, name: str) -> None:
    """Before a name is deleted from a class: whether it has one of its own."""
    if _is_fixed(trace, cls) or trace.transaction.touched(AttrCell(cls, name)):
        return
    if name in vars(cls):
        place = OwnSource(ConstSource(cls, f"class {cls.__qualname__}"), name, None)
        trace.guards.add("type", place, type(vars(cls)[name]))
    else:
        trace.guards.add("classattr", ConstSource(cls, f"{cls.__qualname__}.{name}"), (name, None))


def _is_fixed(trace: Trace, cls: type) -> bool:
    """Whether a class cannot change between two calls: it is Python's, or made in this one."""
    return cls in trace.made or is_ignored_class(cls)
