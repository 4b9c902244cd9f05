"""The fence: what cannot be converted yet is refused first, with its line and the reason."""

from __future__ import annotations

import gast

from .base import FUNCTIONS, Node, is_converted
from .parts import CHILDREN
from .scopes import ScopedPass

__all__ = ["Fence"]

_OWN = ("_sct", "_reads")
_FRAME = ("locals", "vars", "dir", "eval", "exec")


class Fence(ScopedPass):
    """Refuse generators, coroutines, `except*`, and calls that look at the frame they stand in.

    >>> from sct.transformers.examples import refusal
    >>> print(refusal(Fence, '''
    ... def f(x):
    ...     y = x + 1
    ...     return locals()
    ... '''))
    UnsupportedSyntaxError, line 4: locals() cannot be converted
    """

    makes = ()

    splits_generators = False
    """Whether a pass below makes ordinary functions of generators."""

    def run(self, tree: Node) -> Node:
        outermost = None
        nodes = [tree]
        for node in nodes:
            kind = type(node)
            if kind is gast.Constant:
                continue
            nodes += CHILDREN[kind](node)
            if outermost is None and kind in FUNCTIONS:
                outermost = node
                self._check_outermost(node)
            if kind is gast.Name and node.id in _OWN:
                self.ctx.refuse(
                    node,
                    f"the name {node.id} is used by the converted code itself",
                    fix=f"Rename the variable {node.id}.",
                )
        return super().run(tree)

    def _check_outermost(self, node: Node) -> None:
        if isinstance(node, gast.AsyncFunctionDef):
            self.ctx.refuse(
                node,
                "a coroutine (async def) cannot be converted",
                why="Its steps are run by an event loop, which a static graph has no place for.",
                fix="Move the numerical part into an ordinary function and convert that one.",
            )
        if not self.splits_generators and not is_converted(node):
            stack = [node]
            while not isinstance(stack[-1], gast.Yield | gast.YieldFrom):
                stack.extend(gast.iter_child_nodes(stack.pop()))
            self.ctx.refuse(
                stack[-1],
                "a generator function cannot be converted",
                why="It stops in the middle until the next item is asked for; a graph runs through.",
                fix="Return a list, or move the code around the yield into a function of its own.",
            )

    def visit_FunctionDef(self, node: Node) -> Node:
        super().visit_FunctionDef(node)
        if self.splits_generators and isinstance(node, gast.FunctionDef) and not is_converted(node):
            self.scopes.append(node)
            self.visit_list(node.body)
            self.scopes.pop()
        return node

    def visit_TryStar(self, node: Node) -> Node:
        self.ctx.refuse(
            node,
            "except* cannot be converted",
            why="Exception groups are split between several handlers, all of which may run.",
            fix="Use except, or move the statement into a function marked not_to_static.",
        )

    def visit_comprehension(self, node: Node) -> Node:
        for target in gast.walk(node.target):
            if isinstance(target, gast.Attribute | gast.Subscript):
                self.ctx.refuse(
                    target,
                    "a comprehension that assigns to an attribute or item cannot be converted",
                    why="The store would go unseen by the graph.",
                    fix="Use a plain loop variable.",
                )
        return self.generic_visit(node)

    def visit_Call(self, node: Node) -> Node:
        if isinstance(node.func, gast.Name) and node.func.id in _FRAME and self.is_builtin(node.func.id):
            self._check_builtin(node, node.func.id, len(node.args) + len(node.keywords))
        return self.generic_visit(node)

    def _check_builtin(self, node: Node, name: str, arguments: int) -> None:
        if name in ("locals", "vars", "dir") and not arguments:
            self.ctx.refuse(
                node,
                f"{name}() cannot be converted",
                why="Converted code keeps its variables in other frames, so it would answer something else.",
                fix="Name the variables that you need, for instance in a dict.",
            )
        if name in ("eval", "exec") and arguments == 1:
            self.ctx.refuse(
                node,
                f"{name}() without namespaces cannot be converted",
                why="It would read and write local variables that converted code keeps elsewhere.",
                fix=f"Pass the namespaces: {name}(source, globals_dict, locals_dict).",
            )
