"""Dicts and sets that get keys which only the running program knows.

Such a dict holds, under one key that no user has, the list of its keys and the list of its values: ordinary lists,
which grow at run time. A set holds one element with the list of its own. A dict or set has to be made so from the
start: where one turns out to need it, the function is traced once more, knowing where it was made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import SideEffectError, StaticValueError
from sct.ir.types import ARRAY
from sct.runtime import growing, hash_library, key_places, list_comparing, list_methods
from sct.runtime.choice import Choice
from sct.runtime.current import is_variable
from sct.runtime.entries import ENTRIES, Elements, KeysComing, is_hashed, lists_of, table_of
from sct.runtime.rows import Rows, marker_of
from sct.runtime.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = [
    "born",
    "call_method",
    "can_get_keys",
    "contains",
    "copied",
    "copy_of",
    "delete",
    "dict_of",
    "in_order",
    "is_shrunk",
    "item",
    "made_anew",
    "pairs",
    "refuse",
    "set_of",
    "store",
    "with_run_time_keys",
]


def born(trace: Trace, made: Any) -> Any:
    """A dict or set has been made; it holds lists if it is known to need them."""
    site = trace.location()
    if type(made) not in (dict, set, defaultdict, Counter):
        return made
    trace.sites[made] = site
    if isinstance(made, dict) and ENTRIES in made:
        parts = list(made.items())
        made.clear()
        made[ENTRIES] = tuple(trace.note_new([]) for _ in range(3))
        for key, value in parts:  # of a display with stars, too
            if key is ENTRIES and len(parts) == 1:
                made[ENTRIES] = tuple(copy_of(trace, xs) for xs in value)
            elif key is ENTRIES:
                _in_library(trace, "store_all", made, pairs(trace, {ENTRIES: value}))
            else:
                store(trace, made, key, value)
    elif site in trace.hashing and all(map(_is_key, made)):
        _open(trace, made)
    return made


def _open(trace: Trace, made: Any) -> None:
    keys = trace.note_new(list(made))
    if isinstance(made, dict):
        values = trace.note_new(list(made.values()))
        made.clear()
        dict.__setitem__(made, ENTRIES, (keys, values, trace.note_new([])))
    else:
        made.clear()
        made.add(Elements(keys, trace.note_new([])))


def copy_of(trace: Trace, xs: list[Any]) -> Any:
    """`list(xs)`."""
    marker = marker_of(xs)
    if isinstance(marker, Rows):
        growing.shared(marker)
    return trace.note_new(list(xs))


def with_run_time_keys(trace: Trace, owner: Any, refusal: SideEffectError | StaticValueError) -> None:
    """A run-time key would have to be added to an ordinary dict or set: start again, or refuse."""
    if can_get_keys(trace, owner):
        raise KeysComing(trace.sites.get(owner), refusal)
    raise refusal


def can_get_keys(trace: Trace, owner: Any) -> bool:
    """Whether a dict or set would hold lists if the function were traced once more."""
    site = trace.sites.get(owner)
    if site is None or site in trace.hashing or trace.trying_depth or trace.unrollable:
        return False
    return all(map(_is_number, owner)) and not is_hashed(owner)


def is_shrunk(value: set[Any]) -> bool:
    """Whether elements were taken out of a set."""
    (elements,) = value
    return bool(elements.shrunk)


def unordered(trace: Trace, value: Any, ordered: bool = False) -> Any:
    """The elements of a set, or the keys of a dict, for what does not depend on their order; else `value`."""
    if not isinstance(value, (dict, set)) or not is_hashed(value):
        return value
    return in_order(trace, value) if ordered else lists_of(value)[0]


def holds_floats(value: Any) -> bool:
    """Whether the order in which the elements of a set are added up can be seen in the sum."""
    if not isinstance(value, set) or not is_hashed(value):
        return False
    (items,) = lists_of(value)
    marker = marker_of(items)
    spec = getattr(getattr(marker, "item", None), "spec", None)
    if marker is None:
        return not all(isinstance(x, int) or (hasattr(type(x), "spec") and x.spec.dtype.kind in "iub") for x in items)
    return spec is None or spec.dtype.kind not in "iub"


def in_order(trace: Trace, value: Any) -> list[Any]:
    """The keys in Python's order, which of a set only Python knows."""
    if isinstance(value, set):
        raise SideEffectError(
            "a set whose elements are known only at run time is walked through",
            where=trace.location(),
            why="in which order its elements come, only Python's own set knows",
            fix="walk through sorted(...)",
        )
    return lists_of(value)[0]


def refuse(trace: Trace, value: Any) -> Any:
    """What cannot be done with run-time keys."""
    raise StaticValueError(
        f"a {type(value).__name__} whose keys are known only at run time was used by code that needs them",
        where=trace.location(),
        fix="use its items, methods, `in`, `len`, `sorted` or a `for` statement",
    )


# -- keys --------------------------------------------------------------------------------------------


def _checked(trace: Trace, key: Any) -> Any:
    for part in key if isinstance(key, tuple) else (key,):
        if isinstance(part, (list, dict, set, bytearray)):
            raise TypeError(f"unhashable type: '{type(part).__name__}'")
        if not is_variable(part) or isinstance(part, Choice):
            continue
        if part.spec.kind == ARRAY:
            raise TypeError("unhashable type: 'numpy.ndarray'")
        if part.spec.dtype.kind in "fc":
            text = "NaN is a key of a dict or an element of a set"
            trace.effect("assert", (part == part,), {"exception": "sct.errors.StaticValueError", "template": (text,)})
    return key


def _place(trace: Trace, owner: Any, key: Any) -> Any:
    """The index of a key, or -1."""
    _checked(trace, key)
    if isinstance(key, Choice):
        return key.sct_distribute(lambda one: _place(trace, owner, one))
    keys = lists_of(owner)[0]

    def in_rows(rows: Rows) -> Any:
        found = key_places.find(trace, rows, table_of(owner), key)
        return list_comparing.find(trace, keys, rows, key) if found is None else found

    return growing.read(trace, keys, lambda items: list_methods.place(trace, items, key), in_rows)


def _note(trace: Trace, owner: Any) -> None:
    """The last key may be a new one."""
    key_places.note(trace, lists_of(owner)[0], table_of(owner))


def _forget(trace: Trace, owner: Any) -> None:
    """Keys have been taken out."""
    growing.put(trace, table_of(owner), [])


def _in_library(trace: Trace, name: str, *args: Any) -> Any:
    from sct.runtime.generator_builtins import inlined

    return inlined(trace, getattr(hash_library, name), *args)


def contains(trace: Trace, owner: Any, key: Any) -> Any:
    """`key in owner`."""
    return _place(trace, owner, key) >= 0


def made_anew(trace: Trace, x: Any, render: Callable[[Any], str], name: Callable[..., str]) -> str:
    """An expression for a dict or set with these keys."""
    if isinstance(x, set) and is_shrunk(x):
        refuse(trace, x)
    parts = ", ".join(map(render, lists_of(x)))
    if isinstance(x, set):
        return f"set({parts})"
    made = f"dict(zip({parts}))"
    if isinstance(x, defaultdict):
        return f"{name(defaultdict)}({render(x.default_factory)}, {made})"
    return made if type(x) is dict else f"{name(type(x), 'T')}({made})"


# -- dicts -------------------------------------------------------------------------------------------


def wants_run_time_keys(trace: Trace, owner: Any, contents: list[Any]) -> None:
    """A dict gets a key on one path only: it can be one of run-time keys, if those are numbers or texts."""
    site = trace.sites.get(owner)
    keys = [k[0] if isinstance(owner, dict) else k for content in contents for k in content]
    if site is None or site in trace.hashing or not keys or not all(map(_is_number, keys)):
        return
    with_run_time_keys(trace, owner, SideEffectError("a dict gets run-time keys", where=trace.location()))


def _is_key(key: Any) -> bool:
    """Whether a key that is there from the start is a number, or a tuple of them; a NaN is found by its identity."""
    return _is_number(key) and (is_variable(key) or isinstance(key, tuple) or key == key)


def _is_number(key: Any) -> bool:
    if isinstance(key, tuple):
        return all(map(_is_number, key))
    return isinstance(key, (bool, int, float, np.generic, str, FormattedText)) or is_variable(key)


def item(trace: Trace, owner: Any, key: Any) -> Any:
    """`owner[key]`."""
    keys, values = lists_of(owner)
    at = _place(trace, owner, key)
    if isinstance(owner, Counter):
        return _in_library(trace, "item_or", values, at, 0)
    if isinstance(owner, defaultdict) and owner.default_factory is not None:
        found = _in_library(trace, "item_or_new", keys, values, at, key, owner.default_factory)
        _note(trace, owner)
        return found
    return _in_library(trace, "item", keys, values, at, key)


def store(trace: Trace, owner: Any, key: Any, value: Any) -> None:
    """`owner[key] = value`."""
    keys, values = lists_of(owner)
    _in_library(trace, "store", keys, values, _place(trace, owner, key), key, value)
    _note(trace, owner)


def delete(trace: Trace, owner: Any, key: Any) -> None:
    """`del owner[key]`."""
    keys, values = lists_of(owner)
    _in_library(trace, "delete", keys, values, _place(trace, owner, key), key)
    _forget(trace, owner)


def copied(trace: Trace, owner: Any) -> Any:
    """`dict(owner)` or `owner.copy()`."""
    made: Any = {ENTRIES: tuple(copy_of(trace, xs) for xs in owner[ENTRIES])}
    return trace.note_new(made)


def _get(trace: Trace, owner: Any, key: Any, default: Any = None, /) -> Any:
    _, values = lists_of(owner)
    return _in_library(trace, "item_or", values, _place(trace, owner, key), default)


def _setdefault(trace: Trace, owner: Any, key: Any, default: Any = None, /) -> Any:
    keys, values = lists_of(owner)
    found = _in_library(trace, "set_default", keys, values, _place(trace, owner, key), key, default)
    _note(trace, owner)
    return found


def _pop(trace: Trace, owner: Any, key: Any, *default: Any) -> Any:
    keys, values = lists_of(owner)
    at = _place(trace, owner, key)
    if default:
        found = _in_library(trace, "delete_or", keys, values, at, default[0])
    else:
        found = _in_library(trace, "delete", keys, values, at, key)
    _forget(trace, owner)
    return found


def pairs(trace: Trace, owner: Any) -> Any:
    """`owner.items()`."""
    if not is_hashed(owner):
        return list(owner.items())
    from sct.runtime.traced_call import convert_traced

    return convert_traced(trace, zip)(*lists_of(owner))


def _total(trace: Trace, owner: Any) -> Any:
    from sct.runtime.extremes import sum_

    if not isinstance(owner, Counter):
        raise AttributeError(f"{type(owner).__name__!r} object has no attribute 'total'")
    return sum_(trace, lists_of(owner)[1])


def _clear(trace: Trace, owner: Any) -> None:
    for xs in lists_of(owner):
        growing.put(trace, xs, [])
    _forget(trace, owner)


# -- sets --------------------------------------------------------------------------------------------


def set_of(trace: Trace, items: Any) -> Any:
    """`set(items)`."""
    made = trace.note_new({Elements(trace.note_new([]), trace.note_new([]))})
    _in_library(trace, "add_all", made, items)
    return made


def dict_of(trace: Trace, pairs: Any) -> Any:
    """`dict(pairs)`."""
    made: Any = {ENTRIES: tuple(trace.note_new([]) for _ in range(3))}
    trace.note_new(made)
    _in_library(trace, "store_all", made, pairs)
    return made


def _add(trace: Trace, owner: Any, x: Any, /) -> None:
    (items,) = lists_of(owner)
    _in_library(trace, "add", items, _place(trace, owner, x), x)
    _note(trace, owner)


def _update(trace: Trace, owner: Any, *others: Any) -> None:
    for other in others:
        if isinstance(other, (set, frozenset)):  # in an order that does not depend on hashes, and is not Python's
            next(iter(owner)).shrunk = True
            other = lists_of(other)[0] if is_hashed(other) else sorted(other, key=repr)
        _in_library(trace, "add_all", owner, other)


def _discard(required: bool) -> Any:
    def take(trace: Trace, owner: Any, x: Any, /) -> None:
        (elements,) = owner
        elements.shrunk = True
        _in_library(trace, "discard", elements.items, _place(trace, owner, x), x, required)
        _forget(trace, owner)

    return take


_DICT_METHODS: dict[str, Any] = {
    "get": _get,
    "setdefault": _setdefault,
    "pop": _pop,
    "keys": lambda trace, owner: lists_of(owner)[0],
    "values": lambda trace, owner: lists_of(owner)[1],
    "items": pairs,
    "clear": _clear,
    "total": _total,
    "copy": lambda trace, owner: copied(trace, owner) if type(owner) is dict else refuse(trace, owner),
    "__contains__": contains,
    "__getitem__": item,
    "__setitem__": store,
    "__delitem__": delete,
    "__len__": lambda trace, owner: growing.length(trace, lists_of(owner)[0]),
}
_SET_METHODS: dict[str, Any] = {
    "add": _add,
    "update": _update,
    "discard": _discard(False),
    "remove": _discard(True),
    "clear": _clear,
    "__contains__": contains,
    "__len__": lambda trace, owner: growing.length(trace, lists_of(owner)[0]),
}


def call_method(trace: Trace, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`owner.name(*args, **kwargs)`."""
    from sct.runtime.run_time_sets import METHODS

    kind = dict if isinstance(owner, dict) else set
    method = METHODS[kind].get(name) or (_DICT_METHODS if kind is dict else _SET_METHODS).get(name)
    return refuse(trace, owner) if method is None else method(trace, owner, *args, **kwargs)
