"""The order of the items of a list of run-time length: numbers, texts, and tuples of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.ir.core import Value
from sct.runtime.leaf_forms import leaf_specs
from sct.runtime.row_lists import check_plain, op_value, plain_columns
from sct.runtime.rows import Rows
from sct.runtime.templates import TChoice, TNode, TStatic, TVar
from sct.runtime.text_forms import has_texts, is_text, letters_item
from sct.runtime.trace import Trace
from sct.runtime.widening import widened

__all__ = ["ordered", "ranked_columns"]


def ranked_columns(trace: Trace, rows: Rows, what: str) -> list[Value]:
    """Columns of numbers that are in the order of the items: texts are at their places among those of the list."""
    if not has_texts(rows.item):
        return plain_columns(trace, rows, what)
    parts = rows.item.items if isinstance(rows.item, TNode) and rows.item.kind is tuple else (rows.item,)
    given = iter([c.sct_value() for c in rows.columns])
    made: list[Value] = []
    for part in parts:
        mine = [next(given) for _ in leaf_specs(part)]
        if is_text(part):
            form = letters_item(trace)
            mine = widened(trace, part, form, mine, trace.value(rows.length))
            made.append(op_value(trace, "text_ranks", mine))
        else:
            check_plain(trace, part, what)
            made += mine
    return made


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


def ordered(trace: Trace, keys: Rows, reverse: bool) -> Any:
    """The indices that sort the items, as an array."""
    columns = ranked_columns(trace, _without_none(trace, keys), "sorting")
    return trace.variable(op_value(trace, "list_order", columns, reverse=reverse))
