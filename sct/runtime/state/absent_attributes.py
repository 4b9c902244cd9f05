"""What stands for an attribute that an object does not have, and who has to know whether it has it."""

from __future__ import annotations

import functools
import types
from typing import Any

from sct.runtime.call import convert_call
from sct.runtime.callers.class_lookup import descriptor, guard_names, guard_order
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubts import refuse
from sct.runtime.joins.lost import Lost
from sct.runtime.lists.rows import Place
from sct.runtime.objects import operators
from sct.runtime.objects.caching import cached_attribute
from sct.runtime.state.births import check_order
from sct.runtime.state.cells import AttrCell
from sct.runtime.state.class_content import MISSING, lookup
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.shadowed import check_there, may_be_absent, read_shadowed
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["check_attributes", "check_name", "check_outdated", "dir_", "read_or", "vars_", "where_absent"]


def check_name(name: Any) -> None:
    """Raise TypeError, as Python does, where this cannot be the name of an attribute."""
    if not isinstance(name, (str, FormattedText, Choice)):
        raise TypeError(f"attribute name must be string, not '{type_name(name)}'")


def vars_(trace: Trace, /, *args: Any) -> Any:
    """`vars(x)`."""
    from sct.runtime.callers.reads import read_attribute

    try:
        return read_attribute(trace, args[0], "__dict__") if len(args) == 1 else vars(*args)
    except AttributeError:
        raise TypeError("vars() argument must have __dict__ attribute") from None


def dir_(trace: Trace, /, *args: Any) -> Any:
    """`dir(x)`."""
    for x in args:
        if type(x) is Choice:
            return x.sct_distribute(lambda one: dir_(trace, one))
        if len(args) == 1 and (method := operators.users_method(x, "__dir__")) is not None:
            return convert_call(sorted)(convert_call(list)(convert_call(method)(x)))
        check_attributes(trace, x)
        guard_names(trace, x if isinstance(x, type) else type(x))
    return dir(*args)


def check_outdated(trace: Trace, owner: Any, name: str, found: Any) -> None:
    """Refuse to look for an attribute that an item of a list may have got as such; `found`: what its class has."""
    if owner in trace.doubts.outdated and (found is MISSING or not hasattr(type(found), "__get__")):
        refuse(trace, owner, f"is asked for its attribute {name!r}")


def where_absent(trace: Trace, owner: Any, name: str) -> Any:
    """An attribute of an object that has none of its own of this name."""
    from sct.runtime.callers.metaclasses import held_for_instances

    kind = type(owner)
    found, holder = lookup(kind, name)
    absent = found is MISSING or isinstance(found, types.MemberDescriptorType)
    fallback = operators.users_method(owner, "__getattr__") if absent else None
    if fallback is not None:
        guard_order(trace, kind, name, None)
        return convert_call(fallback)(owner, name)
    if absent:
        raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}", name=name, obj=owner)
    guard_order(trace, kind, name, holder)
    if isinstance(found, functools.cached_property):
        return cached_attribute(trace, owner, name, found, holder)
    if not hasattr(type(found), "__get__") or isinstance(found, type):
        return held_for_instances(trace, holder, name)
    descriptor(trace, holder, name, found)
    getter = operators.users_method(found, "__get__")
    return convert_call(getter)(found, owner, kind) if getter is not None else found.__get__(owner, kind)


def read_or(trace: Trace, owner: Any, name: str, default: Any) -> Any:
    """`getattr(owner, name, default)`, but for an AttributeError that is the trace's own."""
    from sct.runtime.callers.reads import read_attribute

    content = AttrCell(owner, name).get()
    if not may_be_absent(content):
        return read_attribute(trace, owner, name)

    def otherwise() -> Any:
        try:
            return where_absent(trace, owner, name)
        except AttributeError:
            return default

    return read_shadowed(content, otherwise)


def check_attributes(trace: Trace, owner: Any) -> None:
    """Refuse where it is not known which attributes an object has, or in which order."""
    for name, value in list(attributes_of(owner).items()):
        check_there(name, value)
        if isinstance(value, (Lost, Place)):
            value.sct_refuse()
    check_order(trace, owner)
