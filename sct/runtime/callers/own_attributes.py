"""Attributes of an object's own, and code of the user's that answers where the object does not hold one itself.

A `functools.cached_property`, another descriptor, a `__getattr__`, a property that raises an AttributeError: plain
Python does not run them when a guard asks what the object holds, so no guard may.
"""

from __future__ import annotations

import functools
from types import FunctionType, MemberDescriptorType
from typing import Any

from sct.runtime.callers.sources import AttrSource, OwnSource, Source
from sct.runtime.objects.as_written import as_written
from sct.runtime.state.cells import AttrCell
from sct.runtime.state.class_content import in_class

__all__ = ["guard_absence", "own_place", "runs_code"]


def own_place(owner: Any, name: str, source: Source) -> Source:
    """Where what an object, which is found at `source`, has under a name is found again.

    >>> from sct.runtime.callers.sources import ArgSource, Constants
    >>> class Lazy:
    ...     total = functools.cached_property(lambda self: 0)
    >>> [own_place(Lazy(), name, ArgSource("x")).expr(Constants()) for name in ("total", "other")]
    ["x.__dict__['total']", 'x.other']
    """
    found = in_class(type(owner), name)
    if isinstance(found, MemberDescriptorType):
        return OwnSource(source, name, found) if _has_method(owner, "__getattr__") else AttrSource(source, name)
    return OwnSource(source, name, None) if _answers(owner, found) else AttrSource(source, name)


def runs_code(owner: Any, name: str) -> bool:
    """Whether to ask for an attribute that an object does not hold itself runs code of the user's."""
    found = in_class(type(owner), name)
    held = in_class(owner, name) if isinstance(owner, type) else None
    return isinstance(found, property) or _answers(owner, found) or _has_method(held, "__get__")


def guard_absence(trace: Any, owner: Any, name: str, source: Any) -> None:
    """The caller's object has no such attribute of its own, unless the function has deleted it."""
    if source is not None and not trace.transaction.touched(AttrCell(owner, name)):
        trace.guards.add("unshadowed", AttrSource(source, name), None)


def _answers(owner: Any, found: Any) -> bool:
    lazy = isinstance(found, functools.cached_property)
    return lazy or _has_method(found, "__get__") or _has_method(owner, "__getattr__")


def _has_method(value: Any, name: str) -> bool:
    return type(as_written(getattr(type(value), name, None))) is FunctionType
