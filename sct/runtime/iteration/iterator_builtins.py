"""What makes iterators, where it meets a generator of converted code, or as many items as only the run knows."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sct.ir.types import PYTHON
from sct.runtime.calls.library_calls import in_the_library, library_generator, named
from sct.runtime.current import has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing import run_time_order
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration.iterables import as_rollable
from sct.runtime.iteration.machines import STEPPED, steps
from sct.runtime.iteration.positions import from_birth, in_steps, teed
from sct.runtime.iteration.sequence_iterators import note_stepped
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.under_way import OF_ITERABLES
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.growing import is_growing, is_unknown
from sct.runtime.numbers.numbers_ import int_
from sct.runtime.objects.kinds import kind_of
from sct.runtime.objects.operators import users_method
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace, current

__all__ = [
    "accumulate_arguments", "called", "count", "cycle", "enumerate_", "from_iterables", "in_order", "keeps_place",
    "islice_arguments", "lazy", "lifted", "reduce_", "tee", "zip_",
]  # fmt: skip


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
        from sct.runtime.numbers.traced_builtins import TRACED

        args = tuple(in_order(trace, x) for x in args)
        unknown = _is_unknown_or_machine if trace.iterators.by_position else is_unknown
        if kind is map and len(args) > 2 and not kwargs and any(map(unknown, args[1:])):
            if trace.iterators.by_position:  # where it is made before the map, branches know of it
                return named(library_generator(trace, "starmap_", args[0], TRACED[zip](trace, *args[1:])), kind)
            return named(library_generator(trace, "mapped", zip, *args), kind)
        if len(args) != 2 or kwargs:
            return original(trace, *args, **kwargs)
        spreads = kind is itertools.starmap and type(args[1]) in (list, tuple) and any(map(_is_opened, args[1]))
        if not (spreads or trace.iterators.by_position or _takes_library(args[1], tests)):
            return original(trace, *args, **kwargs)
        return named(library_generator(trace, name, args[0], lifted(trace, args[1])), kind)

    return call


def _is_unknown_or_machine(x: Any) -> bool:
    return isinstance(x, TracedGenerator) or is_unknown(x)



def lifted(trace: Trace, items: Any) -> Any:
    """An array of NumPy's as one of the program; else `items`."""
    return trace.lift_array(items) if isinstance(items, np.ndarray) else items


def in_order(trace: Trace, x: Any) -> Any:
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
    return has_spec(items)


def reduce_(original: Callable[..., Any]) -> Any:
    """`functools.reduce` of generators, and of as many items as only the running program knows."""

    def call(trace: Trace, /, *args: Any) -> Any:
        if len(args) < 2 or not (is_unknown(args[1]) or (isinstance(args[1], TracedGenerator) and args[1].is_fresh)):
            return original(trace, *args)
        return in_the_library(trace, "reduce_", args[0], args[1], args[2:])

    return call


def enumerate_(original: Callable[..., Any]) -> Any:
    """`enumerate` of generators."""

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        start = args[1] if len(args) > 1 else kwargs.get("start", 0)
        if args and keeps_place(trace, args[0]):
            return in_steps(trace, "Numbered", args[:1], start)
        if not args or not isinstance(args[0], TracedGenerator):
            return from_birth(trace, original(trace, *args, **kwargs), "Numbered", args[:1], start)
        return named(library_generator(trace, "enumerate_", args[0], start), enumerate)

    return call


def zip_(original: Callable[..., Any]) -> Any:
    """`zip` of one generator and things that are found by index; several generators are stepped."""

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if len(args) > 1 and not kwargs.get("strict") and any(keeps_place(trace, x) for x in args):
            return in_steps(trace, "Zipped", args)
        places = [k for k, x in enumerate(args) if isinstance(x, TracedGenerator) or keeps_place(trace, x)]
        if not places or kwargs.get("strict"):
            made = original(trace, *args, **kwargs)
            return made if kwargs.get("strict") else from_birth(trace, made, "Zipped", args)
        place = places[0]
        others = [as_rollable(trace, x) for k, x in enumerate(args) if k != place]
        if len(places) > 1 or any(o is None for o in others):
            if trace.iterators.by_position:
                return named(library_generator(trace, "zip_all", [steps(x) for x in args], STEPPED), zip)
            return original(trace, *args, **kwargs)
        found = [o for o in others if o is not None]
        lengths = [o.trips for o in found]
        if not lengths:
            return named(library_generator(trace, "map_", _one_tuple, args[0]), zip)
        at = _ByIndex(lambda i: tuple(o.at(i) for o in found))
        length = functools.reduce(lambda a, b: _least(trace, a, b), lengths)
        if place == 0:
            return named(library_generator(trace, "zip_first", args[0], at, length), zip)
        return named(library_generator(trace, "zip_later", args[place], at, length, place), zip)

    return call


def keeps_place(trace: Trace, x: Any) -> bool:
    """Whether this is an iterator that others may go on with: it is asked for one item at a time."""
    return trace.iterators.by_position and (isinstance(x, Steps) or users_method(x, "__next__") is not None)


def _is_asked(x: Any) -> bool:
    """Whether the user's code answers what is gone through: a chain asks it when it has come to it, and not before."""
    return users_method(x, "__iter__") is not None


def _one_tuple(item: Any) -> tuple[Any]:
    return (item,)


def _least(trace: Trace, a: Any, b: Any) -> Any:
    from sct.runtime.numbers.extremes import min_

    return min_(trace, a, b)


def from_iterables(
    original: Callable[..., Any], kind: Any, name: str, arguments: Callable[..., tuple[Any, ...]]
) -> Any:
    """What stands for a function of `itertools` whose arguments hold a generator."""
    original_is_cut = kind is itertools.islice  # where run-time numbers may say
    kind = itertools.chain if name == "chain_all" else kind  # its method makes one, too

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        args = tuple(in_order(trace, x) for x in args)
        held: tuple[Any, ...] = ()
        hashed = False
        if name == "chain_all" and args and type(args[0]) in OF_ITERABLES and not is_growing(args[0]):
            held = tuple(in_order(trace, x) for x in args[0])
            hashed = any(x is not one for x, one in zip(held, args[0], strict=True))
            args = (held, *args[1:]) if hashed or any(is_unknown(x) or _is_asked(x) for x in held) else args
        given = (*args, *held, *kwargs.values())
        unknown = hashed or any(isinstance(x, TracedGenerator) or is_unknown(x) for x in given)
        unknown = unknown or (name == "chain_all" and isinstance(args[0] if args else None, Iterator))  # may give any
        unknown = unknown or (name.startswith("chain_") and any(map(_is_asked, args if name == "chain_" else held)))
        if not (unknown or trace.iterators.by_position or (original_is_cut and any(map(is_variable, args[1:])))):
            made = original(trace, *args, **kwargs)
            if name == "chain_all":
                note_stepped(trace, made)
            return made
        if trace.iterators.by_position and name.startswith("chain_") and not kwargs:
            iterables = args if name == "chain_" else args[0]
            if type(iterables) is tuple and len(iterables) > 1 and not is_growing(iterables):
                both = functools.partial(library_generator, trace, "chain_two")
                return named(functools.reduce(both, iterables), kind)
        return named(library_generator(trace, name, *arguments(*args, **kwargs)), kind)

    return call


def islice_arguments(items: Any, *bounds: Any) -> tuple[Any, ...]:
    """The arguments of `itertools.islice`, all of them."""
    start, stop, step = slice(*bounds).start, slice(*bounds).stop, slice(*bounds).step
    start, step = 0 if start is None else start, 1 if step is None else step
    trace = current()
    if trace is not None and not all(map(_is_bound, bounds)):
        whole = [_is_whole(x) for x in (start, 0 if stop is None else stop, step)]
        in_the_library(trace, "check_bounds", start, stop, step, len(bounds) == 1, *whole)
    elif not any(map(is_variable, bounds)):
        itertools.islice((), *bounds)  # raises what is wrong with these
    return items, start, stop, step


def _is_bound(x: Any) -> bool:
    """Whether `islice` surely takes this."""
    if type(x) is Choice:
        return all(one is None or (isinstance(one, int) and one >= 0) for one in x.alternatives)
    return x is None or isinstance(x, int)


def _is_whole(x: Any) -> Any:
    """Whether `operator.index` takes this."""
    if type(x) is Choice:
        return x.sct_distribute(_is_whole)
    if not has_spec(x):
        return hasattr(type(x), "__index__")
    return x.spec.ndim == 0 and x.spec.dtype.kind in ("biu" if x.spec.kind == PYTHON else "iu")


def accumulate_arguments(items: Any, func: Any = None, *, initial: Any = None) -> tuple[Any, ...]:
    """The arguments of `itertools.accumulate`, all of them."""
    return items, func, () if initial is None else (initial,)


def count(trace: Trace, /, start: Any = 0, step: Any = 1) -> Any:
    """`itertools.count`."""
    if kind_of(start) is bool and isinstance(step, int) and step == 1:  # Python counts in C then
        start = int_(trace, start)
    if trace.iterators.by_position:
        return _counted(trace, "Counting", start, step)
    trace.iterators.sequences = True
    return named(library_generator(trace, "count_", start, step), itertools.count)


def cycle(trace: Trace, /, items: Any) -> Any:
    """`itertools.cycle`."""
    if trace.iterators.by_position and isinstance(items, (tuple, range, str)):
        return _counted(trace, "CyclingUnchanged", items)
    if trace.iterators.by_position and isinstance(items, list):
        return _counted(trace, "Cycling", items)
    if trace.iterators.by_position and isinstance(items, TracedGenerator):
        return named(library_generator(trace, "cycle_", items, trace.note_new([])), itertools.cycle)
    trace.iterators.sequences = True
    return called(itertools.cycle, trace, items)


def tee(trace: Trace, /, items: Any, n: Any = 2) -> Any:
    """`itertools.tee`."""
    if trace.iterators.by_position and type(n) is int and n >= 0:
        return teed(trace, items, n)
    trace.iterators.sequences = True
    return called(itertools.tee, trace, items, n)


def _counted(trace: Trace, name: str, *args: Any) -> Any:
    """An iterator that branches and loops can carry."""
    from sct.runtime.calls.traced_call import convert_traced
    from sct.runtime.libraries import iterator_library

    return convert_traced(trace, getattr(iterator_library, name))(*args)


def called(function: Any, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call it as a function of a library."""
    from sct.runtime.calls.foreign_call import call_foreign

    return call_foreign(trace, function, *args, **kwargs)
