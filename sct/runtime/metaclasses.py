"""Attributes that a class has from its metaclass."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.call import convert_call
from sct.runtime.class_lookup import MISSING, guard_class, guard_order, lookup
from sct.runtime.ignore import is_ignored_module

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["of_metaclass"]


def of_metaclass(trace: Trace, owner: type, name: str) -> Any:
    """`owner.name`, which no class in the order of `owner` has."""
    from sct.runtime.reads import class_attribute

    kind = type(owner)
    found, holder = lookup(kind, name)
    if found is MISSING or is_ignored_module(holder.__module__):
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
