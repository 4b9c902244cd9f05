"""Attributes that a class has from its metaclass, and all that it has itself."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.call import convert_call
from sct.runtime.callers.class_lookup import check_names, descriptor, guard_class, guard_order
from sct.runtime.callers.sources import AttrSource, ItemSource
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class, is_ignored_module
from sct.runtime.objects.operators import users_method
from sct.runtime.state.class_content import MISSING, lookup

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["dict_of_class", "held_for_instances", "of_metaclass"]


def of_metaclass(trace: Trace, owner: type, name: str) -> Any:
    """`owner.name`, which no class in the order of `owner` has."""
    from sct.runtime.callers.reads import class_attribute

    kind = type(owner)
    found, holder = lookup(kind, name)
    if found is MISSING and (fallback := users_method(owner, "__getattr__")) is not None:
        guard_order(trace, owner, name, None)
        guard_order(trace, kind, name, None)
        return convert_call(fallback)(owner, name)
    if found is MISSING or is_ignored_module(home_of(holder)):
        value = getattr(owner, name)
        return trace.lift_array(value) if isinstance(value, np.ndarray) else value
    guard_order(trace, owner, name, None)
    guard_order(trace, kind, name, holder)
    if isinstance(found, property) and found.fget is not None:
        guard_class(trace, holder, name, found)
        return convert_call(found.fget)(owner)
    value = getattr(owner, name)
    if isinstance(found, (types.FunctionType, classmethod, staticmethod, property)):
        guard_class(trace, holder, name, found)
        return value
    return value if hasattr(type(found), "__get__") else class_attribute(trace, holder, name)


def held_for_instances(trace: Trace, holder: type, name: str) -> Any:
    """What instances find under a name that their class holds: itself, where its metaclass would answer for it first.

    Such are `__name__`, which `type` answers for the class itself, and properties of a user's metaclass.
    """
    from sct.runtime.callers.lift import class_source, lift
    from sct.runtime.callers.reads import class_attribute

    of_meta, _ = lookup(type(holder), name)
    if of_meta is MISSING or not hasattr(type(of_meta), "__set__"):
        return class_attribute(trace, holder, name)
    value = vars(holder)[name]
    if holder in trace.made or is_ignored_class(holder):
        return trace.lift_array(value) if isinstance(value, np.ndarray) else value
    return lift(trace, value, ItemSource(AttrSource(class_source(trace, holder), "__dict__"), name))


def dict_of_class(trace: Trace, owner: type) -> Any:
    """`owner.__dict__`: the names are guarded, and what they stand for is read as attributes are."""
    from sct.runtime.callers.lift import class_source
    from sct.runtime.callers.reads import class_attribute

    check_names(owner)
    if owner in trace.made or is_ignored_class(owner):
        return owner.__dict__
    trace.guards.add("keys", AttrSource(class_source(trace, owner), "__dict__"), tuple(owner.__dict__))
    held = dict(owner.__dict__)
    for name, value in held.items():
        if hasattr(type(value), "__get__"):
            descriptor(trace, owner, name, value)
        elif not name.startswith("__"):
            held[name] = class_attribute(trace, owner, name)
    return types.MappingProxyType(held)
