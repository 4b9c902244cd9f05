"""The elements of a set as columns of numbers, and how these are put together: what Python hashes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sct.ir.core import Value
from sct.ir.types import SCALAR, Spec
from sct.ops.hash_tables import NUMBER, Form, is_hashable
from sct.runtime.hashing import key_places
from sct.runtime.joins.leaf_forms import is_plain
from sct.runtime.joins.templates import TChoice, Template, TStatic, TVar
from sct.runtime.joins.tuple_forms import as_tuple
from sct.runtime.lists import row_lists, row_search
from sct.runtime.lists.alternatives import numbers_of_choices
from sct.runtime.lists.rows import Rows
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["columns_of", "together"]


def columns_of(trace: Trace, rows: Rows) -> tuple[list[Value], Form] | None:
    """The columns of elements that are numbers, or tuples of such, and their form; None of others."""
    if as_tuple(rows.item) is not None:
        return _of_part(trace, rows, rows.item, iter(rows.columns))
    if isinstance(rows.item, TVar) and key_places.has_table(rows.item):
        return [c.sct_value() for c in rows.columns], NUMBER
    constant = isinstance(rows.item, TStatic) and isinstance(rows.item.obj, (*NUMBERS, np.generic))
    if not constant and not (isinstance(rows.item, TChoice) and is_plain(rows.item)):
        return None
    merged = numbers_of_choices(trace, rows, rows.item) if isinstance(rows.item, TChoice) else True
    if merged is None:
        return None
    found = row_search.plain_columns(trace, rows, "ordering")
    return (found, NUMBER) if all(is_hashable(Spec(v.spec.dtype, (), SCALAR)) for v in found) else None


def _of_part(trace: Trace, rows: Rows, t: Template, columns: Iterator[Any]) -> tuple[list[Value], Form] | None:
    """The same of what stands at one place of all items; numbers that are the same in all have a column, too."""
    if isinstance(t, TStatic) and isinstance(t.obj, (*NUMBERS, np.generic)) and t.obj == t.obj:
        return [row_lists.op_value(trace, "list_repeat", [trace.value(t.obj), trace.value(rows.length)])], NUMBER
    if isinstance(t, TVar) and key_places.has_table(t):
        return [next(columns).sct_value()], NUMBER
    parts = as_tuple(t)
    return together([_of_part(trace, rows, part, columns) for part in parts]) if parts else None


def together(parts: list[tuple[list[Value], Form] | None]) -> tuple[list[Value], Form] | None:
    """The columns and the form of a tuple of these; None if there are none of one of them."""
    known = [one for one in parts if one is not None]
    if len(known) < len(parts):
        return None
    return [column for mine, _ in known for column in mine], tuple([form for _, form in known])
