"""Arrays that are put where they are, as `xs[i] += y` and `d[k] += y` end: that changes nothing."""

from __future__ import annotations

from typing import Any

from sct.ir.types import ARRAY
from sct.runtime.hashing.entries import lists_of
from sct.runtime.joins.trees import same_items
from sct.runtime.lists.rows import Ref, marker_of, stale_or_marker
from sct.runtime.state.bare import items_in
from sct.runtime.trace import Trace
from sct.runtime.variable import Variable

__all__ = ["is_put_back", "is_put_under_its_key", "picked", "under_a_key"]


def picked(trace: Trace, xs: Any, found: Any, key: Any) -> Any:
    """An item of an ordinary list, of which it is known where it has been."""
    if isinstance(found, Variable) and not found.steps and isinstance(xs, list):
        trace.items.picked[found.storage] = (xs, key, tuple(items_in(xs)))
    return found


def is_put_back(trace: Trace, xs: list[Any], key: Any, value: Any) -> bool:
    """Whether `xs[key] = value` puts an array where it is."""
    if not isinstance(value, Variable) or value.steps:
        return False
    holds = getattr(value.storage.item_of, "holds", None)
    if holds is not None:
        return bool(holds(xs, key))
    of, at, items = trace.items.picked.get(value.storage) or (None, None, ())
    if of is not xs or marker_of(xs) is not None or not same_items(tuple(items_in(xs)), items):
        return False
    return key is at or trace.value(key) is trace.value(at)


def under_a_key(trace: Trace, owner: Any, key: Any, found: Any) -> Any:
    """A value of a dict with run-time keys, of which it is known under which key it is."""
    if isinstance(found, Variable) and not found.steps and found.spec.kind == ARRAY:
        keys, values = lists_of(owner)
        if not isinstance(stale_or_marker(values), Ref):
            trace.items.picked[found.storage] = (owner, key, (tuple(keys), tuple(values)))
    return found


def is_put_under_its_key(trace: Trace, owner: Any, key: Any, value: Any) -> bool:
    """Whether `owner[key] = value` puts an array under the key that it has."""
    if not isinstance(value, Variable) or value.steps:
        return False
    of, under, then = trace.items.picked.get(value.storage) or (None, None, ((), ()))
    if of is not owner or not (under is key or _is_one_integer(trace, under, key)):
        return False
    keys, values = lists_of(owner)
    if not same_items(tuple(keys), then[0]):
        return False
    written: Any = value.storage.item_of
    if hasattr(written, "holds"):  # a write to it has changed the rows
        return bool(written.holds(values, written.key))
    return same_items(tuple(values), then[1])


def _is_one_integer(trace: Trace, a: Any, b: Any) -> bool:
    """Whether two keys are one run-time integer; where it is no number, two floats of one value are two keys."""
    if not all(isinstance(x, Variable) and x.spec.dtype.kind in "iub" and not x.spec.ndim for x in (a, b)):
        return False
    return trace.value(a) is trace.value(b)
