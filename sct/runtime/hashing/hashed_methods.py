"""The methods of dicts and sets that have run-time keys."""

from __future__ import annotations

import copy
import functools
import inspect
from collections import Counter
from typing import Any

from sct.errors import SideEffectError
from sct.ops import set_steps
from sct.runtime.current import is_variable
from sct.runtime.hashing import set_logs
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import is_hashed, is_of_dict, is_users_dict, lists_of
from sct.runtime.hashing.hashed import (
    contains,
    copied,
    delete,
    drop,
    forget,
    in_library,
    item,
    item_or_new,
    note,
    pairs,
    place,
    refuse,
    store,
    with_run_time_keys,
)
from sct.runtime.hashing.run_time_order import disorder, grow, is_known, not_known, shrink
from sct.runtime.hashing.set_recipes import note_update, recipe_of
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing
from sct.runtime.lists.item_links import outdate
from sct.runtime.pools import hash_pools
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["call_method"]


def _get(trace: Trace, owner: Any, key: Any, default: Any = None, /) -> Any:
    _, values = lists_of(owner)
    return in_library(trace, "item_or", values, place(trace, owner, key), default)


def _setdefault(trace: Trace, owner: Any, key: Any, default: Any = None, /) -> Any:
    keys, values = lists_of(owner)
    at = place(trace, owner, key)
    known = type(default) in (list, dict, set) or is_of_dict(type(default))
    fresh = known and trace.made.get(default) is trace.builder
    if type(default) is set and not is_hashed(default):
        error = SideEffectError("a set becomes a value of a dict with run-time keys", where=trace.location())
        with_run_time_keys(trace, default, error)
    if fresh and _holds_no_containers(default):
        found = item_or_new(trace, owner, at, key, functools.partial(_copy, trace, default))
        outdate(trace, default)  # it may be the new value
        return found
    found = in_library(trace, "set_default", keys, values, at, hash_pools.entering(trace, owner, key), default)
    note(trace, owner)
    return found


def _holds_no_containers(x: Any) -> bool:
    if is_hashed(x):
        return not any(growing.is_growing(part) or part for part in lists_of(x))
    if growing.is_growing(x):
        return False
    return all(isinstance(part, NUMBERS) or is_variable(part) for part in (x.values() if isinstance(x, dict) else x))


def _copy(trace: Trace, x: Any) -> Any:
    if is_hashed(x):
        made = copied(trace, x, same_kind=True)
    else:
        made = trace.note_new(copy.copy(x) if is_of_dict(type(x)) else type(x)(x))
    if trace.sites.get(x) is not None:
        trace.sites[made] = trace.sites.get(x)
    return made


def _pop(trace: Trace, owner: Any, key: Any, *default: Any) -> Any:
    keys, values = lists_of(owner)
    at = place(trace, owner, key)
    drop(trace, owner, at)
    if default:
        return in_library(trace, "delete_or", keys, values, at, default[0])
    return in_library(trace, "delete", keys, values, at, key)


def _pop_item(trace: Trace, owner: Any, *args: Any, **kwargs: Any) -> Any:
    last = inspect.signature(type(owner).popitem).bind(owner, *args, **kwargs).arguments.get("last", True)
    keys, values = lists_of(owner)
    if not is_variable(last):
        drop(trace, owner, growing.length(trace, keys) - 1 if last else 0)
    found = in_library(trace, "pop_item", keys, values, last)
    if is_variable(last):
        forget(trace, owner)
    return found


def _move_to_end(trace: Trace, owner: Any, key: Any, last: Any = True) -> None:
    at = place(trace, owner, key)
    drop(trace, owner, at)
    in_library(trace, "move_to_end", *lists_of(owner), at, key, last)
    if last is True:
        note(trace, owner)
    else:
        forget(trace, owner)


def _total(trace: Trace, owner: Any) -> Any:
    from sct.runtime.numbers.extremes import sum_

    if not isinstance(owner, Counter):
        raise AttributeError(f"{type(owner).__name__!r} object has no attribute 'total'")
    return sum_(trace, lists_of(owner)[1])


def _clear(trace: Trace, owner: Any) -> None:
    for xs in lists_of(owner):
        growing.put(trace, xs, [])
    forget(trace, owner)
    if isinstance(owner, set):
        elements = next(iter(owner))
        elements.changes.add("none")
        elements.base = None
        set_logs.note(trace, elements, set_steps.CLEAR)


# -- sets --------------------------------------------------------------------------------------------


def _add(trace: Trace, owner: Any, x: Any, /) -> None:
    (elements,) = owner
    grow(owner)
    set_logs.add(trace, elements, place(trace, owner, x), hash_pools.entering(trace, owner, x))
    note(trace, owner)


def _update(trace: Trace, owner: Any, *others: Any) -> None:
    for other in others:
        if isinstance(other, (set, frozenset, dict)):
            _take_in(trace, owner, other)
        else:
            in_library(trace, "add_all", owner, other)


def _take_in(trace: Trace, owner: Any, other: Any) -> None:
    """A set gets the elements of a set, or the keys of a dict, at once."""
    (elements,) = owner
    recipes = [recipe_of(trace, x) for x in (owner, other)]
    log = set_logs.operated(trace, "update", owner, (other,)) if trace.set_orders.logged else None
    if isinstance(other, (set, frozenset)):  # in an order that does not depend on hashes, and is not Python's
        shrink(trace, owner)
        other = lists_of(other)[0] if is_hashed(other) else sorted(other, key=repr)
    else:
        elements.changes.add("anew")
        if elements.steps is None:
            disorder(trace, owner)  # the table grows at once
    with set_logs.quietly(elements):
        in_library(trace, "add_all", owner, other)
    set_logs.made(trace, owner, log)
    note_update(trace, owner, *recipes)


def _pop_element(trace: Trace, owner: Any) -> Any:
    (elements,) = owner
    shrink(trace, owner, "fewer")
    if not is_known(trace, owner) or elements.steps is None:
        raise not_known(trace, "loses an element by pop()")
    at = set_logs.next_place(trace, elements)
    if at is None:
        raise not_known(trace, "loses an element by pop()")
    drop(trace, owner, at)
    return in_library(trace, "pop_noted", elements.items, at, elements.steps, set_steps.POP)


def _discard(required: bool) -> Any:
    def take(trace: Trace, owner: Any, x: Any, /) -> None:
        (elements,) = owner
        if isinstance(x, set):
            raise SideEffectError(
                "a set is looked for in a set with run-time elements, to take it out",
                where=trace.location(),
                why="Python looks for the frozenset that it equals",
                fix="give it that frozenset",
            )
        shrink(trace, owner, "fewer")
        at = place(trace, owner, x)
        drop(trace, owner, at)
        set_logs.discard(trace, elements, at, hash_pools.entering(trace, owner, x), required)

    return take


_DICT_METHODS: dict[str, Any] = {
    "get": _get,
    "setdefault": _setdefault,
    "pop": _pop,
    "keys": lambda trace, owner: View(trace, owner, "keys"),
    "values": lambda trace, owner: View(trace, owner, "values"),
    "items": pairs,
    "popitem": _pop_item,
    "move_to_end": _move_to_end,
    "clear": _clear,
    "total": _total,
    "copy": lambda trace, owner: copied(trace, owner, not is_users_dict(type(owner))),
    "__init__": lambda trace, owner, *args, **kwargs: call_method(trace, owner, "update", args, kwargs),
    "__contains__": contains,
    "__getitem__": item,
    "__setitem__": store,
    "__delitem__": delete,
    "__len__": lambda trace, owner: growing.length(trace, lists_of(owner)[0]),
}
_SET_METHODS: dict[str, Any] = {
    "add": _add,
    "pop": _pop_element,
    "update": _update,
    "discard": _discard(False),
    "remove": _discard(True),
    "clear": _clear,
    "__contains__": contains,
    "__len__": lambda trace, owner: growing.length(trace, lists_of(owner)[0]),
}


_MAKING = ("copy", "union", "intersection", "difference", "symmetric_difference")


def call_method(trace: Trace, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`owner.name(*args, **kwargs)`."""
    from sct.runtime.hashing.run_time_sets import METHODS

    kind = dict if isinstance(owner, dict) else set
    several = name in METHODS[kind] or name == "update"
    at = next((k for k, x in enumerate(args) if type(x) is Choice), -1) if several else -1
    if at >= 0:  # one of several sets or dicts

        def on(one: Any) -> Any:
            return call_method(trace, owner, name, (*args[:at], one, *args[at + 1 :]), kwargs)

        return args[at].sct_distribute(on)
    method = METHODS[kind].get(name) or (_DICT_METHODS if kind is dict else _SET_METHODS).get(name)
    if method is None:
        return refuse(trace, owner)
    found = method(trace, owner, *args, **kwargs)
    return hash_pools.entered(trace, found, trace.location()) if name in _MAKING else found
