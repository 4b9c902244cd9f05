"""Where a run-time key is among the keys of a dict or set: a hash table, in a list of its own beside the keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Value
from sct.ops.hash_tables import is_hashable
from sct.ops.infer import PY_INT
from sct.runtime import growing, row_lists
from sct.runtime.rows import Rows, marker_of
from sct.runtime.templates import Template, TNode, TVar
from sct.runtime.trace import Trace

__all__ = ["drop", "find", "has_table", "note"]


def find(trace: Trace, keys: Rows, table: list[Any], key: Any) -> Any:
    """The index of a key, or -1; None where there is no table for keys of this form."""
    if not has_table(keys.item):
        return None
    values = row_lists.comparable(trace, key, keys.item)
    if values is None:
        return -1
    if not all(is_hashable(value.spec) for value in values):
        return None
    columns = [c.sct_value() for c in keys.columns]
    return trace.variable(row_lists.op_value(trace, "hash_find", [_words(trace, table), *columns, *values]))


def note(trace: Trace, keys: list[Any], table: list[Any]) -> None:
    """See to it that the table knows all keys."""
    rows = marker_of(keys)
    if isinstance(rows, Rows) and has_table(rows.item):
        columns = [c.sct_value() for c in rows.columns]
        value = row_lists.op_value(trace, "hash_note", [_words(trace, table), *columns])
        growing.put(trace, table, [row_lists.made_of(trace, TVar(PY_INT), [value])])
    elif table:
        growing.put(trace, table, [])


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


def has_table(item: Template) -> bool:
    """Whether there are tables over keys of this form."""
    if isinstance(item, TNode):
        parts = item.items
        return item.kind is tuple and bool(parts) and all(isinstance(x, TVar) and has_table(x) for x in parts)
    return isinstance(item, TVar) and is_hashable(item.spec)


def _words(trace: Trace, table: list[Any]) -> Value:
    marker = marker_of(table)
    if isinstance(marker, Rows):
        return marker.columns[0].sct_value()  # type: ignore[no-any-return]
    return trace.builder.constant(np.zeros(0, np.int64))
