"""Chained comparisons: each operand is evaluated once, and only as far as needed."""

from __future__ import annotations

import gast

from .analysis import walk
from .base import CALLS, Chain, Node
from .quote import quote_expr
from .scopes import OrderedPass
from .truth import is_test, mark_test

__all__ = ["ChainedComparison"]


class ChainedComparison(OrderedPass):
    """A chain becomes two comparisons joined by `and`; a middle that is no plain name is named first.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(ChainedComparison, '''
    ... def f(x):
    ...     return 0 < x < 1, 0 < g(x) < 1
    ... '''))
    def f(x):
        return (0 < x and x < 1, (lambda left, middle: left < middle and middle < 1)(0, g(x)))
    """

    acts_on = (Chain,)
    makes = (*CALLS, gast.And, gast.BoolOp, gast.Compare)

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        if len(node.ops) == 1 or getattr(node, "_sct_keep", False):
            return node
        middle = node.comparators[0]
        rebound = {n.target.id for c in node.comparators for n in walk(c) if isinstance(n, gast.NamedExpr)}
        if self.is_stable(middle) and not (isinstance(middle, gast.Name) and middle.id in rebound):
            return self.split(node, node.left, middle)
        left_name, middle_name = self.ctx.temporary("left"), self.ctx.temporary("middle")
        chain = self.split(
            node,
            quote_expr("left", at=node.left, left=left_name),
            quote_expr("middle", at=middle, middle=middle_name),
        )
        call = quote_expr(
            "(lambda left, middle: chain)(a, b)",
            at=node,
            left=left_name,
            middle=middle_name,
            chain=chain,
            a=node.left,
            b=middle,
        )
        call._sct_chain = True
        return call

    def split(self, node: Node, left: Node, middle: Node) -> Node:
        """Return `left op middle and middle op rest`, where both operands may be evaluated twice."""
        first = gast.copy_location(gast.Compare(left, node.ops[:1], [middle]), node)
        again = gast.copy_location(gast.Compare(middle, node.ops[1:], node.comparators[1:]), node)
        rest = self.visit_Compare(again) if len(again.ops) > 1 else again
        chain = quote_expr("first and rest", at=node, first=first, rest=rest)
        chain._sct_chain = True  # `plainly` writes it as a chain again
        if is_test(node):
            mark_test(chain)
        return chain
