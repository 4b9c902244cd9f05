"""`functools.singledispatch` and `singledispatchmethod` in a trace: the class that plain Python finds chooses.

What is chosen is guarded: functions may be registered from one call to the next.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.runtime.callers.sources import CallSource
from sct.runtime.joins.choice import Choice
from sct.runtime.texts.kind_names import type_name

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["dispatching"]

_BY_CLASS = functools.singledispatch(lambda x: None).__code__  # type: ignore[attr-defined]
_METHOD = getattr(functools.singledispatchmethod(lambda self, x: None).__get__(None, object), "__code__", None)


def dispatching(trace: Trace, f: Any) -> Callable[..., Any] | None:
    """What to call instead of `f`, if that is what `singledispatch` or `singledispatchmethod` makes."""
    if f.__code__ is _BY_CLASS:
        return functools.partial(_call, trace, f, f.dispatch, lambda found: found)
    if f.__code__ is not _METHOD:
        return None
    held = inspect.getclosurevars(f).nonlocals
    dispatch = held["dispatch"] if "dispatch" in held else held["self"].dispatcher.dispatch
    return functools.partial(_call, trace, f, dispatch, lambda found: found.__get__(held["obj"], held["cls"]))


def _call(trace: Trace, f: Any, dispatch: Any, bind: Callable[[Any], Any], /, *args: Any, **kwargs: Any) -> Any:
    from sct.runtime.calls.traced_call import convert_traced

    if not args:
        return f(**kwargs)  # Python's own error
    first, *others = args
    if type(first) is Choice:
        return first.sct_distribute(lambda one: _call(trace, f, dispatch, bind, one, *others, **kwargs))
    kind = _class_of(trace, first)
    found = dispatch(kind)
    label = f"what {f.__name__!r} does for {type_name(first)}"
    trace.guards.add("identity", CallSource(_question(dispatch, kind), label), found)
    return convert_traced(trace, bind(found))(*args, **kwargs)


@functools.lru_cache(maxsize=256)
def _question(dispatch: Any, kind: Any) -> Callable[[], Any]:
    """The same object for the same question, which so is guarded once."""
    return functools.partial(dispatch, kind)


def _class_of(trace: Trace, x: Any) -> Any:
    from sct.runtime.numbers.traced_builtins import TRACED

    found = TRACED[type](trace, x)
    return x.__class__ if found is type(x) else found
