"""Objects and dicts that several names may stand for, as the running program says: which one it is, is a number.

They are to `pools` what it is to lists: the objects that were made at some places of the user's code have their
attributes side by side, each in a list with one item for each object, and what the user's names refer to holds a
`Place` instead of each attribute. All of them are of one class, or dicts, with the same names in the same order.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from enum import Enum
from types import SimpleNamespace
from typing import Any

from sct.errors import AliasError, JoinError
from sct.runtime.current import current, is_variable
from sct.runtime.hashing.entries import ENTRIES, is_hashed
from sct.runtime.hashing.user_keys import hashes_itself
from sct.runtime.joins.choosing_items import choose_item
from sct.runtime.joins.leaf_forms import holds_containers
from sct.runtime.libraries import pool_library
from sct.runtime.lists import growing
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.lists.rows import Place, Rows, place_in, pool_place, stale_or_marker
from sct.runtime.pools import hash_pools
from sct.runtime.state.containers_in import containers_in
from sct.runtime.state.instances import attributes_of, is_plain_instance, new_instance
from sct.runtime.trace import NUMBERS, Trace

__all__ = [
    "ObjectPool",
    "chosen",
    "equal",
    "form_of",
    "is_one",
    "made",
    "made_tuple",
    "opened",
    "pooled_dict_method",
    "read",
    "snapshot",
    "store",
]

MOST_CHOSEN = 8  # objects of which one is chosen by its attributes
MOST_TABLES = 2  # sets and dicts with run-time keys: each is asked in its own table


class ObjectPool:
    """The objects that were made at some places of the user's code."""

    site: Any = None  # one of the places where these are made
    compared = False  # of tuples: whether two of them are being compared

    def __init__(self, trace: Trace, kind: type, names: tuple[Any, ...]) -> None:
        self.kind = kind
        self.names = names
        self.columns: dict[Any, list[Any]] = {name: trace.note_new([]) for name in names}
        for xs in self.columns.values():
            trace.key_lists[xs] = True

    def handle(self, at: Any, x: Any = None) -> Any:
        """An object that stands for the one at a place; `x` if there is one."""
        place = Place(self, at)
        if self.kind is tuple:
            return PooledTuple(place, len(self.names))
        slots: dict[Any, Any] = dict.fromkeys(self.names, place)
        if self.kind is dict:
            made = {} if x is None else x
            dict.update(made, slots)
        else:
            made = new_instance(self.kind, slots, x)
        place.owner = made
        return made


def form_of(x: Any) -> tuple[type, tuple[Any, ...]] | None:
    """The class of an object or dict, and its names; None where it cannot be in a pool."""
    if type(x) is dict:
        return None if not x or ENTRIES in x or any(map(_asks_users, x)) else (dict, tuple(x))
    held = attributes_of(x)
    if not held or not is_plain_instance(x, hashed=True):
        return None
    return type(x), tuple(held)


def _asks_users(key: Any) -> bool:
    """Whether to compare a key is to ask a class of the user's, and with what another attempt has undone."""
    if isinstance(key, (tuple, frozenset)):
        return any(map(_asks_users, key))
    return hashes_itself(key) and not isinstance(key, Enum)


def made(trace: Trace, x: Any, site: Any) -> Any:
    """An object or dict that has been made, which is in a pool if those of its place are."""
    form = form_of(x)
    if form is None:
        trace.doubts.families.note_form(site, None)
        return x
    trace.sites[x] = site
    trace.doubts.families.note_form(site, form)
    pool = trace.pools.get(site)
    if isinstance(pool, ObjectPool) and form == (pool.kind, pool.names):
        held = x if pool.kind is dict else attributes_of(x)
        pool.handle(_entered(trace, pool, x, held), x)
    return x


def made_tuple(trace: Trace, x: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tuple that has been made, or what stands for it if those of its place are in a pool."""
    if x and _are_classes(x):  # which `isinstance` or `except` asks for as they are
        return x
    site, form = (trace.location(), "tuple"), (tuple, tuple(range(len(x))))  # what it holds is made there, too
    trace.doubts.families.note_form(site, form)
    pool = trace.pools.get(site)
    if not isinstance(pool, ObjectPool) or form != (pool.kind, pool.names):
        return x
    found: tuple[Any, ...] = trace.note_new(pool.handle(_entered(trace, pool, x, x)))
    return found


def _are_classes(x: tuple[Any, ...]) -> bool:
    return all(isinstance(one, type) or (type(one) is tuple and _are_classes(one)) for one in x)


def _entered(trace: Trace, pool: ObjectPool, x: Any, held: Any) -> Any:
    """The place that an object, dict or tuple gets in a pool, with what it has held."""
    first = pool.columns[pool.names[0]]
    at = growing.length(trace, first) if growing.is_growing(first) else len(first)
    itself = trace.note_new(pool.handle(at))
    values = [itself if held[name] is x else _checked(trace, held[name]) for name in pool.names]
    for name, value in zip(pool.names, values, strict=True):
        _call(trace, "enter", pool, name, value)
    return at


def opened(x: PooledTuple) -> tuple[Any, ...]:
    """What a tuple in a pool holds."""
    trace = current()
    assert trace is not None
    return tuple([read(trace, x.place, name) for name in x.place.pool.names])


def read(trace: Trace, place: Place, name: Any) -> Any:
    """The attribute or item of this name."""
    return growing.get(trace, place.pool.columns[name], place.at)


def store(trace: Trace, place: Place, name: Any, value: Any) -> None:
    """Give it another attribute or item of this name."""
    if name not in place.pool.columns:
        raise AliasError(
            f"an object that several names may stand for gets another name, {name!r}",
            where=trace.location(),
            fix="give it all of its attributes or keys where it is made",
        )
    _call(trace, "replace", place.pool, name, place.at, _checked(trace, value))


def snapshot(trace: Trace, x: Any) -> Any:
    """A new object or dict that holds what one in a pool holds now; anything else as it is."""
    place = pool_place(x) if trace.pools else None
    if place is None:
        return x
    if type(x) is PooledTuple:
        return opened(x)
    held = {name: read(trace, place, name) for name in place.pool.names}
    return trace.note_new(held if type(x) is dict else new_instance(type(x), held))


class _Held(Mapping[Any, Any]):
    """What a dict in a pool holds, whenever it is asked."""

    def __init__(self, trace: Trace, place: Place) -> None:
        self._trace, self._place = trace, place

    def __getitem__(self, name: Any) -> Any:
        return read(self._trace, self._place, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._place.pool.names)

    def __len__(self) -> int:
        return len(self._place.pool.names)


_VIEWS: dict[str, Any] = {"items": ItemsView, "values": ValuesView}
_READING = ("get", "keys", "copy", "__contains__", "__len__", "__iter__", "__getitem__", "__or__", "__ror__")


def pooled_dict_method(trace: Trace, owner: Any, name: str, args: Any, kwargs: Any) -> Any:
    """A method of a dict that is in a pool; NotImplemented of another one, or of a set."""
    place = pool_place(owner)
    if place is None:
        return NotImplemented
    if name in _VIEWS:
        return _VIEWS[name](_Held(trace, place), *args, **kwargs)
    if name == "setdefault" and args and args[0] in place.pool.columns:
        return read(trace, place, args[0])
    if name == "update" and all(isinstance(x, dict) for x in args):
        given = {key: value for x in (*args, kwargs) for key, value in snapshot(trace, x).items()}
        for key, value in given.items():
            store(trace, place, key, value)
        return None
    if name == "__setitem__":
        return store(trace, place, *args)
    if name not in _READING:
        place.sct_refuse()
    found = getattr(snapshot(trace, owner), name)(*args, **kwargs)
    return trace.note_new(found) if type(found) is dict else found


def equal(trace: Trace, a: Any, b: Any) -> Any:
    """`a == b` of objects or dicts of which one is in a pool, and no class says otherwise; NotImplemented of others."""
    x, y = pool_place(a), pool_place(b)
    if x is None and y is None:
        for place in _compared_by_python(a) if type(a) is type(b) else ():
            place.sct_refuse()
        return NotImplemented
    if x is not None and y is not None and dict not in (type(a), type(b)):
        return is_one(x, y)
    if type(a) is dict and type(b) is dict:
        from sct.runtime.objects import operators

        return operators.compare("eq", snapshot(trace, a), snapshot(trace, b))
    return NotImplemented  # which the other one may have an answer to


def _compared_by_python(x: Any, inside: bool = False) -> Iterator[Place]:
    """The places of what Python itself would compare where it compares containers of these kinds."""
    parts: Any = ()
    here = (deque, OrderedDict, defaultdict, SimpleNamespace)
    if isinstance(x, (*here, list, tuple, dict) if inside else here):
        parts = vars(x).values() if isinstance(x, SimpleNamespace) else x.values() if isinstance(x, dict) else x
    for part in parts:
        if (place := pool_place(part)) is not None:
            yield place
        else:
            yield from _compared_by_python(part, True)


def chosen(trace: Trace, items: Any, key: Any, lists: bool = False) -> tuple[Any] | None:
    """`items[key]` of objects that are in one pool; None of others, which could be: `lists` of the caller's, too."""
    if any(type(x) in NUMBERS or is_variable(x) for x in items[:1]) or isinstance(items, str):
        return None
    places = [place_in(x) for x in items] if trace.pools else []
    known = [place for place in places if place is not None]
    if known and len(known) == len(places) and all(pool is known[0][0] for pool, _ in known):
        at = choose_item(trace, [at for _, at in known], key)
        return (trace.note_new(known[0][0].handle(at)),)
    sites = [trace.doubts.site(x) for x in items]
    trace.doubts.families.unite(*sites)
    most = MOST_TABLES if any(isinstance(x, (dict, set)) and is_hashed(x) for x in items) else MOST_CHOSEN
    if len(items) <= most or not all(_could_be_pooled(trace, x, lists) for x in items):
        return None
    if (trace.pools and all(one is not None and one not in trace.pools for one in sites)) or trace.plan.may_pool:
        error = JoinError(f"one of {len(items)} objects is chosen by a run-time index", where=trace.location())
        error.could_be_pooled = True
        raise error
    return None


def _could_be_pooled(trace: Trace, x: Any, lists: bool) -> bool:
    if type(x) is list:  # the function's own had better be in rows
        return lists and trace.doubts.families.theirs.get(x) is not None
    return form_of(x) is not None or hash_pools.form_of(x) is not None


def is_one(x: Place, y: Place) -> Any:
    """Whether two names stand for one object."""
    return x.pool is y.pool and x.at == y.at


def _call(trace: Trace, function: str, pool: ObjectPool, name: Any, *args: Any) -> None:
    from sct.runtime.calls.library_calls import inlined

    xs = pool.columns[name]
    inlined(trace, getattr(pool_library, function), xs, *args)
    if not growing.is_growing(xs):
        growing.put(trace, xs, [growing.rows_in(trace, xs)])
    marker = stale_or_marker(xs)
    if isinstance(marker, Rows) and holds_containers(marker.item):
        raise _cannot_hold(trace, None)


def _checked(trace: Trace, value: Any) -> Any:
    for one in containers_in(value):
        raise _cannot_hold(trace, one)
    return value


def _cannot_hold(trace: Trace, x: Any) -> AliasError:
    """The refusal of an attribute; of what could be in a pool of its own, with its place."""
    error = AliasError("an object that several names may stand for holds arrays or others", where=trace.location())
    error.site = trace.doubts.site(x)
    trace.doubts.families.unite(error.site)
    return error
