"""Class statements in a trace: what Python calls while it makes a class is the user's code, and not converted."""

from __future__ import annotations

import enum
import sys
from collections import namedtuple
from types import FunctionType
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.conversion.converted_code import innermost_converted
from sct.runtime.ignore import is_ignored_function
from sct.runtime.trace import Trace

__all__ = ["check_defined", "in_module", "made_class"]


def made_class(trace: Trace, name: str, bases: Any = (), namespace: Any = (), /, **kwargs: Any) -> Any:
    """`type(name, bases, namespace)`: a class of the module in which that is called."""
    cls = type(name, bases, {"__module__": _module(), **namespace}, **kwargs)
    return check_defined(trace, trace.note_new(cls))


def in_module(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a function that makes a class of the module in which it is called."""
    makes = f is namedtuple or (f is enum.EnumMeta.__call__ and len(args) > 2)
    return {"module": _module(), **kwargs} if makes else kwargs


def _module() -> str:
    frame = innermost_converted(sys._getframe(1))
    return "" if frame is None else str(frame.f_globals.get("__name__", ""))


def check_defined(trace: Trace, cls: Any) -> Any:
    """`cls`, unless code of the user's ran while it was made."""
    if isinstance(cls, type):
        for what, function in _hooks(cls):
            if type(function) is FunctionType and not is_ignored_function(function):
                raise SideEffectError(
                    f"the class {cls.__name__} is made inside of a static function, by the user's own {what}",
                    where=trace.location(),
                    why="it would run once, while the graph is built, and not at every call",
                    fix="define the class outside",
                )
    return cls


def _hooks(cls: type) -> list[tuple[str, Any]]:
    found = [(f"{type(cls).__name__}.{name}", getattr(type(cls), name, None)) for name in ("__new__", "__init__")]
    for base in cls.__mro__[1:]:
        hook = vars(base).get("__init_subclass__")
        found.append((f"{base.__name__}.__init_subclass__", getattr(hook, "__func__", None)))
    for name, value in vars(cls).items():
        found.append((f"__set_name__ of {name}", getattr(type(value), "__set_name__", None)))
    return found
