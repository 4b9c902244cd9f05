"""`try` with handlers."""

from __future__ import annotations

import gast

from .base import CALLS, Node, Pass
from .quote import quote

__all__ = ["Try"]


class Try(Pass):
    """What is done under a handler says so, because an error there may never reach the user.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Try, '''
    ... def f(x):
    ...     try:
    ...         x.check()
    ...     except ValueError:
    ...         x = None
    ...     return x
    ... '''))
    def f(x):
        try:
            with _sct.trying():
                x.check()
        except ValueError:
            x = None
        return x
    """

    acts_on = (gast.Try,)
    statements_only = True
    makes = (*CALLS, gast.With, gast.withitem)
    requires = ("Return", "BreakContinue")

    def visit_Try(self, node: Node) -> Node:
        self.generic_visit(node)
        if node.handlers and not getattr(node, "_sct_transparent", False):
            node.body = quote("with _sct.trying():\n    body", at=node, body=node.body)
        return node
