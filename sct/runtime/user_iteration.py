"""Iteration over objects of the user's classes: their `__iter__`, `__next__` and `__getitem__` are converted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.operators import users_method
from sct.runtime.trace import Trace

__all__ = ["users_iterable"]

_PLAIN = (list, tuple, dict, set, frozenset, str, range, type(None))


def users_iterable(trace: Trace, x: Any) -> Any:
    """What is walked through in place of `x`: `x` itself, if its class is none of the user's."""
    if type(x) in _PLAIN or is_variable(x):
        return x
    method = users_method(x, "__iter__")
    if method is not None:
        made = _call(method, x)
        return _Stepping(trace, made) if users_method(made, "__next__") is not None else made
    if not hasattr(type(x), "__iter__") and users_method(x, "__getitem__") is not None:
        return _Indexing(trace, x)
    return x


def _call(method: Any, *args: Any) -> Any:
    from sct.runtime.call import convert_call

    return convert_call(method)(*args)


class _Stepping(Iterator[Any]):
    """Steps an iterator of the user's by its converted `__next__`."""

    sct_stepped = True  # its position is an attribute that the program knows

    def __init__(self, trace: Trace, iterator: Any) -> None:
        self.trace = trace
        self.iterator = iterator
        trace.made[self] = trace.builder

    def __next__(self) -> Any:
        trace = self.trace
        around, trace.stepping = trace.stepping, True
        try:
            return trace.own(_call(type(self.iterator).__next__, self.iterator))
        finally:
            trace.stepping = around


class _Indexing(Iterator[Any]):
    """Walks through a sequence of the user's by its converted `__getitem__`."""

    sct_stepped = True

    def __init__(self, trace: Trace, sequence: Any) -> None:
        self.trace = trace
        self.sequence = sequence
        self.position = 0
        trace.made[self] = trace.builder

    def __next__(self) -> Any:
        try:
            item = _call(type(self.sequence).__getitem__, self.sequence, self.position)
        except IndexError:
            raise StopIteration from None
        self.position += 1
        return self.trace.own(item)
