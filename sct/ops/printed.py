"""How many characters a running program has printed: what plain Python need not print again."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

__all__ = ["count", "counting", "printed_before"]

_COUNT: ContextVar[list[int] | None] = ContextVar("sct_printed", default=None)


def count(text: str) -> None:
    """Note that `text` was printed."""
    counter = _COUNT.get()
    if counter is not None:
        counter[0] += len(text)


def counting(run: Callable[..., Any]) -> Callable[..., Any]:
    """`run`, such that an exception that leaves it says how much was printed before."""

    def counted(*args: Any) -> Any:
        counter = [0]
        token = _COUNT.set(counter)
        try:
            return run(*args)
        except Exception as error:
            error.__sct_printed__ = counter[0]  # type: ignore[attr-defined]
            raise
        finally:
            _COUNT.reset(token)

    return counted


def printed_before(error: BaseException) -> int:
    """How many characters a program had printed when it raised `error`."""
    return int(getattr(error, "__sct_printed__", 0))
