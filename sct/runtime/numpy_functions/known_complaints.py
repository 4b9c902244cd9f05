"""`np.log(0)`: what NumPy warns of at each call is asked of the program, though what it answers is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ops import bindings
from sct.runtime.callers.buffers import check_windows
from sct.runtime.calls.unseen_code import watched
from sct.runtime.numbers.known_numbers import unless_it_warns
from sct.runtime.numpy_functions.numpy_calls import call_numpy
from sct.runtime.trace import Trace

__all__ = ["called_with_known"]

_NUMBERS = (bool, int, float, complex, np.number, np.bool_)


def called_with_known(trace: Trace, f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`f(*args, **kwargs)` of known values: now, or, if that warns, wherever and as often as the program gets there."""
    found = None if kwargs else _of_the_program(trace, f, args)
    result = found[0] if found is not None else watched(trace, f, args, kwargs)
    check_windows(trace, f, result, (*args, *kwargs.values()))
    return result


def _of_the_program(trace: Trace, f: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any] | None:
    """What `f(*args)` is, asked with warnings for errors; None where that is not served."""
    if not args or not all(isinstance(x, _NUMBERS) or type(x) is list for x in args):
        return None
    if not isinstance(f, np.ufunc) and bindings.lookup_binding(f) is None:
        return None
    found = unless_it_warns(watched, trace, f, args, {})
    if found is not None:
        return found
    count = len(args) if isinstance(f, np.ufunc) else 1
    arrays = [np.asarray(x) for x in args[:count]]
    if any(array.dtype == object for array in arrays):
        return None
    given = [array if type(x) is list else x for x, array in zip(args, arrays, strict=False)]
    operands = [trace.variable(trace.builder.constant(x)) for x in given]
    try:
        return (call_numpy(trace, f, (*operands, *args[count:]), {}),)
    except SctError:
        return None
