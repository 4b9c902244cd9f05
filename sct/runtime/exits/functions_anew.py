"""Functions that a program returns though it was traced with what they were converted to: made of the user's code.

So are those that hold no values of the trace, neither as variables of the functions around them nor as defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.trace import Trace

__all__ = ["function_anew", "function_parts"]

Place = tuple[int, ...]


def function_parts(trace: Trace, x: Any, name: Callable[..., str]) -> str | None:
    """What `function_anew` gets, as text, to make `x`; None where it is no function, or holds values."""
    if type(x) is not FunctionType or not is_converted_code(x.__code__):
        return None
    if x.__defaults__ or x.__kwdefaults__ or x.__dict__ or x.__annotations__:
        return None
    if (x.__name__, x.__qualname__) != (x.__code__.co_name, x.__code__.co_qualname):
        return None
    found = [
        (outer, place)
        for outer in (trace.function, *(f for f, _ in trace.converted.items()))
        if type(outer) is FunctionType and outer.__globals__ is x.__globals__
        for place, code in _inner(outer.__code__)
        if _is_same(code, x.__code__)
    ]
    if len({id(_code_at(outer, place)) for outer, place in found}) != 1:
        return None
    outer, place = found[0]
    return f"{name(outer)}, {place!r}"


def _inner(code: CodeType, at: Place = ()) -> Iterator[tuple[Place, CodeType]]:
    """The code in another, and where it is among the constants."""
    for k, const in enumerate(code.co_consts):
        if isinstance(const, CodeType):
            yield (*at, k), const
            yield from _inner(const, (*at, k))


def _is_same(code: CodeType, converted: CodeType) -> bool:
    """Whether a function was converted from this code: it stands at the same place of the same file."""
    return (
        code.co_name == converted.co_name
        and code.co_qualname == converted.co_qualname
        and code.co_filename == converted.co_filename
        and code.co_firstlineno == converted.co_firstlineno
        and not code.co_freevars
        and _begin(code) == _begin(converted)
    )


def _begin(code: CodeType) -> tuple[int, int]:
    """Where the first expression stands."""
    places = [(line, column) for line, _, column, end in code.co_positions() if line and column and end]
    return min(places, default=(0, 0))


def _code_at(outer: FunctionType, place: Place) -> CodeType:
    code = outer.__code__
    for k in place:
        code = code.co_consts[k]
    return code


def function_anew(outer: FunctionType, place: Place) -> FunctionType:
    """The function whose code stands in that of another, as plain Python makes it at each call."""
    code = _code_at(outer, place)
    made = FunctionType(code, outer.__globals__)
    made.__qualname__ = code.co_qualname
    return made
