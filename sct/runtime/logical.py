"""`and`, `or`, `not`, the conditional expression, `is` and `in`, with Python's values and laziness.

On plain values each is exactly the operator. On a symbolic operand the rest is traced as the branch
of an `if`, so what Python would not have evaluated is not evaluated when the program runs either.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from sct.runtime.current import current

__all__ = ["and_", "and_test", "in_", "is_", "is_not", "not_", "not_in", "or_", "or_test", "ternary"]

Thunk = Callable[[], Any]


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
