"""Where a run-time key is among the keys of a dict or set: a hash table, in a list of its own beside the keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.core import Value
from sct.ir.types import SCALAR, Spec
from sct.ops.hash_tables import is_hashable
from sct.ops.infer import PY_INT
from sct.ops.python_numbers import is_too_large
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing import known_keys
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import is_plain
from sct.runtime.joins.looked_for import opened
from sct.runtime.joins.templates import TChoice, Template, TNode, TStatic, TVar
from sct.runtime.joins.tuple_forms import as_tuple, hashed_parts, parts_of_value, put_together
from sct.runtime.lists import growing, list_places, row_lists, row_search
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.texts.letters import table
from sct.runtime.trace import NUMBERS, Trace, spec_of_number

__all__ = ["among", "are_hashable", "drop", "find", "has_table", "note"]

_FEW = 4  # numbers of keys that there may be, before they become rows: keys of other kinds may still come


def find(trace: Trace, keys: Rows, table: list[Any], key: Any) -> Any:
    """The index of a key, or -1; None where there is no table for keys of this form."""
    if not has_table(keys.item):
        _check_exact(trace, keys.item, key)
        return None

    def search(one: Any) -> Any:
        values = row_search.comparable(trace, one, keys.item)
        if values is None:
            return -1
        if not are_hashable(values):
            return row_search.find(trace, keys, one)
        columns = [c.sct_value() for c in keys.columns]
        return trace.variable(row_lists.op_value(trace, "hash_find", [_words(trace, table), *columns, *values]))

    return opened(trace, key, keys.item, search, lambda: -1)


def _check_exact(trace: Trace, item: Template, key: Any) -> None:
    """Refuse keys of which `==` says more than their hashes, as it does of narrow floats beside others."""
    if is_plain(item):
        return
    dtypes = {*_dtypes_of(item), *_dtypes(key)}
    if len(dtypes) > 1 and any(dtype.kind in "fc" and dtype.name not in ("float64", "complex128") for dtype in dtypes):
        raise StaticValueError(
            f"keys hold numbers of several dtypes: {', '.join(sorted(dtype.name for dtype in dtypes))}",
            where=trace.location(),
            why="equal keys have equal hashes, and a float32 that `==` takes to be 0.1 has not the hash of that",
            fix="make Python's own numbers of them first: float(...), int(...)",
        )


def _dtypes_of(item: Template) -> Iterator[Any]:
    if isinstance(item, TVar):
        yield item.spec.dtype
    elif isinstance(item, TStatic):
        yield from _dtypes(item.obj)
    elif isinstance(item, (TNode, TChoice)):
        for one in item.items:
            yield from _dtypes_of(one)


def _dtypes(key: Any) -> Iterator[Any]:
    held = parts_of_value(key)
    if held is not None or (isinstance(key, tuple) and not growing.is_growing(key)):
        for part in key if held is None else held:
            yield from _dtypes(part)
    elif type(key) in NUMBERS or (is_variable(key) and has_spec(key) and not isinstance(key, Choice)):
        yield key.spec.dtype if is_variable(key) else spec_of_number(key).dtype


def _as_pythons(key: Any) -> Any:
    """A key with Python's numbers for NumPy's, which have their hashes: `==` of the two asks for less than that."""
    if isinstance(key, tuple) and not growing.is_growing(key) and type(key).__eq__ is tuple.__eq__:
        return tuple(map(_as_pythons, key))
    if (held := parts_of_value(key)) is not None:
        return put_together(key, tuple(map(_as_pythons, held)))
    is_number = is_variable(key) and has_spec(key) and not isinstance(key, Choice)
    if is_number and key.spec.kind == SCALAR and key.spec.dtype.kind in "iufc" and key.spec.dtype != np.uint64:
        return key.item()
    return key


def among(trace: Trace, keys: list[Any], key: Any) -> Any:
    """The index of a key among those of a list of known length, or -1."""
    if len({x for one in (key, *keys) for x in _dtypes(one)}) > 1:
        key, keys = _as_pythons(key), [*map(_as_pythons, keys)]
    as_keys = [k if is_variable(k) else known_keys.as_key(key, k) for k in keys]
    mine = [i for i, k in enumerate(as_keys) if k is not known_keys.OTHER]
    may_be = [as_keys[i] for i in mine]
    at = None if any(map(needs_program, may_be)) else known_keys.place(trace, may_be, key)
    at = list_places.place(trace, may_be, key) if at is None else at
    if len(mine) == len(keys) or not is_variable(at):
        return mine[at] if len(mine) < len(keys) and at >= 0 else at
    return select(at >= 0, lambda: table(trace, mine, at), lambda: -1)


def note(trace: Trace, keys: list[Any], table: list[Any], values: list[Any] | None = None) -> None:
    """See to it that the table knows all keys; `values` are those of a dict."""
    _settle(trace, keys, values)
    rows = marker_of(keys)
    if isinstance(rows, Rows) and has_table(rows.item):
        columns = [c.sct_value() for c in rows.columns]
        value = row_lists.op_value(trace, "hash_note", [_words(trace, table), *columns])
        growing.put(trace, table, [row_lists.made_of(trace, TVar(PY_INT), [value])])
    elif table:
        growing.put(trace, table, [])


def _settle(trace: Trace, keys: list[Any], values: list[Any] | None) -> None:
    """Make rows of keys that may be so many: each search would compare with all of them, once for every number of them.

    Of values too, if they are numbers of one kind; what else they are stays known.
    """
    for xs in (keys, values):
        if xs is not None and _may_be_many(xs) and _are_of_one_form(xs):
            rows = growing.as_rows(trace, xs)
            if rows is not None:
                growing.put(trace, xs, [rows])


def _may_be_many(xs: list[Any]) -> bool:
    marker = marker_of(xs)
    return isinstance(marker, Variants) and len(marker.choice.alternatives) > _FEW


def _are_of_one_form(xs: list[Any]) -> bool:
    """Whether all that may be in a list are numbers of one kind, or tuples of such."""
    marker = marker_of(xs)
    if not isinstance(marker, Variants):
        return True
    forms = {_form(x) for items in marker.choice.alternatives for x in items}
    return len(forms) == 1 and None not in forms


def _form(x: Any) -> tuple[Any, ...] | None:
    held = hashed_parts(x)
    parts = (x,) if held is None else held
    specs = [_spec(part) for part in parts]
    if not specs or not all(spec is not None and is_hashable(spec) for spec in specs):
        return None
    return held is not None and type(x), *((spec.dtype, spec.kind) for spec in specs if spec is not None)


def _spec(x: Any) -> Spec | None:
    if is_variable(x):
        return None if isinstance(x, Choice) else x.spec
    if is_too_large(x):
        return None
    return spec_of_number(x) if type(x) in NUMBERS or isinstance(x, np.generic) else None


def drop(trace: Trace, keys: list[Any], table: list[Any], at: Any) -> None:
    """The key at `at` is about to be taken out, if that is not negative."""
    rows = marker_of(keys)
    if not table:
        return
    if isinstance(rows, Rows) and has_table(rows.item):
        columns = [c.sct_value() for c in rows.columns]
        value = row_lists.op_value(trace, "hash_drop", [_words(trace, table), trace.value(at), *columns])
        growing.put(trace, table, [row_lists.made_of(trace, TVar(PY_INT), [value])])
    else:
        growing.put(trace, table, [])


def are_hashable(values: list[Value]) -> bool:
    """Whether these numbers can be looked for in a table."""
    return all(is_hashable(value.spec) for value in values)


def has_table(item: Template) -> bool:
    """Whether there are tables over keys of this form."""
    if (parts := as_tuple(item)) is not None:
        return bool(parts) and all(isinstance(x, TVar) and has_table(x) for x in parts)
    return isinstance(item, TVar) and is_hashable(item.spec)


def _words(trace: Trace, table: list[Any]) -> Value:
    marker = marker_of(table)
    if isinstance(marker, Rows):
        return marker.columns[0].sct_value()  # type: ignore[no-any-return]
    return trace.builder.constant(np.zeros(0, np.int64))
