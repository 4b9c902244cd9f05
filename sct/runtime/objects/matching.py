"""What `match` asks of a subject: is it a sequence, a mapping, an instance, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.comprehension import collect
from sct.runtime.control_flow import select
from sct.runtime.current import current, has_spec, is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.hashed import refuse
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.unpacking import items_for
from sct.runtime.joins.choice import Choice
from sct.runtime.lists import growing
from sct.runtime.lists.pooled_tuples import as_opened
from sct.runtime.objects.operators import users_method
from sct.runtime.objects.users_sequences import so_many, users_sequence
from sct.runtime.trace import Trace

__all__ = ["match_class", "match_mapping", "match_sequence"]

_MATCHES_ITSELF = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
_MISSING = object()
_ARRAY = np.empty(0)


def match_sequence(subject: Any, before: int, star: bool, after: int, take: bool | None) -> Any:
    """Return the items that a sequence pattern asks for, or None if `subject` does not fit.

    `before` and `after` count the patterns around the star; `take` is True if all items are wanted (a star's
    as a list in its place), False if the star's are not, None if none is.

    >>> match_sequence([1, 2, 3, 4], 1, True, 1, True)
    (1, [2, 3], 4)
    >>> match_sequence("ab", 2, False, 0, True) is None
    True
    """
    if type(subject) is Choice:
        return _each(subject, lambda one: match_sequence(one, before, star, after, take))
    subject = as_opened(subject)
    if not _is_sequence(subject):
        return None
    trace, size = current(), before + after
    if trace is not None and _is_counted_later(subject):
        return _of_run_time_length(trace, subject, (before, star, after, take))
    if trace is not None and any(users_method(subject, name) for name in ("__len__", "__iter__", "__getitem__")):
        return users_sequence(trace, subject, (before, star, after, take))
    if not star:
        if len(subject) != size:
            return None
    elif size and len(subject) < size:
        return None
    if take is None:
        return ()
    if not star:
        return so_many(subject, size)
    if not take:
        first = tuple(subject[i] for i in range(before))
        return (*first, None, *(subject[len(subject) - after + i] for i in range(after)))
    items = list(iter(subject))  # asked as it is for a target with a star
    if len(items) < size:
        raise ValueError(f"not enough values to unpack (expected at least {size}, got {len(items)})")
    end = len(items) - after
    return (*items[:before], items[before:end], *items[end:])


def _is_counted_later(subject: Any) -> bool:
    """Whether only the running program knows how many items a sequence has."""
    return is_variable(subject.length) if isinstance(subject, SymbolicRange) else growing.is_growing(subject)


def _of_run_time_length(trace: Trace, subject: Any, wanted: tuple[int, bool, int, bool | None]) -> Any:
    """The items of a sequence of which only the running program knows how many there are."""
    before, star, after, take = wanted
    if isinstance(subject, SymbolicRange):
        subject = collect(trace, subject)
    length, size = growing.length(trace, subject), before + after
    spec = (*(None,) * before, *("*",) * star, *(None,) * after)

    def items() -> tuple[Any, ...]:
        return () if take is None else tuple(items_for(trace, subject, spec))

    return items() if star and not size else select(length >= size if star else length == size, items, lambda: None)


def _is_sequence(subject: Any) -> bool:
    if isinstance(subject, SymbolicRange):
        return True
    if has_spec(subject) and subject.python_type is np.ndarray:
        subject = _ARRAY  # NumPy made its arrays sequences at some time
    match subject:
        case [*_]:
            return True
    return False


def match_mapping(subject: Any, size: int, keys: Callable[[], tuple[Any, ...]], rest: bool) -> tuple[Any, ...] | None:
    """Return the values of a mapping pattern's keys (then a dict of the rest), or None.

    >>> match_mapping({"a": 1, "b": 2}, 1, lambda: ("a",), True)
    (1, {'b': 2})
    >>> match_mapping({"a": 1}, 1, lambda: ("c",), False) is None
    True
    """
    if type(subject) is Choice:
        return _each(subject, lambda one: match_mapping(one, size, keys, rest))
    trace = current()
    if trace is not None and isinstance(subject, dict) and is_hashed(subject):
        refuse(trace, subject)
    match subject:
        case {}:
            pass
        case _:
            return None
    if not size:  # which asks nothing of the mapping
        return (_rest_of(trace, subject, ()),) if rest else ()
    count, get = _asked(subject) if trace is not None and not isinstance(subject, dict) else (len, subject.get)
    if count(subject) < size:
        return None
    wanted = keys()
    values: list[Any] = []
    seen: set[Any] = set()
    for key in wanted:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = get(key, _MISSING)
        if type(value) is Choice and any(one is _MISSING for one in value.alternatives):
            raise StaticValueError(
                f"a mapping pattern asks for {key!r}, which is there or not as the run decides",
                where=None if trace is None else trace.location(),
                why="what a pattern takes out of a mapping is known while the graph is built",
                fix="ask for it with `in` or get() in an `if`",
            )
        if value is _MISSING:
            return None
        values.append(value)
    return (*values, _rest_of(trace, subject, wanted)) if rest else tuple(values)


def _rest_of(trace: Any, subject: Any, wanted: tuple[Any, ...]) -> Any:
    """A dict of what a mapping holds beside these keys."""
    others = dict(subject) if trace is None or isinstance(subject, dict) else _items_of(subject)
    for key in wanted:
        del others[key]
    return others


def _items_of(subject: Any) -> Any:
    """A dict of what a mapping holds that is none."""
    from sct.runtime.call import convert_call

    held = convert_call(dict)(subject)
    trace = current()
    if trace is not None and is_hashed(held):
        refuse(trace, held)
    return held


def _asked(subject: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What asks a mapping that is no dict for its length and for an item, as converted code does."""
    from sct.runtime.call import convert_call

    return convert_call(len), convert_call(subject.get)


def match_class(subject: Any, cls: Any, count: int, names: Sequence[str]) -> tuple[Any, ...] | None:
    """Return the attributes that a class pattern asks for, `count` positional ones first, or None.

    >>> match_class(2 + 1j, complex, 0, ("real", "imag"))
    (2.0, 1.0)
    >>> match_class(3, int, 1, ())
    (3,)
    """
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a class")
    if type(subject) is Choice:
        return _each(subject, lambda one: match_class(one, cls, count, names))
    if not _is_instance(subject, cls):
        return None
    values: list[Any] = []
    seen: set[str] = set()
    try:
        if count:
            if not _positional(subject, cls, count, values, seen):
                return None
        for name in names:
            _take(subject, cls, name, values, seen)
    except _Absent:
        return None
    return tuple(values)


def _each(subject: Choice, match: Callable[[Any], Any]) -> tuple[Any, ...] | None:
    """Match what the running program says that it is."""
    fitting: tuple[Any, ...] | None = subject.sct_distribute(match)
    return fitting


def _is_instance(subject: Any, cls: type) -> bool:
    trace = current()
    if trace is None:
        return isinstance(subject, cls)
    from sct.runtime.numbers.traced_builtins import TRACED

    return bool(TRACED[isinstance](trace, subject, cls))


def _attribute(subject: Any, name: str) -> Any:
    trace = current()
    if trace is None:
        return getattr(subject, name)
    from sct.runtime.callers.reads import read_attribute

    with trace.handling.apart():  # that it is not there is seen here
        return read_attribute(trace, subject, name)


class _Absent(Exception):
    """An attribute that the pattern asks for is not there."""


def _positional(subject: Any, cls: type, count: int, values: list[Any], seen: set[str]) -> bool:
    itself = False
    try:
        wanted = cls.__match_args__  # type: ignore[attr-defined]
    except AttributeError:
        wanted, itself = (), issubclass(cls, _MATCHES_ITSELF)
    if not itself and type(wanted) is not tuple:
        raise TypeError(f"{cls.__name__}.__match_args__ must be a tuple (got {type(wanted).__name__})")
    allowed = 1 if itself else len(wanted)
    if allowed < count:
        plural = "" if allowed == 1 else "s"
        raise TypeError(f"{cls.__name__}() accepts {allowed} positional sub-pattern{plural} ({count} given)")
    if itself:
        values.append(subject)
        return True
    for name in wanted[:count]:
        if type(name) is not str:
            raise TypeError(f"__match_args__ elements must be strings (got {type(name).__name__})")
        _take(subject, cls, name, values, seen)
    return True


def _take(subject: Any, cls: type, name: str, values: list[Any], seen: set[str]) -> None:
    if name in seen:
        raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
    seen.add(name)
    try:
        values.append(_attribute(subject, name))
    except AttributeError:
        raise _Absent from None
