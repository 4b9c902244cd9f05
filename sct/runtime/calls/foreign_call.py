"""Calls of what has no Python source to convert: NumPy, the standard library, methods of builtin types."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from itertools import permutations
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from sct.errors import SctError, StaticValueError, UnsupportedCallError
from sct.ops import bindings
from sct.runtime.arrays.memory_owners import noting_owners
from sct.runtime.arrays.only_arrays import check_written, check_written_at
from sct.runtime.callers import unread
from sct.runtime.callers.buffers import BUFFERS, only_reads, reads_buffer
from sct.runtime.callers.callables import note_kept
from sct.runtime.callers.foreign_numbers import check_class
from sct.runtime.callers.number_lists import is_long
from sct.runtime.callers.owning import FILLING, UNSPECIFIED, filled, fresh, owned
from sct.runtime.callers.seen_by import check_sees_none
from sct.runtime.callers.set_order import in_order
from sct.runtime.calls.failed_calls import explain
from sct.runtime.calls.purity import check_callee, full_name, module_of, shows_variables, words
from sct.runtime.calls.special_names import about_objects, check_unanswered, stores_arguments, takes_another
from sct.runtime.calls.unseen_code import watched
from sct.runtime.conversion.opened import implementation
from sct.runtime.current import has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.hashing import hashed, keys
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.steady_hashes import note_elements
from sct.runtime.hashing.user_keys import before_call
from sct.runtime.ignore import is_ignored_by_user, is_ignored_class
from sct.runtime.iteration.asked_lists import as_list
from sct.runtime.iteration.enumerated import Indices
from sct.runtime.iteration.iterators import check_iterator, check_walking
from sct.runtime.iteration.length_hints import with_room
from sct.runtime.iteration.open_indices import WALKERS
from sct.runtime.iteration.sequence_iterators import stepping
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.taken_whole import given_whole, walked_by
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice, distribute_call
from sct.runtime.joins.lost import Lost
from sct.runtime.lists import deques, growing, list_methods, made_at_once
from sct.runtime.lists.container_methods import call_container
from sct.runtime.lists.row_arrays import joined, over_chosen_items
from sct.runtime.lists.rows import Marker
from sct.runtime.lists.searching import searched
from sct.runtime.lists.written_out import operated
from sct.runtime.numbers.whole_objects import with_indices, with_own_ints
from sct.runtime.numpy_functions.array_protocols import answered
from sct.runtime.numpy_functions.arrays_of_choices import with_arrays
from sct.runtime.numpy_functions.asked_sequences import taken
from sct.runtime.numpy_functions.callbacks import calling
from sct.runtime.numpy_functions.known_complaints import called_with_known
from sct.runtime.numpy_functions.numpy_givens import check_given, check_types, is_iterable, is_scalar
from sct.runtime.objects.class_hooks import in_module
from sct.runtime.objects.construct import construct_plainly
from sct.runtime.objects.managers import exit_stack
from sct.runtime.objects.object_methods import object_method
from sct.runtime.objects.special_calls import asked
from sct.runtime.pools import object_pools
from sct.runtime.randomness.random_object import may_draw
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.state.deep_copies import copy_of_growing, is_its_own_copy
from sct.runtime.state.mutation import attribute_method, touch, touch_reachable
from sct.runtime.state.newborn import newborn
from sct.runtime.state.settling import settle
from sct.runtime.text_arrays import functions as text_functions
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.texts.known_owners import method_of_bytes, method_of_text
from sct.runtime.texts.read_as_bytes import read_as_bytes
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["call_foreign", "holds_symbolic"]

_METHODS = (BuiltinFunctionType, MethodWrapperType, MethodType)
_UNBOUND = (MethodDescriptorType, WrapperDescriptorType)


@noting_owners
def call_foreign(trace: Trace, f: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call `f`, which sct does not see into, as an op, now, or not at all."""
    trace.missed = None
    try:
        result = _call(trace, f, args, kwargs)
    except SctError as error:
        error.where = error.where or trace.location()
        raise
    except Exception as error:
        explain(trace, f, error, args, kwargs)
        raise
    if shows_variables(result):
        raise StaticValueError(
            f"{full_name(f)}() was given run-time values to make text of",
            where=trace.location(),
            fix="use an f-string or print, which show the values when the program runs",
        )
    if result is NotImplemented:
        check_unanswered(trace, f, args)
    if isinstance(result, (set, frozenset)) and not is_hashed(result):
        note_elements(trace, result)
    return newborn(trace, result, getattr(f, "__self__", None), args, kwargs)


def _call(trace: Trace, f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    chosen = any(isinstance(x, Choice) for x in (*args, *kwargs.values())) and not stores_arguments(f)
    if chosen and not made_at_once.walks_chosen(f, args):
        return distribute_call(f, args, kwargs)
    answer, args = asked(trace, f, args)
    if answer is not NotImplemented:
        return answer
    for lost in [x for x in (*args, *kwargs.values()) if type(x) is Lost and not stores_arguments(f)]:
        lost.sct_refuse()
    if isinstance(f, _UNBOUND) and args and isinstance(args[0], (dict, set, frozenset)):
        f, args = f.__get__(args[0]), args[1:]
    args = given_whole(trace, f, before_call(trace, f, with_indices(f, args)))
    if f is deque or f is permutations:
        args, kwargs = with_own_ints(args, kwargs)
    if f is deque and args and (isinstance(args[0], TracedGenerator) or growing.is_unknown(args[0])):
        return deques.made(trace, *args, **kwargs)
    args = made_at_once.listed(trace, f, read_as_bytes(trace, f, args))
    made = made_at_once.made_by(trace, f, args, kwargs)
    if made is not None:
        return made
    if may_draw(f, args):
        from sct.runtime.randomness.random_calls import random_callee

        if (drawn := random_callee(trace, f, args)) is not None:
            return drawn(*args, **kwargs)
    by_users, args, kwargs = answered(trace, f, args, kwargs)
    if by_users is not None:
        return by_users[0]
    if isinstance(f, _UNBOUND) and args and _stands_for(args[0], f.__objclass__):
        return getattr(args[0], f.__name__)(*args[1:], **kwargs)
    if isinstance(f, _UNBOUND) and args and (f.__objclass__ is type or not isinstance(args[0], type)):
        return _method(trace, f.__get__(args[0]), args[0], f.__name__, args[1:], kwargs)
    owner = getattr(f, "__self__", None)
    is_method = owner is not None and isinstance(f, _METHODS) and not hasattr(owner, "__loader__")
    if is_method and not _is_served(module_of(f).partition(".")[0], f):
        return _method(trace, f, owner, f.__name__, args, kwargs)
    return _function(trace, f, args, kwargs)


def holds_symbolic(value: Any) -> bool:
    """Whether an array or run-time value is in a nest of lists, tuples and dicts."""
    if isinstance(value, (list, tuple)):
        return not is_long(value) and any(map(holds_symbolic, items_in(value)))
    if isinstance(value, dict):
        return any(holds_symbolic(x) for _, x in pairs_in(value))
    return is_variable(value) or isinstance(value, (Marker, np.ndarray, ArrayOfTexts))


# -- functions ---------------------------------------------------------------------------------------


def _function(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    module = module_of(f)
    top = module.partition(".")[0]
    symbolic = holds_symbolic(args) or holds_symbolic(kwargs)
    if top == "numpy" or isinstance(f, np.ufunc) or (symbolic and _is_served(top, f)):
        return _numpy(trace, f, args, kwargs, symbolic)
    if symbolic and f.__class__ is BuiltinFunctionType and module in ("math", "cmath"):
        target = bindings.lookup_function(f)
        if target is None:
            raise UnsupportedCallError(
                f"{full_name(f)}() of a value that is known only at run time has no static form",
                where=trace.location(),
                fix="use the NumPy function of that name",
            )
        return target(*args, **kwargs)
    if top == "scipy" and f.__name__ in ("issparse", "isspmatrix") and len(args) == 1:  # they ask for the class
        return not is_variable(args[0]) and f(args[0])
    if symbolic:
        check_class(f, module)
    if (f is copy.copy or f is copy.deepcopy) and len(args) == 1:
        if is_its_own_copy(trace, args[0], f is copy.deepcopy):
            return args[0]
        args = (object_pools.snapshot(trace, args[0]),) if f is copy.copy else args
        copied = copy_of_growing(trace, args[0], f is copy.deepcopy)
        if copied is not None:
            return copied
    if not (isinstance(f, type) and issubclass(f, Exception)):  # which holds what it is given
        settle(trace, (*args, *kwargs.values()))
    check_callee(trace, f)
    if module in _WALKING:
        args = walked_by(trace, f, args)
    if isinstance(f, FunctionType) and is_ignored_by_user(module):
        check_sees_none(trace, f)
    args, kwargs = _with_callbacks(trace, f, module, args, kwargs)
    args, kwargs = tuple(owned(trace, x) for x in args), {k: owned(trace, v) for k, v in kwargs.items()}
    for value in (*args, *kwargs.values()):
        touch_reachable(trace, value, reads=only_reads(f))
        if isinstance(value, Iterator):
            check_iterator(trace, value)
    result = stepping(trace, owned(trace, watched(trace, f, args, in_module(f, args, kwargs))), args)
    if isinstance(f, type) and isinstance(result, (list, dict, set, deque, bytearray)):
        trace.made[result] = trace.builder
        result = hashed.born(trace, result)
    if (f is dataclasses.replace or f is copy.copy) and not is_variable(result) and result is not args[0]:
        trace.made[result] = trace.builder
        result = object_pools.made(trace, result, trace.location())
    return result


def _stands_for(x: Any, kind: type) -> bool:
    """Whether this is a run-time number, array or text where plain Python has something of this type."""
    if isinstance(x, FormattedText):
        return kind is str
    return has_spec(x) and issubclass(x.python_type, kind)


def _is_served(top: str, f: Any) -> bool:
    """Whether a function of SciPy has an op."""
    return top == "scipy" and bindings.lookup_binding(f) is not None


_WALKS = words("fromkeys extend extendleft join")
_WALKING = words("itertools collections _collections heapq _heapq bisect _bisect statistics")
_KEEPING = words("functools dataclasses contextlib typing types abc enum weakref inspect copy operator")


def _with_callbacks(trace: Trace, f: Any, module: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """Functions that `f` is going to call are converted; those that it wraps or keeps stay what they are."""
    if (module in _KEEPING and f is not functools.cmp_to_key) or module == "builtins" or f is defaultdict:
        return note_kept(trace, f, args, kwargs)
    from sct.runtime.calls.traced_call import convert_traced

    def converted(value: Any) -> Any:
        return convert_traced(trace, value) if isinstance(value, (FunctionType, MethodType)) else value

    return tuple(map(converted, args)), {name: converted(value) for name, value in kwargs.items()}


def _numpy(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], symbolic: bool) -> Any:
    from sct.runtime.numpy_functions.numpy_calls import call_numpy
    from sct.runtime.numpy_functions.numpy_signatures import check_signature

    if (inner := implementation(trace, f, args)) is not None:
        return inner(*args, **kwargs)
    if (texts := text_functions.serve(trace, f, args, kwargs)) is not None:
        return owned(trace, texts[0])
    check_types(trace, f, args)
    given, args = taken(trace, f, args, kwargs)
    symbolic = symbolic or holds_symbolic(args)
    if isinstance(f, type):
        check_given(trace, f, args)
        return _numpy_class(trace, f, args if symbolic else given, kwargs, symbolic)
    if f in (np.isscalar, np.iterable) and len(args) == 1 and not kwargs:
        return is_scalar(args[0]) if f is np.isscalar else is_iterable(args[0])
    check_given(trace, f, args)
    if symbolic and getattr(f, "__name__", "") == "isMaskedArray":  # of np.ma, which is not imported for it
        return False
    if symbolic:
        args = tuple(owned(trace, x) for x in args)
        kwargs = {k: owned(trace, v) for k, v in kwargs.items()}
        check_signature(f, args, kwargs)
        check_written(f, args)
        calls = calling(trace, f)
        if calls is not None:
            return owned(trace, calls(*args, **kwargs))
        found = joined(trace, f, args, kwargs) or over_chosen_items(trace, f, args, kwargs)
        if found is not None:
            return found[0]
        return owned(trace, call_numpy(trace, f, with_arrays(trace, f, args, kwargs), kwargs))
    check_callee(trace, f)
    args, kwargs = (given, kwargs) if isinstance(f, np.ufunc) else _with_callbacks(trace, f, "numpy", given, kwargs)
    touch_reachable(trace, (*args, *kwargs.values()), reads=only_reads(f))
    result = called_with_known(trace, f, args, kwargs)
    unset = f in UNSPECIFIED
    return filled(trace, result, unset, unset=unset) if f in FILLING else fresh(trace, result)


def _numpy_class(trace: Trace, cls: type, args: Any, kwargs: Any, symbolic: bool) -> Any:
    if not symbolic and cls is np.ndarray and len(args) < 3 and not {*kwargs} & {"buffer", "strides", "offset"}:
        return filled(trace, watched(trace, cls, args, kwargs), True, unset=True)
    if not symbolic:
        if cls is np.ndindex and not kwargs:
            return Indices(trace, args)
        if cls is not np.errstate:
            check_callee(trace, cls)
        return owned(trace, watched(trace, cls, args, kwargs))
    if cls in WALKERS:
        return WALKERS[cls](trace, *args)
    if (target := bindings.lookup_binding(cls)) is None:
        raise UnsupportedCallError(
            f"np.{cls.__name__}() of a run-time value has no static form",
            where=trace.location(),
            fix="use x.astype(...) or np.asarray(...)",
        )
    return target(*(owned(trace, x) for x in args), **kwargs)


# -- methods -----------------------------------------------------------------------------------------


def _method(trace: Trace, f: Any, owner: Any, name: str, args: Any, kwargs: Any) -> Any:
    if isinstance(owner, np.ndarray):
        return getattr(owned(trace, owner), name)(*args, **kwargs)
    check_walking(trace, owner, name, args)
    if name in _WALKS:
        if name == "extend" and isinstance(owner, (list, bytearray)):
            args = tuple(list_methods.of_itself(trace, x) if x is owner else with_room(trace, x) for x in args)
        given = as_list if name == "join" else users_iterable
        args = tuple(given(trace, in_order(trace, x)) for x in args)
    if name == "__call__" and isinstance(owner, type) and not is_ignored_class(owner):
        return construct_plainly(trace, owner, *args, **kwargs)
    if is_variable(owner) or isinstance(owner, (FormattedText, ArrayOfTexts)):
        return NotImplemented if about_objects(trace, owner, name, args) else getattr(owner, name)(*args, **kwargs)
    if isinstance(owner, str):
        return method_of_text(trace, f, owner, name, args, kwargs)
    if type(owner) is bytes and (found := method_of_bytes(trace, owner, name, args)) is not NotImplemented:
        return found
    if unread.is_unread(owner):
        return unread.call_method(trace, owner, name, args)
    several = next((k for k, x in enumerate(args) if type(x) is Choice), -1) if takes_another(owner, name) else -1
    if several >= 0:

        def with_one(one: Any) -> Any:
            return _method(trace, f, owner, name, (*args[:several], one, *args[several + 1 :]), kwargs)

        return args[several].sct_distribute(with_one)
    if isinstance(owner, (list, tuple)) and (found := operated(trace, owner, name, args)) is not NotImplemented:
        return found
    if not kwargs and (found := keys.looked_up(trace, owner, name, *args)) is not NotImplemented:
        return found
    if isinstance(owner, (list, dict, set, deque, bytearray)):
        return call_container(trace, f, owner, name, args, kwargs)
    if isinstance(owner, frozenset) and any(isinstance(x, (dict, set)) and is_hashed(x) for x in args):
        from sct.runtime.calls.traced_call import convert_traced

        beside = hashed.set_of(trace, sorted(owner, key=repr))  # whose methods know what such sets hold
        made = call_container(trace, getattr(beside, name), beside, name, args, kwargs)
        return convert_traced(trace, frozenset)(made) if isinstance(made, set) else made
    if isinstance(owner, contextlib.ExitStack):
        return exit_stack(trace, f, name, args, kwargs)
    if name in ("__setattr__", "__delattr__") and isinstance(owner, type) is (getattr(f, "__objclass__", None) is type):
        return attribute_method(trace, owner, name, args)
    if (found := object_method(trace, f, owner, args)) is not NotImplemented:
        return found
    if name in ("__next__", "send", "throw", "close") and isinstance(owner, Iterator):
        check_iterator(trace, owner)
        return owned(trace, f(*args, **kwargs))
    if isinstance(owner, tuple) and growing.is_growing(owner):
        return list_methods.call_method(trace, trace.note_new(list(owner)), name, args, kwargs)
    if isinstance(owner, tuple):
        found = searched(trace, owner, name, args, kwargs)
        if found is not NotImplemented:
            return found
    if isinstance(owner, range) and name in ("index", "count") and len(args) == 1 and is_variable(args[0]):
        return getattr(SymbolicRange(trace, owner.start, owner.stop, owner.step), name)(args[0])
    if isinstance(owner, (tuple, frozenset)) and name in ("index", "count"):
        return owned(trace, f(*args, **kwargs))
    if isinstance(owner, np.ufunc):
        from sct.runtime.numpy_functions.numpy_calls import call_ufunc

        args = tuple(owned(trace, x) for x in taken(trace, f, args, kwargs)[1])
        check_given(trace, f, args)
        if name == "at":
            check_written_at(owner, args)
        if holds_symbolic(args) or holds_symbolic(kwargs):
            return owned(trace, call_ufunc(trace, owner, name, with_arrays(trace, owner, args, kwargs), kwargs))
        return owned(trace, watched(trace, f, args, kwargs))
    check_callee(trace, f)
    if isinstance(owner, BUFFERS) and not reads_buffer(owner, name):
        touch(trace, owner)
    walked = tuple(args[0]) if name == "fromkeys" and args and type(args[0]) is dict else args
    settle(trace, (*walked, *kwargs.values()))
    touch_reachable(trace, (*args, *kwargs.values()), reads=only_reads(f))
    result = watched(trace, f, args, kwargs)
    if result is NotImplemented and holds_symbolic(args):  # `float.__add__(1.0, v)`
        raise UnsupportedCallError(f"{full_name(f)}() of a run-time value has no static form", where=trace.location())
    return owned(trace, result)
