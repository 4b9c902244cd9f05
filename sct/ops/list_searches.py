"""What Python itself finds out about a list: where an item is, in which order the items are, their sum.

A list of run-time length is one buffer, or several for items that are tuples. The kernels ask Python, so ties,
NaNs and messages are Python's own.
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON, Kind, Spec
from sct.ops.infer import PY_BOOL, PY_INT, broadcast_specs, kind_of, promote
from sct.ops.registry import Fact, op

__all__ = ["list_best", "list_count", "list_equal", "list_find", "list_order", "list_sum"]

RAISES = Fact.PURE | Fact.RAISES


def _without_nan(columns: tuple[Any, ...]) -> None:
    """Python takes a NaN for equal to itself by its identity, which numbers in an array do not have."""
    if any(np.asarray(column).dtype.kind in "fc" and np.isnan(column).any() for column in columns):
        raise StaticValueError(
            "a list of run-time length that holds a NaN is searched or compared",
            why="whether a NaN is in a list depends on which object it is",
            fix="use np.isnan on an array",
        )


def _items(columns: tuple[Any, ...]) -> list[Any]:
    lists = [column.tolist() for column in columns]
    return lists[0] if len(lists) == 1 else list(zip(*lists, strict=True))


@op("list_find", infer=lambda *columns: PY_INT, facts=RAISES)
def list_find(*operands: Any, xp: Any) -> Any:
    """The first index of an item in a list, or -1: the first half of the operands is the list, the rest the item."""
    half = len(operands) // 2
    columns, item = operands[:half], operands[half:]
    _without_nan(item)
    wanted = item[0] if half == 1 else tuple(item)
    items = _items(columns)
    return items.index(wanted) if wanted in items else -1


@op("list_count", infer=lambda *columns: PY_INT, facts=RAISES)
def list_count(*operands: Any, xp: Any) -> Any:
    """How often an item is in a list: the first half of the operands is the list, the rest the item."""
    half = len(operands) // 2
    item = operands[half:]
    _without_nan(item)
    return _items(operands[:half]).count(item[0] if half == 1 else tuple(item))


def _list_order(*columns: Spec, reverse: bool) -> Spec:
    return Spec(np.dtype(np.int64), columns[0].shape[:1], ARRAY)


@op("list_order", infer=_list_order, facts=RAISES)
def list_order(*columns: Any, reverse: bool, xp: Any) -> Any:
    """The indices that sort a list, as `sorted` does: stable, tuples item by item."""
    if len(columns) > 1:
        _without_nan(columns)
    items = _items(columns)
    return xp.array(sorted(range(len(items)), key=items.__getitem__, reverse=reverse), dtype=np.int64)


@op("list_best", infer=lambda *columns, function: PY_INT, facts=RAISES)
def list_best(*columns: Any, function: str, xp: Any) -> Any:
    """The index of the item that `min` or `max` answers."""
    if len(columns) > 1:
        _without_nan(columns)
    items = _items(columns)
    if not items:
        return getattr(builtins, function)(items)
    return int(getattr(builtins, function)(range(len(items)), key=items.__getitem__))


def _list_sum(xs: Spec, start: Spec, *, kind: Kind) -> Spec:
    item = xs.with_(shape=xs.shape[1:], kind=kind)
    if kind == PYTHON and start.kind == PYTHON:
        made = np.result_type(xs.dtype, start.dtype)
        return Spec(np.dtype(np.int64) if made.kind == "b" else made, (), PYTHON)
    once = promote(np.add, start, item)[0]
    shape = broadcast_specs(start, item)
    return Spec(promote(np.add, Spec(once, shape, kind_of(shape)), item)[0], shape, kind_of(shape))


@op("list_sum", infer=_list_sum)
def list_sum(xs: Any, start: Any, *, kind: Kind, xp: Any) -> Any:
    """The items added to `start`, one after the other, as `sum` does."""
    return sum(xs.tolist() if kind == PYTHON else list(xs), start)


@op("list_equal", infer=lambda *columns: PY_BOOL, facts=RAISES)
def list_equal(*columns: Any, xp: Any) -> Any:
    """Whether two lists are equal: the first half of the operands is one, the rest the other."""
    _without_nan(columns)
    half = len(columns) // 2
    return _items(columns[:half]) == _items(columns[half:])
