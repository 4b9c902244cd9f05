"""`sum`, `list`, `zip`, `filter` and their like where they meet a generator of converted code, or a run-time test.

They are Python's definitions (`generator_library`), converted and inlined: so what a generator does
between two items, and what decides whether there is another one, becomes control flow of the program.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

from sct.errors import SctError
from sct.ir.core import Op
from sct.runtime.arrays.flat_arguments import whole
from sct.runtime.calls.library_calls import in_the_library, inlined, library_generator
from sct.runtime.calls.raising import Diverged
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing.frozensets import is_frozen
from sct.runtime.iteration.iterator_builtins import (
    accumulate_arguments,
    called,
    count,
    cycle,
    enumerate_,
    from_iterables,
    in_order,
    islice_arguments,
    keeps_place,
    lazy,
    lifted,
    reduce_,
    tee,
    zip_,
)
from sct.runtime.iteration.left_generators import close_since
from sct.runtime.iteration.length_hints import with_room
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.under_way import note_entered
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.numbers import float_sums
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["added_up", "in_the_library", "inlined", "library_generator", "over_generators"]

_MOST_DOUBTFUL = 64  # items after each of which plain Python may have to go on


def added_up(trace: Trace, items: Any, start: Any) -> Any:
    """`sum(items, start)`, a loop of the program."""
    name, arguments = _SUM
    return in_the_library(trace, name, *arguments(items, start))


# -- what takes all items, or as many as it needs ----------------------------------------------------


def consuming(
    original: Callable[..., Any], name: str, arguments: Callable[..., tuple[Any, ...]], steps_first: bool
) -> Any:
    """What stands for a builtin that consumes its first argument: the library's, if that is a generator.

    With `steps_first` the generator is stepped where that is possible, so that the number of items is known.
    """

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        items = args[0] if args else None
        if len(args) > 1 and name in ("least", "greatest"):  # these are compared themselves
            return original(trace, *args, **kwargs)
        if not steps_first and _is_unknown(items):
            return in_the_library(trace, name, *arguments(*args, **kwargs))
        if not isinstance(items, TracedGenerator) or not items.is_fresh:
            return original(trace, *args, **kwargs)
        if name == "first_item" and items.machine is not None:
            return original(trace, *args, **kwargs)
        if steps_first and _can_be_stepped(trace, items, 1 if name == "first_item" else None):
            return original(trace, *args, **kwargs)
        chosen = arguments(*args, **kwargs)
        if name == "collected":
            return original(trace, in_the_library(trace, name, *chosen), *args[1:], **kwargs)
        return in_the_library(trace, name, *chosen)

    return call


def _is_unknown(items: Any) -> bool:
    """Whether this is a range, zip, enumerate or text of as many items as only the running program knows."""
    return isinstance(items, (SymbolicRange, Steps, FormattedText)) and is_variable(items.length)


def _can_be_stepped(trace: Trace, items: TracedGenerator, limit: int | None) -> bool:
    """Whether nothing run-time decides which items there are: tried out on a copy, and undone."""
    stepped = len(trace.iterators.stepped)
    with trace.region() as region:
        try:
            steps, doubtful, seen = itertools.islice(items.copy(), limit), 0, 0
            for _ in steps:
                doubtful += any(map(_may_leave, region.builder.ops[seen:]))
                seen = len(region.builder.ops)
                if doubtful > _MOST_DOUBTFUL:
                    return False
        except (SctError, Diverged):
            return False
        except Exception:
            return True  # it raises again when it is stepped
        finally:
            close_since(trace, stepped)
            region.transaction.rollback()
    return True


def _may_leave(op: Op) -> bool:
    """Whether plain Python may have to go on from here, as where an exception of the run's may be caught."""
    return op.name == "raise" or any(_may_leave(one) for block in op.blocks for one in block.ops)


def contained(trace: Trace, items: Any, wanted: Any) -> Any:
    """`wanted in items`, of an iterator that is left where it was found."""
    if isinstance(items, TracedGenerator) and items.machine is None:
        if not items.is_fresh or _can_be_stepped(trace, items, None):
            return wanted in items
    return in_the_library(trace, "contains", items, wanted)


# -- the table ---------------------------------------------------------------------------------------


def _best_of(items: Any, *, key: Any = None, **default: Any) -> tuple[Any, ...]:
    return items, key, tuple(default.values())


def over_generators(table: dict[Any, Callable[..., Any]]) -> dict[Any, Callable[..., Any]]:
    """The builtins that know of symbolic values, which now know of generators, too."""
    foreign: dict[Any, Callable[..., Any]] = {f: functools.partial(called, f) for f in _OTHERS}
    known = {**foreign, **table}
    new = dict(known)
    for function, name, arguments, steps_first in _CONSUMING:
        new[function] = consuming(known[function], name, arguments, steps_first)
    for function, name, tests in _LAZY:
        new[function] = lazy(known[function], function, name, tests)
    for function, name, rearranged in _ITERTOOLS:
        new[function] = from_iterables(known[function], function, name, rearranged)
    new[functools.reduce] = reduce_(known[functools.reduce])
    new |= {enumerate: enumerate_(known[enumerate]), zip: zip_(known[zip])}
    for function, places in _ITERABLES.items():
        how = function in (enumerate, zip), function in _IN_ANY_ORDER, function in _MAKING_ROOM
        new[function] = _of_objects(new[function], places, _WHOLE.get(function), *how)
    for function, name in ((operator.countOf, "count_of"), (operator.indexOf, "index_of")):
        new[function] = functools.partial(_searched, function, name)
    new |= {itertools.count: count, itertools.cycle: cycle, itertools.tee: tee}
    return {**new, **{function: _entering(new[function]) for function in _ENTERING if function in new}}


def _entering(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same of what makes an iterator, which knows what it goes through."""

    def entered(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        return note_entered(call(trace, *args, **kwargs), args)

    return entered


def _searched(function: Any, name: str, trace: Trace, /, items: Any, wanted: Any) -> Any:
    """`operator.countOf` and `operator.indexOf`, which compare."""
    if isinstance(items, (dict, set, str, bytes, range)) and not is_variable(wanted):
        return called(function, trace, items, wanted)
    return in_the_library(trace, name, lifted(trace, in_order(trace, items)), wanted)


_MAKING_ROOM = (list, tuple, sorted)
_IN_ANY_ORDER = (sorted, min, max, sum, any, all, frozenset)


def _of_objects(
    call: Callable[..., Any], places: slice | None, ends: bool | None, keeping: bool, any_order: bool, makes_room: bool
) -> Callable[..., Any]:
    """The same of objects of the user's classes; `places`: which arguments are walked through, None: one alone.

    What goes through an `x.flat` as a whole takes it for an array; `ends`: whether it goes on to the end; `keeping`:
    whether it asks iterators that others may go on with for one item at a time; `any_order`: whether it can do without
    the order of a frozenset; `makes_room`: whether it asks how many items there are.
    """

    def walked(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        chosen = range(len(args))[places] if places is not None else range(len(args) == 1)
        args = args if ends is None else tuple(whole(x, ends) if k in chosen else x for k, x in enumerate(args))
        ready = [
            x
            if k not in chosen or (keeping and keeps_place(trace, x)) or (any_order and is_frozen(x))
            else users_iterable(trace, with_room(trace, x) if makes_room else x)
            for k, x in enumerate(args)
        ]
        return call(trace, *ready, **kwargs)

    return walked


_SUM: tuple[str, Callable[..., Any]] = (
    ("careful_total", lambda items, start=0: (items, start, *float_sums.steps(start)))
    if float_sums.COMPENSATED
    else ("total", lambda items, start=0: (items, start))
)
_CONSUMING: tuple[tuple[Any, str, Callable[..., Any], bool], ...] = (
    (list, "collected", lambda items: (items,), True),
    (tuple, "collected", lambda items: (items,), True),
    (sorted, "collected", lambda items, **options: (items,), True),
    (sum, *_SUM, False),
    (any, "any_", lambda items: (items,), False),
    (all, "all_", lambda items: (items,), False),
    (min, "least", _best_of, False),
    (max, "greatest", _best_of, False),
    (next, "first_item", lambda items, *default: (items, default), True),
)
_WHOLE = {**dict.fromkeys((list, tuple, sorted, sum, min, max), True), any: False, all: False}
_FIRST, _LATER = slice(1), slice(1, None)
_ITERABLES: dict[Any, slice | None] = {
    **dict.fromkeys((list, tuple, sorted, sum, any, all, enumerate), _FIRST),
    **dict.fromkeys((min, max), None),
    **dict.fromkeys((map, filter, itertools.filterfalse, itertools.takewhile), _LATER),
    functools.reduce: slice(1, 2),
    **dict.fromkeys((itertools.dropwhile, itertools.starmap), _LATER),
    **dict.fromkeys((itertools.accumulate, itertools.pairwise, itertools.islice, itertools.compress), _FIRST),
    zip: slice(None),
}
_LAZY: tuple[tuple[Any, str, bool], ...] = (
    (map, "map_", False),
    (filter, "filter_", True),
    (itertools.filterfalse, "filterfalse_", True),
    (itertools.takewhile, "takewhile_", True),
    (itertools.dropwhile, "dropwhile_", True),
    (itertools.starmap, "starmap_", False),
)
_ITERTOOLS: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (itertools.accumulate, "accumulate_", accumulate_arguments),
    (itertools.pairwise, "pairwise_", lambda items: (items,)),
    (itertools.chain, "chain_", lambda *iterables: iterables),
    (itertools.chain.from_iterable, "chain_all", lambda iterables: (iterables,)),
    (itertools.islice, "islice_", islice_arguments),
    (itertools.compress, "compress_", lambda data, selectors: (data, selectors)),
)
_ENTERING = (*(f for f, *_ in (*_LAZY, *_ITERTOOLS)), zip, enumerate, reversed, iter, itertools.cycle, itertools.tee)
_OTHERS = (itertools.pairwise, itertools.chain, itertools.chain.from_iterable, itertools.islice, itertools.compress)
