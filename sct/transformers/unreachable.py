"""Statements that control never comes to, because they stand behind a jump."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from .base import CALLS, FUNCTIONS, Node, Pass
from .jumps import is_endless, statements_of, terminates
from .scopes import keep_local, leading

__all__ = ["Unreachable"]


class Unreachable(Pass):
    """What follows a jump goes: it does nothing, except that names bound there are local.

    So the passes below find jumps only where they jump, and need no flags for others.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Unreachable, '''
    ... def f(xs):
    ...     for x in xs:
    ...         if x:
    ...             break
    ...             continue
    ...     return x
    ...     y = 1
    ... '''))
    def f(xs):
        y = None
        del y
        for x in xs:
            if x:
                break
        return x
    """

    acts_on = (gast.Return, gast.Raise, gast.Break, gast.Continue, gast.While)
    statements_only = True
    makes = CALLS

    def visit_function_body(self, node: Node) -> list[Node]:
        dropped: list[Node] = []
        node.body = _reached(node.body, dropped)
        if dropped:
            start = leading(node.body)
            declared = [n for n in statements_of(dropped) if isinstance(n, gast.Global | gast.Nonlocal)]
            node.body[start:start] = declared
            keep_local(node, dropped)
        return self.visit_list(node.body)


def _reached(body: Sequence[Node], dropped: list[Node]) -> list[Node]:
    """Return the statements of `body` that may be reached, all the way down."""
    result: list[Node] = []
    for index, node in enumerate(body):
        result.append(node)
        if isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            continue
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if inner:
                setattr(node, field, _reached(inner, dropped))
        for handler in getattr(node, "handlers", ()):
            handler.body = _reached(handler.body, dropped)
        if is_endless(node) if isinstance(node, gast.While) else isinstance(node, gast.Try) and terminates(node.body):
            dropped += node.orelse
            node.orelse = []
        if terminates([node]):
            dropped += body[index + 1 :]
            break
    return result
