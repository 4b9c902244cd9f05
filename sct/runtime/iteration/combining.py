"""`itertools` and `heapq` over items of which only the running program knows how many there are, or which."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sct.errors import StaticValueError
from sct.ir.types import ARRAY
from sct.runtime.comprehension import collect
from sct.runtime.current import is_variable
from sct.runtime.iteration.choosing_places import over_known_items
from sct.runtime.iteration.grouping import groupby
from sct.runtime.iteration.iterator_builtins import in_order
from sct.runtime.iteration.loud import check_asked
from sct.runtime.iteration.merging import check_alike, merge
from sct.runtime.iteration.positions import in_steps
from sct.runtime.iteration.run_time_items import (
    decides,
    generator,
    holds_variables,
    inlined,
    is_unknown,
    listed,
    listed_early,
)
from sct.runtime.iteration.taken_whole import whole, whole_again
from sct.runtime.joins.choice import Choice
from sct.runtime.libraries import itertools_library
from sct.runtime.lists import growing
from sct.runtime.rolling.early import TakenEarly
from sct.runtime.trace import Trace

__all__ = ["over_run_time_items"]

Function = Callable[..., Any]
_WRITTEN_OUT = 3  # of so many items there are loops, one inside of the other: faster than stepping an array of places


def _combining(prefix: str) -> Function:
    def call(trace: Trace, original: Function, iterable: Any, r: Any = None) -> Any:
        if not is_unknown(iterable) and not isinstance(iterable, Choice):
            return over_known_items(trace, original, (iterable,), r, {})
        name = f"{prefix}_{r}"
        if original is itertools.permutations and r is None:
            return generator(trace, itertools.permutations, "permutations_of_all", listed(trace, iterable))
        if original is itertools.combinations and type(r) is int and r > _WRITTEN_OUT:
            return generator(trace, itertools.combinations, "combinations_of_any", listed(trace, iterable), r)
        if name not in vars(itertools_library):
            _refuse_count(trace, original)
        return generator(trace, original, name, listed(trace, iterable))  # type: ignore[arg-type]

    return call


def _refuse_count(trace: Trace, function: Function) -> None:
    raise StaticValueError(
        f"itertools.{function.__name__} of so many of the items of a list of run-time length",
        where=trace.location(),
        why="it is written out as loops, one inside of the other, for up to three",
        fix="write the loops",
    )


def _product(trace: Trace, original: Function, *iterables: Any, repeat: Any = 1) -> Any:
    if not any(is_unknown(x) or isinstance(x, Choice) for x in iterables):
        return over_known_items(trace, original, iterables, None, {"repeat": repeat})
    if not any(map(is_unknown, iterables)):
        return NotImplemented
    if is_variable(repeat) or f"product_{len(iterables) * repeat}" not in vars(itertools_library):
        _refuse_count(trace, original)
    lists = [listed(trace, items) for items in iterables] * repeat
    return generator(trace, itertools.product, f"product_{len(lists)}", *lists)


def _zip_longest(trace: Trace, original: Function, *iterables: Any, fillvalue: Any = None) -> Any:
    from sct.runtime.numbers.extremes import max_

    if not any(map(is_unknown, iterables)):
        if not trace.iterators.by_position or any(isinstance(x, Iterator) for x in iterables):
            return NotImplemented
        return in_steps(trace, "ZippedLongest", iterables, fillvalue)
    lists, unchanged = listed_early(trace, "zip_longest", *iterables)
    most = max_(trace, 0, *(growing.length(trace, xs) for xs in lists))
    return generator(trace, itertools.zip_longest, "zip_longest_", most, tuple(lists), fillvalue, unchanged)


def _batched(trace: Trace, original: Function, iterable: Any, n: Any, *, strict: Any = False) -> Any:
    if strict or not (is_unknown(iterable) or is_variable(n)):
        return NotImplemented
    (items,), unchanged = listed_early(trace, "batched", iterable)
    return generator(trace, original, "batched_", items, n, unchanged)  # type: ignore[arg-type]


def _compress(trace: Trace, original: Function, data: Any, selectors: Any) -> Any:
    if not (any(map(is_unknown, (data, selectors))) or decides(selectors)):
        return NotImplemented
    return generator(trace, itertools.compress, "compress_", data, selectors)


def _repeat(trace: Trace, original: Function, item: Any, times: Any = None) -> Any:
    return generator(trace, itertools.repeat, "repeat_", item, times) if is_variable(times) else NotImplemented


def _best(reverse: bool) -> Function:
    def call(trace: Trace, original: Function, n: Any, iterable: Any, key: Any = None) -> Any:
        if not (decides(iterable) or is_variable(n) or holds_variables(iterable)):
            return NotImplemented
        if type(n) is Choice:
            return n.sct_distribute(lambda one: by_one(trace, original, one, iterable, key))
        if is_variable(n) and not n.spec.ndim and (n.spec.kind == ARRAY or n.spec.dtype.kind not in "biu"):
            an_array = n.spec.kind == ARRAY
            what = "an array of no dimensions" if an_array else "a float"
            raise StaticValueError(
                f"heapq.{original.__name__}() of as many items as {what} says",
                where=trace.location(),
                why="Python counts on in that array" if an_array else "Python takes 1.0 for 1, and raises for others",
                fix="take int(n)",
            )
        n = 1 if n is not None and not is_variable(n) and n == 1 else n
        unchanged = TakenEarly(trace, original.__name__, (iterable,))
        items = collect(trace, iterable)
        if key is None and not (type(n) is int and n <= 1):  # the first of the best
            check_alike(trace, original.__name__, items)
        made = inlined(trace, "best_", items, n, key, reverse)
        unchanged()  # by the key
        return made

    def by_one(trace: Trace, original: Function, *args: Any) -> Any:
        from sct.runtime.calls.foreign_call import call_foreign

        made = call(trace, original, *args)
        return call_foreign(trace, original, *args) if made is NotImplemented else made

    return call


_FUNCTIONS: dict[Any, Function] = {
    itertools.groupby: groupby,
    itertools.combinations: _combining("combinations"),
    itertools.combinations_with_replacement: _combining("repeated"),
    itertools.permutations: _combining("permutations"),
    itertools.product: _product,
    itertools.zip_longest: _zip_longest,
    itertools.compress: _compress,
    itertools.repeat: _repeat,
    heapq.merge: merge,
    heapq.nlargest: _best(True),
    heapq.nsmallest: _best(False),
}
_OF_TUPLES = (  # these make tuples of what they are given, when they are called
    itertools.combinations, itertools.combinations_with_replacement, itertools.permutations, itertools.product,
)  # fmt: skip
_AT_ONCE = (*_OF_TUPLES, heapq.nlargest, heapq.nsmallest)  # these take all items when they are called
_ASKING_AGAIN = (heapq.nlargest, heapq.nsmallest)
if hasattr(itertools, "batched"):
    _FUNCTIONS[itertools.batched] = _batched


def over_run_time_items() -> dict[Any, Function]:
    """What stands for each of these functions in a trace."""
    from sct.runtime.calls.foreign_call import call_foreign

    def known(original: Any, function: Function) -> Function:
        def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
            if original in _AT_ONCE:
                args = tuple(in_order(trace, x) for x in args)
                asks = original in _OF_TUPLES  # for how long they are
                places = range(len(args)) if original is itertools.product or not asks else range(1)
                if original in _ASKING_AGAIN:
                    check_asked(trace, f"heapq.{original.__name__}", *args[1:2])
                taken = whole_again if original in _ASKING_AGAIN else partial(whole, room=asks)
                args = tuple(taken(trace, x) if k in places else x for k, x in enumerate(args))
            made = function(trace, original, *args, **kwargs)
            return call_foreign(trace, original, *args, **kwargs) if made is NotImplemented else made

        return call

    return {original: known(original, function) for original, function in _FUNCTIONS.items()}
