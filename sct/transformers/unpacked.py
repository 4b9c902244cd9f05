"""Unpacking to several names, and list displays with stars, in the variant for tracing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gast

from .base import Node
from .quote import quote_expr

__all__ = ["displayed", "is_at_rest", "unpacked"]


def unpacked(value: Node, targets: Sequence[Node]) -> Node:
    """The value of an assignment to several names, with what is known of how many those are.

    `_reads.iter(xs)` for the targets `a, (b, c), *d` becomes `_reads.unpacked(xs, (None, (None, None), '*'))`, which
    answers a list for the star: the target is `d` then.
    """
    if len(targets) > 1 or isinstance(value, gast.Tuple | gast.List | gast.Constant):
        return value
    spec = gast.copy_location(gast.Constant(_spec_of(targets[0]), None), value)
    elements = targets[0].elts
    targets[0].elts = [element.value if isinstance(element, gast.Starred) else element for element in elements]
    new = quote_expr("_reads.unpacked(value, spec)", at=value, value=value.args[0], spec=spec)
    return gast.copy_location(new, value)


def _spec_of(target: Node) -> Any:
    if isinstance(target, gast.Starred):
        return "*"
    return tuple(map(_spec_of, target.elts)) if isinstance(target, gast.Tuple | gast.List) else None


def is_at_rest(node: Node) -> bool:
    """Whether nothing happens where an element of a display is evaluated."""
    if isinstance(node, gast.Starred):
        return is_at_rest(node.value)
    return isinstance(node, gast.Name | gast.Constant)


def displayed(node: Node, visit: Callable[[Node], Node]) -> Node:
    """A list display with stars: `[*xs, y]` becomes `_reads.display([(True, xs), (False, y)])`."""
    parts = []
    for element in node.elts:
        starred = isinstance(element, gast.Starred)
        value = visit(element.value if starred else element)
        pair = gast.Tuple([gast.copy_location(gast.Constant(starred, None), element), value], gast.Load())
        parts.append(gast.copy_location(pair, element))
    items = gast.copy_location(gast.List(parts, gast.Load()), node)
    return gast.copy_location(quote_expr("_reads.display(items)", at=node, items=items), node)
