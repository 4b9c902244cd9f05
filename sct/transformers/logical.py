"""`and`, `or` and `not`, with Python's values and laziness."""

from __future__ import annotations

import gast

from .asked import is_asked, mark_asked, opens_asked
from .base import CALLS, Node, Pass
from .quote import quote_expr
from .truth import as_test, is_test

__all__ = ["Logical"]


class Logical(Pass):
    """`and`, `or` and `not` become calls; operands that may not be reached become lambdas.

    Where only the truth is asked for, each operand is asked once: `and_test`, `or_test`. On some Pythons that holds
    of `a and b or c`, too: `and_once` tells `or_once` what it has found, if that is its operand.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Logical, '''
    ... def f(a, b):
    ...     if a or b:
    ...         return a and not b
    ... '''))
    def f(a, b):
        if _sct.or_test(a, lambda: b):
            return _sct.and_(a, lambda: _sct.not_(b))
    """

    acts_on = (gast.BoolOp, gast.Not)
    removes = (gast.BoolOp, gast.Not)
    makes = CALLS
    requires = ("Walrus", "BreakContinue")

    def visit_If(self, node: Node) -> Node:
        as_test(node)
        return self.generic_visit(node)

    visit_While = visit_Assert = visit_IfExp = visit_If

    def visit_comprehension(self, node: Node) -> Node:
        as_test(node)
        return self.generic_visit(node)

    def visit_BoolOp(self, node: Node) -> Node:
        mark_asked(node)
        self.generic_visit(node)
        if getattr(node, "_sct_keep", False):
            return node
        function = "and_" if isinstance(node.op, gast.And) else "or_"
        if is_test(node):
            function = function.rstrip("_") + "_test"
        first, *others = node.values
        lazy = [quote_expr("lambda: value", at=value, value=value) for value in others]
        if is_asked(node) or opens_asked(node):
            call = quote_expr(
                "_sct.function(first, *lazy, tells=tells)",
                at=node,
                function=function.rstrip("_") + "_once",
                first=first,
                lazy=lazy,
                tells=gast.copy_location(gast.Constant(is_asked(node), None), node),
            )
        else:
            call = quote_expr("_sct.function(first, *lazy)", at=node, function=function, first=first, lazy=lazy)
        call._sct_chain = getattr(node, "_sct_chain", False)
        return call

    def visit_UnaryOp(self, node: Node) -> Node:
        self.generic_visit(node)
        if isinstance(node.op, gast.Not):
            return quote_expr("_sct.not_(value)", at=node, value=node.operand)
        return node
