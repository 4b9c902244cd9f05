"""`copy.deepcopy`: what is one object twice is one copy twice, so that it must be known what is one object."""

from __future__ import annotations

import copy
from collections import deque
from typing import Any

from sct.errors import AliasError, StaticValueError
from sct.runtime.call import convert_call
from sct.runtime.callers.buffers import is_own_buffer
from sct.runtime.current import has_kind, has_spec, is_variable
from sct.runtime.hashing import hashed, hashed_methods
from sct.runtime.hashing.entries import is_hashed, is_users_dict, lists_of
from sct.runtime.homes import home_of
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubts import refuse
from sct.runtime.lists import deques, growing, list_methods
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.lists.rows import Variants, marker_of
from sct.runtime.stand_ins import StandIn
from sct.runtime.state.bare import has_own
from sct.runtime.state.instances import attributes_of, is_plain_instance
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["copy_of_growing", "is_its_own_copy"]


def copy_of_growing(trace: Trace, x: Any, deep: bool) -> Any:
    """The copy of what holds run-time items: a list or deque of run-time length, a dict or set with run-time keys.

    None where `copy` finds its way through what it copies.

    Raises
    ------
    AliasError
        Where only the run knows whether two parts of what is copied deeply are one.
    """
    if isinstance(x, list) and growing.is_growing(x):
        return list_methods.copied(trace, x, deep)
    if isinstance(x, deque) and growing.is_growing(x):
        return deques.made(trace, _deep(trace, deques.listed(trace, x)) if deep else x, x.maxlen)
    if isinstance(x, (dict, set)) and is_hashed(x):
        return _copy_of_hashed(trace, x, deep)
    if is_own_buffer(x):
        return convert_call(type(x).__copy__)(x)
    if deep and not is_variable(x):
        _check(trace, x)
    return None


def is_its_own_copy(trace: Trace, x: Any, deep: bool) -> bool:
    """Whether `copy` answers `x` itself, which stands for what never changes; refused where it is an iterator."""
    if isinstance(x, (FormattedText, SymbolicRange)) or (type(x) is PooledTuple and not deep):
        return True
    if is_variable(x) or not home_of(type(x)).startswith("sct."):
        return False
    if isinstance(x, ArrayOfTexts):
        return False
    if isinstance(x, StandIn):
        return not (deep and x.stands_for is frozenset)
    if has_kind(x) and isinstance(x.python_type, type):
        raise StaticValueError(
            f"{a_kind(x)} is copied whose items only the run knows",
            where=trace.location(),
            fix="make a list of what is left, and copy that",
        )
    return False


def _copy_of_hashed(trace: Trace, x: Any, deep: bool) -> Any:
    """The copy of a dict or set with run-time keys, which never change."""
    made = _of_users_class(trace, x) if is_users_dict(type(x)) else hashed_methods.call_method(trace, x, "copy", (), {})
    if deep and isinstance(made, dict):
        _, values = lists_of(made)
        growing.put(trace, values, list(_deep(trace, trace.note_new(list(values)))))
    return made


def _of_users_class(trace: Trace, x: Any) -> Any:
    """Python fills the new one item by item, and asks the class what belongs to it."""
    kind: Any = type(x)
    if has_own(kind, dict, _FILLING):
        raise StaticValueError(
            f"a {kind.__name__} with run-time keys is copied, whose class says how it is filled",
            where=trace.location(),
            fix="copy it in a method of its own",
        )
    return hashed.copied(trace, x, same_kind=True)


_FILLING = ("__setitem__", "__new__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__")


def _may_change(x: Any) -> bool:
    """Whether an item is no number and no text."""
    return x.spec.ndim > 0 if has_spec(x) else not isinstance(x, (*NUMBERS, str))


def _deep(trace: Trace, xs: list[Any]) -> list[Any]:
    """A list of copies of the items."""
    from sct.runtime.call import convert_call

    if not growing.is_growing(xs):
        return [convert_call(copy.deepcopy)(item) for item in xs]
    marker = marker_of(xs)
    if isinstance(marker, Variants):
        items = [item for one in marker.choice.alternatives for item in one]
        if not any(map(_may_change, items)):
            return xs
        rows = growing.as_rows(trace, xs)
        xs = xs if rows is None else growing.made(trace, rows)
    return list_methods.copied(trace, xs, True)


def _check(trace: Trace, x: Any) -> None:
    parts: dict[int, Any] = {}
    _collect(x, parts)
    storages = [part.storage for part in parts.values() if has_spec(part)]
    for k, one in enumerate(storages):
        if any(one is not other and one.related(other) for other in storages[:k]):
            raise AliasError(
                "arrays are copied together that may or may not be one",
                where=trace.location(),
                why="a branch or a loop decided at run time which array a name stands for",
                fix="copy them one by one: x.copy()",
            )
    for part in parts.values():
        if any(id(doubt.other) in parts for doubt in trace.doubts.of(part)):
            refuse(trace, part, "is copied together with others")


def _collect(x: Any, parts: dict[int, Any]) -> None:
    """Note all that `copy.deepcopy` comes to, but for what never changes."""
    if id(x) in parts or isinstance(x, (str, bytes, int, float, complex, type(None), type)):
        return
    parts[id(x)] = x
    inner: Any = ()
    if isinstance(x, (list, tuple, deque)):
        inner = x
    elif isinstance(x, dict):
        inner = x.values()
    elif isinstance(x, Choice):
        inner = x.alternatives
    elif not is_variable(x) and is_plain_instance(x, hashed=True):
        inner = attributes_of(x).values()
    for part in inner:
        _collect(part, parts)
