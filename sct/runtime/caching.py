"""`functools.lru_cache` and `cached_property` in a trace: what has been computed is not computed again."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.effects import have_effects
from sct.runtime.births import note_birth
from sct.runtime.callables import note_identity
from sct.runtime.cells import AttrCell, Transaction
from sct.runtime.class_lookup import guard_class
from sct.runtime.current import is_variable
from sct.runtime.instrumented import is_instrumented
from sct.runtime.lift import lift
from sct.runtime.rows import pool_place
from sct.runtime.sources import ConstSource
from sct.runtime.trace import Trace
from sct.runtime.user_keys import is_hashed_by_users, note_key

__all__ = ["cached_attribute", "call_cached"]

#: What functions answered first, by the object that they were called with and the other arguments.
_first: weakref.WeakKeyDictionary[Any, weakref.WeakKeyDictionary[Any, dict[Any, Any]]] = weakref.WeakKeyDictionary()
_first_like: weakref.WeakKeyDictionary[Any, dict[Any, dict[Any, Any]]] = weakref.WeakKeyDictionary()


def call_cached(trace: Trace, f: Any, compute: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a function that `lru_cache` has wrapped; `compute` does so without the cache.

    One from outside keeps its results from call to call: with Python values it is asked itself, for a
    later call of plain Python would find the same there. One that was made here begins empty at each call.
    With run-time numbers the function is called anew: it must do nothing but compute numbers, as a call too
    many or another object with the same items would be seen.
    """
    key = (args, tuple(kwargs.items()))
    for x in (*args, *kwargs.values()):
        _forbid_pooled(x)
        if x in trace.parted:
            note_identity(trace, x)
    _check_hashable(key)
    code = getattr(f.__wrapped__, "__code__", None)
    if _is_static(key) and (code is None or not is_instrumented(code)):
        result = f(*args, **kwargs)
        return lift(trace, result, ConstSource(result, f"a result that {f.__name__} has cached"))
    kept = trace.cached
    entries = kept.get(f)
    if entries is None:
        entries = kept[f] = {}
    key = _by_identity(trace, key)
    if key in entries and trace.in_scope(entries[key][0]):
        return entries[key][1]
    number = _run_time_number(args, kwargs)
    if number is None:
        result = compute(*args, **kwargs)
        trace.touch_dict(entries)
        _check_kept(trace, f, args, kwargs, result)
    else:
        result = _only_computed(trace, f, number, compute, args, kwargs)
    entries[key] = (trace.builder, result)
    return result


def _forbid_pooled(x: Any) -> None:
    """Refuse an object that only the run knows: what was kept of it cannot be found."""
    if (place := pool_place(x)) is not None:
        place.sct_refuse()


def _only_computed(
    trace: Trace, f: Any, number: Any, compute: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """The result, if nobody can tell how often it was computed."""
    builder, made, before = trace.builder, trace.made.copy(), len(trace.builder.ops)
    outer, trace.transaction = trace.transaction, Transaction(trace.transaction)
    try:
        result = compute(*args, **kwargs)
        changed = [cell.owner for cell, _, _ in trace.transaction.changes()]
        trace.transaction.commit()
    finally:
        trace.transaction = outer
    own = all(owner in trace.made and owner not in made for owner in changed)
    if own and not have_effects(builder.ops[before:]) and _is_immutable(result):
        return result
    error = StaticValueError(
        f"{f.__name__} keeps its results, and is called with a number that is known only at run time",
        where=trace.location(),
        why="it does more than compute numbers, so that it is seen whether a result was kept before",
        fix="pass the number as a Python value, or call a function that keeps nothing",
    )
    error.asked = number
    raise error


def _check_kept(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
    """Refuse a result that Python would have kept from an earlier call, when an object of its key was another."""
    values = (*args, *kwargs.values())
    objects = [x for x in values if not _is_static(x)]
    if len(objects) != 1 or objects[0] in trace.made or not _is_static(result):
        return
    kind: Any = type(objects[0])
    known = _known_of(trace, f, objects[0])
    if known is None:
        return
    rest = tuple((type(x), x) if _is_static(x) else None for x in values), tuple(kwargs)
    now = type(result), repr(result)  # NaN is what it was
    if known.setdefault(rest, now) != now:
        raise StaticValueError(
            f"{f.__name__} keeps its results, and the {kind.__name__} it is called with has changed",
            where=trace.location(),
            why="Python would answer what it has kept from the first call, unless the cache was cleared",
            fix="pass what the result depends on, or call a function that keeps nothing",
        )


def _known_of(trace: Trace, f: Any, x: Any) -> dict[Any, Any] | None:
    """What `f` answered of an object, by the other arguments; None where that is not known."""
    if is_hashed_by_users(x):
        note_key(trace, x)
        return _first_like.setdefault(f, {}).setdefault(_Like(x), {})
    kind: Any = type(x)
    if kind.__hash__ is not object.__hash__:
        return None
    try:
        return _first.setdefault(f, weakref.WeakKeyDictionary()).setdefault(x, {})
    except TypeError:  # no weak references
        return None


def _check_hashable(value: Any) -> None:
    """Raise Python's TypeError for what cannot be the key of a cache."""
    if isinstance(value, tuple):
        for item in value:
            _check_hashable(item)
    elif isinstance(value, np.ndarray) or _has_no_hash(value):
        raise TypeError(f"unhashable type: '{'numpy.ndarray' if is_variable(value) else _name(type(value))}'")


def _has_no_hash(value: Any) -> bool:
    if is_variable(value):
        return getattr(value, "python_type", None) is np.ndarray
    return getattr(type(value), "__hash__", None) is None


def _name(kind: type) -> str:
    return "numpy.ndarray" if issubclass(kind, np.ndarray) else kind.__name__


def _is_static(value: Any) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return all(map(_is_static, value))
    return isinstance(value, (bool, int, float, complex, str, bytes, type(None), np.generic)) and not is_variable(value)


def _run_time_number(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """One of the arguments that only the running program knows, or None."""
    for value in (*args, *kwargs.values()):
        found = _run_time_number(value, {}) if isinstance(value, tuple) else value if is_variable(value) else None
        if found is not None:
            return found
    return None


def _is_immutable(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_immutable, value))
    if is_variable(value):
        return getattr(value, "python_type", np.ndarray) is not np.ndarray
    return isinstance(value, (bool, int, float, complex, str, bytes, type(None), np.generic))


class _One:
    """A part of a key that is one with itself only."""

    __slots__ = ("part",)

    def __init__(self, part: Any) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _One) and self.part is other.part

    def __hash__(self) -> int:
        return object.__hash__(self.part)


class _Like:
    """A part of a key whose class says what it is equal to, with the hash that it has now."""

    __slots__ = ("number", "part")

    def __init__(self, part: Any) -> None:
        self.part = part
        self.number = hash(part)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Like) or self.number != other.number:
            return False
        return self.part is other.part or bool(self.part == other.part)

    def __hash__(self) -> int:
        return self.number


def _by_identity(trace: Trace, value: Any) -> Any:
    """A key in which run-time numbers are their SSA values, and objects are found as Python finds them."""
    if isinstance(value, tuple):
        return tuple(_by_identity(trace, item) for item in value)
    if _is_static(value):
        return value
    if is_hashed_by_users(value):
        note_key(trace, value)
        return _Like(value)
    return _One(value.sct_value() if hasattr(type(value), "sct_value") else value)


def cached_attribute(trace: Trace, owner: Any, name: str, found: functools.cached_property[Any], holder: type) -> Any:
    """The value of a cached property that has not been asked for yet; it becomes an attribute."""
    _forbid_pooled(owner)
    from sct.runtime.call import convert_call

    guard_class(trace, holder, name, found)
    value = convert_call(found.func)(owner)
    note_birth(trace, owner, name)
    trace.touch(AttrCell(owner, name))
    vars(owner)[name] = value
    return value
