"""`super()` finds its class and object in the frame; converted code names them."""

from __future__ import annotations

import gast

from .base import CALLS, Node
from .quote import quote_expr
from .scopes import ScopedPass

__all__ = ["SuperCall"]


class SuperCall(ScopedPass):
    """`super()` becomes `super(__class__, self)`, which also means the same in a local function.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(SuperCall, '''
    ... def forward(self, x):
    ...     return super().forward(x)
    ... '''))
    def forward(self, x):
        return super(__class__, self).forward(x)
    """

    acts_on = (gast.Call,)
    makes = CALLS

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        plain = isinstance(node.func, gast.Name) and not node.args and not node.keywords
        if plain and node.func.id == "super" and self.scopes and self.is_builtin("super"):
            arguments = self.scopes[-1].args
            first = [*arguments.posonlyargs, *arguments.args][:1]
            if first:
                owner = first[0].id
                return quote_expr("super(__class__, owner)", at=node, owner=owner)
        return node
