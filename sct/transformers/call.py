"""Calls: what a converted function calls is converted too."""

from __future__ import annotations

import gast

from .base import CALLS, Node
from .quote import quote_expr
from .scopes import ScopedPass

__all__ = ["Call"]

_CONVERTERS = ("convert_call", "convert_builtin", "convert_print")


class Call(ScopedPass):
    """Every callee goes through `_sct.convert_call`, which converts functions when they are first called.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Call, '''
    ... def f(x):
    ...     return g(x).sum(axis=0)
    ... '''))
    def f(x):
        return _sct.convert_call(_sct.convert_call(g)(x).sum)(axis=0)
    """

    acts_on = (gast.Call,)
    makes = CALLS
    requires = ("Print", "Cast")

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if not (self.is_own(node.func) or self.is_super(node)):
            node.func = quote_expr("_sct.convert_call(function)", at=node.func, function=node.func)
        return node

    def is_own(self, function: Node) -> bool:
        """Whether a callee needs no conversion: part of the converted code, or a lambda in place."""
        if isinstance(function, gast.Call):
            return is_own_name(function.func) and function.func.attr in _CONVERTERS
        return isinstance(function, gast.Lambda) or is_own_name(function)

    def is_super(self, call: Node) -> bool:
        """Whether it is `super()`, which looks into the frame that calls it."""
        function = call.func
        return isinstance(function, gast.Name) and function.id == "super" and not call.args and self.is_builtin("super")


def is_own_name(node: Node) -> bool:
    """Whether an expression is `_sct.NAME`."""
    return isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name) and node.value.id == "_sct"
