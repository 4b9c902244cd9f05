"""What `contextlib.contextmanager` makes, in a trace: it steps the generator of the converted function."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["GENERATOR_MANAGERS", "generator_manager", "makes_manager"]

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


GENERATOR_MANAGERS: dict[Any, Callable[..., Any]] = {contextlib._GeneratorContextManager: _manager}
