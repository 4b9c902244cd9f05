"""Dicts and sets that get keys which only the running program knows.

Such a dict holds, under one key that no user has, the list of its keys and the list of its values: ordinary lists,
which grow at run time. A set holds one element with the list of its own. A dict or set has to be made so from the
start: where one turns out to need it, the function is traced once more, knowing where it was made.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np

from sct.errors import SctError, SideEffectError, StaticValueError
from sct.runtime.current import current, is_variable
from sct.runtime.hashing import key_places, object_keys, run_time_order, set_logs, set_recipes
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import (
    ENTRIES,
    KeysComing,
    is_hashed,
    is_of_dict,
    is_users_dict,
    lists_of,
    parts_of,
    put_together,
    table_of,
)  # fmt: skip
from sct.runtime.hashing.key_parts import checked
from sct.runtime.hashing.user_keys import is_hashed_by_users, note_table
from sct.runtime.hashing.users_mappings import as_dict
from sct.runtime.iteration.watched import note_added, note_dropped
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.tuple_forms import hashed_parts
from sct.runtime.libraries import hash_library
from sct.runtime.lists import growing, list_comparing
from sct.runtime.lists.rows import Rows, marker_of, table_place
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import hash_pools, object_pools, pools
from sct.runtime.stand_ins import like_others
from sct.runtime.state.bare import items_in, refill_dict
from sct.runtime.state.put_back import is_put_back, is_put_under_its_key, under_a_key
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = [
    "add_from",
    "born",
    "can_get_keys",
    "contains",
    "copied",
    "copy_of",
    "delete",
    "dict_of",
    "drop",
    "forget",
    "gets_keys_like_another",
    "in_library",
    "item",
    "item_or_new",
    "merge",
    "note",
    "opened",
    "pairs",
    "plain",
    "place",
    "refuse",
    "set_of",
    "spliced",
    "store",
    "store_all",
    "with_run_time_keys",
]


def born(trace: Trace, made: Any, part: str = "") -> Any:
    """A dict or set has been made, perhaps as a part of another object; it holds lists if it is known to need them."""
    site: Any = (trace.location(), part) if part else trace.location()
    if isinstance(made, (dict, set)):
        note_table(trace, made)
    if type(made) not in (dict, set) and not is_of_dict(type(made)):
        return made
    trace.sites[made] = site
    if isinstance(made, dict) and any(isinstance(key, (Spliced, type(ENTRIES))) for key in made):
        parts = list(made.items())
        made.clear()
        first = parts[0][0]
        made[ENTRIES] = parts[0][1] if isinstance(first, Spliced) else tuple(trace.note_new([]) for _ in range(3))
        merge(trace, made, parts[isinstance(first, Spliced) :])
    elif trace.plan.hashes(site) or isinstance(trace.pools.get(site), hash_pools.HashPool):
        opened(trace, made)
    elif type(made) is dict and made:
        return object_pools.made(trace, made, site)
    return hash_pools.entered(trace, made, site)


def merge(trace: Trace, made: dict[Any, Any], parts: list[tuple[Any, Any]]) -> None:
    """Put the pairs of a display, and what stands there for a dict with run-time keys, into a new dict."""
    for key, value in parts:
        if isinstance(key, (Spliced, type(ENTRIES))):
            in_library(trace, "store_all", made, pairs(trace, {ENTRIES: value}))
        else:
            store(trace, made, key, value)


def opened(trace: Trace, made: Any) -> None:
    """Make lists of what a dict or set holds, if run-time keys can be told from its own."""
    if not all(map(_is_key, made)):
        return
    if isinstance(made, dict):
        keys = trace.note_new(list(map(like_others, made)))
        values = trace.note_new(list(made.values()))
        refill_dict(made, [(ENTRIES, (keys, values, trace.note_new([])))])
    else:
        elements = set_logs.new(trace)
        set_logs.opened(trace, elements, made)
        elements.ordered |= run_time_order.is_told_by_elements(made)
        recipe = None if elements.ordered else set_recipes.recipe_of(trace, made)
        made.clear()
        made.add(elements)
        set_recipes.know(trace, made, recipe)


class Spliced:
    """A key that stands for all keys of a dict after two stars."""


def spliced(trace: Trace, part: Any) -> Any:
    """What a display gets in place of a dict with run-time keys after two stars."""
    if isinstance(part, Choice):
        chosen, part = part, dict_of(trace, [])
        chosen.sct_distribute(lambda one: in_library(trace, "store_all", part, pairs(trace, {**as_dict(trace, one)})))
    if isinstance(part, dict) and is_hashed(part):
        return {Spliced(): copied(trace, part)[ENTRIES]}
    return object_pools.snapshot(trace, as_dict(trace, part))


def copy_of(trace: Trace, xs: list[Any]) -> Any:
    """`list(xs)`."""
    marker = marker_of(xs)
    if isinstance(marker, Rows):
        growing.shared(marker)
        if pools.is_pooled(xs):
            return growing.made(trace, marker)
    return trace.note_new(list(items_in(xs)))


def with_run_time_keys(trace: Trace, owner: Any, refusal: SctError) -> None:
    """A run-time key would have to be added to an ordinary dict or set: start again, or refuse."""
    if can_get_keys(trace, owner):
        raise KeysComing(trace.sites.get(owner), refusal)
    raise refusal


def gets_keys_like_another(trace: Trace, site: Any) -> None:
    """A dict made at `site` stands where another one has run-time keys: it had better be of that kind, too."""
    if not trace.plan.hashes(site) and not trace.loops.unrollable:
        raise KeysComing(site, SideEffectError("a dict gets run-time keys", where=trace.location()))


def can_get_keys(trace: Trace, owner: Any, though_unrollable: bool = False) -> bool:
    """Whether a dict or set would hold lists if the function were traced once more."""
    site = trace.sites.get(owner)
    if site is None or trace.plan.hashes(site) or (trace.loops.unrollable and not though_unrollable):
        return False
    return all(map(_is_number, owner)) and not is_hashed(owner)


def plain(trace: Trace, value: Any) -> Any:
    """An ordinary dict with these items, for code that needs its keys; refused where they are not known."""
    if not is_hashed(value):
        return value
    keys, values = lists_of(value)
    if growing.is_growing(keys) or growing.is_growing(values) or not all(isinstance(key, str) for key in keys):
        refuse(trace, value)
    return dict(zip(keys, values, strict=True))


def refuse(trace: Trace, value: Any) -> Any:
    """What cannot be done with run-time keys."""
    raise StaticValueError(
        f"a {type(value).__name__} whose keys are known only at run time was used by code that needs them",
        where=trace.location(),
        fix="use its items, methods, `in`, `len`, `sorted` or a `for` statement",
    )


# -- keys --------------------------------------------------------------------------------------------


def place(trace: Trace, owner: Any, key: Any) -> Any:
    """The index of a key, or -1."""
    key = like_others(checked(trace, key))
    born = trace.made.get(owner)
    ref = table_place(owner)
    if type(owner) is not dict and born is not None and ref is None and not trace.in_scope(born):
        raise SideEffectError(
            f"a {type(owner).__name__} with run-time keys is used outside of the branch that made it",
            where=trace.location(),
            why="a branch or loop that is left takes only lists and plain dicts apart to go on with them",
            fix="make it before the branch, or use one dict with tuples as keys",
        )
    if isinstance(key, Choice):
        return key.sct_distribute(lambda one: place(trace, owner, one))
    if (found := object_keys.place(trace, owner, key)) is not None:
        return found
    if ref is not None:
        return hash_pools.find(trace, ref, key)
    keys = lists_of(owner)[0]
    for one in (*lists_of(owner), table_of(owner)):
        trace.key_lists[one] = True

    def in_rows(rows: Rows) -> Any:
        found = key_places.find(trace, rows, table_of(owner), key)
        return list_comparing.find(trace, keys, rows, key) if found is None else found

    return growing.read(trace, keys, lambda items: key_places.among(trace, items, key), in_rows)


def note(trace: Trace, owner: Any) -> None:
    """The last key may be a new one."""
    note_added(trace, owner)
    if (ref := table_place(owner)) is not None:
        hash_pools.note(trace, ref)
        return
    keys, *values = lists_of(owner)
    key_places.note(trace, keys, table_of(owner), values[0] if values else None)


def drop(trace: Trace, owner: Any, at: Any) -> None:
    """The key at `at` is about to be taken out, if that is not negative."""
    note_dropped(trace, owner)
    if (ref := table_place(owner)) is not None:
        hash_pools.shift(trace, ref, at)
        return
    key_places.drop(trace, lists_of(owner)[0], table_of(owner), at)


def forget(trace: Trace, owner: Any) -> None:
    """Keys are others now, or elsewhere."""
    note_dropped(trace, owner)
    note_added(trace, owner)
    if table_place(owner) is not None:
        hash_pools.note_all(trace, owner)
    else:
        growing.put(trace, table_of(owner), [])


def in_library(trace: Trace, name: str, *args: Any) -> Any:
    """Call a function of the library as part of the trace."""
    from sct.runtime.calls.library_calls import inlined

    return inlined(trace, getattr(hash_library, name), *args)


def add_from(trace: Trace, owner: Any, items: Any) -> None:
    """`owner.update(items)` of an iterator."""
    if isinstance(owner, set):
        in_library(trace, "add_all", owner, items)
    else:
        store_all(trace, owner, items)


def store_all(trace: Trace, owner: Any, pairs: Any) -> None:
    """`owner.update(pairs)`, which does not ask a class derived from dict how it stores."""
    if is_users_dict(type(owner)):
        in_library(trace, "store_all_by", owner, pairs, dict.__setitem__)
    else:
        in_library(trace, "store_all", owner, pairs)


def contains(trace: Trace, owner: Any, key: Any) -> Any:
    """`key in owner`."""
    if isinstance(owner, set) and isinstance(key, set):  # Python looks for the frozenset that it equals
        from sct.runtime.hashing.frozensets import with_elements

        known = not is_hashed(key) and not any(map(is_variable, key))
        key = frozenset(key) if known else with_elements(key)
    return place(trace, owner, key) >= 0


# -- dicts -------------------------------------------------------------------------------------------


def wants_run_time_keys(trace: Trace, owner: Any, contents: list[Any]) -> None:
    """A dict gets a key on one path only: it can be one of run-time keys, if those are numbers or texts."""
    site = trace.sites.get(owner)
    keys = [k[0] if isinstance(owner, dict) else k for content in contents for k in content]
    if site is None or trace.plan.hashes(site) or not all(map(_is_number, keys)):
        return
    with_run_time_keys(trace, owner, SideEffectError("a dict gets run-time keys", where=trace.location()))


def _is_key(key: Any) -> bool:
    """Whether a key that is there from the start is a number, or a tuple of them; a NaN is found by its identity."""
    return _is_number(key) and (is_variable(key) or hashed_parts(key) is not None or key == key)


def _is_number(key: Any) -> bool:
    if (parts := hashed_parts(key)) is not None:
        return all(map(_is_number, parts))
    if key is None or is_hashed_by_users(key):
        return True
    if isinstance(key, Enum) and type(key).__eq__ is object.__eq__:  # one object, and no other
        return True
    return isinstance(key, (bool, int, float, np.generic, str, bytes, frozenset, FormattedText)) or is_variable(key)


def item(trace: Trace, owner: Any, key: Any) -> Any:
    """`owner[key]`."""
    keys, values = lists_of(owner)
    at = place(trace, owner, key)
    if is_users_dict(type(owner)) and (missing := users_method(owner, "__missing__")) is not None:
        return in_library(trace, "item_or_missing", values, at, missing, owner, key)
    if isinstance(owner, Counter):
        return in_library(trace, "item_or", values, at, 0)
    if isinstance(owner, defaultdict) and owner.default_factory is not None:
        return item_or_new(trace, owner, at, key, owner.default_factory)
    return under_a_key(trace, owner, key, in_library(trace, "item", keys, values, at, key))


def item_or_new(trace: Trace, owner: Any, at: Any, key: Any, factory: Callable[[], Any]) -> Any:
    """The value at `at`, or what `factory` makes, which is that of a new key."""
    keys, values = lists_of(owner)
    entering = hash_pools.entering(trace, owner, key)
    found = in_library(trace, "item_or_new", keys, values, at, entering, _Factory(factory))
    note(trace, owner)
    return under_a_key(trace, owner, key, found)


class _Factory:
    """What the library calls for a new value: converted already, or Python's own."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function

    def __call__(self) -> Any:
        if isinstance(self.function, functools.partial):
            return self.function()
        from sct.runtime.call import convert_call
        from sct.runtime.lists import known_lists

        made = convert_call(self.function)()
        trace = current()
        return known_lists.made(trace, made) if type(made) is list and trace is not None else made


def store(trace: Trace, owner: Any, key: Any, value: Any) -> None:
    """`owner[key] = value`."""
    keys, values = lists_of(owner)
    at = place(trace, owner, key)
    if is_put_back(trace, values, at, value) or is_put_under_its_key(trace, owner, key, value):
        return
    in_library(trace, "store", keys, values, at, hash_pools.entering(trace, owner, key), value)
    note(trace, owner)


def delete(trace: Trace, owner: Any, key: Any) -> None:
    """`del owner[key]`."""
    at = place(trace, owner, key)
    drop(trace, owner, at)
    how = ("delete_or", None) if isinstance(owner, Counter) else ("delete", key)  # the first raises no KeyError
    in_library(trace, how[0], *lists_of(owner), at, how[1])


def copied(trace: Trace, owner: Any, same_kind: bool = False) -> Any:
    """`dict(owner)`, or `owner.copy()`, which is of the `same_kind`."""
    kind = type(owner) if same_kind else dict
    entries = tuple(copy_of(trace, xs) for xs in parts_of(owner)[ENTRIES])  # of one in a pool, without a table
    return trace.note_new(put_together(kind, {**parts_of(owner), ENTRIES: entries}))


def pairs(trace: Trace, owner: Any) -> Any:
    """`owner.items()`, to walk through."""
    return View(trace, owner, "items") if is_hashed(owner) else list(owner.items())


# -- sets --------------------------------------------------------------------------------------------


def set_of(trace: Trace, items: Any) -> Any:
    """`set(items)`."""
    made = trace.note_new({set_logs.new(trace)})
    in_library(trace, "add_all", made, items)
    return made


def dict_of(trace: Trace, pairs: Any, kind: Any = dict, *args: Any) -> Any:
    """`dict(pairs)`, or that of another `kind`, made of `args` before."""
    made: Any = kind(*args)
    made[ENTRIES] = tuple(trace.note_new([]) for _ in range(3))
    trace.note_new(made)
    in_library(trace, "store_all", made, pairs)
    return made
