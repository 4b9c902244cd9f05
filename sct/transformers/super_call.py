"""`super()` finds its class and object in the frame; converted code names them."""

from __future__ import annotations

import sys

import gast

from .base import CALLS, Node, own_nodes
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

    Python says in its own words that a method has deleted its first argument, since 3.12 unless an attribute follows.
    """

    acts_on = (gast.Call,)
    makes = CALLS

    def visit_Attribute(self, node: Node) -> Node:
        if _LOADS_ATTRIBUTES and isinstance(node.value, gast.Call):
            node.value = self._converted(node.value, False)
            return node
        return self.generic_visit(node)

    def visit_Call(self, node: Node) -> Node:
        return self._converted(node, True)

    def _converted(self, node: Node, checked: bool) -> Node:
        self.generic_visit(node)
        plain = isinstance(node.func, gast.Name) and not node.args and not node.keywords
        if plain and node.func.id == "super" and self.scopes and self.is_builtin("super"):
            arguments = self.scopes[-1].args
            first = [*arguments.posonlyargs, *arguments.args][:1]
            if first:
                owner = first[0].id
                if checked and _deletes(self.scopes[-1], owner):
                    text = "super(__class__, _sct.first_argument(lambda: owner))"
                    return quote_expr(text, at=node, owner=owner)
                return quote_expr("super(__class__, owner)", at=node, owner=owner)
        return node


_LOADS_ATTRIBUTES = sys.version_info >= (3, 12)  # of `super()`, without making one


def _deletes(function: Node, name: str) -> bool:
    return any(type(n) is gast.Name and type(n.ctx) is gast.Del and n.id == name for n in own_nodes(function))
