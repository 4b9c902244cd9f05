"""Looking for a number in a list of run-time length whose items are numbers of several kinds: ints, then floats.

An item is a number that says of which kind it is, and has a column for each kind: it is looked for among one kind after
the other, so that each comparison is that of two kinds, as Python makes it.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from sct import ops
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TStatic, TVar, spec_of
from sct.runtime.lists import row_search
from sct.runtime.lists.alternatives import numbers_of_choices, parts_of
from sct.runtime.lists.row_lists import op_value
from sct.runtime.lists.rows import Rows
from sct.runtime.trace import Trace

__all__ = ["are_of_kinds", "as_compared", "found", "lists_as_compared", "specs_of"]


def are_of_kinds(trace: Trace, rows: Rows) -> bool:
    """Whether the items are numbers that no one column can hold."""
    item = rows.item
    if not isinstance(item, TChoice) or item.number is not None or parts_of(trace, rows.columns, item) is None:
        return False
    arrays = any(isinstance(t, TVar) and (t.spec.ndim or t.spec.kind == ARRAY) for t in item.items)
    return not arrays and numbers_of_choices(trace, rows, item) is None


def found(trace: Trace, rows: Rows, x: Any, op: str, exactly: bool) -> Any:
    """The first index of `x` among such items, or -1; or how often it is there."""
    assert isinstance(rows.item, TChoice)
    kinds, *left = rows.columns
    places: list[Any] = []
    for k, kind in enumerate(rows.item.items):
        values = row_search.comparable(trace, x, kind)
        column = left.pop(0).sct_value() if isinstance(kind, TVar) else _repeated(trace, rows, kind)
        if values is not None:
            column, value = as_compared(trace, column, None if exactly else spec_of(kind), values[0])
            operands = [kinds.sct_value(), column, trace.value(k), value]
            places.append(trace.variable(op_value(trace, op, operands)))
    if not places:
        return 0 if op == "list_count" else -1
    return functools.reduce(operator.add if op == "list_count" else _first, places)


def as_compared(
    trace: Trace, column: Value, spec: Spec | None, value: Value, other: Spec | None = None
) -> tuple[Value, Value]:
    """Items of a list, each of which is such a number, and another number, as they are where NumPy compares the two.

    The second may be the items of a list, too, each of which is such a number as `other` says.
    """
    a, b = spec, value.spec if other is None else other
    if a is None or a.dtype == b.dtype or (a.kind == PYTHON and b.kind == PYTHON):
        return column, value
    dtype = np.result_type(*(_WEAK[x.dtype.kind] if x.kind == PYTHON else x.dtype for x in (a, b)))
    if dtype.kind not in "fc":
        return column, value  # NumPy compares integers as what they are
    return _converted(trace, column, dtype), _converted(trace, value, dtype)


def _converted(trace: Trace, x: Value, dtype: np.dtype[Any]) -> Value:
    if x.spec.kind == ARRAY:
        return trace.value(trace.variable(x).astype(dtype))
    return trace.value(ops.get("cast")(trace.variable(x), dtype=dtype.name))


def lists_as_compared(trace: Trace, sides: list[list[Value]], items: list[Template]) -> list[Value]:
    """The columns of two lists that are compared item by item."""
    specs = map(specs_of, items)
    pairs = [as_compared(trace, a, s, b, t) for a, b, s, t in zip(*sides, *specs, strict=True)]
    return [x for side in zip(*pairs, strict=True) for x in side]


def specs_of(item: Template) -> list[Spec | None]:
    """What numbers are in the columns that items are compared by; None where they are of several kinds."""
    if isinstance(item, TStatic):
        return [spec_of(item)]
    return [None] if isinstance(item, TChoice) else [*leaf_specs(item)]


_WEAK: dict[str, Any] = {"b": np.bool_, "i": 0, "f": 0.0, "c": 0j}


def _repeated(trace: Trace, rows: Rows, kind: Template) -> Value:
    assert isinstance(kind, TStatic)
    return op_value(trace, "list_repeat", [trace.value(kind.obj), trace.value(rows.length)])


def _first(a: Any, b: Any) -> Any:
    """The first of two places, either of which may be none."""
    from sct.runtime.control_flow import select

    return select(a < 0, lambda: b, lambda: select(b < 0, lambda: a, lambda: select(a < b, lambda: a, lambda: b)))
