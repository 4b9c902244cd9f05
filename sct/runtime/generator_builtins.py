"""`sum`, `list`, `zip`, `filter` and their like where they meet a generator of converted code, or a run-time test.

They are Python's definitions (`generator_library`), converted and inlined: so what a generator does
between two items, and what decides whether there is another one, becomes control flow of the program.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ir.types import PYTHON
from sct.runtime import float_sums, generator_library, run_time_order
from sct.runtime.current import is_variable
from sct.runtime.entries import is_hashed
from sct.runtime.generators import TracedGenerator, close_since
from sct.runtime.growing import is_growing, is_unknown
from sct.runtime.iterables import as_rollable
from sct.runtime.raising import Diverged
from sct.runtime.sequences import Steps
from sct.runtime.source import get_generator_conversion
from sct.runtime.symbolic_range import SymbolicRange
from sct.runtime.text_pieces import FormattedText
from sct.runtime.trace import Trace, current
from sct.runtime.user_iteration import users_iterable

__all__ = ["added_up", "in_the_library", "inlined", "library_generator", "over_generators"]


def in_the_library(trace: Trace, name: str, *args: Any) -> Any:
    """Call a function of the library as part of the trace."""
    return inlined(trace, getattr(generator_library, name), *args)


def inlined(trace: Trace, function: FunctionType, /, *args: Any) -> Any:
    """Call a function of sct's own that is written to be converted."""
    known = trace.callees.get(function)
    if known is None:
        known = trace.callees[function] = get_generator_conversion(function).traced(function, trace.reads_for(function))
    return known(*args)


def library_generator(trace: Trace, name: str, *args: Any) -> TracedGenerator:
    """Call a generator function of the library."""
    made: TracedGenerator = in_the_library(trace, name, *args)
    return made


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
        if not steps_first and _is_unknown(items):
            return in_the_library(trace, name, *arguments(*args, **kwargs))
        if not isinstance(items, TracedGenerator) or not items.is_fresh:
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
    stepped = len(trace.stepped)
    with trace.region() as region:
        try:
            for _ in itertools.islice(items.copy(), limit):
                pass
        except (SctError, Diverged):
            return False
        except Exception:
            return True  # it raises again when it is stepped
        finally:
            close_since(trace, stepped)
            region.transaction.rollback()
    return True


# -- what makes an iterator --------------------------------------------------------------------------


class _ByIndex:
    """The items of several iterables at an index."""

    __sct_by_index__ = True

    def __init__(self, at: Callable[[Any], tuple[Any, ...]]) -> None:
        self.at = at

    def __getitem__(self, index: Any) -> tuple[Any, ...]:
        return self.at(index)


def lazy(original: Callable[..., Any], kind: type, name: str, tests: bool) -> Any:
    """What stands for a function that makes an iterator, `name` of the library, of `(function, items)`.

    The library's is taken for generators and for what a `for` rolls; with `tests`, for all that may hold
    run-time values, because the function may decide by them.
    """

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        args = tuple(_in_order(trace, x) for x in args)
        if kind is map and len(args) > 2 and not kwargs and any(map(is_unknown, args[1:])):
            return _named(library_generator(trace, "mapped", zip, *args), kind)
        if len(args) != 2 or kwargs:
            return original(trace, *args, **kwargs)
        spreads = kind is itertools.starmap and type(args[1]) in (list, tuple) and any(map(_is_opened, args[1]))
        if not (spreads or _takes_library(args[1], tests)):
            return original(trace, *args, **kwargs)
        return _named(library_generator(trace, name, args[0], _owned(trace, args[1])), kind)

    return call


def _named(made: TracedGenerator, kind: type) -> TracedGenerator:
    made.python_type = kind
    return made


def _owned(trace: Trace, items: Any) -> Any:
    return trace.lift_array(items) if isinstance(items, np.ndarray) else items


def _in_order(trace: Trace, x: Any) -> Any:
    """The keys of a dict, or the elements of a set, that only the running program knows; else `x`."""
    return run_time_order.in_order(trace, x) if isinstance(x, (dict, set)) and is_hashed(x) else x


def _takes_library(items: Any, tests: bool) -> bool:
    if isinstance(items, (TracedGenerator, SymbolicRange, FormattedText, np.ndarray)) or _is_array(items):
        return True
    if is_growing(items):
        return True
    if isinstance(items, Steps):
        return is_variable(items.length) or tests or items.length >= 4
    return tests and not isinstance(items, (str, bytes))


def _is_opened(x: Any) -> bool:
    """Whether one object in it stands for all that it holds, which Python would take for the only item."""
    return is_growing(x) or (isinstance(x, (dict, set)) and is_hashed(x))


def _is_array(items: Any) -> bool:
    return is_variable(items) and hasattr(type(items), "spec")


def _reduce(original: Callable[..., Any]) -> Any:
    """`functools.reduce` of generators, and of as many items as only the running program knows."""

    def call(trace: Trace, /, *args: Any) -> Any:
        if len(args) < 2 or not (is_unknown(args[1]) or (isinstance(args[1], TracedGenerator) and args[1].is_fresh)):
            return original(trace, *args)
        return in_the_library(trace, "reduce_", args[0], args[1], args[2:])

    return call


def enumerate_(original: Callable[..., Any]) -> Any:
    """`enumerate` of generators."""

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if not args or not isinstance(args[0], TracedGenerator):
            return original(trace, *args, **kwargs)
        start = args[1] if len(args) > 1 else kwargs.get("start", 0)
        return _named(library_generator(trace, "enumerate_", args[0], start), enumerate)

    return call


def zip_(original: Callable[..., Any]) -> Any:
    """`zip` of one generator and things that are found by index; several generators are stepped."""

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        places = [k for k, x in enumerate(args) if isinstance(x, TracedGenerator)]
        if len(places) != 1 or kwargs.get("strict"):
            return original(trace, *args, **kwargs)
        place = places[0]
        others = [as_rollable(trace, x) for k, x in enumerate(args) if k != place]
        if any(o is None for o in others):
            return original(trace, *args, **kwargs)
        found = [o for o in others if o is not None]
        lengths = [o.trips for o in found]
        if not lengths:
            return _named(library_generator(trace, "map_", _one_tuple, args[0]), zip)
        at = _ByIndex(lambda i: tuple(o.at(i) for o in found))
        length = functools.reduce(lambda a, b: _least(trace, a, b), lengths)
        if place == 0:
            return _named(library_generator(trace, "zip_first", args[0], at, length), zip)
        return _named(library_generator(trace, "zip_later", args[place], at, length, place), zip)

    return call


def _one_tuple(item: Any) -> tuple[Any]:
    return (item,)


def _least(trace: Trace, a: Any, b: Any) -> Any:
    from sct.runtime.extremes import min_

    return min_(trace, a, b)


def from_iterables(
    original: Callable[..., Any], kind: Any, name: str, arguments: Callable[..., tuple[Any, ...]]
) -> Any:
    """What stands for a function of `itertools` whose arguments hold a generator."""
    original_is_cut = kind is itertools.islice  # where run-time numbers may say

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        args = tuple(_in_order(trace, x) for x in args)
        held = ()
        if name == "chain_all" and args and type(args[0]) in (list, tuple) and not is_growing(args[0]):
            held = tuple(_in_order(trace, x) for x in args[0])
            args = (held, *args[1:]) if any(map(is_unknown, held)) else args
        if not any(isinstance(x, TracedGenerator) or is_unknown(x) for x in (*args, *held, *kwargs.values())) and not (
            original_is_cut and any(map(is_variable, args[1:]))
        ):
            return original(trace, *args, **kwargs)
        return _named(library_generator(trace, name, *arguments(*args, **kwargs)), kind)

    return call


def islice_arguments(items: Any, *bounds: Any) -> tuple[Any, ...]:
    """The arguments of `itertools.islice`, all of them."""
    start, stop, step = slice(*bounds).start, slice(*bounds).stop, slice(*bounds).step
    start, step = 0 if start is None else start, 1 if step is None else step
    trace = current()
    if trace is not None and any(map(is_variable, bounds)):
        whole = [_is_whole(x) for x in (start, 0 if stop is None else stop, step)]
        in_the_library(trace, "check_bounds", start, stop, step, len(bounds) == 1, *whole)
    return items, start, stop, step


def _is_whole(x: Any) -> bool:
    """Whether `operator.index` takes this."""
    if not is_variable(x):
        return hasattr(type(x), "__index__")
    return x.spec.ndim == 0 and x.spec.dtype.kind in ("biu" if x.spec.kind == PYTHON else "iu")


def accumulate_arguments(items: Any, func: Any = None, *, initial: Any = None) -> tuple[Any, ...]:
    """The arguments of `itertools.accumulate`, all of them."""
    return items, func, () if initial is None else (initial,)


def count(trace: Trace, /, start: Any = 0, step: Any = 1) -> Any:
    """`itertools.count`."""
    if trace.by_position:
        return _counted(trace, "Counting", start, step)
    trace.sequence_iterators = True
    return _named(library_generator(trace, "count_", start, step), itertools.count)


def cycle(trace: Trace, /, items: Any) -> Any:
    """`itertools.cycle`."""
    if trace.by_position and isinstance(items, (tuple, range, str)):
        return _counted(trace, "CyclingUnchanged", items)
    if trace.by_position and isinstance(items, list):
        return _counted(trace, "Cycling", items)
    trace.sequence_iterators = True
    return _foreign(itertools.cycle, trace, items)


def _counted(trace: Trace, name: str, *args: Any) -> Any:
    """An iterator that branches and loops can carry."""
    from sct.runtime import iterator_library
    from sct.runtime.traced_call import convert_traced

    return convert_traced(trace, getattr(iterator_library, name))(*args)


# -- the table ---------------------------------------------------------------------------------------


def _best_of(items: Any, *, key: Any = None, **default: Any) -> tuple[Any, ...]:
    return items, key, tuple(default.values())


def over_generators(table: dict[Any, Callable[..., Any]]) -> dict[Any, Callable[..., Any]]:
    """The builtins that know of symbolic values, which now know of generators, too."""
    foreign: dict[Any, Callable[..., Any]] = {f: functools.partial(_foreign, f) for f in _OTHERS}
    known = {**foreign, **table}
    new = dict(known)
    for function, name, arguments, steps_first in _CONSUMING:
        new[function] = consuming(known[function], name, arguments, steps_first)
    for function, name, tests in _LAZY:
        new[function] = lazy(known[function], function, name, tests)
    for function, name, rearranged in _ITERTOOLS:
        new[function] = from_iterables(known[function], function, name, rearranged)
    new[functools.reduce] = _reduce(known[functools.reduce])
    new |= {enumerate: enumerate_(known[enumerate]), zip: zip_(known[zip])}
    for function, places in _ITERABLES.items():
        new[function] = _of_objects(new[function], places)
    for function, name in ((operator.countOf, "count_of"), (operator.indexOf, "index_of")):
        new[function] = functools.partial(_searched, function, name)
    return {**new, itertools.count: count, itertools.cycle: cycle}


def _searched(function: Any, name: str, trace: Trace, /, items: Any, wanted: Any) -> Any:
    """`operator.countOf` and `operator.indexOf`, which compare."""
    if isinstance(items, (dict, set, str, bytes, range)) and not is_variable(wanted):
        return _foreign(function, trace, items, wanted)
    return in_the_library(trace, name, _owned(trace, _in_order(trace, items)), wanted)


def _of_objects(call: Callable[..., Any], places: slice | None) -> Callable[..., Any]:
    """The same of objects of the user's classes; `places`: which arguments are walked through, None: one alone."""

    def walked(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        chosen = range(len(args))[places] if places is not None else range(len(args) == 1)
        ready = [users_iterable(trace, x) if k in chosen else x for k, x in enumerate(args)]
        return call(trace, *ready, **kwargs)

    return walked


def _foreign(function: Any, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    from sct.runtime.foreign_call import call_foreign

    return call_foreign(trace, function, *args, **kwargs)


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
_FIRST, _LATER = slice(1), slice(1, None)
_ITERABLES: dict[Any, slice | None] = {
    **dict.fromkeys((list, tuple, sorted, sum, any, all, enumerate), _FIRST),
    **dict.fromkeys((min, max), None),
    **dict.fromkeys((map, filter, functools.reduce, itertools.filterfalse, itertools.takewhile), _LATER),
    **dict.fromkeys((itertools.dropwhile, itertools.starmap), _LATER),
    **dict.fromkeys((itertools.accumulate, itertools.pairwise, itertools.islice, itertools.compress), _FIRST),
    **dict.fromkeys((zip, itertools.chain), slice(None)),
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
_OTHERS = (itertools.pairwise, itertools.chain, itertools.chain.from_iterable, itertools.islice, itertools.compress)
