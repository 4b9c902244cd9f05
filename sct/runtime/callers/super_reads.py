"""What is read through `super`: properties and descriptors of the user's are converted, as where an object is asked."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sct.runtime.call import convert_call
from sct.runtime.callers.class_lookup import descriptor, guard_class, guard_order
from sct.runtime.objects.caching import cached_attribute
from sct.runtime.objects.operators import users_method
from sct.runtime.state.cells import ABSENT, AttrCell
from sct.runtime.state.class_content import MISSING, lookup
from sct.runtime.state.shadowed import check_there
from sct.runtime.trace import Trace

__all__ = ["known", "super_attribute"]


def super_attribute(trace: Trace, owner: Any, name: str) -> Any:
    """`owner.name` for a `super`."""
    kind, start, bound = owner.__self_class__, owner.__thisclass__, owner.__self__
    if kind is None:
        return getattr(owner, name)
    found, holder = lookup(kind, name, start)
    if found is not MISSING:
        guard_order(trace, kind, name, holder, start)
        guard_class(trace, holder, name, found)
    if isinstance(found, property) and found.fget is not None and bound is not kind:
        return convert_call(found.fget)(bound)
    if isinstance(found, functools.cached_property) and bound is not kind:
        return _cached(trace, bound, name, found, holder)
    if found is not MISSING and (getter := users_method(found, "__get__")) is not None:
        return convert_call(getter)(descriptor(trace, holder, name, found), None if bound is kind else bound, kind)
    return known(trace, getattr(owner, name))


def _cached(trace: Trace, bound: Any, name: str, found: Any, holder: type) -> Any:
    """What the object has under the name already, or the value of the property of that class."""
    from sct.runtime.callers.reads import read_attribute

    content = AttrCell(bound, name).get()
    check_there(name, content)
    if content is ABSENT:
        return cached_attribute(trace, bound, name, found, holder)
    return read_attribute(trace, bound, name)


def known(trace: Trace, value: Any) -> Any:
    """The value as the trace sees it."""
    return trace.lift_array(value) if isinstance(value, np.ndarray) else value
