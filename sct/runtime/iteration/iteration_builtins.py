"""`iter`, `next`, and what makes Python's own iterators, while a trace is under way."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.callers.owning import owned
from sct.runtime.callers.set_order import in_order
from sct.runtime.calls.raising import CAUGHT
from sct.runtime.current import has_spec
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration import sequences
from sct.runtime.iteration.iterators import check_iterator
from sct.runtime.iteration.sequence_iterators import stepping
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import step_of, users_iterable
from sct.runtime.iteration.walked_by_callers import gone_through
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing
from sct.runtime.lists.rows import stale_or_marker
from sct.runtime.numbers.extremes import iterable_of
from sct.runtime.objects.operators import users_method
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["accumulate", "calls_its_argument", "iter_", "next_", "reduce"]


def iter_(trace: Trace, /, x: Any, *sentinel: Any) -> Any:
    """`iter`."""
    if sentinel:
        from sct.runtime.calls.library_calls import library_generator

        made = library_generator(trace, "until", x, *sentinel)
        made.python_type = type(iter(int, 1))
        return made
    if is_flat(x):  # which is its own iterator
        return x
    if users_method(x, "__iter__") is None and (found := _of_a_sequence(trace, x)) is not None:
        return found
    made = users_iterable(trace, in_order(trace, x), asked=True)
    if isinstance(x, StandIn):
        made = sequences.of_stand_in(trace, made, type(iter(type(x).stands_for())))
    own = users_method(made, "__next__") is not None
    return made if own else stepping(trace, made if isinstance(made, Iterator) else iter(made), (x,))


def _of_a_sequence(trace: Trace, x: Any) -> Any:
    """The iterator of what the program goes through by index, or in steps; None of anything else."""
    if isinstance(x, (list, tuple, str, SymbolicRange, range)) or has_spec(x):
        if trace.iterators.by_position:
            from sct.runtime.libraries.iterator_library import Positions

            return _converted(trace, Positions)(x)
        trace.iterators.sequences = True
    if growing.is_growing(x) or isinstance(x, (View, FormattedText)) or (isinstance(x, (dict, set)) and is_hashed(x)):
        return sequences.iter_(trace, x)
    return None


def next_(trace: Trace, /, iterator: Any, *default: Any) -> Any:
    """`next`."""
    if type(iterator) is Choice:
        return iterator.sct_distribute(lambda one: next_(trace, one, *default))
    if is_flat(iterator):
        iterator = iterator.sct_steps
    if isinstance(iterator, sequences.Steps):
        return iterator.sct_next(*default)
    if isinstance(iterator, TracedGenerator):
        iterator = iterator.as_machine() or iterator
    method = users_method(iterator, "__next__")
    if method is not None:
        if not default:
            return _converted(trace, method)(iterator)
        step = step_of(trace, iterator, CAUGHT)
        if step is not None:
            from sct.runtime.calls.library_calls import in_the_library

            return in_the_library(trace, "next_or", step, default[0])
        try:
            with trace.trying():  # that it ends is caught here
                return _converted(trace, method)(iterator)
        except StopIteration:
            return default[0]
    if isinstance(iterator, Iterator):
        check_iterator(trace, iterator)
    return owned(trace, next(iterator, *default))


def calls_its_argument(function: Any) -> Callable[..., Any]:
    """`map` and its like: the callable that comes first is converted."""

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if args and args[0] is not None:
            args = (_asked(trace, args[0]), *(iterable_of(trace, x) for x in args[1:]))
        return stepping(trace, function(*args, **kwargs), args[1:])

    return call


def reduce(trace: Trace, /, function: Any, iterable: Any, *initial: Any) -> Any:
    """`functools.reduce`."""
    items = gone_through(trace, iterable, iterable_of(trace, iterable), "reduce")
    return functools.reduce(_converted(trace, function), items, *initial)


def accumulate(trace: Trace, /, iterable: Any, func: Any = None, *, initial: Any = None) -> Any:
    """`itertools.accumulate`."""
    func = _asked(trace, operator.add if func is None else func)  # the user's own `__add__`, too
    marker = stale_or_marker(iterable)
    if marker is not None:  # which Python would take for the only item
        marker.sct_refuse("is gone through by itertools.accumulate")
    made = itertools.accumulate(iterable_of(trace, iterable), func, initial=initial)
    return stepping(trace, made, (iterable,))


def _asked(trace: Trace, function: Any) -> Callable[..., Any]:
    """The same of what an iterator calls: a StopIteration in it is the end of that iterator."""
    converted = _converted(trace, function)

    def call(*args: Any) -> Any:
        with trace.handling.asked():
            return converted(*args)

    return call


def _converted(trace: Trace, method: Any) -> Callable[..., Any]:
    from sct.runtime.calls.traced_call import convert_traced

    converted: Callable[..., Any] = convert_traced(trace, method)
    return converted
