"""Recursion that gets nowhere: a call inside of itself that differs in nothing that the trace knows.

What ends a recursion that is inlined is known while it is traced: a depth that is counted, a list that gets shorter.
Where a call in a branch has arguments of the same known values and forms as the one around it, it goes on for ever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.trace import Trace

__all__ = ["gets_nowhere"]

_PARTS = 200  # of arguments: what has more is taken for another each time
_PLAIN = (bool, int, float, complex, str, bytes, type(None))


class _Itself:
    """An object that is equal to itself alone."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.value is other.value

    __hash__ = None  # type: ignore[assignment]


def gets_nowhere(trace: Trace, converted: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a function that calls itself in a branch has been called so by one around, for all that is known."""
    code, nested = converted.__code__, sum(other is converted.__code__ for other, _ in trace.code.inlining)
    given = [form for value in (*args, *kwargs.values()) for form in _form(value)]
    running = trace.recursion.running
    around = [one for one in running.get(code, ()) if one[0] < nested]  # the others have come to their end
    running[code] = [*around, (nested, given)]
    return any(given == known for _, known in around)


def _form(value: Any, depth: int = 0) -> Iterable[Any]:
    """All that is known of a value, in pieces; extents that only the run knows are one."""
    kind = type(value)
    if isinstance(value, _PLAIN):
        return ((kind, repr(value)),)
    if isinstance(value, Choice):
        return (kind, *_forms(value.alternatives, depth))
    if is_variable(value) and hasattr(kind, "spec"):
        spec = value.spec
        return ((spec.dtype, spec.kind, *(n if isinstance(n, int) else None for n in spec.shape)),)
    if kind in (list, tuple, dict, set, deque):
        items = [x for pair in value.items() for x in pair] if kind is dict else value
        return (kind, len(value), *_forms(items, depth))
    if isinstance(value, (type, FunctionType)) or kind.__dictoffset__ == 0:
        return (_Itself(value),)
    return (kind, *_forms(object.__getattribute__(value, "__dict__").values(), depth))


def _forms(values: Iterable[Any], depth: int) -> Iterable[Any]:
    """Those of the parts; what lies too deep is taken for another each time."""
    made: list[Any] = []
    for value in values:
        if depth > 3 or len(made) > _PARTS:
            return (_Itself(made),)
        made += _form(value, depth + 1)
    return made
