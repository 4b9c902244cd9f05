"""Special methods of Python's own types, called by their names: `s.__le__(t)`, `r.__eq__(q)`."""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.calls.purity import full_name, words
from sct.runtime.homes import home_of
from sct.runtime.trace import Trace

__all__ = ["check_unanswered", "stores_arguments"]

_ASKING = words("__eq__ __ne__ __lt__ __le__ __gt__ __ge__") | words(
    "__and__ __or__ __xor__ __sub__ __rand__ __ror__ __rxor__ __rsub__"
)


def stores_arguments(f: Any) -> bool:
    """Whether `f` puts its arguments into a container as they are."""
    of_container = isinstance(getattr(f, "__self__", None), (list, dict, set, deque))
    return (of_container and f.__name__ not in _ASKING) or f in (list, tuple, dict)


def check_unanswered(trace: Trace, f: Any, args: tuple[Any, ...]) -> None:
    """Refuse that such a method has no answer to what only stands for an operand of its type."""
    owner = type(getattr(f, "__self__", None))
    for x in args:
        if home_of(type(x)).startswith("sct.") and getattr(type(x), "python_type", None) is owner:
            raise StaticValueError(
                f"{full_name(f)}() was asked about what only the running program knows",
                where=trace.location(),
                fix="use the operator",
            )
