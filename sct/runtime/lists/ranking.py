"""The order of the items of a list of run-time length: numbers, texts, and tuples of them."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.core import Value
from sct.runtime.joins.leaf_forms import is_plain, leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic, TVar
from sct.runtime.joins.tuple_forms import is_named, is_tuple_form, ordering_fields
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists.compared_numbers import compared_columns
from sct.runtime.lists.ranked_codes import by_codes
from sct.runtime.lists.row_lists import op_value
from sct.runtime.lists.row_search import check_plain, plain_columns
from sct.runtime.lists.rows import Rows
from sct.runtime.lists.widening import widened
from sct.runtime.texts.text_forms import has_texts, is_text, letters_item
from sct.runtime.trace import Trace

__all__ = ["ordered", "ranked_columns"]


def ranked_columns(trace: Trace, rows: Rows, what: str) -> list[Value]:
    """Columns of numbers that are in the order of the items: texts are at their places among those of the list."""
    if not has_texts(rows.item):
        found = compared_columns(trace, rows.item, list(rows.columns))
        if found == []:  # of items that are all alike
            return [op_value(trace, "list_repeat", [trace.value(0), trace.value(rows.length)])]
        return plain_columns(trace, rows, what) if found is None else found
    given = iter([c.sct_value() for c in rows.columns])
    made: list[Value] = []
    for part in _parts(rows.item):
        mine = [next(given) for _ in leaf_specs(part)]
        if is_text(part):
            form = letters_item(trace)
            mine = widened(trace, part, form, mine, trace.value(rows.length))
            made.append(op_value(trace, "text_ranks", mine))
        else:
            found = compared_columns(trace, TNode(tuple, None, (part,)), [trace.variable(value) for value in mine])
            if found is None:
                check_plain(trace, part, what)
            made += mine if found is None else found
    return made


def _parts(item: Template) -> list[Template]:
    """What is compared one after the other: a tuple in a tuple as if its items were those of the outer one."""
    if isinstance(item, TNode) and is_tuple_form(item):
        return [part for one in item.items for part in _parts(one)]
    return [item]


def _without_none(trace: Trace, keys: Rows) -> Rows:
    """Keys that are numbers or None, which does not compare, as numbers."""
    items = keys.item.items if isinstance(keys.item, TChoice) else ()
    places = [k for k, x in enumerate(items) if isinstance(x, TVar) and not x.spec.ndim]
    others = [x for x in items if isinstance(x, TStatic) and x.obj is None]
    if len(items) != 2 or len(places) != 1 or not others:
        return keys
    text = "'<' not supported between instances of 'NoneType' and a number"
    fine = ops.get("truth")(np.all(keys.columns[0] == places[0])) | (keys.length < 2)  # one is not compared
    trace.effect("assert", (fine,), {"exception": "builtins.TypeError", "template": (text,)})
    return Rows(items[places[0]], keys.columns[1:])


def ordered(trace: Trace, keys: Rows, reverse: bool, compared: Callable[[], Any] | None = None) -> Any:
    """The indices that sort the items, as an array.

    Where they begin alike, and go on with what is no number or text, `compared` has them as Python finds them.
    """
    keys = by_codes(_by_fields(keys))
    first = _compared_first(_without_none(trace, keys))
    columns = ranked_columns(trace, first, "sorting")
    order = trace.variable(op_value(trace, "list_order", columns, reverse=reverse))
    if len(leaf_specs(first.item)) == len(leaf_specs(keys.item)):
        return order
    return _with_ties(trace, order, [trace.variable(column)[order] for column in columns], compared)


def _by_fields(keys: Rows) -> Rows:
    """Objects of a dataclass that are ordered by their fields, as tuples of these."""
    item = keys.item
    names = ordering_fields(item.kind) if isinstance(item, TNode) and item.instance else ()
    if not names or not isinstance(item, TNode) or not set(names) <= set(item.keys or ()):
        return keys
    columns = iter(keys.columns)
    mine = {
        name: (t, [next(columns) for _ in leaf_specs(t)]) for name, t in zip(item.keys or (), item.items, strict=True)
    }
    parts = tuple([mine[name][0] for name in names])
    found = [column for name in names for column in mine[name][1]]
    return Rows(TNode(tuple, None, parts), tuple(found)) if found else keys


def _compared_first(keys: Rows) -> Rows:
    """Of tuples, and lists of one length, what stands before the first part that only Python compares."""
    item = keys.item
    if not isinstance(item, TNode) or not (item.kind is list or is_named(item.kind)):
        return keys
    count = next((k for k, part in enumerate(item.items) if not _decides(part)), len(item.items))
    if not count or any(isinstance(part, TRows) for part in item.items[:count]):
        return keys
    parts = item.items[:count]
    if not any(map(leaf_specs, parts)):  # which are alike in each item
        return keys
    return Rows(TNode(tuple, None, parts), keys.columns[: sum(len(leaf_specs(part)) for part in parts)])


def _decides(part: Template) -> bool:
    """Whether the program can compare what stands at one place of the items, or need not."""
    if isinstance(part, TNode) and is_tuple_form(part):
        return all(map(_decides, part.items))
    same = isinstance(part, TStatic) and part.obj is None
    return same or is_text(part) or is_plain(part)


def _with_ties(trace: Trace, order: Any, columns: list[Any], compared: Callable[[], Any] | None) -> Any:
    """The order, where no two items are equal in these columns: else they are compared further, or by plain Python."""
    from sct.runtime.control_flow import select, truth

    tied = functools.reduce(operator.and_, [column[1:] == column[:-1] for column in columns])
    refusal = StaticValueError(
        "sorting tuples that begin alike, and go on with what is no number or text",
        where=trace.location(),
        why="plain Python has to compare the rest, but what the program does before cannot be done again",
        fix="sort by a key of numbers: key=lambda item: item[0]",
    )
    further = compared or (lambda: leave_to_python(trace, refusal))
    return select(truth(trace, np.any(tied)), further, lambda: order)
