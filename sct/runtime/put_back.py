"""Arrays that are put where they are, as `xs[i] += y` and `d[k] += y` end: that changes nothing."""

from __future__ import annotations

from typing import Any

from sct.runtime.rows import marker_of
from sct.runtime.trace import Trace
from sct.runtime.trees import same_items
from sct.runtime.variable import Variable

__all__ = ["is_put_back", "is_put_under_its_key", "picked", "under_a_key"]


def picked(trace: Trace, xs: Any, found: Any, key: Any) -> Any:
    """An item of an ordinary list, of which it is known where it has been."""
    if isinstance(found, Variable) and not found.steps and isinstance(xs, list):
        trace.picked[found.storage] = (xs, key, tuple(xs))
    return found


def is_put_back(trace: Trace, xs: list[Any], key: Any, value: Any) -> bool:
    """Whether `xs[key] = value` puts an array where it is."""
    if not isinstance(value, Variable) or value.steps:
        return False
    holds = getattr(value.storage.item_of, "holds", None)
    if holds is not None:
        return bool(holds(xs, key))
    of, at, items = trace.picked.get(value.storage) or (None, None, ())
    if of is not xs or marker_of(xs) is not None or not same_items(tuple(xs), items):
        return False
    return key is at or trace.value(key) is trace.value(at)


def under_a_key(trace: Trace, owner: Any, keys: list[Any], key: Any, found: Any) -> Any:
    """A value of a dict with run-time keys, of which it is known under which key it is."""
    if isinstance(found, Variable) and not found.steps and hasattr(found.storage.item_of, "holds"):
        trace.picked[found.storage] = (owner, key, marker_of(keys))
    return found


def is_put_under_its_key(trace: Trace, owner: Any, keys: list[Any], values: list[Any], key: Any, value: Any) -> bool:
    """Whether `owner[key] = value` puts an array under the key that it has."""
    if not isinstance(value, Variable) or value.steps:
        return False
    of, under, known = trace.picked.get(value.storage) or (None, None, None)
    written: Any = value.storage.item_of
    if of is not owner or under is not key or known is None or marker_of(keys) is not known:
        return False
    return bool(written.holds(values, written.key))
