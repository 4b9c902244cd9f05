"""Instances of the user's classes made in a trace: `__new__`, `__init__`, `__post_init__` are converted."""

from __future__ import annotations

import dataclasses
import inspect
from types import FunctionType
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.callers.class_lookup import guard_special, guard_write
from sct.runtime.calls.unseen_code import watched
from sct.runtime.hashing import hashed
from sct.runtime.hashing.entries import ENTRIES, is_hashed, is_users_dict
from sct.runtime.lists.known_lists import noted
from sct.runtime.numbers.enum_members import finds_member, member_of, missing_member
from sct.runtime.pools import object_pools
from sct.runtime.state.bare import ROWS
from sct.runtime.state.instances import check_reading
from sct.runtime.state.own_dict import dict_of
from sct.runtime.trace import Trace

__all__ = ["construct", "construct_plainly", "replace"]


def construct(trace: Trace, cls: type, /, *args: Any, **kwargs: Any) -> Any:
    """`cls(*args, **kwargs)`, as `type.__call__` does it, with the user's methods converted."""
    from sct.runtime.calls.traced_call import convert_traced

    if finds_member(cls, args, kwargs):
        return member_of(trace, cls, *args)
    if (found := missing_member(cls, args, kwargs)) is not None:
        return found
    meta_call = getattr(type(cls), "__call__", None)  # noqa: B004 - of the metaclass
    if meta_call is not type.__call__:
        if type(meta_call) is FunctionType:
            return convert_traced(trace, meta_call)(cls, *args, **kwargs)
        return _made(trace, watched(trace, cls, args, kwargs))
    return construct_plainly(trace, cls, *args, **kwargs)


def construct_plainly(trace: Trace, cls: type, /, *args: Any, **kwargs: Any) -> Any:
    """`type.__call__(cls, *args, **kwargs)`, which also a metaclass ends in."""
    from sct.runtime.calls.traced_call import convert_traced

    site = trace.location()
    trace.overheard.notice(cls)
    new = cls.__new__
    for name in ("__new__", "__init__", "__post_init__"):
        guard_special(trace, cls, name)
    if _is_python(getattr(cls, "__del__", None)):
        raise SideEffectError(
            f"a {cls.__name__} is made, whose class has a __del__ method",
            where=trace.location(),
            why="when Python would let go of it, and call that, is not known while the graph is built",
            fix="give the class a method that is called where it is done with",
        )
    check_reading(trace, cls, f"a {cls.__name__}")
    sees = _is_python(new) and not _of_named_tuple(new)
    if not sees and not is_users_dict(cls):
        _check_tables(trace, cls, args)
    made = convert_traced(trace, new)(cls, *args, **kwargs) if sees else new(cls, *args, **kwargs)
    if isinstance(made, cls):
        is_new = not (sees and _was_there(trace, made))
        if is_new:
            _made(trace, made)
        own_init = _is_python(getattr(cls, "__init__", None))
        if is_users_dict(cls) and own_init:
            hashed.born(trace, made)
        keyed = trace.keyed_objects
        outer, keyed.constructing = keyed.constructing, (*keyed.constructing, made)
        try:
            _initialise(trace, made, args, kwargs)
        finally:
            keyed.constructing = outer
        if is_users_dict(cls) and not own_init:
            hashed.born(trace, made)
        if is_new:
            object_pools.made(trace, made, site)
    return made


def _was_there(trace: Trace, instance: Any) -> bool:
    """Whether a `__new__` has answered an object that it has kept."""
    return trace.sources.get(instance) is not None or trace.made.get(instance) not in (None, trace.builder)


def _check_tables(trace: Trace, cls: type, args: Any) -> None:
    """Refuse to let Python's own containers look into a dict or set, given to a class of theirs, that holds lists."""
    if issubclass(cls, _CONTAINERS):
        for x in args:
            if is_hashed(x):
                hashed.refuse(trace, x)


_CONTAINERS = (*ROWS, set, frozenset, dict)


def _initialise(trace: Trace, made: Any, args: Any, kwargs: Any) -> None:
    from sct.runtime.calls.traced_call import convert_traced

    init = type(made).__init__
    if _has_generated_init(type(made), init):
        _run_generated(trace, made, init, args, kwargs)
    elif _is_python(init):
        convert_traced(trace, init)(made, *args, **kwargs)
    elif is_users_dict(type(made)):
        _fill(trace, made, args, kwargs)
    else:
        init(made, *args, **kwargs)


def _fill(trace: Trace, made: Any, args: Any, kwargs: Any) -> None:
    """What `dict.__init__` puts into an empty one: that may have run-time keys."""
    from sct.runtime.call import convert_call

    content = convert_call(dict)(*args, **kwargs) if args or kwargs else {}
    if is_hashed(content):
        dict.__setitem__(made, ENTRIES, hashed.copied(trace, content)[ENTRIES])
    else:
        dict.update(made, content)


def _of_named_tuple(new: Any) -> bool:
    """Whether a `__new__` is one that `namedtuple` has written, which only puts its arguments into a tuple."""
    return str(new.__globals__.get("__name__", "")).startswith("namedtuple_") and not new.__globals__["__builtins__"]


def _made(trace: Trace, instance: Any) -> Any:
    """Note where it was made: what a branch makes and forgets need not be joined."""
    trace.made[instance] = trace.builder
    return instance


def _is_python(method: Any) -> bool:
    return type(method) is FunctionType


def _has_generated_init(kind: type, init: Any) -> bool:
    """Whether `dataclass` made this `__init__`, which has no source."""
    return dataclasses.is_dataclass(kind) and _is_python(init) and init.__code__.co_filename == "<string>"


def _run_generated(trace: Trace, made: Any, init: Any, args: Any, kwargs: Any) -> None:
    """The generated `__init__` finds the converted `__post_init__` on the instance, for that moment."""
    from sct.runtime.calls.traced_call import convert_traced

    kwargs = _with_defaults(trace, made, init, args, kwargs)
    for field in dataclasses.fields(made):
        guard_write(trace, type(made), field.name)
    post = getattr(type(made), "__post_init__", None)
    slots = dict_of(made)
    if not _is_python(post) or slots is None:
        init(made, *args, **kwargs)
        _note_made(trace, made)
        return

    def finish(*given: Any) -> None:
        _note_made(trace, made)
        convert_traced(trace, post)(made, *given)

    slots["__post_init__"] = finish
    try:
        init(made, *args, **kwargs)
    finally:
        del slots["__post_init__"]


def _note_made(trace: Trace, made: Any) -> None:
    """What the generated `__init__` has made itself was made here."""
    for field in dataclasses.fields(made):
        if not field.init and field.default_factory is not dataclasses.MISSING:
            trace.note_new(getattr(made, field.name))


def _with_defaults(trace: Trace, made: Any, init: Any, args: Any, kwargs: Any) -> Any:
    """The arguments with what default factories make; the generated code would call them without the trace."""
    try:
        given = inspect.signature(init).bind(made, *args, **kwargs).arguments
    except TypeError:
        return kwargs  # the call itself raises it
    for field in dataclasses.fields(made):
        factory: Any = field.default_factory
        if field.init and factory is not dataclasses.MISSING and field.name not in given:
            kwargs = {**kwargs, field.name: trace.note_new(_default(trace, factory, field.name))}
    return kwargs


def _default(trace: Trace, factory: Any, name: str) -> Any:
    """What a default factory makes; an empty container has a place of its own, as an attribute of the object."""
    from sct.runtime.call import convert_call

    if factory is list:
        return noted(trace, trace.note_new([]), name)
    return hashed.born(trace, trace.note_new({}), name) if factory is dict else convert_call(factory)()


def replace(trace: Trace, /, *args: Any, **changes: Any) -> Any:
    """`dataclasses.replace(instance, **changes)`; the class may have a `__post_init__` or `__init__` of the user's."""
    from sct.runtime.callers.reads import read_attribute
    from sct.runtime.calls.traced_call import convert_traced

    instance = args[0] if len(args) == 1 else None
    if not dataclasses.is_dataclass(instance) or isinstance(instance, type):
        return dataclasses.replace(*args, **changes)  # which raises
    members = type(instance).__dataclass_fields__.values()
    parts = [f for f in members if f.init and f._field_type is not dataclasses._FIELD_CLASSVAR]  # type: ignore[attr-defined]
    missing = [f for f in parts if f.type is dataclasses.InitVar or isinstance(f.type, dataclasses.InitVar)]
    if any(not f.init and f.name in changes for f in members) or any(f.name not in changes for f in missing):
        return dataclasses.replace(instance, **changes)
    given = {f.name: changes[f.name] if f.name in changes else read_attribute(trace, instance, f.name) for f in parts}
    return convert_traced(trace, type(instance))(**{**given, **changes})
