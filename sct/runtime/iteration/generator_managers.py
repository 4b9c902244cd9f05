"""What `contextlib.contextmanager` makes, in a trace: it steps the generator of the converted function."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from sct.errors import SctError
from sct.parsing import parsed
from sct.runtime.calls.inlining import inline
from sct.runtime.conversion.instrumented import note_instrumented
from sct.runtime.ignore import is_ignored_function
from sct.runtime.source import get_manager_conversion
from sct.runtime.trying import Handler

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["GENERATOR_MANAGERS", "generator_manager", "in_parts", "makes_manager"]

_MADE = contextlib.contextmanager(lambda: iter(())).__code__


def makes_manager(f: Any) -> bool:
    """Whether this function is what `contextmanager` makes of one."""
    return f.__code__ is _MADE


def generator_manager(trace: Trace, f: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A call of what `contextmanager` makes of a function."""
    return _manager(trace, f.__wrapped__, args, kwargs)


def _manager(trace: Trace, /, make: Any, args: Any, kwargs: Any) -> Any:
    """The manager itself, which one that decorates a function makes anew for each call."""
    from sct.runtime.calls.traced_call import convert_traced

    kind: Any = contextlib._GeneratorContextManager
    manager = kind(convert_traced(trace, make), args, kwargs)
    manager.func = make  # which is converted again where the manager is made anew
    return trace.note_new(manager)


class Parts(NamedTuple):
    """What a manager gives, its handlers with what they take, its `else` clause, and how it is left in the end.

    That is by `ended` where nothing is raised any more, and by `raised` otherwise.
    """

    entered: Any
    handlers: tuple[Handler, ...]
    orelse: Callable[[], None] | None
    ended: Callable[[], None]
    raised: Callable[[], None]


def in_parts(trace: Trace, manager: Any, jumps: bool) -> Parts | None:
    """Enter a manager that is made of a generator: what it does as functions.

    None, and nothing is done, where that has no such form, or where nothing `jumps` out of it and it has no handlers.
    """
    if type(manager) is not contextlib._GeneratorContextManager or trace.made.get(manager) is not trace.builder:
        return None
    make = vars(manager).get("func")
    if type(make) is not FunctionType or is_ignored_function(make):
        return None
    from sct.runtime.call import convert_call

    try:
        conversion = get_manager_conversion(make)
        if not jumps and not _handles(conversion.original):
            return None
        converted = conversion.traced(make, trace.reads_for(make))
    except SctError:
        return None
    note_instrumented(converted.__code__)
    args, kwargs = vars(manager)["args"], vars(manager)["kwds"]
    del manager.args, manager.kwds, manager.func  # as it does itself
    entered, handlers, orelse, ended, raised = inline(trace, converted, *args, **kwargs)
    handlers = tuple((kinds, convert_call(handler), asks) for kinds, handler, asks in handlers)
    return Parts(entered, handlers, orelse and convert_call(orelse), convert_call(ended), convert_call(raised))


def _handles(source: str) -> bool:
    """Whether there are handlers in the code of a manager."""
    return any(isinstance(node, ast.ExceptHandler) for node in ast.walk(parsed(source)))


GENERATOR_MANAGERS: dict[Any, Callable[..., Any]] = {contextlib._GeneratorContextManager: _manager}
