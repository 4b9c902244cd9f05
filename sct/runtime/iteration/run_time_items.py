"""What `itertools` and `heapq` ask of items of which only the running program knows how many there are, or which."""

from __future__ import annotations

import contextlib
from collections import deque
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.comprehension import collect
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.libraries import itertools_library
from sct.runtime.lists import growing
from sct.runtime.lists.comparing import needs_program
from sct.runtime.rolling.early import TakenEarly, check_quiet
from sct.runtime.state.bare import items_in
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["decides", "generator", "holds_variables", "inlined", "is_unknown", "listed", "listed_early"]


def inlined(trace: Trace, name: str, *args: Any) -> Any:
    """Call a function of `itertools_library` as part of the trace."""
    from sct.runtime.calls.library_calls import inlined

    return inlined(trace, getattr(itertools_library, name), *args)


def generator(trace: Trace, kind: type, name: str, *args: Any) -> TracedGenerator:
    """Call a generator function of it, which stands for an iterator of this kind."""
    made: TracedGenerator = inlined(trace, name, *args)
    made.python_type = kind
    return made


def is_unknown(items: Any) -> bool:
    """Whether only the running program knows how many items there are."""
    return isinstance(items, (TracedGenerator, FormattedText)) or growing.is_unknown(items)


def decides(items: Any) -> bool:
    """Whether the items are compared when the program runs."""
    if is_unknown(items) or is_variable(items):
        return True
    return isinstance(items, (list, tuple, deque)) and any(map(needs_program, items_in(items)))


def listed(trace: Trace, items: Any) -> list[Any]:
    """The items as a list of its own, by which a run-time index finds them."""
    found = collect(trace, items)
    if not growing.is_growing(found) and len(found) > 1:
        with contextlib.suppress(StaticValueError):  # otherwise they are looked up one by one
            growing.put(trace, found, [growing.rows_in(trace, found)])
    return found


def listed_early(trace: Trace, what: str, *iterables: Any) -> tuple[list[list[Any]], TakenEarly]:
    """The items of each as a list of its own, where Python would take one after the other."""
    unchanged = TakenEarly(trace, what, iterables)
    for x in iterables:
        if isinstance(x, TracedGenerator) and x.is_fresh:
            check_quiet(trace, what, "a generator", lambda x=x: collect(trace, x.copy()))  # type: ignore[misc]
    lists = [listed(trace, items) for items in iterables]
    unchanged.leave(iterables)
    return lists, unchanged


def holds_variables(items: Any) -> bool:
    """Whether values of the run are among known items."""
    return isinstance(items, (list, tuple, deque)) and any(map(is_variable, items_in(items)))
