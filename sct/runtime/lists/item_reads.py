"""`owner[key]` while a trace is under way, of whatever the program or the user has there."""

from __future__ import annotations

from collections import deque
from enum import EnumMeta
from typing import Any

import numpy as np

from sct.runtime import trace as tracing
from sct.runtime.arrays.grid_objects import GRIDS, grid_item
from sct.runtime.call import convert_call
from sct.runtime.callers import unread
from sct.runtime.callers.unread import is_unread
from sct.runtime.hashing import hashed, keys
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.user_keys import note_key
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.choosing_items import choose_item
from sct.runtime.lists import deques, growing, known_lists
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.lists.row_lists import as_index
from sct.runtime.lists.rows import pool_place
from sct.runtime.numbers.whole_objects import as_subscript
from sct.runtime.objects import operators
from sct.runtime.pools import object_pools
from sct.runtime.state.put_back import picked
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["dict_item", "read_item"]


def read_item(trace: tracing.Trace, owner: Any, key: Any) -> Any:
    """`owner[key]`, as instrumented code reads it."""
    if isinstance(owner, GRIDS):
        return grid_item(trace, owner, key)
    if type(owner) is PooledTuple:
        if type(key) is int and key in owner.place.pool.names:
            return object_pools.read(trace, owner.place, key)
        if key == slice(None):  # of which Python makes no copy
            return owner
        owner = owner.sct_opened()
    method = operators.users_method(owner, "__getitem__")
    if method is not None:
        return convert_call(method)(owner, key)
    key = as_subscript(owner, key)
    if is_unread(owner):
        return unread.item(trace, owner, key)
    if type(owner) is Choice:
        return owner.sct_distribute(lambda alternative: read_item(trace, alternative, key))
    if isinstance(owner, dict) and is_hashed(owner):
        return hashed.item(trace, owner, key)
    if isinstance(key, Choice) and isinstance(owner, EnumMeta):
        return key.sct_distribute(lambda alternative: read_item(trace, owner, alternative))
    if isinstance(key, Choice) and isinstance(owner, (list, tuple, dict, str)):
        held = keys.containers_of(owner, key.alternatives)
        if held is not None:
            return Choice(key.index, held)
        return key.sct_distribute(lambda alternative: read_item(trace, owner, alternative))
    if isinstance(owner, np.ndarray):
        owner = trace.lift_array(owner)
    elif growing.is_growing(owner):
        if isinstance(owner, deque) and isinstance(key, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        return _of_slice(trace, key, growing.get(trace, owner, key))
    elif tracing.is_variable(key) and isinstance(owner, (list, tuple)):
        return picked(trace, owner, choose_item(trace, owner, key), key)
    elif tracing.is_variable(key) and isinstance(owner, deque):
        return deques.item(trace, owner, key)
    elif tracing.is_variable(key) and isinstance(owner, range):
        return SymbolicRange(trace, owner.start, owner.stop, owner.step)[as_index(key, "range")]
    elif type(key) is slice and isinstance(owner, list) and growing.is_dynamic_slice(key):
        return _of_slice(trace, key, growing.get(trace, owner, key))
    elif type(key) is slice and isinstance(owner, (tuple, range)) and growing.is_dynamic_slice(key):
        if isinstance(owner, range):
            return SymbolicRange(trace, owner.start, owner.stop, owner.step)[key]
        return growing.growing_tuple(trace, growing.get(trace, trace.note_new(list(owner)), key))
    if isinstance(owner, dict):
        return dict_item(trace, owner, key)
    if isinstance(owner, str) and tracing.is_variable(key):
        return choose_item(trace, owner, key)
    if isinstance(owner, str) and type(key) is slice and growing.is_dynamic_slice(key):
        owner = FormattedText([owner])
    if type(owner) is list and type(key) is slice:
        return _of_slice(trace, key, trace.note_new(trace.own(owner[key])))
    return trace.own(owner[key])


def dict_item(trace: tracing.Trace, owner: dict[Any, Any], key: Any) -> Any:
    """`dict.__getitem__(owner, key)`, which asks a class that is derived from `dict` for what is missing."""
    if keys.is_run_time_key(key):
        return keys.item(trace, owner, key)
    note_key(trace, key, owner)
    there = dict.__contains__(owner, key)
    if type(owner) is dict and there and (place := pool_place(owner)) is not None:
        return object_pools.read(trace, place, key)
    if not there and hasattr(type(owner), "__missing__"):
        missing = operators.users_method(owner, "__missing__")
        if missing is not None:
            return convert_call(missing)(owner, key)
        keys.make_missing(trace, owner, key)
    return trace.own(dict.__getitem__(owner, key))


def _of_slice(trace: tracing.Trace, key: Any, found: Any) -> Any:
    return known_lists.noted(trace, found) if type(key) is slice else found
