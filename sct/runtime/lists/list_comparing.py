"""Lists of run-time length compared and searched."""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.leaf_forms import is_plain
from sct.runtime.joins.templates import TNode
from sct.runtime.lists import of_kinds, row_lists, row_search
from sct.runtime.lists.growing import as_rows, is_growing, read, refuse
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.numbers.number_operands import is_numpys
from sct.runtime.state.bare import ROWS, items_in
from sct.runtime.trace import Trace

__all__ = ["bare", "compare", "compare_lists", "equal", "find", "find_item", "in_list_library"]


def compare(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a == b` and its like."""
    from sct.runtime.logical import not_
    from sct.runtime.objects import operators

    a, b = bare(trace, a), bare(trace, b)
    if name in ("eq", "ne"):
        return equal(trace, a, b) if name == "eq" else not_(equal(trace, a, b))
    for x, y in ((a, b), (b, a)):
        if isinstance(marker_of(x), Variants):

            def each(items: list[Any]) -> Any:
                one = _like(trace, items, y)  # noqa: B023
                return operators.compare(name, *((one, y) if x is a else (y, one)))  # noqa: B023

            return read(trace, x, each, refuse)
    first, second = (a, b) if name in ("lt", "le") else (b, a)
    return in_list_library(trace, "less", first, second, name in ("le", "ge"))


def bare(trace: Trace, xs: Any) -> Any:
    """What stands for a list or its like where Python's own methods look at it, whatever its class is."""
    kind: Any = next((k for k in ROWS if isinstance(xs, k)), None)
    return xs if kind is None or type(xs) is kind else trace.note_new(kind(items_in(xs)))


def _like(trace: Trace, items: list[Any], other: Any) -> Any:
    """The items as a deque where they are compared with one."""
    return trace.note_new(deque(items)) if isinstance(other, deque) else items


def equal(trace: Trace, a: Any, b: Any) -> Any:
    """`a == b` of two lists, of which one is growing."""
    a, b = bare(trace, a), bare(trace, b)
    if not any(isinstance(a, kind) and isinstance(b, kind) for kind in (list, tuple, deque)):
        return False
    x: Any
    y: Any
    for x, y in ((a, b), (b, a)):
        if isinstance(marker_of(x), Variants):
            return read(trace, x, lambda items: compare_lists(trace, _like(trace, items, y), y), lambda rows: None)  # noqa: B023
    first, second = as_rows(trace, a), as_rows(trace, b)
    if first is None or second is None:
        rows = second if first is None else first
        return True if rows is None else rows.length == 0
    if not (is_plain(first.item) and is_plain(second.item)):
        return in_list_library(trace, "equal", a, b)
    columns = [row_search.plain_columns(trace, rows, "comparing") for rows in (first, second)]
    if len(columns[0]) != len(columns[1]):
        raise StaticValueError("lists of run-time length with different items are compared", where=trace.location())
    operands = of_kinds.lists_as_compared(trace, columns, [first.item, second.item])
    return trace.variable(row_lists.op_value(trace, "list_equal", operands))


def compare_lists(trace: Trace, a: Any, b: Any) -> Any:
    """`a == b`."""
    from sct.runtime.objects import operators

    return equal(trace, a, b) if is_growing(a) or is_growing(b) else operators.compare("eq", a, b)


def find(trace: Trace, xs: Any, rows: Rows, x: Any, op: str = "list_find") -> Any:
    """The first index of a key among others, or -1: what is not as large to the last bit has another hash."""
    return _find(trace, xs, rows, x, op, exactly=True)


def _find(trace: Trace, xs: Any, rows: Rows, x: Any, op: str, exactly: bool) -> Any:
    if is_plain(rows.item):
        return row_search.find(trace, rows, x, op, exactly)
    if isinstance(x, Choice):
        return x.sct_distribute(lambda one: _find(trace, xs, rows, one, op, exactly))
    return in_list_library(trace, "place" if op == "list_find" else "count", xs, x)


def find_item(trace: Trace, xs: Any, rows: Rows, x: Any, op: str = "list_find") -> Any:
    """The first index of `x` in a list, or -1; or how often it is there: NumPy compares its numbers with Python's.

    It makes arrays of tuples.
    """
    if is_numpys(x) and isinstance(rows.item, TNode):
        return in_list_library(trace, "place" if op == "list_find" else "count", xs, x)
    return _find(trace, xs, rows, x, op, exactly=False)


def in_list_library(trace: Trace, name: str, *args: Any) -> Any:
    """Call a function of `list_library` as part of the trace."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.libraries import list_library

    return inlined(trace, getattr(list_library, name), *args)
