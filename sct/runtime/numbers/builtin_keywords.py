"""Keywords that a builtin does not know: what Python says of them, in its own words."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.trace import Trace

__all__ = ["minding_keywords"]

_UNTOLD = {"iter": (), "next": (), "getattr": (), "min": ("key", "default"), "max": ("key", "default")}
"""The keywords of those that have no signature."""


def minding_keywords(function: Any, traced: Callable[..., Any]) -> Callable[..., Any]:
    """What is called in place of a builtin; the builtin itself, which raises, where it has no such keywords."""
    if function is not complex and (type(function) is not BuiltinFunctionType or function.__module__ != "builtins"):
        return traced
    names = _keywords(function)
    if names is None:
        return traced

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if kwargs and not names.issuperset(kwargs):
            function(*(0 if is_variable(x) else x for x in args), **kwargs)
        return traced(trace, *args, **kwargs)

    return call


def _keywords(function: Any) -> frozenset[str] | None:
    """The keywords that it takes; None where any will do, or it does not tell.

    >>> sorted(_keywords(round)), sorted(_keywords(len)), sorted(_keywords(min))
    (['ndigits', 'number'], [], ['default', 'key'])
    """
    try:
        known = inspect.signature(function).parameters.values()
    except ValueError:
        untold = _UNTOLD.get(function.__name__)
        return None if untold is None else frozenset(untold)
    if any(p.kind is p.VAR_KEYWORD for p in known):
        return None
    return frozenset(p.name for p in known if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY))
