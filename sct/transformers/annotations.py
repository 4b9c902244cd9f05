"""Annotated assignments: in a function the annotation is never evaluated."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from .base import CALLS, Node, Pass, PassContext
from .quote import quote
from .scopes import keep_local, leading

__all__ = ["AnnotatedAssignment"]


class AnnotatedAssignment(Pass):
    """An annotated assignment becomes a plain one; an annotation alone leaves only its name local.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(AnnotatedAssignment, '''
    ... def f(x):
    ...     y: float = x + 1
    ...     y: float
    ...     return y
    ... '''))
    def f(x):
        y = x + 1
        return y
    """

    acts_on = (gast.AnnAssign,)
    removes = (gast.AnnAssign,)
    makes = CALLS

    def __init__(self, ctx: PassContext) -> None:
        super().__init__(ctx)
        self.dropped: list[Node] = []

    def visit_function_body(self, node: Node) -> list[Node]:
        outer, self.dropped = self.dropped, []
        first = node.body[0]
        node.body = self.visit_list(node.body)
        if isinstance(first, gast.AnnAssign) and leading(node.body):
            node.body[0:0] = quote("pass", at=first)  # what follows an annotation is no docstring
        keep_local(node, self.dropped)
        self.dropped = outer
        body: list[Node] = node.body
        return body

    def visit_list(self, nodes: Sequence[Node]) -> list[Node]:
        result = super().visit_list(nodes)
        return quote("pass", at=nodes[0]) if nodes and not result else result

    def visit_AnnAssign(self, node: Node) -> list[Node]:
        super().visit_AnnAssign(node)
        if node.value is not None:
            return quote("target = value", at=node, target=node.target, value=node.value)
        if isinstance(node.target, gast.Attribute):  # what Python evaluates of a bare `x.a: int`
            return quote("value", at=node, value=node.target.value)
        if isinstance(node.target, gast.Subscript):
            return quote("value\nkey", at=node, value=node.target.value, key=node.target.slice)
        if node.simple:  # `(x): int` makes no name local
            self.dropped.append(node)
        return []
