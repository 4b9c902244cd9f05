"""Lists that Python makes by the way of what an object of the user's gives: it asks that for an iterator first."""

from __future__ import annotations

from typing import Any

from sct.errors import StaticValueError
from sct.runtime.comprehension import collect
from sct.runtime.current import has_own
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.taken_whole import whole
from sct.runtime.iteration.user_iteration import is_asked, stepped_by_python
from sct.runtime.trace import Trace

__all__ = ["as_list", "asks_users", "taken_by_slice", "with_first"]


def asks_users(x: Any) -> bool:
    """Whether code of the user's answers, for itself or for what Python's own iterator goes through by index."""
    return is_asked(x) or has_own(x, "sct_hint")


def as_list(trace: Trace, x: Any) -> Any:
    """The list of what Python asks for an iterator, and that for itself and its length; anything else as it is.

    A generator is asked for nothing but its items, and may be gone through as it is.
    """
    from sct.runtime.call import convert_call

    if not asks_users(x):
        return x
    iterator = convert_call(iter)(x)
    return iterator if isinstance(iterator, TracedGenerator) else convert_call(list)(iterator)


def taken_by_slice(trace: Trace, target: Any, value: Any) -> Any:
    """What `target[a:b] = value` puts there: a bytearray does not ask for a length."""
    if not isinstance(target, (list, bytearray)):
        return value
    if isinstance(target, bytearray):
        return whole(trace, value)
    taken = as_list(trace, value)
    return collect(trace, taken) if taken is not value and isinstance(taken, TracedGenerator) else taken


def with_first(trace: Trace, x: Any, count: int) -> list[Any]:
    """The same where so many items are taken from the iterator before; only these if there are no more."""
    from sct.runtime.call import convert_call
    from sct.runtime.iteration.displays import display

    iterator = convert_call(iter)(x)
    if not count or isinstance(iterator, TracedGenerator):
        return convert_call(list)(iterator)  # type: ignore[no-any-return]
    first: list[Any] = []
    stepped = stepped_by_python(trace, iterator)
    for _ in range(count):
        try:
            first.append(next(stepped))
        except StopIteration:
            return trace.note_new(first)  # type: ignore[no-any-return]
    if unsure := getattr(stepped, "unsure", None):
        _check(trace, unsure.count)
    return display(trace, [*((False, one) for one in first), (True, iterator)])


def _check(trace: Trace, unsure: int) -> None:
    if unsure:
        raise StaticValueError(
            "the first items of an object of a user's class, of which only the run knows whether they are there",
            where=trace.location(),
            why="the list for the name with a star is made of what is left then",
            fix="make a list of the object first",
        )
