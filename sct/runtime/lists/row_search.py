"""What is looked for in lists of run-time length: items that are numbers, or tuples of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.core import Value
from sct.ir.types import ARRAY, Spec
from sct.runtime.exits.array_tags import unnumbered
from sct.runtime.joins.templates import TChoice, Template, TNode, TStatic, TVar
from sct.runtime.joins.trees import Leaf, Node, Tree, freeze
from sct.runtime.joins.tuple_forms import is_named, is_tuple_form, parts_of_value
from sct.runtime.lists.row_lists import op_value
from sct.runtime.lists.rows import Rows
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["check_plain", "comparable", "find", "plain_columns", "single_column"]


def plain_columns(trace: Trace, rows: Rows, what: str) -> list[Value]:
    """The columns, where the items are numbers or tuples of numbers, which Python can compare."""
    if isinstance(rows.item, TChoice):
        from sct.runtime.lists.alternatives import numbers_of_choices

        merged = numbers_of_choices(trace, rows, rows.item)
        if merged is not None:
            return [trace.value(merged)]
    if isinstance(rows.item, TStatic) and isinstance(rows.item.obj, (*NUMBERS, np.generic)):
        return [op_value(trace, "list_repeat", [trace.value(rows.item.obj), trace.value(rows.length)])]
    check_plain(trace, rows.item, what)
    return [c.sct_value() for c in rows.columns]


def check_plain(trace: Trace, item: Template, what: str) -> None:
    """Refuse items that are no numbers, nor tuples of numbers."""
    if isinstance(item, TVar) and not item.spec.ndim and item.spec.kind != ARRAY:
        return
    if isinstance(item, TNode) and is_tuple_form(item) and item.items and all(isinstance(x, TVar) for x in item.items):
        for x in item.items:
            check_plain(trace, x, what)
        return
    raise StaticValueError(
        f"{what} a list of run-time length whose items are no numbers",
        where=trace.location(),
        why="the program can compare numbers and tuples of numbers",
        fix="make an array of the list, or keep what is compared in a list of its own",
    )


def find(trace: Trace, rows: Rows, x: Any, op: str = "list_find", exactly: bool = True) -> Any:
    """The first index of `x`, or -1; or how often it is there. Numbers are compared `exactly`, or as NumPy does."""
    from sct.runtime.joins.looked_for import found

    return found(trace, rows, x, op, exactly)


def comparable(trace: Trace, x: Any, item: Template) -> list[Value] | None:
    """The numbers of `x` to compare with the items of a list; None if nothing of the kind can be in it."""
    parts = parts_of_value(x)
    if isinstance(item, TNode) and item.instance:
        if parts is None or type(x) is not item.kind:
            return None
        return _comparable(trace, freeze(trace, parts, None), TNode(tuple, None, item.items))
    return _comparable(trace, freeze(trace, x, None), item) if parts is None else None


def _comparable(trace: Trace, tree: Tree, item: Template) -> list[Value] | None:
    """The numbers to compare with the items of a list; None if nothing of the kind can be in it."""
    if isinstance(item, TNode):
        if not isinstance(tree, Node) or not is_named(tree.kind) or len(tree.items) != len(item.items):
            return None
        parts = [_comparable(trace, t, i) for t, i in zip(tree.items, item.items, strict=True)]
        return None if any(p is None for p in parts) else [v for p in parts for v in p or ()]
    if isinstance(tree, Leaf):
        if tree.value.spec.ndim or tree.value.spec.kind == ARRAY:
            raise StaticValueError("an array is looked for in a list of run-time length", where=trace.location())
        return [tree.value]
    obj = getattr(tree, "obj", None)
    if isinstance(obj, (bool, int, float, complex, np.generic)):
        return [trace.value(obj)]
    return None


def single_column(trace: Trace, rows: Rows) -> tuple[Any, Spec] | None:
    """The column and the spec of an item, where the items are numbers or arrays."""
    rows = unnumbered(rows)
    return (rows.columns[0], rows.item.spec) if isinstance(rows.item, TVar) else None
