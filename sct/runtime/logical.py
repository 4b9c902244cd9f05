"""`and`, `or`, `not`, the conditional expression, `is` and `in`, with Python's values and laziness.

On plain values each is exactly the operator. On a symbolic operand the rest is traced as the branch
of an `if`, so what Python would not have evaluated is not evaluated when the program runs either.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from sct.records import record
from sct.runtime.current import current

__all__ = [
    "Asked", "and_", "and_once", "and_test", "in_", "is_", "is_not", "not_", "not_in", "or_", "or_once", "or_test",
    "ternary", "ternary_once",
]  # fmt: skip

Thunk = Callable[[], Any]


@record(eq=False)
class Asked:
    """A value with its truth, where that was asked for on the way: `known` says whether it was."""

    value: Any
    truth: Any
    known: Any = True


def and_(value: Any, *rest: Thunk) -> Any:
    """`value and rest[0]() and …`: the first false operand itself, or the last one.

    Examples
    --------
    >>> and_(1, lambda: [], lambda: 1 / 0)
    []
    """
    if current() is not None:
        from sct.runtime.calls import symbolic_logic

        return symbolic_logic.and_(value, rest)
    for thunk in rest:
        if not value:
            return value
        value = thunk()
    return value


def or_(value: Any, *rest: Thunk) -> Any:
    """`value or rest[0]() or …`: the first true operand itself, or the last one.

    Examples
    --------
    >>> or_(0, lambda: "b", lambda: 1 / 0)
    'b'
    """
    if current() is not None:
        from sct.runtime.calls import symbolic_logic

        return symbolic_logic.or_(value, rest)
    for thunk in rest:
        if value:
            return value
        value = thunk()
    return value


def and_test(value: Any, *rest: Thunk) -> Any:
    """`and_` where only the truth of the result is asked for: no operand is asked again for its own.

    Examples
    --------
    >>> and_test([], lambda: 1 / 0)
    False
    """
    if current() is not None:
        from sct.runtime.calls import symbolic_logic

        return symbolic_logic.and_(value, rest, as_test=True)
    for thunk in rest:
        if not value:
            return False
        value = thunk()
    return value


def or_test(value: Any, *rest: Thunk) -> Any:
    """`or_` where only the truth of the result is asked for: no operand is asked again for its own.

    Examples
    --------
    >>> or_test([0], lambda: 1 / 0)
    True
    """
    if current() is not None:
        from sct.runtime.calls import symbolic_logic

        return symbolic_logic.or_(value, rest, as_test=True)
    for thunk in rest:
        if value:
            return True
        value = thunk()
    return value


def and_once(value: Any, *rest: Thunk, tells: bool) -> Any:
    """`and_`, of which an operand may be an `Asked`; with `tells`, the value is one where its truth is known.

    Examples
    --------
    >>> and_once(Asked([], False), lambda: 1 / 0, tells=False)
    []
    """
    return _once(False, value, rest, tells)


def or_once(value: Any, *rest: Thunk, tells: bool) -> Any:
    """`or_`, in the same way.

    Examples
    --------
    >>> or_once(0, lambda: "b", lambda: 1 / 0, tells=True)
    Asked(value='b', truth=True, known=True)
    """
    return _once(True, value, rest, tells)


def _once(ends: bool, value: Any, rest: tuple[Thunk, ...], tells: bool) -> Any:
    """What `and` and `or` have in common: the first value of the truth that `ends` it, or the last one."""
    if current() is not None:
        from sct.runtime.calls import asked_logic

        return asked_logic.once(ends, value, rest, tells)
    for thunk in rest:
        plain, truth = (value.value, value.truth) if type(value) is Asked else (value, bool(value))
        if truth is ends:
            return Asked(plain, ends) if tells else plain
        value = thunk()
    return value


def not_(value: Any) -> Any:
    """`not value`."""
    if current() is not None:
        from sct.runtime.calls import symbolic_logic

        return symbolic_logic.not_(value)
    return not value


def ternary(test: Any, then: Thunk, orelse: Thunk) -> Any:
    """`then() if test else orelse()`; only one of the two is evaluated."""
    if current() is not None:
        from sct.runtime.calls import symbolic_logic

        return symbolic_logic.ternary(test, then, orelse)
    return then() if test else orelse()


def ternary_once(test: Any, then: Thunk, orelse: Thunk) -> Any:
    """`ternary`, of which the value may be an `Asked`."""
    if current() is not None:
        from sct.runtime.calls import asked_logic

        return asked_logic.ternary(test, then, orelse)
    return then() if test else orelse()


def is_(a: Any, b: Any) -> Any:
    """`a is b`."""
    if a is b and type(a) is not FunctionType:
        return True
    trace = current()
    if trace is None:
        return a is b
    from sct.runtime.calls import symbolic_logic

    return symbolic_logic.is_(trace, a, b)


def is_not(a: Any, b: Any) -> Any:
    """`a is not b`."""
    return not_(is_(a, b))


def in_(item: Any, container: Any) -> Any:
    """`item in container`."""
    trace = current()
    if trace is None:
        return item in container
    from sct.runtime.calls import symbolic_logic

    return symbolic_logic.in_(trace, item, container)


def not_in(item: Any, container: Any) -> Any:
    """`item not in container`."""
    return not_(in_(item, container))
