"""`functools.lru_cache` and `cached_property` in a trace: what has been computed is not computed again."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.runtime.cells import AttrCell, IdentityMap
from sct.runtime.class_lookup import guard_class
from sct.runtime.current import is_variable
from sct.runtime.instrumented import is_instrumented
from sct.runtime.lift import lift
from sct.runtime.sources import ConstSource
from sct.runtime.trace import Trace

__all__ = ["cached_attribute", "call_cached"]

_kept: weakref.WeakKeyDictionary[Trace, IdentityMap] = weakref.WeakKeyDictionary()  # cache -> its entries


def call_cached(trace: Trace, f: Any, compute: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a function that `lru_cache` has wrapped; `compute` does so without the cache.

    One from outside keeps its results from call to call: with Python values it is asked itself, for a
    later call of plain Python would find the same there. One that was made here begins empty at each call.
    """
    key = (args, tuple(kwargs.items()))
    if not _is_static(key):
        return compute(*args, **kwargs)
    code = getattr(f.__wrapped__, "__code__", None)
    if code is None or not is_instrumented(code):
        result = f(*args, **kwargs)
        return lift(trace, result, ConstSource(result, f"a result that {f.__name__} has cached"))
    kept = _kept.setdefault(trace, IdentityMap())
    entries = kept.get(f)
    if entries is None:
        entries = kept[f] = {}
    if key not in entries:
        result = compute(*args, **kwargs)
        trace.touch_dict(entries)
        entries[key] = result
    return entries[key]


def _is_static(value: Any) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return all(map(_is_static, value))
    return isinstance(value, (bool, int, float, complex, str, bytes, type(None))) and not (
        is_variable(value) or isinstance(value, np.generic)
    )


def cached_attribute(trace: Trace, owner: Any, name: str, found: functools.cached_property[Any], holder: type) -> Any:
    """The value of a cached property that has not been asked for yet; it becomes an attribute."""
    from sct.runtime.call import convert_call

    guard_class(trace, holder, name, found)
    value = convert_call(found.func)(owner)
    trace.touch(AttrCell(owner, name))
    vars(owner)[name] = value
    return value
