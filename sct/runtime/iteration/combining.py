"""`itertools` and `heapq` over items of which only the running program knows how many there are, or which."""

from __future__ import annotations

import contextlib
import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import SctError, StaticValueError
from sct.ir.types import ARRAY
from sct.runtime.comprehension import collect
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.choosing_places import over_known_items
from sct.runtime.iteration.iterator_builtins import in_order
from sct.runtime.iteration.length_hints import with_room
from sct.runtime.iteration.positions import in_steps
from sct.runtime.iteration.steps import Steps
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import TChoice
from sct.runtime.libraries import itertools_library
from sct.runtime.lists import growing
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.only_comparing import check_ties
from sct.runtime.lists.ranking_lists import class_of
from sct.runtime.rolling.early import TakenEarly, check_quiet
from sct.runtime.trace import Trace

__all__ = ["over_run_time_items"]

Function = Callable[..., Any]
_WRITTEN_OUT = 3  # of so many items there are loops, one inside of the other: faster than stepping an array of places


def _inlined(trace: Trace, name: str, *args: Any) -> Any:
    from sct.runtime.calls.library_calls import inlined

    return inlined(trace, getattr(itertools_library, name), *args)


def _generator(trace: Trace, kind: type, name: str, *args: Any) -> TracedGenerator:
    made: TracedGenerator = _inlined(trace, name, *args)
    made.python_type = kind
    return made


def _is_unknown(items: Any) -> bool:
    """Whether only the running program knows how many items there are."""
    return isinstance(items, TracedGenerator) or growing.is_unknown(items)


def _decides(items: Any) -> bool:
    """Whether the items are compared when the program runs."""
    if _is_unknown(items) or is_variable(items):
        return True
    return isinstance(items, (list, tuple, deque)) and any(map(needs_program, items))


def _listed(trace: Trace, items: Any) -> list[Any]:
    """The items as a list of its own, by which a run-time index finds them."""
    found = collect(trace, items)
    if not growing.is_growing(found) and len(found) > 1:
        with contextlib.suppress(StaticValueError):  # otherwise they are looked up one by one
            growing.put(trace, found, [growing.rows_in(trace, found)])
    return found


def _listed_early(trace: Trace, what: str, *iterables: Any) -> tuple[list[list[Any]], TakenEarly]:
    """The items of each as a list of its own, where Python would take one after the other."""
    unchanged = TakenEarly(trace, what, iterables)
    for x in iterables:
        if isinstance(x, TracedGenerator) and x.is_fresh:
            check_quiet(trace, what, "a generator", lambda x=x: collect(trace, x.copy()))  # type: ignore[misc]
    lists = [_listed(trace, items) for items in iterables]
    unchanged.leave(iterables)
    return lists, unchanged


class _Group(Steps):
    """The items of one group, which are gone when the next one is asked for."""

    def __init__(self, trace: Trace, xs: list[Any], unchanged: TakenEarly) -> None:
        super().__init__(trace, "group", growing.length(trace, xs), self._item)
        self.where = trace.location()
        self.xs, self.unchanged = xs, unchanged

    def _item(self, i: Any) -> Any:
        self.unchanged()
        return growing.get(self.trace, self.xs, i)

    def sct_passing(self) -> SctError:
        """Why it cannot be used after the iteration that it was made in."""
        return StaticValueError("a group is used after the next one was asked for", where=self.where)


def _groupby(trace: Trace, original: Function, iterable: Any, key: Any = None) -> Any:
    if not _decides(iterable) and (key is None or not _holds_variables(iterable)):
        return NotImplemented
    (items,), unchanged = _listed_early(trace, "groupby", iterable)
    if key is not None:
        check_quiet(trace, "groupby", "a key", lambda: _inlined(trace, "keys_of", items, key))
    keys = items if key is None else _inlined(trace, "keys_of", items, key)
    return _generator(trace, itertools.groupby, "groupby_", _Groups(trace, unchanged), items, keys)


class _Groups:
    """What the library calls for a group of these items; without items, the last one is over."""

    def __init__(self, trace: Trace, unchanged: TakenEarly) -> None:
        self.trace, self.unchanged = trace, unchanged
        self.last: _Group | None = None

    def __call__(self, xs: list[Any] | None) -> _Group | None:
        if xs is not None:
            self.unchanged()
        if xs is None and self.last is not None:
            self.last.expire()
        self.last = None if xs is None else _Group(self.trace, xs, self.unchanged)
        return self.last


def _holds_variables(items: Any) -> bool:
    return isinstance(items, (list, tuple, deque)) and any(map(is_variable, items))


def _combining(prefix: str) -> Function:
    def call(trace: Trace, original: Function, iterable: Any, r: Any = None) -> Any:
        if not _is_unknown(iterable) and not isinstance(iterable, Choice):
            return over_known_items(trace, original, (iterable,), r, {})
        name = f"{prefix}_{r}"
        if original is itertools.permutations and r is None:
            return _generator(trace, itertools.permutations, "permutations_of_all", _listed(trace, iterable))
        if original is itertools.combinations and type(r) is int and r > _WRITTEN_OUT:
            return _generator(trace, itertools.combinations, "combinations_of_any", _listed(trace, iterable), r)
        if name not in vars(itertools_library):
            _refuse_count(trace, original)
        return _generator(trace, original, name, _listed(trace, iterable))  # type: ignore[arg-type]

    return call


def _refuse_count(trace: Trace, function: Function) -> None:
    raise StaticValueError(
        f"itertools.{function.__name__} of so many of the items of a list of run-time length",
        where=trace.location(),
        why="it is written out as loops, one inside of the other, for up to three",
        fix="write the loops",
    )


def _product(trace: Trace, original: Function, *iterables: Any, repeat: Any = 1) -> Any:
    if not any(_is_unknown(x) or isinstance(x, Choice) for x in iterables):
        return over_known_items(trace, original, iterables, None, {"repeat": repeat})
    if not any(map(_is_unknown, iterables)):
        return NotImplemented
    if is_variable(repeat) or f"product_{len(iterables) * repeat}" not in vars(itertools_library):
        _refuse_count(trace, original)
    lists = [_listed(trace, items) for items in iterables] * repeat
    return _generator(trace, itertools.product, f"product_{len(lists)}", *lists)


def _zip_longest(trace: Trace, original: Function, *iterables: Any, fillvalue: Any = None) -> Any:
    from sct.runtime.numbers.extremes import max_

    if not any(map(_is_unknown, iterables)):
        if not trace.by_position or any(isinstance(x, Iterator) for x in iterables):
            return NotImplemented
        return in_steps(trace, "ZippedLongest", iterables, fillvalue)
    lists, unchanged = _listed_early(trace, "zip_longest", *iterables)
    most = max_(trace, 0, *(growing.length(trace, xs) for xs in lists))
    return _generator(trace, itertools.zip_longest, "zip_longest_", most, tuple(lists), fillvalue, unchanged)


def _batched(trace: Trace, original: Function, iterable: Any, n: Any, *, strict: Any = False) -> Any:
    if strict or not (_is_unknown(iterable) or is_variable(n)):
        return NotImplemented
    (items,), unchanged = _listed_early(trace, "batched", iterable)
    return _generator(trace, original, "batched_", items, n, unchanged)  # type: ignore[arg-type]


def _compress(trace: Trace, original: Function, data: Any, selectors: Any) -> Any:
    if not (any(map(_is_unknown, (data, selectors))) or _decides(selectors)):
        return NotImplemented
    return _generator(trace, itertools.compress, "compress_", data, selectors)


def _repeat(trace: Trace, original: Function, item: Any, times: Any = None) -> Any:
    return _generator(trace, itertools.repeat, "repeat_", item, times) if is_variable(times) else NotImplemented


def _merge(trace: Trace, original: Function, *iterables: Any, key: Any = None, reverse: Any = False) -> Any:
    if not any(map(_decides, iterables)) or len(iterables) < 2:
        return NotImplemented
    first = iterables[0]
    for other in iterables[1:]:
        lists, unchanged = _listed_early(trace, "merge", first, other)
        for items in lists if key is None else ():
            _check_ties(trace, "merge", items)
        keys = lists if key is None else [_inlined(trace, "keys_of", xs, key) for xs in lists]
        first = _generator(trace, type(iter(heapq.merge())), "merge_", *lists, *keys, reverse, unchanged)
    return first


def _check_ties(trace: Trace, name: str, items: Any) -> None:
    rows = growing.as_rows(trace, items) if growing.is_growing(items) else None
    if rows is None:
        return check_ties(trace, name, items)
    for one in rows.item.items if isinstance(rows.item, TChoice) else (rows.item,):
        check_ties(trace, name, (), class_of(one))


def _best(reverse: bool) -> Function:
    def call(trace: Trace, original: Function, n: Any, iterable: Any, key: Any = None) -> Any:
        if not (_decides(iterable) or is_variable(n) or _holds_variables(iterable)):
            return NotImplemented
        if is_variable(n) and n.spec.kind == ARRAY and not n.spec.ndim:
            raise StaticValueError(
                f"heapq.{original.__name__}() of as many items as an array of no dimensions says",
                where=trace.location(),
                why="Python counts on in that array",
                fix="take int(n)",
            )
        unchanged = TakenEarly(trace, original.__name__, (iterable,))
        items = collect(trace, iterable)
        if key is None and not (type(n) is int and n <= 1):  # the first of the best
            _check_ties(trace, original.__name__, items)
        made = _inlined(trace, "best_", items, n, key, reverse)
        unchanged()  # by the key
        return made

    return call


_FUNCTIONS: dict[Any, Function] = {
    itertools.groupby: _groupby,
    itertools.combinations: _combining("combinations"),
    itertools.combinations_with_replacement: _combining("repeated"),
    itertools.permutations: _combining("permutations"),
    itertools.product: _product,
    itertools.zip_longest: _zip_longest,
    itertools.compress: _compress,
    itertools.repeat: _repeat,
    heapq.merge: _merge,
    heapq.nlargest: _best(True),
    heapq.nsmallest: _best(False),
}
_OF_TUPLES = (  # these make tuples of what they are given, when they are called
    itertools.combinations, itertools.combinations_with_replacement, itertools.permutations, itertools.product,
)  # fmt: skip
_AT_ONCE = (*_OF_TUPLES, heapq.nlargest, heapq.nsmallest)  # these take all items when they are called
if hasattr(itertools, "batched"):
    _FUNCTIONS[itertools.batched] = _batched


def over_run_time_items() -> dict[Any, Function]:
    """What stands for each of these functions in a trace."""
    from sct.runtime.calls.foreign_call import call_foreign

    def known(original: Any, function: Function) -> Function:
        def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
            if original in _AT_ONCE:
                args = tuple(in_order(trace, x) for x in args)
            if original in _OF_TUPLES:
                places = range(len(args)) if original is itertools.product else range(1)
                args = tuple(with_room(trace, x) if k in places else x for k, x in enumerate(args))
            made = function(trace, original, *args, **kwargs)
            return call_foreign(trace, original, *args, **kwargs) if made is NotImplemented else made

        return call

    return {original: known(original, function) for original, function in _FUNCTIONS.items()}
