"""What a running program has printed, logged and warned of: plain Python need not do it again."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

__all__ = ["Done", "count", "count_record", "count_warning", "counting", "done_before"]

Done = tuple[int, int, int, int]
"""Characters that were printed, records that were logged, warnings that were given, characters to `sys.stderr`."""

_COUNT: ContextVar[list[int] | None] = ContextVar("sct_printed", default=None)


def count(text: str, to: str = "stdout") -> None:
    """Note that `text` was printed to that stream of `sys`."""
    _add(0 if to == "stdout" else 3, len(text))


def count_record() -> None:
    """Note that something was logged."""
    _add(1, 1)


def count_warning() -> None:
    """Note that something was warned of."""
    _add(2, 1)


def _add(kind: int, number: int) -> None:
    counter = _COUNT.get()
    if counter is not None:
        counter[kind] += number


def counting(run: Callable[..., Any]) -> Callable[..., Any]:
    """`run`, such that an exception that leaves it says what was printed, logged and warned of before."""

    def counted(*args: Any) -> Any:
        counter = [0, 0, 0, 0]
        token = _COUNT.set(counter)
        try:
            return run(*args)
        except Exception as error:
            error.__sct_printed__ = tuple(counter)  # type: ignore[attr-defined]
            raise
        finally:
            _COUNT.reset(token)

    return counted


def done_before(error: BaseException) -> Done:
    """How much a program had printed, logged and warned of when it raised `error`."""
    done: Done = getattr(error, "__sct_printed__", (0, 0, 0, 0))
    return done
