"""`and`, `or` and `not`, with Python's values and laziness."""

from __future__ import annotations

import gast

from .base import Node, Pass
from .quote import quote_expr

__all__ = ["Logical"]


class Logical(Pass):
    """`and`, `or` and `not` become calls; operands that may not be reached become lambdas.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Logical, '''
    ... def f(a, b):
    ...     return a and not b
    ... '''))
    def f(a, b):
        return _sct.and_(a, lambda: _sct.not_(b))
    """

    acts_on = (gast.BoolOp, gast.Not)
    removes = (gast.BoolOp, gast.Not)
    requires = ("Walrus", "BreakContinue")

    def visit_BoolOp(self, node: Node) -> Node:
        self.generic_visit(node)
        if getattr(node, "_sct_keep", False):
            return node
        function = "and_" if isinstance(node.op, gast.And) else "or_"
        first, *others = node.values
        lazy = [quote_expr("lambda: value", at=value, value=value) for value in others]
        return quote_expr("_sct.function(first, *lazy)", at=node, function=function, first=first, lazy=lazy)

    def visit_UnaryOp(self, node: Node) -> Node:
        self.generic_visit(node)
        if isinstance(node.op, gast.Not):
            return quote_expr("_sct.not_(value)", at=node, value=node.operand)
        return node
