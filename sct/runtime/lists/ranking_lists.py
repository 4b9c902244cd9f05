"""The order of the items of a list of run-time length, where these may be such lists: Python's own comparisons."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.joins.templates import Template, TNode, TRows
from sct.runtime.joins.tuple_forms import ordering_fields
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists import growing, list_methods, row_lists
from sct.runtime.lists.list_comparing import in_list_library
from sct.runtime.lists.only_comparing import ENDED, compares_by_users, more_than_compares, tried
from sct.runtime.lists.ranked_forms import are_comparable, numbers_in
from sct.runtime.lists.ranking import ordered
from sct.runtime.lists.rows import Place, Ref, Rows
from sct.runtime.objects import operators
from sct.runtime.trace import Trace

__all__ = ["class_of", "order_of"]


def order_of(trace: Trace, rows: Rows, reverse: bool, xs: list[Any] | None = None) -> Any:
    """The indices that sort the items of a list, as an array; where they are those of `xs`, objects, too."""
    if xs is not None and compares_by_users(class_of(rows.item)):
        _check_only_compares(trace, xs)
        _forbid_nan(trace, _numbers_of_objects(trace, rows))
    elif _are_lists(rows.item):
        return _by_comparisons(trace, rows, reverse)
    else:
        further = functools.partial(_by_comparisons, trace, rows, reverse) if are_comparable(rows.item) else None
        return ordered(trace, rows, reverse, further)
    return list_methods.array_of(trace, in_list_library(trace, "order_of", xs, reverse), np.int64)


def _by_comparisons(trace: Trace, rows: Rows, reverse: bool) -> Any:
    """The indices that sort lists, or what holds such."""
    _forbid_nan(trace, numbers_in(trace, rows))
    xs = growing.made(trace, row_lists.copied(trace, rows))
    return list_methods.array_of(trace, in_list_library(trace, "order_of", xs, reverse), np.int64)


def class_of(item: Template) -> type | None:
    """The class of the objects in a list, unless they are ordered by fields that stand in columns."""
    if not isinstance(item, TNode):
        return None
    if item.kind is Place:
        kind: type = item.keys[0].kind  # type: ignore[index]
        return kind
    return item.kind if item.instance and not ordering_fields(item.kind) else None


def _check_only_compares(trace: Trace, xs: list[Any]) -> None:
    with trace.region() as region:
        try:
            first, last = growing.get(trace, xs, 0), growing.get(trace, xs, -1)
            found, does_more = tried(trace, lambda: operators.compare("lt", first, last))
        finally:
            region.transaction.rollback()
    if does_more and found is not ENDED:  # which it will do where it is compared
        raise more_than_compares(trace)


def _numbers_of_objects(trace: Trace, rows: Rows) -> list[Any]:
    """The columns of numbers in the objects of a list."""
    item = rows.item
    if not (isinstance(item, TNode) and item.kind is Place):
        return list(rows.columns)
    held = [growing.as_rows(trace, xs) for xs in item.keys[0].columns.values()]  # type: ignore[index]
    return [column for one in held if one is not None for column in one.columns]


def _are_lists(item: Template) -> bool:
    """Whether the items are lists of as many items as only the running program knows, which it can compare."""
    if not isinstance(item, TNode):
        return False
    (inner, *rest) = item.items or (None,)
    return (item.kind is Ref or (item.kind is list and not rest and isinstance(inner, TRows))) and are_comparable(item)


def _forbid_nan(trace: Trace, columns: list[Any]) -> None:
    """Where a list with a NaN ends up depends on the order in which Python compares."""
    from sct.runtime.control_flow import select, truth

    refusal = StaticValueError(
        "sorting lists with a NaN in them",
        where=trace.location(),
        why="where they end up depends on the order in which Python compares them",
        fix="sort by a key of numbers: key=lambda item: item[0]",
    )
    for column in columns:
        if column.spec.dtype.kind == "f":
            found = truth(trace, np.any(np.isnan(column)))
            select(found, lambda: leave_to_python(trace, refusal), lambda: None)
