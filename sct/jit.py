"""The public face of the compiler: `to_static`, `transform`, `not_to_static`."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import FunctionType, MethodType
from typing import Any

from sct.errors import SourceUnavailableError
from sct.runtime.ignore import mark_not_to_static
from sct.runtime.source import get_conversion
from sct.static_function import CacheInfo, StaticFunction

__all__ = ["CacheInfo", "StaticFunction", "not_to_static", "to_static", "transform"]


def to_static(
    fn: Any = None,
    *,
    input_spec: Sequence[Any] | Mapping[str, Any] | None = None,
    backend: str | None = None,
    passes: tuple[Any, ...] | None = None,
    full_graph: bool = True,
    name: str | None = None,
) -> Any:
    """Make a function static: it is traced once per kind of arguments and runs as a compiled program.

    Every call gives what the plain function would give: values, dtypes, shapes, structure, mutated
    arguments, printed output and exceptions. What cannot be had is refused with an `SctError` that names
    the line.

    Parameters
    ----------
    fn : callable, optional
        A function, method, static or class method, lambda, or an object with a Python `__call__`.
        Without it, a decorator is returned.
    input_spec : sequence or mapping, optional
        An `InputSpec` (or a nest of them, or a constant) per parameter; calls that do not fit are refused,
        and extents given as None are symbolic from the start.
    backend : str, optional
        The name of a backend; "numpy" by default.
    passes : tuple of Pass classes, optional
        The AST passes, instead of `sct.transformers.PIPELINE`.
    full_graph : bool, default True
        Whether a refusal is an error. With False the plain function runs instead, with a warning in the log.
    name : str, optional
        A name for messages and for the Program.

    Returns
    -------
    StaticFunction
        A callable with the same signature.

    Raises
    ------
    TypeError
        If `fn` is a class or cannot be called.

    Examples
    --------
    >>> import numpy as np, sct
    >>> @sct.to_static
    ... def relu_sum(x):
    ...     if x.sum() > 0:
    ...         return np.maximum(x, 0).sum()
    ...     return -x.sum()
    >>> relu_sum(np.array([1.0, -3.0])), relu_sum(np.array([1.0, 3.0]))
    (np.float64(2.0), np.float64(4.0))
    """
    options: dict[str, Any] = {
        "input_spec": input_spec, "backend": backend, "passes": passes, "full_graph": full_graph, "name": name,
    }  # fmt: skip
    if fn is None:
        return functools.partial(to_static, **options)
    if isinstance(fn, StaticFunction):
        return StaticFunction(fn.__sct_original__, instance=fn._instance, **{**fn._options, **_given(options)})
    if isinstance(fn, (staticmethod, classmethod)):
        return type(fn)(to_static(fn.__func__, **options))
    if isinstance(fn, FunctionType):
        return StaticFunction(fn, **options)
    if isinstance(fn, MethodType) and isinstance(fn.__func__, FunctionType):
        return StaticFunction(fn.__func__, instance=fn.__self__, **options)
    if isinstance(fn, type):
        raise TypeError(f"to_static takes functions, not classes: decorate the methods of {fn.__name__}")
    call = getattr(type(fn), "__call__", None)  # noqa: B004 - looked up as Python does, on the type
    if isinstance(call, FunctionType):
        return StaticFunction(call, instance=fn, **options)
    if not callable(fn):
        raise TypeError(f"to_static takes a callable, not a {type(fn).__name__}")
    raise SourceUnavailableError(f"{getattr(fn, '__name__', fn)!r} is not a Python function")


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in options.items() if v is not None and not (k == "full_graph" and v is True)}


def transform(fn: Any, passes: tuple[Any, ...] | None = None) -> Any:
    """The converted function: ordinary Python that behaves exactly as `fn` on plain values.

    Parameters
    ----------
    fn : callable
        A function, a bound method, or a static or class method.
    passes : tuple of Pass classes, optional
        The AST passes, instead of `sct.transformers.PIPELINE`.

    Raises
    ------
    SourceUnavailableError, StaleSourceError, UnsupportedSyntaxError
        Where the function cannot be converted.

    Examples
    --------
    >>> import sct
    >>> def sign(x):
    ...     return 1 if x > 0 else -1
    >>> sct.transform(sign)(-3)
    -1
    """
    if isinstance(fn, StaticFunction):
        return fn.transformed
    if isinstance(fn, (staticmethod, classmethod)):
        return type(fn)(transform(fn.__func__, passes))
    if isinstance(fn, MethodType):
        return MethodType(transform(fn.__func__, passes), fn.__self__)
    if not isinstance(fn, FunctionType):
        call = getattr(type(fn), "__call__", None)  # noqa: B004 - looked up as Python does, on the type
        if isinstance(fn, type) or not isinstance(call, FunctionType):
            raise SourceUnavailableError(f"{getattr(fn, '__name__', fn)!r} is not a Python function")
        return MethodType(transform(call, passes), fn)
    return get_conversion(fn, passes).plain(fn)


def not_to_static(fn: Any) -> Any:
    """Mark a function: converted code calls it as it is.

    While a graph is built its body runs once, on symbolic values; what it does besides array operations
    is not part of the program.

    Examples
    --------
    >>> import sct
    >>> @sct.not_to_static
    ... def helper(x):
    ...     return x + 1
    >>> helper(1)
    2
    """
    return mark_not_to_static(fn)
