"""Calls while a trace is under way: what is inlined, what becomes an op, what runs now, what is refused."""

from __future__ import annotations

import contextlib
import functools
import operator
from collections.abc import Callable
from inspect import CO_GENERATOR
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, MethodWrapperType
from typing import Any

import numpy as np

from sct.errors import SourceUnavailableError
from sct.logs import log
from sct.runtime import ignore
from sct.runtime.callers.bound import lifted_owner, lifted_partial
from sct.runtime.callers.buffers import BUFFERS, buffer_class
from sct.runtime.callers.class_lookup import guard_special
from sct.runtime.callers.parameters import lift_defaults
from sct.runtime.callers.seen_by import check_sees_none
from sct.runtime.calls.foreign_call import call_foreign
from sct.runtime.calls.inlining import inline
from sct.runtime.conversion.instrumented import is_instrumented, note_instrumented
from sct.runtime.conversion.opened import opened
from sct.runtime.conversion.without_source import call_unseen
from sct.runtime.current import has_spec, is_variable
from sct.runtime.homes import home_of
from sct.runtime.iteration.generator_managers import generator_manager, makes_manager
from sct.runtime.joins.lost import Lost
from sct.runtime.numpy_functions.error_states import decorated, is_decorated
from sct.runtime.objects.caching import call_cached, check_asked
from sct.runtime.objects.construct import construct
from sct.runtime.objects.single_dispatch import dispatching
from sct.runtime.texts.kind_names import type_name
from sct.runtime.trace import Trace

__all__ = ["callees_of", "convert_traced", "converted_for"]

_NO_PYTHON_CALL = (BuiltinFunctionType, MethodDescriptorType, MethodWrapperType, np.ufunc)
_AS_IS = object()


def convert_traced(trace: Trace, f: Any) -> Any:
    """What to call instead of `f` in a trace."""
    f = lifted_owner(trace, f)
    kind = type(f)
    if kind is FunctionType:
        return _function(trace, f)
    if kind is MethodType:
        return _method(trace, f)
    if has_spec(f):
        return functools.partial(_not_callable, f)
    if is_variable(f) or isinstance(f, Lost):
        return f  # a Choice calls each alternative; the others refuse by themselves
    if home_of(kind).startswith("sct."):
        return f  # a StaticFunction, which inlines what it wraps
    if isinstance(f, type):
        return _class(trace, f)
    if kind is functools.partial:
        f = lifted_partial(trace, f)
        return functools.partial(convert_traced(trace, f.func), *f.args, **f.keywords)
    if isinstance(f, functools._lru_cache_wrapper):  # the cache would keep symbolic values
        return functools.partial(call_cached, trace, f, convert_traced(trace, f.__wrapped__))
    if kind is BuiltinFunctionType and isinstance(f.__self__, functools._lru_cache_wrapper):
        if f.__name__ != "cache_parameters":
            check_asked(f)
    if kind in (operator.itemgetter, operator.attrgetter, operator.methodcaller):
        from sct.runtime.libraries.operator_library import GETTERS

        return functools.partial(GETTERS[kind], trace, f)
    origin = getattr(f, "__origin__", None) if kind.__module__ == "typing" else None
    if isinstance(origin, type):
        return functools.partial(_of_alias, trace, f, convert_traced(trace, origin))
    if kind not in _NO_PYTHON_CALL:
        call = getattr(kind, "__call__", None)  # noqa: B004 - on the class, where Python looks
        if type(call) is FunctionType and not ignore.is_marked(f):
            guard_special(trace, kind, "__call__")
            converted = _function(trace, call)
            return functools.partial(converted, f)
    if not callable(f):
        return f
    return _foreign(trace, f)


def _of_alias(trace: Trace, alias: Any, call: Any, /, *args: Any, **kwargs: Any) -> Any:
    """`K[int](…)`: the object is told what it was made by, where it can be told."""
    made = call(*args, **kwargs)
    if isinstance(made, alias.__origin__) and not ignore.is_ignored_class(alias.__origin__):
        from sct.runtime.state.mutation import store_attr

        with contextlib.suppress(AttributeError):
            store_attr(trace, made, "__orig_class__", alias)
    return made


def _not_callable(x: Any, *args: Any, **kwargs: Any) -> Any:
    raise TypeError(f"'{type_name(x)}' object is not callable")


def _function(trace: Trace, f: FunctionType) -> Any:
    from sct.runtime.numbers.python_sequences import over_statistics
    from sct.runtime.numbers.traced_builtins import TRACED

    traced = TRACED.get(f) or over_statistics(f)
    if traced is not None:
        return functools.partial(traced, trace)
    if _logs(f):
        return functools.partial(_logging(f), trace)
    if ignore.is_marked(f):
        return functools.partial(_as_it_is, trace, f)
    converted = converted_for(trace, f)
    if converted is None:
        if is_decorated(f):
            return functools.partial(decorated, trace, f)
        if makes_manager(f):
            return functools.partial(generator_manager, trace, f)
        if (dispatched := dispatching(trace, f)) is not None:
            return dispatched
        return _foreign(trace, f) if ignore.is_ignored_function(f) else functools.partial(call_unseen, trace, f)
    return opened(trace, f, functools.partial(inline, trace, converted))


def _as_it_is(trace: Trace, f: FunctionType, /, *args: Any, **kwargs: Any) -> Any:
    check_sees_none(trace, f)
    return f(*args, **kwargs)


def callees_of(trace: Trace) -> list[FunctionType]:
    """The functions of the user's that a trace has called, but for those that were made in it."""
    return [f for called in (trace.code.converted, trace.code.callees) for f, _ in called.items()]


def converted_for(trace: Trace, f: FunctionType) -> FunctionType | None:
    """The instrumented function, or None where `f` stays as it is."""
    from sct.runtime.source import get_conversion, get_generator_conversion, is_converted_code

    if is_converted_code(f.__code__) and is_instrumented(f.__code__):
        return f
    if ignore.is_ignored_function(f):
        return None
    callees = trace.code.converted
    known: Any = callees.get(f)
    if known is None:
        try:
            conversion = (get_generator_conversion if f.__code__.co_flags & CO_GENERATOR else get_conversion)(f)
            known = conversion.traced(f, trace.reads_for(f))
            lift_defaults(trace, f, known)
            note_instrumented(known.__code__)
        except SourceUnavailableError as error:
            log("ast", "%s runs while the graph is built: %s", f.__qualname__, error)
            known = _AS_IS
        callees[f] = known
    return None if known is _AS_IS else known


def _method(trace: Trace, f: MethodType) -> Any:
    function = f.__func__
    if _logs(function):
        return functools.partial(_logging(function), trace, f.__self__)
    if type(function) is FunctionType and (_is_of_users(function) or not ignore.is_ignored_function(function)):
        converted = _function(trace, function)
        return f if converted is function else functools.partial(converted, f.__self__)
    if type(function) is not FunctionType:
        return functools.partial(convert_traced(trace, function), f.__self__)
    return _foreign(trace, f)


def _is_of_users(f: FunctionType) -> bool:
    """Whether a decorator of a library has made this of a function of the user's, which is converted."""
    return makes_manager(f) or is_decorated(f)


def _logs(f: Any) -> bool:
    return type(f) is FunctionType and f.__module__ == "logging"


def _logging(f: Any) -> Callable[..., Any]:
    """What is called in place of a function of `logging`, which few programs need."""
    from sct.runtime.texts.notices import LOGGING

    return LOGGING.get(f) or (lambda trace, *args, **kwargs: call_foreign(trace, f, *args, **kwargs))


def _class(trace: Trace, cls: type) -> Any:
    from sct.runtime.numbers.traced_builtins import TRACED

    if cls in TRACED:
        return functools.partial(TRACED[cls], trace)
    cls = _of_ours(trace, cls)
    if ignore.is_marked(cls):
        return cls
    if ignore.is_ignored_class(cls):
        return _foreign(trace, cls)
    return functools.partial(construct, trace, cls)


def _of_ours(trace: Trace, cls: type) -> type:
    """The class that is converted in place of one of the standard library."""
    if cls.__module__ in ("queue", "_queue"):
        from sct.runtime.libraries.queue_library import STANDING_FOR as queues

        return queues.get(cls, cls)
    if cls.__module__ == "_io":
        from sct.runtime.libraries.stream_library import STANDING_FOR as streams

        return streams.get(cls, cls)
    return buffer_class(trace, cls) if cls in BUFFERS else cls


def _foreign(trace: Trace, f: Callable[..., Any]) -> Any:
    from sct.runtime.numbers.traced_builtins import TRACED

    try:
        traced = TRACED.get(f)
    except TypeError:  # bound to something that has no hash
        traced = None
    if traced is not None:
        return functools.partial(traced, trace)
    return functools.partial(call_foreign, trace, f)
