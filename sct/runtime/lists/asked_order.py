"""How Python's sort asks keys of the user's which of two is less: some of them once more than `<` does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.lists.item_equality import are_equal
from sct.runtime.objects import operators
from sct.runtime.objects.not_implemented import or_else
from sct.runtime.trace import Trace

__all__ = ["asks_users", "less_of"]


def asks_users(key: Any) -> bool:
    """Whether a method of the user's compares this, or something in it."""
    if type(key) in (tuple, list):
        return any(map(asks_users, key))
    return any(operators.users_method(key, name) is not None for name in ("__lt__", "__eq__", "__gt__"))


def less_of(trace: Trace, keys: list[Any]) -> Callable[[Any, Any], Any]:
    """What answers whether one of the keys is less than another one, as sorting asks it.

    Where all keys, or the first items of all, are of one class, Python's sort asks its `__lt__` by itself, and
    where that has no answer it does what `<` does, from the beginning.
    """
    firsts = _firsts(keys)
    if firsts is None:
        return _asking(keys)
    first_less = _asking(firsts)

    def less(a: Any, b: Any) -> Any:
        from sct.runtime.control_flow import select

        same = are_equal(trace, a[0], b[0])
        return select(same, lambda: operators.compare("lt", a[1:], b[1:]), lambda: first_less(a[0], b[0]))

    return less


def _firsts(keys: list[Any]) -> list[Any] | None:
    """The first items of tuples, if a method of the user's compares one of them."""
    if not all(type(key) is tuple and key for key in keys):
        return None
    firsts = [key[0] for key in keys]
    return firsts if any(map(asks_users, firsts)) else None


def _asking(values: list[Any]) -> Callable[[Any, Any], Any]:
    alike = len(set(map(type, values))) == 1

    def less(a: Any, b: Any) -> Any:
        method = operators.users_method(a, "__lt__") if alike else None
        if method is None:
            return operators.compare("lt", a, b)
        from sct.runtime.call import convert_call

        return or_else(convert_call(method)(a, b), lambda: operators.compare("lt", a, b))

    return less
