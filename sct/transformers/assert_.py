"""`assert`."""

from __future__ import annotations

import gast

from .base import CALLS, Node, Pass
from .quote import quote

__all__ = ["Assert"]


class Assert(Pass):
    """`assert` becomes a call; the message is made only if it is needed. Under `python -O` it is dropped.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Assert, '''
    ... def f(x):
    ...     assert x > 0, g(x)
    ... '''))
    def f(x):
        _sct.convert_assert(x > 0, lambda: g(x))
    """

    acts_on = (gast.Assert,)
    removes = (gast.Assert,)
    makes = CALLS
    requires = ("Walrus",)

    def visit_Assert(self, node: Node) -> Node:
        self.generic_visit(node)
        if getattr(node, "_sct_keep", False):
            return node
        if not __debug__:
            return quote("pass", at=node)
        if node.msg is None:
            return quote("_sct.convert_assert(test)", at=node, test=node.test)
        return quote("_sct.convert_assert(test, lambda: message)", at=node, test=node.test, message=node.msg)
