"""Iterables of the user's classes where Python takes all that is in them at once: their `__iter__` is converted."""

from __future__ import annotations

import bisect
import heapq
import itertools
from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.callers.set_order import in_order
from sct.runtime.calls.purity import words
from sct.runtime.comprehension import collect
from sct.runtime.current import has_own
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration.length_hints import with_room
from sct.runtime.iteration.loud import check_asked, is_loud, one_by_one, refuse_loud
from sct.runtime.iteration.user_iteration import is_asked, stepped_by_python, users_iterable
from sct.runtime.lists import growing
from sct.runtime.objects.operators import users_method
from sct.runtime.state.bare import table_of
from sct.runtime.trace import Trace

__all__ = ["OF_ITEMS", "given_whole", "pairs_of", "walked_by", "whole", "whole_again"]

OF_ITEMS = words(
    "update union intersection difference symmetric_difference intersection_update difference_update "
    "symmetric_difference_update isdisjoint issubset issuperset subtract"
)
_AT_ONCE = (deque, bytearray)
_LEFT_EARLY = words("intersection intersection_update isdisjoint issubset issuperset")  # at what decides


_AS_THEY_ARE: dict[Any, int] = {  # from which argument on nothing is gone through
    itertools.repeat: 0,
    **dict.fromkeys((itertools.islice, itertools.permutations, itertools.combinations), 1),
    itertools.combinations_with_replacement: 1,
    **dict.fromkeys((heapq.heappush, heapq.heappushpop, heapq.heapreplace), 1),
    **dict.fromkeys((bisect.bisect_left, bisect.bisect_right, bisect.insort_left, bisect.insort_right), 1),
}


def walked_by(trace: Trace, f: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function of a library that goes through them, but for those that it puts somewhere."""
    first = int(type(f) is FunctionType and "." in f.__qualname__)  # `self`, of a method in Python
    last = _AS_THEY_ARE.get(f, len(args))
    if f.__module__ == "statistics":
        check_asked(trace, f"statistics.{f.__name__}", *args)
    walked = _begun_by(trace, f) if f.__module__ == "itertools" else partial(users_iterable, trace)
    return tuple([walked(in_order(trace, x)) if first <= k < last else x for k, x in enumerate(args)])


def _begun_by(trace: Trace, f: Any) -> Callable[[Any], Any]:
    """The iterators that functions of `itertools` step, which ask one for its next item after its end, too."""

    def begun(x: Any) -> Any:
        if not is_asked(x):
            return users_iterable(trace, x)
        iterator = users_iterable(trace, x, asked=True)
        if f is itertools.tee and users_method(iterator, "__next__") is not None:
            iterator = users_iterable(trace, iterator, asked=True)
        return stepped_by_python(trace, iterator)

    return begun


def whole(trace: Trace, x: Any, *, room: bool = False) -> Any:
    """What is gone through in place of `x`: a list, if the program goes through it; `room`: asked how long it is."""
    walked = with_room(trace, x) if room else x
    if not is_asked(x):
        return walked
    return _listed(trace, users_iterable(trace, x) if walked is x else walked)


def _listed(trace: Trace, walked: Any) -> Any:
    stepped = has_own(walked, "sct_stepped") or isinstance(walked, TracedGenerator)
    later = stepped or growing.is_unknown(walked)
    return collect(trace, walked) if later else walked


def whole_again(trace: Trace, x: Any) -> Any:
    """The same for what asks an iterator for itself again: one of the user's may start anew then."""
    if users_method(x, "__iter__") is None or users_method(x, "__next__") is not None:
        return x
    walked = users_iterable(trace, x, asked=True)
    if users_method(walked, "__iter__") is not None:
        raise StaticValueError(
            "an iterator of a user's class is given to a function that asks it for itself again",
            where=trace.location(),
            fix="give the function a list of its items",
        )
    return _listed(trace, walked)


def given_whole(trace: Trace, f: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function or method of Python's that takes all items of each."""
    owner = type(getattr(f, "__self__", None))
    if owner in (set, frozenset) and getattr(f, "__name__", "") != "isdisjoint":
        args = tuple(map(table_of, args))
    if owner in (set, frozenset) and getattr(f, "__name__", "") in _LEFT_EARLY:
        args = tuple([_left_early(trace, f, x) for x in args])
    of_sets = owner in (set, frozenset, Counter) and getattr(f, "__name__", "") in OF_ITEMS
    if issubclass(owner, dict) and owner is not Counter and getattr(f, "__name__", "") == "update":
        return tuple([pairs_of(trace, x) for x in args])
    if not of_sets and not any(f is one for one in _AT_ONCE):
        return args
    return tuple([x if owner is Counter and isinstance(x, Mapping) else whole(trace, x) for x in args])


def _left_early(trace: Trace, f: Any, x: Any) -> Any:
    """The items of a loud one for a set's method, which leaves off at one that decides."""
    if not is_loud(trace, x, own=users_method(x, "__iter__") is None):  # which may note each time that it is asked
        return x
    if is_asked(x) and is_hashed(f.__self__) and f.__name__ in ("isdisjoint", "issuperset"):
        raise refuse_loud(trace, f"set.{f.__name__}")
    return one_by_one(trace, x)


def pairs_of(trace: Trace, x: Any) -> Any:
    """What a dict goes through in place of `x`, unless it asks that for its keys."""
    return x if hasattr(type(x), "keys") else whole(trace, x)
