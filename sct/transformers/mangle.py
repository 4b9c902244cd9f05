"""Private names: converted code is compiled outside of its class."""

from __future__ import annotations

from .base import CALLS, Node, Pass, PassContext
from .quote import quote

__all__ = ["Mangle"]


class Mangle(Pass):
    """Private names of a method get the class's name, as the compiler would have done.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Mangle, '''
    ... def count(self):
    ...     self.__n += 1
    ...     return self.__n
    ... ''', class_name="Counter"))
    def count(self):
        self._Counter__n += 1
        return self._Counter__n
    """

    makes = CALLS

    def __init__(self, ctx: PassContext) -> None:
        super().__init__(ctx)
        self.prefix = (ctx.class_name or "").lstrip("_")

    def run(self, tree: Node) -> Node:
        return self.visit(tree) if self.prefix else tree

    def mangled(self, name: str) -> str:
        """Return the name that the compiler would use within the class."""
        private = name.startswith("__") and not name.endswith("__") and "." not in name
        return f"_{self.prefix}{name}" if private else name

    def visit_Name(self, node: Node) -> Node:
        node.id = self.mangled(node.id)
        if node.annotation is not None:
            node.annotation = self.visit(node.annotation)
        return node

    def visit_Attribute(self, node: Node) -> Node:
        node.attr = self.mangled(node.attr)
        return self.generic_visit(node)

    def visit_Global(self, node: Node) -> Node:
        node.names = [self.mangled(name) for name in node.names]
        return node

    visit_Nonlocal = visit_Global

    def visit_alias(self, node: Node) -> Node:
        bound = node.asname or node.name
        if self.mangled(bound) != bound:
            node.asname = self.mangled(bound)
        return node

    def visit_MatchAs(self, node: Node) -> Node:
        node.name = node.name and self.mangled(node.name)
        return self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node: Node) -> Node:
        node.rest = node.rest and self.mangled(node.rest)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: Node) -> Node:
        # Names are mangled everywhere, also in generators and annotations, which other passes leave alone.
        self.scopes.append(node)
        self.generic_visit(node)
        self.scopes.pop()
        return self._bind(node) if self.scopes else node

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = Pass.generic_visit
    visit_AnnAssign = Pass.generic_visit

    def visit_ClassDef(self, node: Node) -> Node:
        return self._bind(super().visit_ClassDef(node))

    def _bind(self, node: Node) -> Node:
        """Keep the name that a nested function or class shows, and bind the mangled one."""
        new = self.mangled(node.name)
        return node if new == node.name else [node, *quote("new = old", at=node, new=new, old=node.name)]
