"""`try` statements: which of them become calls, and what their clauses say of themselves."""

from __future__ import annotations

import gast

from .base import CALLS, Node, Pass, own_nodes
from .quote import quote

__all__ = ["Try", "left_to_python"]

class Try(Pass):
    """What a `finally` clause, or a handler that stays as it is, stands around says so: none may be passed over.

    Other handlers are left to `Handlers`.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Try, '''
    ... def f(x):
    ...     try:
    ...         x.check()
    ...     finally:
    ...         x.close()
    ... '''))
    def f(x):
        try:
            with _sct.finishing():
                x.check()
        finally:
            x.close()
    """

    acts_on = (gast.Try,)
    statements_only = True
    makes = (*CALLS, gast.With, gast.withitem)
    requires = ("Return", "BreakContinue")

    def visit_Try(self, node: Node) -> Node:
        self.generic_visit(node)
        if getattr(node, "_sct_transparent", False):
            return node
        if node.handlers and node.finalbody:
            inner = gast.copy_location(gast.Try(node.body, node.handlers, node.orelse, []), node)
            node.body, node.handlers, node.orelse = [self._with_handlers(inner)], [], []
        if node.finalbody:
            node.body = quote("with _sct.finishing():\n    body", at=node, body=node.body)
            return node
        return self._with_handlers(node)

    def _with_handlers(self, node: Node) -> Node:
        return node if _is_divisible(node) else left_to_python(node)


def left_to_python(node: Node) -> Node:
    """A `try` whose handlers stay Python's."""
    node._sct_left = True
    node.body = quote("with _sct.trying():\n    body", at=node, body=node.body)
    return node


def _is_divisible(node: Node) -> bool:
    """Whether the clauses of a `try` may become functions of their own: nothing in them stops and goes on."""
    for one in own_nodes(gast.Module([node], [])):
        if isinstance(one, gast.Yield | gast.YieldFrom | gast.Await | gast.AsyncFor | gast.AsyncWith):
            return False
        if isinstance(one, gast.Attribute) and isinstance(one.value, gast.Name) and one.value.id == "_sct":
            if one.attr.startswith("emit"):
                return False
    return True
