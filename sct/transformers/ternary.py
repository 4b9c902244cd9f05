"""Conditional expressions."""

from __future__ import annotations

import gast

from .asked import is_asked
from .base import CALLS, Node, Pass
from .quote import quote_expr

__all__ = ["Ternary"]


class Ternary(Pass):
    """`b if a else c` becomes a call whose alternatives are lambdas.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Ternary, '''
    ... def f(x):
    ...     return x if x > 0 else -x
    ... '''))
    def f(x):
        return _sct.ternary(x > 0, lambda: x, lambda: -x)
    """

    acts_on = (gast.IfExp,)
    removes = (gast.IfExp,)
    makes = CALLS
    requires = ("Walrus",)

    def visit_IfExp(self, node: Node) -> Node:
        self.generic_visit(node)
        if getattr(node, "_sct_keep", False):
            return node
        return quote_expr(
            "_sct.function(test, lambda: body, lambda: orelse)",
            at=node,
            function="ternary_once" if is_asked(node) else "ternary",
            test=node.test,
            body=node.body,
            orelse=node.orelse,
        )
