"""`and`, `or` and conditional expressions that tell with their value what its truth is, if it was asked already.

What the user's own `__bool__` does is done as often as Python does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.control_flow import says_its_truth, select, truth
from sct.runtime.current import current, is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.logical import Asked

__all__ = ["once", "ternary"]

Thunk = Callable[[], Any]


def once(ends: bool, value: Any, rest: tuple[Thunk, ...], tells: bool) -> Any:
    """The first value of the truth that `ends` an `and` or `or`, or the last one; with its truth, if it `tells`."""
    for i, thunk in enumerate(rest):
        plain, test = _asked(value)
        if is_variable(test):
            stop, go_on = _told(plain, ends, tells), _going_on(ends, rest[i:], tells)
            parts = select(test, stop, go_on) if ends else select(test, go_on, stop)
            return Asked(*parts) if tells else parts[0]
        if test is ends:
            return Asked(plain, ends) if tells else plain
        value = thunk()
    return value


def ternary(test: Any, then: Thunk, orelse: Thunk) -> Any:
    """`then() if test else orelse()`, of which each may tell its truth."""
    return Asked(*select(test, lambda: _parts(then()), lambda: _parts(orelse())))


def _told(value: Any, ends: bool, tells: bool) -> Callable[[], tuple[Any, ...]]:
    return lambda: (value, ends, is_heard(value)) if tells else (value,)


def _going_on(ends: bool, rest: tuple[Thunk, ...], tells: bool) -> Callable[[], tuple[Any, ...]]:
    def go_on() -> tuple[Any, ...]:
        value = once(ends, rest[0](), rest[1:], tells)
        return _parts(value) if tells else (value,)

    return go_on


def _parts(value: Any) -> tuple[Any, Any, Any]:
    return (value.value, value.truth, value.known) if type(value) is Asked else (value, False, False)


def _asked(value: Any) -> tuple[Any, Any]:
    """A value, and its truth: it is asked for that where nobody has."""
    if type(value) is not Asked:
        return value, _truth(value)
    plain = value.value
    if not is_variable(value.known):
        return plain, value.truth if value.known else _truth(plain)
    return plain, select(value.known, lambda: value.truth, lambda: _truth(plain))


def _truth(value: Any) -> Any:
    trace = current()
    assert trace is not None
    return value if is_variable(value) and not isinstance(value, Choice) else truth(trace, value)


def is_heard(value: Any) -> bool:
    """Whether somebody may notice that a value is asked for its truth."""
    if isinstance(value, Choice):
        return any(map(is_heard, value.alternatives))
    return not is_variable(value) and says_its_truth(value)
