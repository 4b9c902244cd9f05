"""Recursion whose depth the run decides, as a loop with a stack: what the second body of a function calls.

The transformer `Stacks` makes that body, which does all that the function does up to the next call of itself. It is
asked for where a call of the function is inlined that is in none of its own.
"""

from __future__ import annotations

import builtins
import inspect
import sys
from types import FunctionType, MethodType
from typing import Any, NoReturn

import numpy as np

from sct.errors import SymbolicRecursionError
from sct.runtime import trace as tracing
from sct.runtime.current import has_kind, has_spec
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["called_itself", "deepest", "own_stack", "too_deep", "walked", "whole"]

_FRAMES = 200  # of Python's own, which may be around the call
_SEQUENCES = (list, tuple, range, str)


def own_stack(*called: Any) -> Any:
    """The function that is inlined here, if its recursion is to have a stack; None: it goes its usual way.

    `called`: what the names of builtins stand for that mean something to whoever has made the other body.
    """
    trace = tracing.current()
    if trace is None or not trace.recursion.entered:
        return None
    if any(getattr(f, "__module__", "") != "builtins" or vars(builtins).get(f.__name__) is not f for f in called):
        return None
    function = trace.recursion.entered[-1]
    code, inlining = function.__code__, trace.code.inlining
    if inlining[-1][0] is not code or sum(other is code for other, _ in inlining) > 1:
        return None
    return function


def called_itself(token: Any, names: tuple[str, ...], callee: Any, /, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """What the parameters with these names are in a call, which has to be one of the function itself."""
    trace = _trace()
    if type(callee) is tuple:
        callee, owner = callee
        if type(callee) is not MethodType or callee.__self__ is not owner:
            raise _refusal(trace, "what has its name may be the method of another object")
    if type(callee) is MethodType:
        callee, args = callee.__func__, (callee.__self__, *args)
    callee = getattr(callee, "__wrapped__", callee) if _is_static(callee) else callee
    if type(callee) is not FunctionType or _converted(trace, callee) is not token:
        raise _refusal(trace, "what has its name may be another function")
    bound = inspect.signature(token).bind(*args, **kwargs)
    bound.apply_defaults()
    given = tuple(bound.arguments[name] for name in names)
    if any(isinstance(x, FormattedText) for x in given):
        raise _refusal(trace, "texts of the run are handed on, which Python itself copies faster")
    return given


def deepest() -> int:
    """How many calls may wait for one another: Python's own limit, less what may be around."""
    return max(0, sys.getrecursionlimit() - _FRAMES)


def too_deep() -> NoReturn:
    """Python itself says what comes of so many."""
    trace = _trace()
    leave_to_python(trace, _refusal(trace, "Python's recursion limit may be reached"))


def whole(x: Any) -> Any:
    """A bound of a `range`."""
    from sct.runtime.numbers.numbers_ import index_

    return index_(_trace(), x)


def walked(x: Any) -> Any:
    """What a `for` goes through by its length and its items."""
    if type(x) in _SEQUENCES:
        return x
    if (has_spec(x) and x.spec.ndim) or (isinstance(x, np.ndarray) and x.ndim):
        return x
    if has_kind(x) and type(x).python_type in _SEQUENCES:
        return x
    raise _refusal(_trace(), "a loop around such a call goes through what has no items by their places")


def _converted(trace: Trace, f: FunctionType) -> Any:
    from sct.runtime.calls.traced_call import converted_for

    return converted_for(trace, f)


def _is_static(f: Any) -> bool:
    return hasattr(f, "__wrapped__") and type(f).__module__.startswith("sct.") and not isinstance(f, FunctionType)


def _trace() -> Trace:
    trace = tracing.current()
    assert trace is not None
    return trace


def _refusal(trace: Trace, why: str) -> SymbolicRecursionError:
    return SymbolicRecursionError(
        "a function calls itself under a condition that is known only at run time",
        where=trace.location(),
        why=why,
        fix="write it as a loop, or let the recursion end on a Python value",
    )
