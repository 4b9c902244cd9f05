"""What a key that only the running program knows may hold: nothing that has no hash, and no NaN."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Any

from sct.errors import StaticValueError
from sct.ir.types import ARRAY
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing.dict_views import View
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import TChoice, Template, TStatic, TVar
from sct.runtime.joins.tuple_forms import as_tuple, hashed_parts
from sct.runtime.lists.growing import is_growing
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.text_forms import is_text
from sct.runtime.trace import Trace

__all__ = ["check_hash", "checked"]


def checked(trace: Trace, key: Any) -> Any:
    """A key of a dict or an element of a set; the program raises where it holds NaN, which is found by its identity."""
    if isinstance(key, tuple) and is_growing(key):
        _check_growing(trace, key)
        return key
    if type(key) is slice:
        hash(key)  # which raises, where slices have none
    parts = hashed_parts(key)
    for part in (key,) if parts is None else parts:
        if hashed_parts(part) is not None:
            checked(trace, part)
        if isinstance(part, (list, dict, set, bytearray)) or _lacks_hash(part):
            raise TypeError(f"unhashable type: '{type_name(part)}'")
        if isinstance(part, Choice):
            if parts is not None and any(map(_may_be_no_part, part.alternatives)):
                part.sct_distribute(lambda one: checked(trace, (one,)) and None)
            continue
        if not is_variable(part):
            continue
        if part.spec.kind == ARRAY:
            raise TypeError(f"unhashable type: 'numpy.{part.python_type.__name__}'")
        if part.spec.dtype.kind in "fc":
            _assert(trace, part == part)
    return key


def _may_be_no_part(one: Any) -> bool:
    """Whether one of the values that a part may be has no hash, or is a number that may be NaN."""
    parts = hashed_parts(one)
    if parts is not None:
        return not is_growing(parts) and any(map(_may_be_no_part, parts))
    return _lacks_hash(one) or (has_spec(one) and (one.spec.kind == ARRAY or one.spec.dtype.kind in "fc"))


def check_hash(key: Any) -> None:
    """Raise what Python raises of a key that has no hash; one that holds NaN has."""
    for part in key if isinstance(key, tuple) and not is_growing(key) else (key,):
        if isinstance(part, tuple) and part is not key:
            check_hash(part)
        elif isinstance(part, Choice):
            if any(map(_lacks_hash, part.alternatives)):
                part.sct_distribute(check_hash)
        elif _lacks_hash(part):
            raise TypeError(f"unhashable type: '{type_name(part)}'")
        elif has_spec(part) and part.spec.kind == ARRAY:
            raise TypeError(f"unhashable type: 'numpy.{part.python_type.__name__}'")


def _lacks_hash(part: Any) -> bool:
    if type(part) is View:
        return bool(part.kind != "values")
    return isinstance(part, _UNHASHED) and type(part).__hash__ is None


_DICTS: tuple[Any, ...] = ({}, OrderedDict())
_VIEWS = [view for d in _DICTS for view in (d.keys(), d.items())]
_UNHASHED = (list, dict, set, bytearray, deque, *map(type, _VIEWS))


def _assert(trace: Trace, same: Any) -> None:
    text = "NaN is a key of a dict or an element of a set"
    trace.effect("assert", (same,), {"exception": "sct.errors.StaticValueError", "template": (text,)})


def _check_growing(trace: Trace, key: Any) -> None:
    marker = marker_of(key)
    if isinstance(marker, Variants):
        for items in marker.choice.alternatives:
            checked(trace, tuple(items))
        return
    assert isinstance(marker, Rows)
    if not _has_hash(marker.item):
        raise StaticValueError(
            "a tuple of run-time length whose items are no numbers or texts is a key of a dict or an element of a set",
            where=trace.location(),
            why="the program can compare numbers, texts and tuples of them",
            fix="use numbers as items",
        )
    for column in marker.columns:
        if column.spec.dtype.kind in "fc":
            _assert(trace, (column == column).all())


def _has_hash(item: Template) -> bool:
    parts = item.items if isinstance(item, TChoice) else as_tuple(item)
    if parts is not None:
        return all(map(_has_hash, parts))
    if isinstance(item, TStatic):
        return isinstance(item.obj, (int, float, complex, str, type(None))) and item.obj == item.obj
    return is_text(item) or (isinstance(item, TVar) and not item.spec.ndim and item.spec.kind != ARRAY)
