"""Calls in converted code: every callee that has Python source is converted too.

On plain values a call costs one look into a cache more than Python's own.
"""

from __future__ import annotations

import functools
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

from sct.runtime import ignore
from sct.runtime.callees import convert_plain
from sct.runtime.current import current

__all__ = ["convert_call"]

_AS_THEY_ARE = frozenset(
    [type, BuiltinFunctionType, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType]
)  # classes make their instances; the others have no Python code


def convert_call(f: Any) -> Any:
    """What to call instead of `f`.

    Python functions, methods, lambdas, `functools.partial` objects and instances with a Python
    `__call__` answer their converted form; everything else answers itself.

    Examples
    --------
    >>> convert_call(len)([1, 2])
    2
    >>> convert_call(3)
    3
    """
    trace = current()
    if trace is not None:
        from sct.runtime.traced_call import convert_traced

        return convert_traced(trace, f)
    kind = type(f)
    if kind in _AS_THEY_ARE:
        return f
    if kind is FunctionType:
        return convert_plain(f)
    if kind is MethodType:
        function = f.__func__
        if type(function) is not FunctionType:
            return f
        converted = convert_plain(function)
        return f if converted is function else MethodType(converted, f.__self__)
    return _convert_object(f, kind)


def _convert_object(f: Any, kind: type) -> Any:
    if isinstance(f, type):
        return f
    if kind is functools.partial:
        function = convert_call(f.func)
        return f if function is f.func else functools.partial(function, *f.args, **f.keywords)
    call = getattr(kind, "__call__", None)  # noqa: B004 - on the class, where Python looks
    if type(call) is not FunctionType or ignore.is_marked(f) or ignore.is_marked(kind):
        return f
    converted = convert_plain(call)
    return f if converted is call else MethodType(converted, f)
