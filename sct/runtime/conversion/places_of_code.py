"""Where in the code that the user wrote the code of a converted function stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["Place", "code_at", "is_same_code", "place_of", "traced_functions"]

Place = tuple[int, ...]


def traced_functions(trace: Trace) -> list[FunctionType]:
    """The functions that the trace has gone through."""
    functions = (trace.function, *(f for f, _ in trace.code.converted.items()))
    return [f for f in functions if type(f) is FunctionType]


def place_of(x: FunctionType, functions: Iterable[FunctionType]) -> tuple[FunctionType, Place] | None:
    """The function in whose code that of `x` stands, and where."""
    found = [
        (outer, place)
        for outer in functions
        if outer.__globals__ is x.__globals__
        for place, code in _inner(outer.__code__)
        if code is not x.__code__ and is_same_code(code, x.__code__)  # else it was there before the call
    ]
    codes = [code_at(outer, place) for outer, place in found]
    if any(code is not codes[0] for code in codes):  # lambdas on one line
        found = [one for one, code in zip(found, codes, strict=True) if _begin(code) == _begin(x.__code__)]
    return found[0] if len({id(code_at(outer, place)) for outer, place in found}) == 1 else None


def code_at(outer: FunctionType, place: Place) -> CodeType:
    """The code at a place in that of a function."""
    code = outer.__code__
    for k in place:
        code = code.co_consts[k]
    return code


def is_same_code(code: CodeType, converted: CodeType) -> bool:
    """Whether a function was converted from this code: it stands at the same place of the same file."""
    return (
        code.co_name == converted.co_name
        and code.co_qualname == converted.co_qualname
        and code.co_filename == converted.co_filename
        and code.co_firstlineno == converted.co_firstlineno
        and set(code.co_freevars) <= set(converted.co_freevars)
    )


def _inner(code: CodeType, at: Place = ()) -> Iterator[tuple[Place, CodeType]]:
    """The code in another, and where it is among the constants."""
    for k, const in enumerate(code.co_consts):
        if isinstance(const, CodeType):
            yield (*at, k), const
            yield from _inner(const, (*at, k))


def _begin(code: CodeType) -> tuple[int, int]:
    """Where the first expression stands."""
    places = [(line, column) for line, _, column, end in code.co_positions() if line and column and end]
    return min(places, default=(0, 0))
