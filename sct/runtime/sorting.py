"""`sorted` of run-time numbers: a stable sort of the program, whose items come back one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.ops import bindings
from sct.runtime.choice import Choice
from sct.runtime.current import is_variable
from sct.runtime.owning import owned
from sct.runtime.trace import Trace

__all__ = ["sorted_"]


def sorted_(trace: Trace, /, iterable: Any, *, key: Any = None, reverse: Any = False) -> list[Any]:
    """`sorted(iterable, key=key, reverse=reverse)`."""
    from sct.runtime.extremes import iterable_of
    from sct.runtime.traced_call import convert_traced

    items = [owned(trace, item) for item in iterable_of(trace, iterable)]
    keys = items if key is None else [convert_traced(trace, key)(item) for item in items]
    if any(map(is_variable, keys)) and len(keys) > 1:
        made = _by_program(trace, items, keys, reverse)
    else:
        order = sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)
        made = [items[i] for i in order]
    trace.made[made] = trace.builder
    return made


def _by_program(trace: Trace, items: list[Any], keys: list[Any], reverse: Any) -> list[Any]:
    for values in (items, keys):
        if not _are_alike(values):
            _refuse(trace)
    if is_variable(reverse):
        _refuse(trace)
    column, ranked = _array(items), _array(keys)
    if keys[0].spec.dtype.kind == "f":
        _forbid_nan(trace, ranked)
    if reverse:
        column, ranked = column[::-1], ranked[::-1]
    order = np.argsort(ranked, kind="stable")
    if reverse:
        order = order[::-1]
    chosen = [column[order[i]] for i in range(len(items))]
    return [_as_python(x) for x in chosen] if items[0].spec.kind == PYTHON else chosen


def _are_alike(values: list[Any]) -> bool:
    """Whether all are run-time numbers of one type, which an array can hold as they are."""
    if not all(is_variable(v) and not isinstance(v, Choice) for v in values):
        return False
    first = values[0].spec
    if first.ndim or first.kind == ARRAY or first.dtype.kind not in "biuf":
        return False
    return all(v.spec == first for v in values)


def _array(values: list[Any]) -> Any:
    make = bindings.lookup_binding(np.array)
    assert make is not None
    return make(values)


def _as_python(x: Any) -> Any:
    return ops.get({"b": "py_bool", "i": "py_int", "f": "py_float"}[x.spec.dtype.kind])(x)


def _forbid_nan(trace: Trace, keys: Any) -> None:
    """Where a NaN ends up in Python's order depends on the order of its comparisons: not to be imitated."""
    fine = ops.get("py_eq")(ops.get("truth")(np.any(np.isnan(keys))), False)
    text = "sorted() of values that hold a NaN has no defined order; use np.sort, which puts NaNs last"
    trace.effect("assert", (fine,), {"exception": "sct.errors.StaticValueError", "template": (text,)})


def _refuse(trace: Trace) -> None:
    raise StaticValueError(
        "sorted() by values that are known only at run time",
        where=trace.location(),
        why="the program can sort numbers of one type, not other objects",
        fix="use np.sort or np.argsort on an array",
    )
