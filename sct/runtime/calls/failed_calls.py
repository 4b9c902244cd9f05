"""Where a function that sct does not see into fails because of what it was given."""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from sct.errors import UnsupportedCallError
from sct.ir.types import PYTHON
from sct.runtime.calls.purity import full_name, module_of
from sct.runtime.calls.raised_words import names_own
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.current import has_spec, is_variable
from sct.runtime.ignore import is_standard_library
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["explain"]


def explain(trace: Trace, f: Callable[..., Any], error: Exception, args: tuple[Any, ...], kwargs: Any) -> None:
    """Raise what says that run-time values were the reason, if they were.

    Functions that want an int and nothing else (`deque(maxlen=…)`) do not say what they were given instead, and others
    have an error of their own where a conversion fails (`struct.pack`).
    """
    if trace.missed is not None and not _is_of_callback(error):
        raise trace.missed from error
    wants_own = isinstance(error, TypeError) and any(map(_holds_stand_in, (*args, *kwargs.values())))
    if names_own(error) or wants_own or _is_compiled_by_others(f, args, kwargs, error):
        raise _needs_them(trace, f) from error
    if isinstance(error, TypeError) and module_of(f) not in ("math", "cmath"):  # which have ops, and say what is wrong
        for x in (*args, *kwargs.values()):
            if has_spec(x) and x.spec.kind == PYTHON and x.spec.dtype.kind == "i":
                operator.index(x)
    if isinstance(error, TypeError) and _is_python_code(f) and not _is_of_callback(error):
        if any(map(is_variable, (*args, *kwargs.values()))):  # it may ask whether it is given an int
            raise _needs_them(trace, f) from error


def _needs_them(trace: Trace, f: Callable[..., Any]) -> UnsupportedCallError:
    return UnsupportedCallError(
        f"{full_name(f)}() was given values that are known only at run time",
        where=trace.location(),
        why="it needs them while the graph is built",
        fix="call it outside of the static function, or use a NumPy function",
    )


def _is_python_code(f: Callable[..., Any]) -> bool:
    """Whether it is a function of Python code other than NumPy's and sct's, which say what they mind."""
    return isinstance(f, (FunctionType, MethodType)) and module_of(f).partition(".")[0] not in ("numpy", "sct")


def _holds_ours(x: Any, depth: int = 4) -> bool:
    """Whether a run-time value is in a nest of lists and tuples."""
    return is_variable(x) or (
        depth > 0 and isinstance(x, (list, tuple)) and any(_holds_ours(item, depth - 1) for item in x)
    )


def _holds_stand_in(x: Any) -> bool:
    """Whether text, bytes or a frozenset that the run knows are given, or items of a list or tuple."""
    of_list = isinstance(x, (list, tuple)) and any(isinstance(item, (StandIn, FormattedText)) for item in x)
    return of_list or isinstance(x, (StandIn, FormattedText))


def _is_compiled_by_others(f: Any, args: tuple[Any, ...], kwargs: Any, error: Exception) -> bool:
    """Whether a function that is no Python code, nor Python's or NumPy's own, has found what it does not know."""
    if isinstance(f, (type, FunctionType, MethodType)) or not any(map(_holds_ours, (*args, *kwargs.values()))):
        return False
    module = module_of(f)
    known = not module or module.partition(".")[0] == "numpy" or is_standard_library(module)
    return not known and not _is_of_callback(error)


def _is_of_callback(error: Exception) -> bool:
    """Whether it comes from converted code that the function has called."""
    return any(is_converted_code(frame.f_code) for frame, _ in traceback.walk_tb(error.__traceback__))
