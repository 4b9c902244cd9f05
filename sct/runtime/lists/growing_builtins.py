"""`sum`, `min`, `max`, `sorted` and their like of lists of run-time length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import ARRAY
from sct.runtime.calls.raising import raise_later
from sct.runtime.comprehension import gather
from sct.runtime.control_flow import select
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers, is_plain
from sct.runtime.joins.templates import TVar
from sct.runtime.lists import row_lists
from sct.runtime.lists.growing import as_rows, get, item, made, put, shared
from sct.runtime.lists.list_comparing import in_list_library
from sct.runtime.lists.ranked_codes import by_codes
from sct.runtime.lists.ranking import ranked_columns
from sct.runtime.lists.ranking_lists import order_of
from sct.runtime.lists.rows import Rows, Variants, marker_of, stale_or_marker
from sct.runtime.state.containers_in import containers_in
from sct.runtime.texts.text_forms import has_texts
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["best_of", "quantified", "sorted_list", "total"]


def _rows(trace: Trace, xs: list[Any], answers: bool = False) -> Rows | None:
    """The Rows of a list; where `answers` is one of its items, these are its own."""
    rows = as_rows(trace, xs)
    marker = stale_or_marker(xs) if answers and type(xs) is list else None
    if rows is not None and isinstance(marker, Variants) and holds_containers(rows.item):
        for one in containers_in([item for items in marker.choice.alternatives for item in items]):
            trace.doubts.links.remove(one)
            trace.doubts.held[one] = True
        put(trace, xs, [rows])
    return rows


def total(trace: Trace, xs: list[Any], start: Any) -> Any:
    """`sum(xs, start)`."""
    rows = _rows(trace, xs)
    if rows is None:
        return start
    number = isinstance(rows.item, TVar) and not (rows.item.spec.kind == ARRAY and not rows.item.spec.ndim)
    if not number or not isinstance(rows.item, TVar) or isinstance(start, Choice) or not _is_number(start):
        from sct.runtime.iteration.generator_builtins import added_up

        return added_up(trace, xs, start)
    kind = rows.item.spec.kind
    column, first = rows.columns[0].sct_value(), trace.value(start)

    def summed() -> Any:
        return trace.variable(row_lists.op_value(trace, "list_sum", [column, first], kind=kind), trace.location())

    n = rows.length
    if isinstance(n, int):
        return summed() if n else start
    return select(n == 0, lambda: start, summed)


def _is_number(x: Any) -> bool:
    return is_variable(x) or isinstance(x, (*NUMBERS, np.generic))


def best_of(trace: Trace, function: Callable[..., Any], xs: list[Any], key: Any, default: tuple[Any, ...]) -> Any:
    """`min` or `max` of a list."""
    rows = _rows(trace, xs)
    keys = rows if key is None or rows is None else _keys(trace, xs, key)
    if rows is None or keys is None:
        return default[0] if default else function([])
    keys = by_codes(keys)
    if not is_plain(keys.item) and not has_texts(keys.item):
        return _best_of_lists(trace, function, xs, rows, keys, default)
    columns = ranked_columns(trace, keys, f"{function.__name__}() of")

    def best() -> Any:
        at = trace.variable(row_lists.op_value(trace, "list_best", columns, function=function.__name__))
        if type(xs) is list and marker_of(xs) is rows:
            return item(trace, xs, rows, at)
        is_object = type(xs) is list and holds_containers(rows.item)  # of which the rows hold a copy
        return get(trace, xs, at) if is_object else row_lists.item(trace, rows, at)

    if default:
        return select(rows.length == 0, lambda: default[0], best)
    return best()


def _best_of_lists(trace: Trace, function: Any, xs: Any, rows: Rows, keys: Rows, default: tuple[Any, ...]) -> Any:
    """The first best item where the keys are lists or the like."""
    listed = xs if keys is rows else made(trace, keys)

    def best() -> Any:
        at = in_list_library(trace, "smallest" if function is min else "greatest", listed)
        return get(trace, xs, at)

    def missing() -> Any:
        try:
            return function((), default=default[0]) if default else function(())
        except ValueError as empty:
            raise_later(trace, empty)

    return select(rows.length == 0, missing, best)


def _keys(trace: Trace, xs: list[Any], key: Any) -> Rows | None:
    return as_rows(trace, gather(trace, xs, lambda item, put: put(key(item))))


def sorted_list(trace: Trace, xs: list[Any], key: Any, reverse: Any) -> list[Any]:
    """`sorted(xs, key=key, reverse=reverse)`; `key` is converted."""
    if is_variable(reverse):
        raise StaticValueError("the order of sorting is known only at run time", where=trace.location())
    rows = _rows(trace, xs, answers=True)
    if rows is None:
        return []
    keys = rows if key is None else _keys(trace, _snapshot(trace, xs, rows), key)
    if keys is None:  # it turns out that there are no items
        return []
    order = order_of(trace, keys, bool(reverse), xs if key is None else None)
    return made(trace, row_lists.taken(trace, shared(rows), order))


def _snapshot(trace: Trace, xs: list[Any], rows: Rows) -> list[Any]:
    """The items before the key is asked, which may change the list: but for such as it may change, too."""
    if holds_containers(rows.item) or any(array_leaves(rows.item)):
        return xs
    return made(trace, row_lists.copied(trace, rows))


def quantified(trace: Trace, xs: list[Any], decides: bool) -> Any:
    """`any(xs)`, or `all(xs)` where `decides` is False."""
    rows = _rows(trace, xs)
    if rows is not None and isinstance(rows.item, TVar) and not rows.item.spec.ndim:
        return ops.get("truth")((np.any if decides else np.all)(rows.columns[0] != 0))
    from sct.runtime.calls.library_calls import in_the_library

    return in_the_library(trace, "any_" if decides else "all_", xs)
