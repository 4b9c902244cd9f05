"""`assert` in converted code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.current import current

__all__ = ["convert_assert"]


def convert_assert(test: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert test, message()`: the message is made only when it is needed, as in Python.

    Examples
    --------
    >>> convert_assert(1 < 2, lambda: 1 / 0)
    >>> convert_assert([], lambda: "nothing there")
    Traceback (most recent call last):
    AssertionError: nothing there
    """
    if current() is not None:
        from sct.runtime.effects import record_assert

        record_assert(test, message)
    elif not test:
        if message is None:
            raise AssertionError
        raise AssertionError(message())
