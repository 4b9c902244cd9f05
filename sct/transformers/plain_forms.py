"""Pieces of plain Python that stand for what the passes wrote."""

from __future__ import annotations

import gast

from .alike import same
from .base import Node
from .placing import around

__all__ = ["chained", "inverse", "returning", "truth_of"]


def returning(body: list[Node], exit: Node) -> list[Node]:
    """Let each way to the one `return value` at the end of a function return by itself, where that is plain to see."""
    last = body[-1] if body else None
    if isinstance(last, gast.If):
        last.body = returning(last.body, exit)
        last.orelse = returning(last.orelse, gast.copy_location(gast.Return(exit.value), last))
        return body
    if isinstance(last, gast.Assign) and same(last.targets[0], exit.value):
        return [*body[:-1], gast.copy_location(gast.Return(last.value), last)]
    return [*body, gast.copy_location(gast.Return(exit.value), exit)]


def chained(first: Node, rest: Node) -> Node:
    """`a < b and b < c`, of comparisons that may be chains themselves: `a < b < c`."""
    whole = gast.Compare(first.left, first.ops + rest.ops, first.comparators + rest.comparators)
    return around(whole, whole.left, whole.comparators[-1])


def truth_of(test: Node, at: Node) -> Node:
    """`True if test else False`."""
    yes, no = (gast.copy_location(gast.Constant(value, None), at) for value in (True, False))
    return gast.copy_location(gast.IfExp(test, yes, no), at)


def inverse(test: Node) -> Node:
    """`not test`."""
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        inside: Node = test.operand
        return inside
    return gast.copy_location(gast.UnaryOp(gast.Not(), test), test)
