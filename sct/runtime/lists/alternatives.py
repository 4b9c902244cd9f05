"""Columns of items that are numbers or arrays of several kinds: one column for each kind, and which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.runtime.joins.templates import TChoice, TStatic, TVar
from sct.runtime.lists.rows import Rows
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["merged", "numbers_of_choices", "parts_of"]


def parts_of(trace: Trace, columns: Sequence[Any], item: TChoice) -> list[Any] | None:
    """The column of each alternative, where all are numbers or arrays."""
    rest, parts = list(columns[1:]), []
    for alternative in item.items:
        if isinstance(alternative, TVar):
            parts.append(rest.pop(0) if item.number is None else rest[0])
        elif isinstance(alternative, TStatic) and isinstance(alternative.obj, (*NUMBERS, np.generic)):
            parts.append(trace.variable(trace.value(np.asarray(alternative.obj))))
        else:
            return None
    return parts


def numbers_of_choices(trace: Trace, rows: Rows, item: TChoice) -> Any:
    """Items that are numbers of one dtype, Python's and NumPy's, as an array to compare by; else None."""
    parts = parts_of(trace, rows.columns, item)
    if parts is None or len({part.spec.dtype for part in parts}) > 1:
        return None
    if any(isinstance(t, TVar) and (t.spec.ndim or t.spec.kind == ARRAY) for t in item.items):
        return None
    return merged(rows.columns[0], parts, parts[0].spec.dtype)


def merged(index: Any, parts: list[Any], dtype: Any) -> Any:
    """The column of the alternatives that an index says, as this dtype."""
    made = parts[-1].astype(dtype)
    tail = (1,) * (max(part.spec.ndim for part in parts) - 1)
    for k in reversed(range(len(parts) - 1)):
        made = np.where((index == k).reshape(-1, *tail), parts[k].astype(dtype), made)
    return made
