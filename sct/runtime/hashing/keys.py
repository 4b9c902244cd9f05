"""Dicts of Python keys, looked into and written to under a key that only the running program knows.

Each key that may be meant is compared with it, as Python compares keys of one hash. A key that is not
there is Python's KeyError; one that would have to be added is left to plain Python.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.errors import SideEffectError, StaticValueError
from sct.ir.types import ARRAY
from sct.runtime.callers.foreign_numbers import check_operands
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select, truth
from sct.runtime.current import current, has_spec, is_variable
from sct.runtime.hashing import known_keys
from sct.runtime.hashing.entries import KeysComing, is_hashed
from sct.runtime.hashing.hashed import can_get_keys, with_run_time_keys
from sct.runtime.hashing.key_parts import check_hash, checked
from sct.runtime.hashing.user_keys import is_decided_by_run, is_hashed_by_users
from sct.runtime.joins import known_values
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.tuple_forms import hashed_parts, parts_of_value
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists import growing, known_lists
from sct.runtime.lists.rows import pool_place
from sct.runtime.objects import operators
from sct.runtime.pools import object_pools
from sct.runtime.stand_ins import beside
from sct.runtime.state.bare import pairs_in, plain, speaks_for_itself
from sct.runtime.state.instances import attributes_of
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = [
    "brings_run_time_keys", "containers_of", "get", "is_run_time_key", "item", "looked_up", "make_missing", "store",
]  # fmt: skip

_READING = frozenset(("get", "__getitem__", "__contains__"))
_MOST = 64  # keys that are compared one by one
_NUMBERS = (bool, int, float, complex, np.generic)


def is_run_time_key(key: Any) -> bool:
    """Whether a key, or an item of a tuple that is one, is known only at run time."""
    if isinstance(key, tuple):
        return growing.is_growing(key) or any(isinstance(part, Choice) or is_run_time_key(part) for part in key)
    if (is_variable(key) and not isinstance(key, Choice)) or isinstance(key, FormattedText):
        return True
    parts = parts_of_value(key)
    if parts is not None:
        return is_run_time_key(parts)
    if not is_hashed_by_users(key) or pool_place(key) is not None or (trace := current()) is None:
        return False
    held = attributes_of(key).values()
    some = any(is_variable(x) or (isinstance(x, tuple) and is_run_time_key(x)) for x in held)
    return some and is_decided_by_run(trace, key)


def holds_run_time_keys(items: Any) -> bool:
    """Whether what is going to be elements of a set is known only at run time."""
    if growing.is_unknown(items):
        return True
    return isinstance(items, (list, tuple)) and any(is_variable(x) or is_run_time_key(x) for x in items)


def brings_run_time_keys(owner: Any, items: Any) -> bool:
    """Whether a dict or set gets keys that only the run knows from `owner.update(items)`."""
    if isinstance(items, (dict, set)):
        return is_hashed(items)
    if isinstance(owner, set) or type(owner) is Counter or growing.is_unknown(items):
        return holds_run_time_keys(items)
    pairs = items if isinstance(items, (list, tuple)) else ()
    return any(isinstance(pair, (list, tuple)) and len(pair) == 2 and holds_run_time_keys(pair[:1]) for pair in pairs)


def item(trace: Trace, owner: dict[Any, Any], key: Any) -> Any:
    """`owner[key]`."""
    if hasattr(type(owner), "__missing__"):
        if not owner or can_get_keys(trace, owner):
            with_run_time_keys(trace, owner, _added(trace, owner))
        return _chosen(trace, owner, key, lambda: leave_to_python(trace, _added(trace, owner)))
    return _chosen(trace, owner, key, lambda: raise_later(trace, KeyError(key)), of_item=True)


def containers_of(owner: Any, choices: Sequence[Any]) -> list[Any] | None:
    """The items under each of these keys, if all are lists or dicts: which of them it is must not be lost by a join."""
    if type(owner) is not dict:
        return None
    try:
        held = [owner[k] for k in choices]
    except (KeyError, TypeError):
        return None
    return held if len(held) > 1 and all(type(x) in (list, dict, deque) for x in held) else None


def get(trace: Trace, owner: dict[Any, Any], key: Any, default: Any = None) -> Any:
    """`owner.get(key, default)`."""
    return _chosen(trace, owner, key, lambda: default)


def looked_up(trace: Trace, owner: Any, name: str, *args: Any) -> Any:
    """`owner.get(key)`, `owner.__getitem__(key)` or `owner.__contains__(key)`; NotImplemented of other methods."""
    if name == "__getitem__" and len(args) == 1 and hasattr(type(owner), "__missing__") and not is_hashed(owner):
        from sct.runtime.lists.item_reads import dict_item

        return dict_item(trace, owner, *args)
    if name not in _READING or not args or not is_run_time_key(args[0]):
        return NotImplemented
    if is_hashed(owner) or growing.is_growing(owner):
        return NotImplemented
    if name == "__contains__" and isinstance(owner, (dict, set, frozenset, list, tuple)) and len(args) == 1:
        from sct.runtime.calls.symbolic_logic import in_

        pythons = type(owner) in (dict, set, frozenset, list, tuple)
        return in_(trace, args[0], owner if pythons else plain(owner))  # whose own `__contains__` may have called this
    if not isinstance(owner, dict) or (name == "__getitem__" and len(args) > 1):
        return NotImplemented
    return get(trace, owner, *args) if name == "get" else item(trace, owner, args[0])


def store(trace: Trace, owner: dict[Any, Any], key: Any, value: Any) -> None:
    """`owner[key] = value`, of a key that is there."""
    if can_get_keys(trace, owner) and all(map(_is_number, owner.values())):
        with_run_time_keys(trace, owner, _added(trace, owner))
    keys = _candidates(trace, owner, key)
    if not keys:
        with_run_time_keys(trace, owner, _added(trace, owner))
    _check_number(trace, owner, keys)
    tests = [_is_key(trace, key, k) for k in keys]
    _chosen(trace, owner, key, lambda: leave_to_python(trace, _added(trace, owner)))
    trace.touch_dict(owner)
    for k, test in zip(keys, tests, strict=True):
        held = dict.__getitem__(owner, k)
        dict.__setitem__(owner, k, select(test, lambda: value, lambda held=held: held))  # type: ignore[misc]


def _chosen(trace: Trace, owner: Any, key: Any, missing: Callable[[], Any], of_item: bool = False) -> Any:
    """What stands under a key; `of_item` says that `missing` raises."""
    bare = plain(owner) if speaks_for_itself(type(owner)) else owner
    keys = _candidates(trace, owner, key)
    if of_item and len(keys) >= known_lists.LEAST and _has_own_lists(trace, owner, key):
        raise KeysComing(trace.sites.get(owner), _added(trace, owner))
    at = known_keys.place(trace, [known_keys.as_key(key, k) for k in keys], key)
    found = None if at is None else _under(trace, [bare[k] for k in keys], at, missing, of_item)
    if found is not None:
        return found[0]
    _check_number(trace, owner, keys)
    held = containers_of(owner, keys) if of_item else None

    def place(i: int) -> Any:
        if i == len(keys):
            return missing()
        return select(_is_key(trace, key, keys[i]), lambda: i, lambda: place(i + 1))

    if held is not None:
        pooled = object_pools.chosen(trace, held, place(0), lists=True)
        return pooled[0] if pooled is not None else Choice(place(0), held)

    def from_(i: int) -> Any:
        if i == len(keys):
            return missing()
        return select(_is_key(trace, key, keys[i]), lambda: trace.own(bare[keys[i]]), lambda: from_(i + 1))

    return from_(0)


def _has_own_lists(trace: Trace, owner: Any, key: Any) -> bool:
    """Whether a dict of many lists, which have no names, had better be a table: a loop gives keys from outside."""
    if type(owner) is not dict or not is_variable(key) or isinstance(key, Choice):
        return False
    if not can_get_keys(trace, owner, though_unrollable=True):
        return False
    return known_lists.are_asked_by_inputs(trace, [*owner.values()], key)


def _under(trace: Trace, held: list[Any], at: Any, missing: Callable[[], Any], of_item: bool) -> tuple[Any] | None:
    """The value at the index of a key among many, which is -1 where it is missing; None where they are too many."""
    if of_item and len(held) <= _MOST and all(type(x) in (list, dict, deque) for x in held):
        here = select(at >= 0, lambda: at, missing)
        return object_pools.chosen(trace, held, here, lists=True) or (Choice(here, held),)
    if not known_values.are_told_apart(trace, held):
        return None
    return (select(at >= 0, lambda: known_values.at_place(trace, held, at), missing),)


def _is_number(x: Any) -> bool:
    return isinstance(x, _NUMBERS) or (has_spec(x) and not x.spec.ndim and x.spec.kind != ARRAY)


def _is_key(trace: Trace, key: Any, k: Any) -> Any:
    return truth(trace, operators.compare("eq", key, known_keys.as_key(key, k)))


def _candidates(trace: Trace, owner: dict[Any, Any], key: Any) -> list[Any]:
    """The keys that may be meant."""
    if isinstance(key, tuple) and growing.is_growing(key):
        checked(trace, key)
    check_hash(key)
    return [k for k, _ in pairs_in(owner) if _may_equal(key, k)]


def _check_number(trace: Trace, owner: Any, keys: list[Any]) -> None:
    """Refuse so many keys that they are not compared one by one; if the dict is made here, it gets tables."""
    if not trace.loops.unrollable and len(keys) <= _MOST:
        return
    error = StaticValueError(
        "a dict is indexed by the position in the loop"
        if trace.loops.unrollable
        else f"a dict of {len(keys)} keys is indexed by a value that is known only at run time",
        where=trace.location(),
        why="each key that may be meant is compared when the program runs",
        fix="use an array, or a key that is a Python value",
    )
    if all(type(x) in (str, list, set, deque) or is_variable(x) for x in owner.values()):
        with_run_time_keys(trace, owner, error)  # what rows can hold
    raise error


def _may_equal(key: Any, k: Any) -> bool:
    if isinstance(key, Choice):
        return any(_may_equal(alternative, k) for alternative in key.alternatives)
    if isinstance(key, tuple) and growing.is_growing(key):
        return isinstance(k, tuple)
    if isinstance(key, tuple):
        return isinstance(k, tuple) and len(k) == len(key) and all(map(_may_equal, key, k))
    if isinstance(key, FormattedText):
        return isinstance(k, (str, FormattedText))
    if (parts := parts_of_value(key)) is not None:
        k = beside(k, key)
        return type(k) is type(key) and _may_equal(parts, hashed_parts(k) or ())
    if is_variable(key) or is_variable(k):
        check_operands(key, k)
        if is_variable(key) and not is_variable(k):
            return isinstance(k, _NUMBERS) and known_keys.as_key(key, k) is not known_keys.OTHER
        return is_variable(key) or isinstance(key, _NUMBERS)
    return key is k or bool(key == k)


def _added(trace: Trace, owner: dict[Any, Any]) -> SideEffectError:
    return SideEffectError(
        f"a {type(owner).__name__} may get a key that is known only at run time",
        where=trace.location(),
        why="which keys it has would depend on run-time values",
        fix="put all keys into it first, or use an array",
    )


def make_missing(trace: Trace, owner: dict[Any, Any], key: Any) -> None:
    """Before `owner[key]` of a dict that makes what it does not have: what the trace can see made, it makes itself."""
    trace.touch_dict(owner)
    kind: Any = type(owner)
    if kind.__missing__ is not defaultdict.__missing__ or not isinstance(owner, defaultdict):
        return
    if owner.default_factory is not None:
        from sct.runtime.call import convert_call

        factory: Any = owner.default_factory
        made = convert_call(factory)()
        owner[key] = trace.note_new(made) if isinstance(made, (list, dict, set)) and made not in trace.made else made
