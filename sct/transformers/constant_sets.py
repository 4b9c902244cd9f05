"""Sets of constants that a loop goes through: Python compiles them to frozensets, whose order may be another one."""

from __future__ import annotations

import ast
from typing import Any

import gast

from .base import Node, Pass
from .python_trees import to_python

__all__ = ["ConstantSets"]


class ConstantSets(Pass):
    """A set of constants that a `for` or a comprehension goes through becomes what Python makes of it.

    CPython's compiler puts a frozenset there. Its order is not always that of the set that the passes below would
    hand on: where hashes collide, the order depends on how a set came to be.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(ConstantSets, '''
    ... def f(x):
    ...     for name in {8, 0}:
    ...         x += name
    ...     return 8 in {8, 0}
    ... '''))
    def f(x):
        for name in frozenset({8, 0}):
            x += name
        return 8 in {8, 0}
    """

    acts_on = (gast.Set,)
    makes = (gast.Constant,)

    def visit_For(self, node: Node) -> Node:
        return self._gone_through(node)

    def visit_comprehension(self, node: Node) -> Node:
        return self._gone_through(node)

    def visit_Set(self, node: Node) -> Node:
        """Items that are constants for the compiler become constants."""
        if not all(isinstance(item, gast.Constant) for item in node.elts) and _as_compiled(node) is not None:
            node.elts = [gast.copy_location(gast.Constant(_value(item), None), item) for item in node.elts]
            return node
        return self.generic_visit(node)

    def _gone_through(self, node: Node) -> Node:
        items = _as_compiled(node.iter) if isinstance(node.iter, gast.Set) else None
        if items is not None:
            node.iter = gast.copy_location(gast.Constant(items, None), node.iter)
        return self.generic_visit(node)


def _as_compiled(node: Node) -> frozenset[Any] | None:
    """The frozenset that Python's compiler makes of a set display where only its items matter, if it does."""
    test = ast.Compare(ast.Constant(0), [ast.In()], [to_python(node)])
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(test)), "<set>", "eval", dont_inherit=True)
    except SyntaxError:  # what may stand in functions only
        return None
    made = [constant for constant in code.co_consts if isinstance(constant, frozenset)]
    return made[0] if len(made) == 1 else None


def _value(node: Node) -> Any:
    """The value of a constant expression."""
    (value,) = _as_compiled(gast.Set([node])) or (None,)
    return value
