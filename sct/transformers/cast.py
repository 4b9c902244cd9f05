"""Builtins that ask for Python values or make containers."""

from __future__ import annotations

import gast

from .base import CALLS, Node
from .quote import quote_expr
from .scopes import ScopedPass

__all__ = ["BUILTINS", "Cast"]

# fmt: off
BUILTINS = frozenset((
    "abs", "all", "any", "bool", "complex", "dict", "divmod", "enumerate", "filter", "float", "getattr",
    "hasattr", "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "pow", "range",
    "reversed", "round", "set", "setattr", "sorted", "sum", "tuple", "zip",
))
# fmt: on


class Cast(ScopedPass):
    """Builtins that have a meaning for arrays of the graph are called through `_sct`.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Cast, '''
    ... def f(x, min):
    ...     return min(float(x), len(x))
    ... '''))
    def f(x, min):
        return min(_sct.convert_builtin(float)(x), _sct.convert_builtin(len)(x))
    """

    acts_on = (gast.Call,)
    makes = CALLS

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if isinstance(node.func, gast.Name) and node.func.id in BUILTINS and self.is_builtin(node.func.id):
            node.func = quote_expr("_sct.convert_builtin(function)", at=node.func, function=node.func)
        return node
