"""`functools.lru_cache` and `cached_property` in a trace: what has been computed is not computed again."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import StaticValueError, UnsupportedCallError
from sct.ir.effects import have_effects
from sct.records import record
from sct.runtime.callers.callables import note_identity
from sct.runtime.callers.class_lookup import guard_class
from sct.runtime.callers.lift import lift
from sct.runtime.callers.same_constant import same_constant
from sct.runtime.callers.seen_by import changed_so_far, sees_any
from sct.runtime.callers.sources import Constants, ConstSource, Source
from sct.runtime.conversion.instrumented import is_instrumented
from sct.runtime.current import has_own, has_spec, here, is_variable
from sct.runtime.hashing.user_keys import is_hashed_by_users, note_key
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.rows import pool_place
from sct.runtime.state.births import note_birth
from sct.runtime.state.cells import AttrCell, Transaction
from sct.runtime.state.instances import is_plain_instance
from sct.runtime.texts.run_time_bytes import with_known_bytes
from sct.runtime.trace import Trace
from sct.shown import shown

__all__ = ["cached_attribute", "call_cached", "check_asked"]

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
    args = with_known_bytes("what is kept", args)
    key = (args, tuple(kwargs.items()))
    for x in (*args, *kwargs.values()):
        _forbid_pooled(x)
        if x in trace.code.parted:
            note_identity(trace, x)
    _check_hashable(key)
    code = getattr(f.__wrapped__, "__code__", None)
    outer, values = code is None or not is_instrumented(code), (*args, *kwargs.values())
    if outer and all(map(_is_static, values)):
        _check_unchanged(trace, f)
        return _asked(trace, f, args, kwargs)
    kept = trace.code.cached
    entries = kept.get(f)
    if entries is None:
        entries = kept[f] = {}
    key = _by_identity(trace, key)
    if key in entries and trace.in_scope(entries[key][0]) and (not outer or _keeps_all(f)):
        return entries[key][1]
    if outer and _is_asked_itself(trace, f, [x for x in values if not _is_static(x)]):
        result = _asked(trace, f, args, kwargs)
        entries[key] = (trace.builder, result)
        _check_kept(trace, f, args, kwargs, result, asked=True)
        return result
    number = _run_time_number(args, kwargs)
    if number is None and outer and any(_may_be_kept(trace, x) for x in values):
        result = _only_computed(trace, f, None, compute, args, kwargs)
        trace.touch_dict(entries)
        _check_kept(trace, f, args, kwargs, result)
    elif number is None:
        result = compute(*args, **kwargs)
        trace.touch_dict(entries)
        _check_kept(trace, f, args, kwargs, result)
    else:
        result = _only_computed(trace, f, number, compute, args, kwargs)
    entries[key] = (trace.builder, result)
    return result


@record(eq=False)
class KeptSource(Source):
    """What a function has kept from its first call with these arguments: it is asked at each call."""

    function: Any
    arguments: tuple[tuple[str | None, Source], ...]

    def expr(self, constants: Constants) -> str:
        given = [f"{name}={one.expr(constants)}" if name else one.expr(constants) for name, one in self.arguments]
        return f"{constants.name(self.function)}({', '.join(given)})"

    def describe(self) -> str:
        given = [f"{name}={one.describe()}" if name else one.describe() for name, one in self.arguments]
        return f"what {_name_of(self.function)}({', '.join(given)}) has kept"


def _source_of(trace: Trace, x: Any) -> Source:
    found: Source | None = trace.sources.get(x)
    return ConstSource(x, shown(x)) if found is None else found


def _asked(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What the function itself answers, now and at each call."""
    sources = [(name, _source_of(trace, x)) for name, x in (*((None, x) for x in args), *kwargs.items())]
    return lift(trace, f(*args, **kwargs), KeptSource(f, tuple(sources)))


def _name_of(f: Any) -> str:
    return str(getattr(f, "__name__", f"the {type(f.__wrapped__).__name__}"))  # a partial has no name


def _keeps_all(f: Any) -> bool:
    """Whether nothing that was kept has had to make way."""
    info = f.cache_info()
    return info.maxsize is None or info.currsize < info.maxsize


def _is_asked_itself(trace: Trace, f: Any, objects: list[Any]) -> bool:
    """Whether a cache can be asked while the program is built: the objects are there, and as they will be then."""
    if trace.builder is not trace.root or any(x in trace.made or trace.sources.get(x) is None for x in objects):
        return False
    if is_variable(objects[0]) or not all(is_plain_instance(x, hashed=True) for x in objects):
        return False
    return not sees_any(trace, (f, *objects), changed_so_far(trace))


def _check_unchanged(trace: Trace, f: Any) -> None:
    """Refuse where what `f` computes from is changed before it is called: the cache is asked before the run begins."""
    if not sees_any(trace, (f,), changed_so_far(trace)):
        return
    raise StaticValueError(
        f"{_name_of(f)} keeps its results, and can see what the function has changed before it is called",
        where=trace.location(),
        why="what it has kept was computed before the change, or is computed after it: only the run knows",
        fix="call it before the change, or pass what its result depends on to a function that keeps nothing",
    )


def check_asked(f: Any) -> None:
    """Refuse to ask a cache how often it was used, or to empty it: both go on while no program asks it."""
    raise UnsupportedCallError(
        f"{f.__name__} of a function that keeps its results",
        where=here(),
        why="what it keeps, and how often it was asked, is not part of the program",
        fix="do it outside of the static function",
    )


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
    is_told = _is_static(result) if number is None else _is_immutable(result)
    if own and is_told and not have_effects(builder.ops[before:]):
        return result
    if number is None:
        raise StaticValueError(
            f"{_name_of(f)} keeps its results, and is called with an object where the function may have changed it",
            where=trace.location(),
            why="it does more than compute a known number, so that it is seen whether a result was kept before",
            fix="call it at the beginning of the function, outside of branches and loops",
        )
    error = StaticValueError(
        f"{_name_of(f)} keeps its results, and is called with a number that is known only at run time",
        where=trace.location(),
        why="it does more than compute numbers, so that it is seen whether a result was kept before",
        fix="pass the number as a Python value, or call a function that keeps nothing",
    )
    error.asked = number
    raise error


def _may_be_kept(trace: Trace, x: Any) -> bool:
    """Whether a result may have been kept from an earlier call with this object, or one that is equal to it."""
    return not _is_static(x) and (trace.sources.get(x) is not None or is_hashed_by_users(x))


def _check_kept(
    trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any, asked: bool = False
) -> None:
    """Refuse a result that Python would have kept from an earlier call, when an object of its key was another.

    What was `asked` is what it has kept.
    """
    values = (*args, *kwargs.values())
    objects = [x for x in values if not _is_static(x)]
    if len(objects) != 1 or objects[0] in trace.made or not _is_static(result):
        return
    kind: Any = type(objects[0])
    known = _known_of(trace, f, objects[0])
    if known is None:
        return
    rest = tuple((type(x), x) if _is_static(x) else None for x in values), tuple(kwargs)
    if asked:
        known[rest] = result
    elif not same_constant(known.setdefault(rest, result), result):
        raise StaticValueError(
            f"{_name_of(f)} keeps its results, and the {kind.__name__} it is called with has changed",
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
    elif type(value) is Choice:
        value.sct_distribute(_check_hashable)
    elif isinstance(value, np.ndarray) or _has_no_hash(value):
        raise TypeError(f"unhashable type: '{'numpy.ndarray' if is_variable(value) else _name(type(value))}'")


def _has_no_hash(value: Any) -> bool:
    if is_variable(value):
        return has_spec(value) and value.python_type is np.ndarray
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
    if type(value) is Choice:
        return value.number is not None or all(map(_is_immutable, value.alternatives))
    if is_variable(value):
        return has_spec(value) and value.python_type is not np.ndarray
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
    is_one = has_own(value, "sct_value") and not (type(value) is Choice and value.number is None)
    return _One(value.sct_value() if is_one else value)


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
