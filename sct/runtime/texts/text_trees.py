"""Texts that leave a branch or an iteration, as the letters that the next one goes on with."""

from __future__ import annotations

from typing import Any

from sct.runtime import trace as tracing
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.trees import Chosen, Leaf, Many, Node, Static, Tree
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["letters_in"]


def letters_in(trace: tracing.Trace, tree: Tree) -> Node:
    """The list of the codes of a text, as a tree."""
    from sct.runtime.texts.letters import as_pieces, letters_of

    rows = letters_of(trace, as_pieces(trace, _thawed(trace, tree)) or [])
    leaves = tuple(Leaf(column.sct_value(), column) for column in rows.columns)
    return Node(tuple, None, (Many(leaves, rows),), (rows,))


def _thawed(trace: tracing.Trace, tree: Tree) -> Any:
    """The value that was taken apart, made of the leaves as they were then."""
    match tree:
        case Static(obj=obj):
            return obj
        case Leaf(value=value):
            return trace.variable(value)
        case Chosen(index=index, items=items):
            return Choice(_thawed(trace, index), [_thawed(trace, item) for item in items])
        case Many(items=items, obj=rows):
            return type(rows)(rows.item, tuple(trace.variable(leaf.value) for leaf in items))
        case Node(kind=kind, keys=keys, items=items):
            parts = [_thawed(trace, item) for item in items]
            return FormattedText.together(keys or (), parts) if kind is FormattedText else tuple(parts)
    raise AssertionError(tree)
