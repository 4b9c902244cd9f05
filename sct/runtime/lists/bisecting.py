"""`bisect` of run-time values: the search becomes a loop of the program."""

from __future__ import annotations

import bisect
import sys
from collections.abc import Callable
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.comprehension import gather
from sct.runtime.current import is_variable
from sct.runtime.iteration.loud import is_loud, refuse_loud
from sct.runtime.libraries import bisect_library
from sct.runtime.lists import growing
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.only_comparing import tried
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.objects import operators
from sct.runtime.objects.not_implemented import has_no_answer
from sct.runtime.state.bare import items_in
from sct.runtime.trace import Trace

__all__ = ["BISECTING"]


def _bisecting(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    def call(trace: Trace, /, a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> Any:
        from sct.runtime.calls.traced_call import convert_traced

        lo, hi = as_index(lo), as_index(hi)
        asked = any(operators.users_method(a, name) is not None for name in ("__len__", "__getitem__"))
        symbolic = asked or is_variable(a) or growing.is_growing(a) or needs_program(x)
        if not symbolic and not (isinstance(a, (list, tuple)) and any(map(needs_program, items_in(a)))):
            return function(a, x, lo, hi, **({} if key is None else {"key": convert_traced(trace, key)}))
        from sct.runtime.calls.library_calls import inlined
        from sct.runtime.numbers.traced_builtins import TRACED

        asked = asked or operators.users_method(a, "__iter__") is not None
        if key is not None and asked and is_loud(trace, a, by_places=True):  # only some of its items are asked for
            raise refuse_loud(trace, function.__name__)
        if key is not None:
            taken = convert_traced(trace, key)
            a = gather(trace, a, lambda item, put: put(taken(item)))
        if lo < 0:
            raise ValueError("lo must be non-negative")
        end = TRACED[len](trace, a) if hi is None else hi
        return inlined(trace, getattr(bisect_library, name), a, x, lo, end, _Less(trace))

    return call


class _Less:
    """Which of two is less, as `bisect` asks for it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def __call__(self, a: Any, b: Any) -> Any:
        method = operators.users_method(a, "__lt__") if _ASKS_TWICE and type(a) is type(b) else None
        if method is not None and self._does_more_than_pass(method, a, b):
            raise StaticValueError(
                f"bisect() of objects of class {type(a).__name__}, whose __lt__ answers NotImplemented and does more",
                where=self.trace.location(),
                why="Python asks the first one that answers so once more, and the others not",
                fix="let __lt__ only compare, or answer for all objects of the class",
            )
        return operators.compare("lt", a, b)

    def _does_more_than_pass(self, method: Any, a: Any, b: Any) -> bool:
        """Whether a method may have no answer, and somebody can tell how often it was asked."""
        from sct.runtime.call import convert_call

        answer, does_more = tried(self.trace, lambda: convert_call(method)(a, b))
        return does_more and has_no_answer(answer)


_ASKS_TWICE = sys.version_info >= (3, 12)


_INSERT: Any = bisect_library.insert


def _inserting(search: Callable[..., Any]) -> Callable[..., Any]:
    def call(trace: Trace, /, a: Any, x: Any, lo: Any = 0, hi: Any = None, *, key: Any = None) -> None:
        from sct.runtime.calls.library_calls import inlined
        from sct.runtime.calls.traced_call import convert_traced

        sought = x if key is None else convert_traced(trace, key)(x)
        inlined(trace, _INSERT, a, BISECTING[search](trace, a, sought, lo, hi, key=key), x)

    return call


BISECTING: dict[Any, Callable[..., Any]] = {
    bisect.bisect_right: _bisecting(bisect.bisect_right, "bisect_right"),
    bisect.bisect_left: _bisecting(bisect.bisect_left, "bisect_left"),
    bisect.insort_right: _inserting(bisect.bisect_right),
    bisect.insort_left: _inserting(bisect.bisect_left),
}
"""What stands for each of them in a trace."""
