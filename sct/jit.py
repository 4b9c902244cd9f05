"""The public face of the compiler: `to_static`, `transform`, `not_to_static`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping, Sequence
from types import FunctionType, MethodType
from typing import Any

from sct.errors import SourceUnavailableError, UnsupportedSyntaxError
from sct.runtime.ignore import mark_not_to_static
from sct.runtime.source import get_conversion
from sct.static_function import CacheInfo, StaticFunction

__all__ = ["CacheInfo", "StaticFunction", "not_to_static", "to_static", "transform"]


def to_static(
    fn: Any = None,
    *,
    input_spec: Sequence[Any] | Mapping[str, Any] | None = None,
    backend: str | None = None,
    passes: Sequence[Any] | None = None,
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
        The name of a backend; "native" by default, see `SCT_BACKEND`.
    passes : sequence of Pass classes, optional
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
        If `fn` is a class or cannot be called, or `input_spec` or `passes` is not what it has to be.
    SpecMismatchError
        If `input_spec` does not fit the parameters.
    SourceUnavailableError
        If `fn` is not written in Python: a builtin, a ufunc.

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
    if input_spec is not None and (isinstance(input_spec, str) or not isinstance(input_spec, (Sequence, Mapping))):
        raise TypeError(f"input_spec is a sequence or a mapping, one spec per parameter, not {input_spec!r}")
    options: dict[str, Any] = {
        "input_spec": input_spec, "backend": backend, "passes": _checked(passes),
        "full_graph": full_graph, "name": name,
    }  # fmt: skip
    if fn is None:
        return functools.partial(to_static, **options)
    if isinstance(fn, StaticFunction):
        return StaticFunction(fn.__sct_original__, instance=fn._instance, **{**fn._options, **_given(options)})
    if isinstance(fn, (staticmethod, classmethod)):
        return type(fn)(to_static(fn.__func__, **options))
    if isinstance(fn, FunctionType):
        return StaticFunction(fn, **options)
    if isinstance(fn, MethodType) and isinstance(fn.__func__, (FunctionType, StaticFunction)):
        return _bound(fn.__func__, fn.__self__, options)
    if isinstance(fn, type):
        raise TypeError(f"to_static takes functions, not classes: decorate the methods of {fn.__name__}")
    if isinstance(fn, (functools.partial, _CACHED)):
        return StaticFunction(_calling(fn), **options)
    call = getattr(type(fn), "__call__", None)  # noqa: B004 - looked up as Python does, on the type
    if isinstance(call, (FunctionType, StaticFunction)):
        return _bound(call, fn, options)
    if not callable(fn):
        raise TypeError(f"to_static takes a callable, not a {type(fn).__name__}")
    raise SourceUnavailableError(f"{getattr(fn, '__name__', fn)!r} is not a Python function")


_CACHED = type(functools.lru_cache(len))


def _calling(inner: Any) -> Any:
    """A function of Python's that calls a partial, or one that keeps its results, under its name and signature."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return inner(*args, **kwargs)

    functools.update_wrapper(call, inner)
    call.__name__ = call.__qualname__ = getattr(getattr(inner, "func", inner), "__name__", "partial")
    return call


def _bound(function: Any, instance: Any, options: dict[str, Any]) -> StaticFunction:
    if isinstance(function, StaticFunction):
        function, options = function.__sct_original__, {**function._options, **_given(options)}
    return StaticFunction(function, instance=instance, **options)


def _checked(passes: Sequence[Any] | None) -> tuple[Any, ...] | None:
    if passes is None:
        return None
    from sct.transformers import Pass

    for one in passes:
        if not (isinstance(one, type) and issubclass(one, Pass)):
            raise TypeError(f"passes are classes made from sct.transformers.Pass, not {one!r}")
    return tuple(passes)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in options.items() if v is not None and not (k == "full_graph" and v is True)}


def transform(fn: Any, passes: Sequence[Any] | None = None) -> Any:
    """Return the converted function: ordinary Python that behaves exactly as `fn` on plain values.

    Parameters
    ----------
    fn : callable
        A function, a bound method, or a static or class method.
    passes : sequence of Pass classes, optional
        The AST passes, instead of `sct.transformers.PIPELINE`.

    Returns
    -------
    callable
        Of the same kind as `fn`, with its globals, closure, defaults and attributes. A generator function or
        a coroutine function is answered as it is: on plain values there is nothing in it to convert. So is one
        that has no static form, for instance because it looks at its frame (`locals()`): it is Python either way.

    Raises
    ------
    SourceUnavailableError, StaleSourceError
        Where the function's source is not to be had.
    UnsupportedSyntaxError
        Where `passes` are given, and refuse it.

    Examples
    --------
    >>> import sct
    >>> def sign(x):
    ...     return 1 if x > 0 else -1
    >>> sct.transform(sign)(-3)
    -1
    """
    passes = _checked(passes)
    if isinstance(fn, StaticFunction):
        return fn.transformed if passes is None else _bound(fn, fn._instance, {"passes": passes}).transformed
    if isinstance(fn, (staticmethod, classmethod)):
        return type(fn)(transform(fn.__func__, passes))
    if isinstance(fn, MethodType):
        return MethodType(transform(fn.__func__, passes), fn.__self__)
    if isinstance(fn, functools.partial):
        return functools.partial(transform(fn.func, passes), *fn.args, **fn.keywords)
    if not isinstance(fn, FunctionType):
        call = getattr(type(fn), "__call__", None)  # noqa: B004 - looked up as Python does, on the type
        if isinstance(fn, type) or not isinstance(call, FunctionType):
            raise SourceUnavailableError(f"{getattr(fn, '__name__', fn)!r} is not a Python function")
        return MethodType(transform(call, passes), fn)
    if fn.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        return fn
    try:
        return get_conversion(fn, passes).plain(fn)
    except UnsupportedSyntaxError:
        if passes is not None:
            raise
        return fn


def not_to_static(fn: Any) -> Any:
    """Mark a function: converted code calls it as it is.

    While a graph is built its body runs once, on symbolic values; what it does besides array operations
    is not part of the program.

    Parameters
    ----------
    fn : function or class
        What is marked, in place.

    Returns
    -------
    function or class
        `fn` itself, so that this can be a decorator.

    Raises
    ------
    TypeError
        If `fn` is neither a function nor a class.

    Examples
    --------
    >>> import sct
    >>> @sct.not_to_static
    ... def helper(x):
    ...     return x + 1
    >>> helper(1)
    2
    """
    if not callable(fn):
        raise TypeError(f"not_to_static marks functions and classes, not {fn!r}")
    return mark_not_to_static(fn)
