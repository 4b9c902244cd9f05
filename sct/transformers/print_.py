"""`print`."""

from __future__ import annotations

import gast

from .base import CALLS, Node
from .quote import quote_expr
from .scopes import ScopedPass

__all__ = ["Print"]


class Print(ScopedPass):
    """The builtin `print` is called through `_sct`, so that it can print when the program runs.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Print, '''
    ... def f(x):
    ...     print("x =", x)
    ... '''))
    def f(x):
        _sct.convert_print(print)('x =', x)
    """

    acts_on = (gast.Call,)
    makes = CALLS

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if isinstance(node.func, gast.Name) and node.func.id == "print" and self.is_builtin("print"):
            node.func = quote_expr("_sct.convert_print(function)", at=node.func, function=node.func)
        return node
