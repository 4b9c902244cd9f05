"""Class statements in a trace: what Python calls while it makes a class is the user's code, and not converted."""

from __future__ import annotations

import dis
import enum
import itertools
import sys
from collections import namedtuple
from types import FunctionType
from typing import Any

from sct.errors import SideEffectError, UnsupportedCallError
from sct.runtime.conversion.converted_code import innermost_converted
from sct.runtime.current import current, is_variable
from sct.runtime.ignore import is_ignored_function
from sct.runtime.lists.growing import is_growing
from sct.runtime.trace import Trace

__all__ = ["check_defined", "in_module", "made_class", "only_notes"]


def made_class(trace: Trace, name: str, bases: Any = (), namespace: Any = (), /, **kwargs: Any) -> Any:
    """`type(name, bases, namespace)`: a class of the module in which that is called."""
    given = dict(namespace)
    given.setdefault("__module__", _module())  # which Python puts after what it is given
    cls = type(name, bases, given, **kwargs)
    return check_defined(trace, trace.note_new(cls))


def in_module(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a function that makes a class of the module in which it is called."""
    if f is namedtuple and _holds_variables(kwargs.get("defaults")):
        trace = current()
        raise UnsupportedCallError(
            "namedtuple() was given defaults that are known only at run time",
            where=None if trace is None else trace.location(),
            why="they are kept in attributes of the class, which is made while the graph is built",
            fix="give them where objects of it are made",
        )
    makes = f is namedtuple or (f is enum.EnumMeta.__call__ and len(args) > 2)
    return {"module": _module(), **kwargs} if makes else kwargs


def _holds_variables(defaults: Any) -> bool:
    if isinstance(defaults, (list, tuple)):
        return is_growing(defaults) or any(map(is_variable, defaults))
    return False


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
        if not only_notes(type(value)):
            found.append((f"__set_name__ of {name}", getattr(type(value), "__set_name__", None)))
    return found


def only_notes(kind: Any) -> bool:
    """Whether the `__set_name__` of a class does no more than keep what it is told in its own object, as most do."""
    hook = getattr(kind, "__set_name__", None)
    if type(hook) is not FunctionType or getattr(kind, "__setattr__", None) is not object.__setattr__:
        return False
    code = hook.__code__
    if not set(code.co_freevars) <= {_READS} or code.co_argcount != 3:
        return False
    steps = [(one.opname, one.argval) for one in dis.get_instructions(code) if one.opname not in _QUIET]
    owners = [_last(before) for (_, before), (name, _) in itertools.pairwise(steps) if name == "STORE_ATTR"]
    kept = [name for step, name in steps if step == "STORE_ATTR"]
    if any(owner != code.co_varnames[0] for owner in owners) or any(hasattr(kind, name) for name in kept):
        return False
    return all(step in _NOTING or (step in _METHODS and name == "binary") for step, name in steps)


_READS = "_reads"  # by which operators are in code that watches what it reads
_QUIET = frozenset(("RESUME", "CACHE", "NOP", "EXTENDED_ARG", "COPY_FREE_VARS", "PUSH_NULL", "PRECALL", "SWAP"))
_METHODS = ("LOAD_METHOD", "LOAD_ATTR")
_NOTING = frozenset((
    "LOAD_FAST", "LOAD_CONST", "LOAD_DEREF", "FORMAT_VALUE", "FORMAT_SIMPLE", "BUILD_STRING", "BINARY_OP", "CALL",
    "STORE_ATTR", "RETURN_VALUE", "RETURN_CONST", "LOAD_FAST_LOAD_FAST",
))  # fmt: skip
"""What makes texts of names and keeps them: nothing in it calls code of the user's."""


def _last(loaded: Any) -> Any:
    """The name that is loaded last, of one or two."""
    return loaded[-1] if isinstance(loaded, tuple) else loaded
