"""Items of run-time lists as columns to compare by: numbers of several kinds as one column, constants as none."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON
from sct.ops import get
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TStatic, TVar
from sct.runtime.joins.tuple_forms import is_tuple_form
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists.alternatives import merged, parts_of
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["compared_columns"]

_EXACT = 2**53  # up to here a float is what the int is
_LARGEST = np.nextafter(2.0**63, 0)  # of the floats that are 64-bit ints


def compared_columns(trace: Trace, item: Template, columns: list[Any]) -> list[Value] | None:
    """What decides in which order items are, or a part of them, one after the other; None where that is no number.

    A tuple in a tuple is compared as if its items were those of the outer one. What is the same object in each item
    decides nothing.
    """
    if isinstance(item, TNode) and is_tuple_form(item):
        made, rest = [], iter(columns)
        for part in item.items:
            found = _of_part(trace, part, [next(rest) for _ in leaf_specs(part)])
            if found is None:
                return None
            made += found
        return made
    return None if isinstance(item, TStatic) else _of_part(trace, item, columns)


def _of_part(trace: Trace, part: Template, columns: list[Any]) -> list[Value] | None:
    if isinstance(part, TStatic):
        alike = part.obj is None or isinstance(part.obj, (str, *NUMBERS, np.generic))
        return [] if alike and part.obj == part.obj else None  # a NaN is another one each time
    if isinstance(part, TVar):
        return None if part.spec.ndim or part.spec.kind == ARRAY else [columns[0].sct_value()]
    if isinstance(part, TChoice):
        found = _of_kinds(trace, part, columns)
        return None if found is None else [trace.value(column) for column in found]
    return compared_columns(trace, part, columns) if is_tuple_form(part) else None


def _of_kinds(trace: Trace, item: TChoice, columns: list[Any]) -> list[Any] | None:
    """Numbers of several kinds as one column, of their dtype, or as floats and what these are short of huge ints."""
    parts = parts_of(trace, columns, item)
    if parts is None or any(isinstance(t, TVar) and (t.spec.ndim or t.spec.kind == ARRAY) for t in item.items):
        return None
    dtypes = {part.spec.dtype for part in parts}
    if len(dtypes) == 1:
        return [merged(columns[0], parts, parts[0].spec.dtype)]
    if not all(dtype.kind in "bi" or dtype == np.float64 for dtype in dtypes):
        return None
    if np.dtype(np.float64) not in dtypes:
        return [merged(columns[0], parts, np.dtype(np.int64))]
    floats = merged(columns[0], parts, np.dtype(np.float64))
    if all(_is_pythons(one) for one in item.items):
        none = trace.variable(trace.builder.constant(np.zeros(1, np.int64)))
        rests = [_rest(part) if part.spec.dtype.kind == "i" else none for part in parts]
        return [floats, merged(columns[0], rests, np.dtype(np.int64))]
    for part in parts:
        if part.spec.dtype.kind == "i":
            _leave_huge(trace, part)
    return [floats]


def _is_pythons(item: Template) -> bool:
    """Whether this is Python's number: it compares ints with floats exactly, where NumPy makes floats of them."""
    if isinstance(item, TStatic):
        return type(item.obj) in (bool, int, float)
    return isinstance(item, TVar) and item.spec.kind == PYTHON


def _rest(ints: Any) -> Any:
    """By how much ints are larger than the nearest floats: where these are alike, it tells which is the larger one."""
    floats = ints.astype(np.float64)
    inside = np.minimum(floats, _LARGEST)
    return ints - inside.astype(np.int64) - np.where(floats > inside, 2**63 - int(_LARGEST), 0)


def _leave_huge(trace: Trace, ints: Any) -> None:
    """Huge ints beside floats are compared by plain Python."""
    from sct.runtime.control_flow import select, truth

    refusal = StaticValueError(
        "huge ints are compared with floats",
        where=trace.location(),
        why="plain Python has to compare them, but what the program does before cannot be done again",
        fix="compare numbers of one kind",
    )
    huge = get("truth")(np.any((ints > _EXACT) | (ints < -_EXACT)))
    select(truth(trace, huge), lambda: leave_to_python(trace, refusal), lambda: None)
