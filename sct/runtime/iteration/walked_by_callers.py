"""Lists that a function of Python's goes through, calling the user's: what that changes there may have to be refused.

A list that only the run knows the length or order of is no list of Python's any more. What is on its way through it, in
Python's own code or in sct's, would take it to have come to its end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sct.errors import SctError, SideEffectError
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.lists.growing import is_growing
from sct.runtime.trace import Trace

__all__ = ["gone_through", "staying_known"]

_KINDS = (list, deque, dict, set)


def gone_through(trace: Trace, source: Any, items: Iterable[Any], what: str) -> Iterator[Any]:
    """`items`, which are those of `source`, one after the other, for what calls the user's code in between."""
    known = isinstance(source, _KINDS) and not _is_of_the_run(source)
    for item in items:
        yield item
        if known and _is_of_the_run(source):
            raise _refusal(trace, source, what)


@contextmanager
def staying_known(trace: Trace, given: Iterable[Any], what: str) -> Iterator[None]:
    """Refuse what was given to a function of Python's, if the user's code that it calls makes it one of the run's."""
    known = [x for x in given if isinstance(x, _KINDS) and not _is_of_the_run(x)]
    try:
        yield
    except SctError:
        raise
    except Exception as error:
        for x in filter(_is_of_the_run, known):
            raise _refusal(trace, x, what) from error
        raise
    for x in filter(_is_of_the_run, known):
        raise _refusal(trace, x, what)


def _is_of_the_run(x: Any) -> bool:
    return is_hashed(x) if isinstance(x, (dict, set)) else is_growing(x)


def _refusal(trace: Trace, x: Any, what: str) -> SideEffectError:
    return SideEffectError(
        f"a {type(x).__name__} changes, as the run says, while {what}() goes through it",
        where=trace.location(),
        why="whether it meets what is new would be known only when the program runs",
        fix="go through a copy: list(items)",
    )
