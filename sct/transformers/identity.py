"""`is` and `in`, which Python gives no method for, or one whose answer it turns into a bool."""

from __future__ import annotations

import gast

from .base import CALLS, Node, Pass
from .quote import quote_expr

__all__ = ["Identity"]

_FUNCTIONS = {gast.Is: "is_", gast.IsNot: "is_not", gast.In: "in_", gast.NotIn: "not_in"}


class Identity(Pass):
    """`is`, `is not`, `in` and `not in` become calls.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Identity, '''
    ... def f(x, xs):
    ...     return x is None, x not in xs
    ... '''))
    def f(x, xs):
        return (_sct.is_(x, None), _sct.not_in(x, xs))
    """

    acts_on = tuple(_FUNCTIONS)
    removes = tuple(_FUNCTIONS)
    makes = CALLS
    requires = ("ChainedComparison",)

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        function = _FUNCTIONS.get(type(node.ops[0]))
        if function is None or len(node.ops) > 1:
            for op in node.ops:  # only a chain that is kept has several
                op._sct_keep = True
            return node
        return quote_expr(
            "_sct.function(left, right)",
            at=node,
            function=function,
            left=node.left,
            right=node.comparators[0],
        )
