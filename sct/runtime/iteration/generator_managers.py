"""What `contextlib.contextmanager` makes, in a trace: it steps the generator of the converted function."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from sct.errors import SctError
from sct.runtime.calls.inlining import inline
from sct.runtime.conversion.instrumented import note_instrumented
from sct.runtime.ignore import is_ignored_function
from sct.runtime.source import get_manager_conversion

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


def in_parts(trace: Trace, manager: Any) -> tuple[Any, Callable[[], None], Callable[[], None]] | None:
    """Enter a manager: what it gives, and how it is left where nothing was raised, and where it was.

    None, and nothing is done, where that has no such form.
    """
    if type(manager) is not contextlib._GeneratorContextManager or trace.made.get(manager) is not trace.builder:
        return None
    make = vars(manager).get("func")
    if type(make) is not FunctionType or is_ignored_function(make):
        return None
    from sct.runtime.call import convert_call

    try:
        converted = get_manager_conversion(make).traced(make, trace.reads_for(make))
    except SctError:
        return None
    note_instrumented(converted.__code__)
    args, kwargs = vars(manager)["args"], vars(manager)["kwds"]
    del manager.args, manager.kwds, manager.func  # as it does itself
    entered, ended, raised = inline(trace, converted, *args, **kwargs)
    return entered, convert_call(ended), convert_call(raised)


GENERATOR_MANAGERS: dict[Any, Callable[..., Any]] = {contextlib._GeneratorContextManager: _manager}
