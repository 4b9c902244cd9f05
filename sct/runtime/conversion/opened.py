"""Parts of libraries in plain Python that are converted like users' code: polynomials of NumPy, colours, years."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.conversion.converted_code import innermost_converted
from sct.runtime.current import has_spec
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class, is_numeric, is_opened
from sct.runtime.numpy_functions.by_values import chosen_by_values
from sct.runtime.state.instances import is_plain_instance

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["implementation", "in_opened", "is_of_opened", "opened"]


def opened(trace: Trace, f: FunctionType, inlined: Callable[..., Any]) -> Callable[..., Any]:
    """What to call instead of a function of such a part: itself, where everything is known while the graph is built."""
    if not is_opened(f.__globals__.get("__name__")):
        return functools.partial(_now_or_inlined, trace, f, inlined) if is_numeric(f) else inlined
    if f.__globals__["__name__"] == "collections.abc":
        return functools.partial(_of_users, trace, f, inlined)
    if f.__qualname__ == "ABCPolyBase.convert":
        return functools.partial(_convert, trace)
    if "." in f.__qualname__:
        return inlined
    return functools.partial(_now_or_inlined, trace, f, inlined)


def _of_users(trace: Trace, f: Any, inlined: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A method of `collections.abc`, which is a library's own for an object of a library."""
    if args and is_ignored_class(type(args[0])) and not isinstance(args[0], type):
        from sct.runtime.calls.foreign_call import call_foreign

        return call_foreign(trace, f, *args, **kwargs)
    return inlined(*args, **kwargs)


def _now_or_inlined(trace: Trace, f: Any, inlined: Any, /, *args: Any, **kwargs: Any) -> Any:
    from sct.runtime.calls.foreign_call import call_foreign, holds_symbolic

    chosen = chosen_by_values(f)
    if chosen is not None and holds_symbolic(args):
        return chosen(*args, **kwargs)
    known = not (holds_symbolic(args) or holds_symbolic(kwargs) or any(map(is_plain_instance, args)))
    return call_foreign(trace, f, *args, **kwargs) if known else inlined(*args, **kwargs)


def _convert(trace: Trace, /, series: Any, domain: Any = None, kind: Any = None, window: Any = None) -> Any:
    """`Polynomial.convert`: NumPy takes one polynomial for the argument of another, which arrays cannot follow."""
    from sct.ops.bindings.library import library_call
    from sct.ops.library import converted
    from sct.runtime.calls.traced_call import convert_traced

    kind = type(series) if kind is None else kind
    domain = kind.domain if domain is None else domain
    window = kind.window if window is None else window
    coefficients = library_call(
        f"{converted.__module__}:{converted.__name__}",
        converted,
        (type(series).__name__, kind.__name__, series.coef, series.domain, series.window, domain, window),
        {},
    )
    return convert_traced(trace, kind)(coefficients, domain, window=window, symbol=series.symbol)


def implementation(trace: Trace, f: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """What NumPy's own `polymul` and its like do, for polynomials as objects and run-time numbers of coefficients."""
    if not is_of_opened(f):
        return _itself if f is np.asanyarray and _is_polynomial(args) else None
    inner = f._implementation
    if inner.__globals__["__name__"] == np.poly1d.__init__.__globals__["__name__"] and not _needs_own(f, args):
        return None
    if f is np.roots:  # it asks a polynomial for its coefficients alone
        return functools.partial(_of_coefficients, trace, f)
    from sct.runtime.calls.traced_call import convert_traced

    made: Callable[..., Any] = convert_traced(trace, inner)
    return made


def _of_coefficients(trace: Trace, f: Any, p: Any) -> Any:
    from sct.runtime.callers.reads import read_attribute
    from sct.runtime.calls.foreign_call import call_foreign

    return call_foreign(trace, f, read_attribute(trace, p, "coeffs"))


def is_of_opened(f: Any) -> bool:
    """Whether a function of NumPy's is in Python in such a part, behind a question for `__array_function__`."""
    inner = getattr(f, "_implementation", None)
    return type(inner) is FunctionType and is_opened(inner.__globals__["__name__"])


def _needs_own(f: Any, args: tuple[Any, ...]) -> bool:
    """Whether no op does it: with a polynomial as an object, or with a run-time number of coefficients."""
    unknown = bool(args) and has_spec(args[0]) and not args[0].spec.static
    return any(isinstance(x, np.poly1d) for x in args) or (f is np.polyval and unknown)


def _is_polynomial(args: tuple[Any, ...]) -> bool:
    """Whether NumPy's own code, which takes a polynomial for a number, is about to make a 0-d array of it."""
    return len(args) == 1 and is_opened(home_of(type(args[0]))) and in_opened()


def in_opened() -> bool:
    """Whether the code under way is that of such a part: its warnings are about the values of one call."""
    frame = innermost_converted(sys._getframe(1))
    return frame is not None and is_opened(frame.f_globals.get("__name__"))


def _itself(value: Any) -> Any:
    return value
