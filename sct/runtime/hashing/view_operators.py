"""Operators between the keys of a dict with run-time keys and sets or other keys.

Each makes the set that CPython makes (Objects/dictobject.c: `dictviews_or`, `dictviews_sub`, `dictviews_xor` and
`_PyDictView_Intersect`), from the same operands in the same order: in which order it is gone through follows from that.
"""

from __future__ import annotations

from collections.abc import KeysView
from typing import Any, NamedTuple

from sct.errors import SideEffectError
from sct.runtime.hashing import hashed
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.hashing.run_time_order import in_order
from sct.runtime.pools import hash_pools
from sct.runtime.trace import Trace

__all__ = ["operate"]

_IN_PLACE = {"or": "update", "sub": "difference_update", "xor": "symmetric_difference_update"}


class _Operand(NamedTuple):
    """What stands beside an operator."""

    source: Any  # what `set` makes a set of: of the keys of a plain dict, the table is made at once
    keys: Any  # what is gone through
    table: Any  # where keys are looked for
    is_view: bool


def operate(trace: Trace, name: str, left: Any, right: Any) -> Any:
    """`left | right` and its like, of which one is a view of keys."""
    from sct.runtime.calls.traced_call import convert_traced
    from sct.runtime.hashing.hashed_methods import call_method

    for x in (left, right):
        if isinstance(x, View):
            x.check_keys()
    a, b = _operand(left), _operand(right)
    if name == "and":
        return hash_pools.entered(trace, _common(trace, a, b), trace.location())
    made = convert_traced(trace, set)(a.source)
    if not is_hashed(made):
        hashed.opened(trace, made)
    call_method(trace, made, _IN_PLACE[name], (b.keys,), {})
    return made


def _operand(x: Any) -> _Operand:
    if isinstance(x, View):
        keys = lists_of(x.owner)[0]
        return _Operand(x.owner if type(x.owner) is dict else keys, keys, x.owner, True)
    if isinstance(x, KeysView):
        known = dict.fromkeys(x)
        return _Operand(known if type(x) is type({}.keys()) else list(x), list(x), known, True)
    return _Operand(x, x, x, False)


def _common(trace: Trace, a: _Operand, b: _Operand) -> Any:
    """The set of what is in both: of a set or another view, the smaller one is gone through."""
    if not a.is_view:  # CPython exchanges them
        a, b = b, a
    made = hashed.set_of(trace, [])
    if b.is_view:
        hashed.in_library(trace, "common_to_sets", made, a.keys, a.table, b.keys, b.table)
        return made
    elements = b.keys
    if isinstance(b.keys, set) and is_hashed(b.keys):
        try:
            elements = in_order(trace, b.keys)
        except SideEffectError:  # nor is it known of what is made of it
            elements = lists_of(b.keys)[0]
            next(iter(made)).ordered = False
    if type(b.keys) is set:
        hashed.in_library(trace, "common_to_sets", made, elements, b.table, a.keys, a.table)
    else:
        hashed.in_library(trace, "common", made, elements, a.table)
    return made
