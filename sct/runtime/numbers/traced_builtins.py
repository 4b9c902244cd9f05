"""The builtins, and their relatives in `operator` and `functools`, while a trace is under way.

`TRACED` maps each function that must know of symbolic values to what is called in its place, with
the trace before the arguments. What is not in it runs as it is: `abs(x)` finds `x.__abs__`.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import itertools
import operator
import sys
import typing
import warnings
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime import containers
from sct.runtime.arrays.nditer_calls import nditer
from sct.runtime.callers import unread
from sct.runtime.callers.callables import note_identity, note_object
from sct.runtime.callers.known_nans import check_hashed
from sct.runtime.callers.owning import owned
from sct.runtime.callers.reads import users_attribute
from sct.runtime.callers.unread import is_unread
from sct.runtime.calls.raising import leave
from sct.runtime.current import has_spec, is_variable
from sct.runtime.effects import print_later
from sct.runtime.hashing.dict_views import View, knows_views
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.hashing.frozensets import FROZENSETS
from sct.runtime.hashing.hashing_numbers import run_time_hash
from sct.runtime.hashing.user_keys import hashes_itself, note_key
from sct.runtime.iteration import reversing, sequences
from sct.runtime.iteration.combining import over_run_time_items
from sct.runtime.iteration.generator_builtins import over_generators
from sct.runtime.iteration.generator_managers import GENERATOR_MANAGERS
from sct.runtime.iteration.iterables import is_chosen_list
from sct.runtime.iteration.iteration_builtins import accumulate, calls_its_argument, iter_, next_, reduce
from sct.runtime.iteration.iterators import length_hint
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice, distribute_call
from sct.runtime.joins.lost import Lost
from sct.runtime.libraries.operator_library import OPERATORS
from sct.runtime.lists import growing
from sct.runtime.lists.bisecting import BISECTING
from sct.runtime.lists.heaping import HEAPING
from sct.runtime.lists.item_equality import are_equal, same_item
from sct.runtime.lists.making import dict_, maker
from sct.runtime.lists.rows import pool_place
from sct.runtime.lists.sorting import Compared, sorted_
from sct.runtime.numbers import extremes, numbers_
from sct.runtime.numbers.builtin_keywords import minding_keywords
from sct.runtime.numbers.lengths import as_length
from sct.runtime.numbers.python_sequences import OVER_SEQUENCES
from sct.runtime.numbers.run_time_ids import RunTimeId
from sct.runtime.numpy_functions.error_states import ERROR_STATES
from sct.runtime.numpy_functions.numpy_from_python import FROM_PYTHON
from sct.runtime.objects import construct
from sct.runtime.objects.class_hooks import made_class
from sct.runtime.objects.dataclass_calls import OF_DATACLASSES
from sct.runtime.objects.kinds import check_own, kind_of
from sct.runtime.objects.operators import users_method
from sct.runtime.objects.special_calls import is_instance, is_subclass
from sct.runtime.state.absent_attributes import check_name, dir_, read_or, vars_
from sct.runtime.state.bare import ROWS
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.texts.bytes_methods import BYTES
from sct.runtime.texts.hex_numbers import HEX
from sct.runtime.texts.print_options import PRINT_OPTIONS
from sct.runtime.texts.redirected import REDIRECTIONS
from sct.runtime.texts.standard_output import OUTPUTS
from sct.runtime.texts.text_builtins import TEXTS
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.texts.text_uses import one_text
from sct.runtime.trace import Trace
from sct.shown import no_attribute

__all__ = ["TRACED"]

_MISSING = object()


_BY_INDEX = (zip, enumerate)  # which step through one of several lists by index
_STEPPING = (reversed, zip, enumerate, iter)  # what they make is stepped later, outside of any choice


def _distributes(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a builtin work on each alternative of a Choice among its arguments."""

    def outer(original: Any) -> Callable[..., Any]:
        @functools.wraps(function)
        def inner(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
            if original in _STEPPING:
                args = tuple(one_text(trace, x) for x in args)
            if any(isinstance(x, Choice) and not (original in _BY_INDEX and is_chosen_list(x)) for x in args):
                return distribute_call(original, args, kwargs)
            arrays = [owned(trace, x) if isinstance(x, np.ndarray) else x for x in args]
            return function(trace, *arrays, **kwargs)

        return inner

    return outer


# -- types -------------------------------------------------------------------------------------------


def _type(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    if len(args) == 1 and not kwargs:
        return kind_of(args[0])
    return made_class(trace, *args, **kwargs) if len(args) == 3 else type(*args)  # raises


def _super(_trace: Trace, /, *args: Any) -> Any:
    return super(*args)


def _hash(trace: Trace, /, x: Any) -> Any:
    found = run_time_hash(trace, x)
    if found is not None:
        return found
    if is_variable(x):
        _refuse(trace, "hash() of a run-time value", x)
    check_hashed(trace, x)
    note_key(trace, x, None)
    _note_hashed(trace, x)
    return hash(x)


def _note_hashed(trace: Trace, x: Any) -> None:
    """What the function does depends on which object this is, where no `__hash__` of the user's says what of it."""
    if isinstance(x, (tuple, frozenset)):
        for part in x:
            _note_hashed(trace, part)
    elif not hashes_itself(x):
        note_identity(trace, x)


def _id(trace: Trace, /, x: Any) -> Any:
    if is_variable(x):
        return RunTimeId(x)
    if (place := pool_place(x)) is not None:
        place.sct_refuse()
    return id(note_object(trace, x))


def _refuse(trace: Trace, what: str, asked: Any = None) -> None:
    error = StaticValueError(
        f"{what} was asked for while the graph is built",
        where=trace.location(),
        why="it has none before the program runs",
        fix="use it as a key of a dict or an element of a set, which the program can find, or call it outside",
    )
    error.asked = asked
    raise error


# -- attributes --------------------------------------------------------------------------------------


def _getattr(trace: Trace, /, x: Any, name: Any, default: Any = _MISSING) -> Any:
    if isinstance(name, FormattedText):
        name.refuse("an attribute's name")
    if type(name) is Choice:
        return name.sct_distribute(lambda one: _getattr(trace, x, one, default))
    if type(x) is Choice:
        return x.sct_distribute(lambda one: _getattr(trace, one, name, default))
    check_name(name)
    if _is_missing(x, name):
        if default is _MISSING:
            raise no_attribute(x.python_type, name, x)
        return default
    if default is _MISSING:
        return users_attribute(trace, x, name)
    try:
        check_own(x, name)
        with trace.handling.apart():  # what a property raises is seen here
            return read_or(trace, x, name, default)
    except AttributeError:
        return default


def _is_missing(x: Any, name: Any) -> bool:
    """Whether a special method that a Variable has is none of what it stands for."""
    return has_spec(x) and str(name).startswith("__") and not hasattr(x.python_type, name)


def _hasattr(trace: Trace, /, x: Any, name: Any) -> Any:
    if type(x) is Choice:
        return x.sct_distribute(lambda one: _hasattr(trace, one, name))
    if type(name) is Choice:
        return name.sct_distribute(lambda one: _hasattr(trace, x, one))
    if has_spec(x) and type(name) is str and name != "mT":  # which raises where there are too few axes
        return any(name in vars(cls) for cls in x.python_type.__mro__)
    if type(x) is View and type(name) is str:
        return hasattr(x.python_type, name)
    found = _getattr(trace, x, name, _MISSING_TOO)
    if isinstance(found, Lost):  # whether it is there may be what is not known
        found.sct_refuse()
    if type(found) is Choice:
        return found.sct_distribute(lambda one: one is not _MISSING_TOO)
    return found is not _MISSING_TOO


_MISSING_TOO = object()


def _namespace(trace: Trace, /, *args: Any, **attributes: Any) -> Any:
    return trace.note_new(SimpleNamespace(*args, **attributes))


def _setattr(trace: Trace, /, x: Any, name: Any, value: Any) -> None:
    if type(name) is Choice:
        name.sct_distribute(lambda one: _setattr(trace, x, one, value))
        return
    if isinstance(name, FormattedText):
        name.refuse("an attribute's name")
    check_name(name)
    containers.store_attr(x, name, value)


def _delattr(trace: Trace, /, x: Any, name: Any) -> None:
    if type(name) is Choice:
        name.sct_distribute(lambda one: _delattr(trace, x, one))
        return
    if isinstance(name, FormattedText):
        name.refuse("an attribute's name")
    check_name(name)
    containers.del_attr(x, name)


# -- containers and iterators ------------------------------------------------------------------------


def _len(trace: Trace, /, x: Any) -> Any:
    trace.last_length = found = _length(trace, x)
    return found


def _length(trace: Trace, x: Any) -> Any:
    if is_variable(x) and x.spec.ndim:
        return x.shape[0]
    if isinstance(x, (SymbolicRange, View)):
        return x.length
    if isinstance(x, (dict, set)) and is_hashed(x):
        return growing.length(trace, lists_of(x)[0])
    if is_unread(x):
        return unread.length(trace, x)
    method = None if type(x) in ROWS else users_method(x, "__len__")
    if method is not None:
        return as_length(trace, _user(trace, method)(x))
    if growing.is_growing(x):
        return growing.length(trace, x)
    return x.length if isinstance(x, (FormattedText, ArrayOfTexts)) else len(x)


def _is_users(method: Any) -> bool:
    from sct.runtime.ignore import is_ignored_function

    return type(method) is FunctionType and not is_ignored_function(method)


def _user(trace: Trace, method: Any) -> Callable[..., Any]:
    from sct.runtime.calls.traced_call import convert_traced

    converted: Callable[..., Any] = convert_traced(trace, method)
    return converted


# -- the table ---------------------------------------------------------------------------------------


def _plain(function: Any) -> Callable[..., Any]:
    """A function of converted code's own, which needs no trace."""
    return lambda trace, /, *args, **kwargs: function(*args, **kwargs)


_DISTRIBUTED: dict[Any, Callable[..., Any]] = {
    dataclasses.replace: construct.replace,
    builtins.len: _len,
    builtins.isinstance: lambda trace, /, x, classes: is_instance(x, kind_of(x), classes),
    builtins.issubclass: is_subclass,
    builtins.type: _type,
    builtins.hash: _hash,
    builtins.iter: iter_,
    builtins.int: numbers_.int_,
    builtins.float: numbers_.float_,
    builtins.complex: numbers_.complex_,
    builtins.pow: numbers_.pow_,
    builtins.min: extremes.min_,
    builtins.max: extremes.max_,
    builtins.range: sequences.range_,
    builtins.enumerate: sequences.enumerate_,
    builtins.zip: sequences.zip_,
    builtins.reversed: reversing.reversed_,
    builtins.abs: numbers_.abs_,
    builtins.round: numbers_.round_,
    builtins.divmod: numbers_.divmod_,
    builtins.super: _super,
}

_TRACED: dict[Any, Callable[..., Any]] = {
    **{function: _distributes(traced)(function) for function, traced in _DISTRIBUTED.items()},
    same_item: are_equal,
    builtins.bool: numbers_.bool_,
    builtins.sum: extremes.sum_,
    builtins.any: extremes.any_,
    builtins.all: extremes.all_,
    builtins.id: _id,
    builtins.getattr: _getattr,
    builtins.hasattr: _hasattr,
    builtins.setattr: _setattr,
    builtins.delattr: _delattr,
    builtins.vars: vars_,
    builtins.dir: dir_,
    SimpleNamespace: _namespace,
    builtins.next: next_,
    builtins.list: maker(list, False),
    builtins.tuple: maker(tuple, False),
    builtins.set: maker(set, True),
    builtins.frozenset: maker(frozenset, True),
    builtins.dict: dict_,
    builtins.map: calls_its_argument(map),
    builtins.filter: calls_its_argument(filter),
    builtins.sorted: sorted_,
    builtins.print: _plain(print_later),
    functools.reduce: reduce,
    functools.cmp_to_key: Compared,
    typing.cast: lambda trace, /, typ, val: val,
    itertools.accumulate: accumulate,
    itertools.starmap: calls_its_argument(itertools.starmap),
    itertools.takewhile: calls_its_argument(itertools.takewhile),
    itertools.dropwhile: calls_its_argument(itertools.dropwhile),
    itertools.filterfalse: calls_its_argument(itertools.filterfalse),
    operator.length_hint: lambda trace, /, x, default=0: length_hint(trace, x, default, _len),
    sys.exit: leave,
}


def _over_choices(function: Any, traced: Callable[..., Any]) -> Callable[..., Any]:
    """Let a builtin that makes something of its arguments do so with each alternative of a Choice."""

    def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        chosen = args[1:] if function in _CALLERS and _is_function(args[0] if args else None) else args
        if any(type(x) is Choice for x in chosen):
            return distribute_call(function, args, kwargs)
        return traced(trace, *args, **kwargs)

    return call


def _of_one_list(traced: Callable[..., Any]) -> Callable[..., Any]:
    """Let what makes an iterator go through one new list, where it is given one of several."""

    def call(trace: Trace, /, iterable: Any, *args: Any, **kwargs: Any) -> Any:
        return traced(trace, TRACED[list](trace, iterable) if type(iterable) is Choice else iterable, *args, **kwargs)

    return call


def _is_function(chosen: Any) -> bool:
    """Whether this is one of several functions: they are chosen from where they are called."""
    return type(chosen) is Choice and all(map(callable, chosen.alternatives))


def _warn(trace: Trace, /, *args: Any, **kwargs: Any) -> None:
    from sct.runtime.texts.notices import warn

    warn(trace, *args, **kwargs)


_CALLERS = (map, filter, functools.reduce)
_MAKERS = (list, tuple, set, frozenset, dict, sorted, map, filter, functools.reduce)
_WALKS = (enumerate, zip, reversed, len, isinstance, type, iter, hasattr, *OPERATORS, *TEXTS)
_ALL = {**_TRACED, **TEXTS, **BYTES, **OVER_SEQUENCES, **BISECTING, **HEAPING, **FROM_PYTHON, **over_run_time_items()}
_ALL.update({**OPERATORS, **PRINT_OPTIONS, **ERROR_STATES, **OUTPUTS, **REDIRECTIONS, **GENERATOR_MANAGERS})
_ALL.update({warnings.warn: _warn, np.nditer: nditer, **FROZENSETS, **OF_DATACLASSES, **HEX})
TRACED = knows_views(over_generators(_ALL), _WALKS)
TRACED.update({function: _over_choices(function, TRACED[function]) for function in _MAKERS})
TRACED.update({function: minding_keywords(function, traced) for function, traced in TRACED.items()})
TRACED[itertools.accumulate] = _of_one_list(TRACED[itertools.accumulate])
