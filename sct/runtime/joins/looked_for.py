"""What is looked for among items of one form: whatever a branch decides about it is decided first, its length, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sct.runtime.control_flow import select
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import Template
from sct.runtime.joins.tuple_forms import as_tuple, hashed_parts, put_together
from sct.runtime.lists import growing, of_kinds, row_lists, row_search
from sct.runtime.lists.rows import Rows
from sct.runtime.trace import Trace

__all__ = ["found", "opened"]


def found(trace: Trace, rows: Rows, x: Any, op: str, exactly: bool) -> Any:
    """The first index of `x` among rows of numbers or tuples of them, or -1; or how often it is there."""
    if of_kinds.are_of_kinds(trace, rows):
        return opened(trace, x, rows.item, lambda one: of_kinds.found(trace, rows, one, op, exactly), lambda: -1)
    columns = row_search.plain_columns(trace, rows, "looking for an item in")
    missing = 0 if op == "list_count" else -1
    specs = [None] * len(columns) if exactly else of_kinds.specs_of(rows.item)

    def search(one: Any) -> Any:
        values = row_search.comparable(trace, one, rows.item)
        if values is None:
            return missing
        pairs = [of_kinds.as_compared(trace, *three) for three in zip(columns, specs, values, strict=True)]
        return trace.variable(row_lists.op_value(trace, op, [x for side in zip(*pairs, strict=True) for x in side]))

    return opened(trace, x, rows.item, search, lambda: missing)


def opened(trace: Trace, x: Any, item: Template, search: Callable[[Any], Any], missing: Callable[[], Any]) -> Any:
    """`search(x)`, of each that `x` may be; `missing()` where it cannot be of the form of `item`."""
    if isinstance(x, Choice):
        return x.sct_distribute(lambda one: opened(trace, one, item, search, missing))
    held = hashed_parts(x)
    if held is None:
        return search(x)
    items = as_tuple(item)
    if growing.is_growing(x):
        if items is None:
            return missing()
        return _of_length(trace, trace.note_new(list(x)), item, items, search, missing)
    if items is None or len(items) != len(held):
        return search(x)
    return _parts(trace, held, items, (), lambda parts: search(put_together(x, parts)), missing)


def _of_length(
    trace: Trace,
    xs: list[Any],
    item: Template,
    items: Sequence[Template],
    search: Callable[[Any], Any],
    missing: Callable[[], Any],
) -> Any:
    """A tuple of run-time length, where it is as long as the items that there are."""

    def fixed() -> Any:
        return opened(trace, tuple([growing.get(trace, xs, k) for k in range(len(items))]), item, search, missing)

    return select(growing.length(trace, xs) == len(items), fixed, missing)


def _parts(
    trace: Trace,
    x: tuple[Any, ...],
    items: Sequence[Template],
    done: tuple[Any, ...],
    search: Callable[[Any], Any],
    missing: Callable[[], Any],
) -> Any:
    k = len(done)
    if k == len(x):
        return search(done)
    return opened(trace, x[k], items[k], lambda part: _parts(trace, x, items, (*done, part), search, missing), missing)
