"""Arguments that a builtin does not take, or lacks: what Python says of them, in its own words."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

from sct.records import record
from sct.runtime.current import has_spec, is_variable
from sct.runtime.numpy_functions.numpy_signatures import stand_in
from sct.runtime.trace import Trace

__all__ = ["minding_keywords"]

_ANY = sys.maxsize
_UNTOLD: dict[str, tuple[tuple[str, ...], int, int]] = {
    "iter": ((), 1, 2), "next": ((), 1, 2), "getattr": ((), 2, 3), "min": (("key", "default"), 1, _ANY),
    "max": (("key", "default"), 1, _ANY), "zip": (("strict",), 0, _ANY), "map": ((), 2, _ANY), "filter": ((), 2, 2),
    "reduce": ((), 2, 3), "set": ((), 0, 1), "frozenset": ((), 0, 1),
}  # fmt: skip
"""The keywords of those that have no signature, and how many arguments without one they take, at least and at most."""
_CLASSES = (enumerate, zip, map, filter, reversed, complex, set, frozenset)
_MODULES = ("builtins", "_operator", "math", "_functools", "_heapq", "_bisect")


@record
class _Taken:
    """What a builtin takes."""

    names: frozenset[str] | None  # of keywords; None where any will do
    required: tuple[str, ...]  # of the arguments that have to be there
    most: int  # arguments without a name

    def fits(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether a call gives what is needed, and nothing else."""
        if self.names is not None and kwargs and not self.names.issuperset(kwargs):
            return False
        return len(args) <= self.most and kwargs.keys() >= set(self.required[len(args) :])


def minding_keywords(function: Any, traced: Callable[..., Any]) -> Callable[..., Any]:
    """What is called in place of a builtin; the builtin itself, which raises, where it takes no such arguments."""
    own = type(function) is BuiltinFunctionType and function.__module__ in _MODULES
    own |= isinstance(function, type) and function.__module__ == "itertools"
    taken = _taken(function) if own or any(function is kind for kind in _CLASSES) else None
    if taken is None:
        return traced

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if not taken.fits(args, kwargs):
            function(*(_standing_in(x) for x in args), **kwargs)
        return traced(trace, *args, **kwargs)

    return call


def _standing_in(x: Any) -> Any:
    return stand_in(x) if has_spec(x) else 0 if is_variable(x) else x


def _taken(function: Any) -> _Taken | None:
    """What it takes; None where it does not tell.

    >>> sorted(_taken(round).names), _taken(len).required, sorted(_taken(min).names)
    (['ndigits', 'number'], ('/obj',), ['default', 'key'])
    """
    try:
        known = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        if (untold := _UNTOLD.get(function.__name__)) is None:
            return None
        names, least, most = untold
        return _Taken(frozenset(names), tuple(f"/{i}" for i in range(least)), most)
    kinds = [p.kind for p in known]
    positional = [p for p in known if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return _Taken(
        None if inspect.Parameter.VAR_KEYWORD in kinds else frozenset(p.name for p in known if _is_named(p)),
        tuple(p.name if _is_named(p) else f"/{p.name}" for p in positional if p.default is p.empty),
        _ANY if inspect.Parameter.VAR_POSITIONAL in kinds else len(positional),
    )


def _is_named(parameter: inspect.Parameter) -> bool:
    return parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
