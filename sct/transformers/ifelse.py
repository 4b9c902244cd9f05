"""`if` statements."""

from __future__ import annotations

import gast

from .base import Node
from .quote import quote
from .shared_state import SHARED, StatePass

__all__ = ["IfElse"]


class IfElse(StatePass):
    """An `if` becomes two local functions, and a call that decides which of them runs, or that both are traced.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(IfElse, '''
    ... def f(x):
    ...     if x > 0:
    ...         x = -x
    ...     return x
    ... '''))
    def f(x):
    <BLANKLINE>
        def get_state():
            return (x,)
    <BLANKLINE>
        def set_state(state):
            nonlocal x
            x, = state
    <BLANKLINE>
        def body():
            nonlocal x
            x = -x
    <BLANKLINE>
        def orelse():
            pass
        _sct.convert_ifelse(x > 0, body, orelse, get_state, set_state, ('x',))
        return x
    """

    acts_on = (gast.If,)
    removes = (gast.If,)
    statements_only = True
    makes = SHARED
    requires = ("BreakContinue", "Unbound")

    def visit_If(self, node: Node) -> Node:
        if getattr(node, "_sct_keep", False):
            return self.generic_visit(node)
        self.check(node, [*node.body, *node.orelse])
        state = self.state_of(node, [*node.body, *node.orelse])
        mark = self._mark(node)
        body_name, orelse_name = self.ctx.fresh("body"), self.ctx.fresh("orelse")
        accessors = state.accessors()
        body = state.function(body_name, self.visit_list(node.body))
        orelse = state.function(orelse_name, self.visit_list(node.orelse) or quote("pass", at=node))
        call = quote(
            "_sct.convert_ifelse(test, body, orelse, get_state, set_state, names)",
            at=node,
            test=self.visit(node.test),
            body=body_name,
            orelse=orelse_name,
            get_state=state.get,
            set_state=state.set,
            names=state.text(mark),
        )
        return [*accessors, *body, *orelse, *call]

    def _mark(self, node: Node) -> str:
        """Where no value to return is known yet: in the first branch ("return"), in the second, or in both.

        What asks right at its start whether one is known stands where a `return` may have left a loop.
        """
        first = not self._starts_by_asking(node.body)
        second = bool(node.orelse) and not self._starts_by_asking(node.orelse)
        if self.asks_for_answer(node):
            return "else return"
        return ("returns" if first else "else return") if second else "return" if first else "known"

    def _starts_by_asking(self, body: list[Node]) -> bool:
        """Whether the first statement of a branch asks whether the value to return is known."""
        return isinstance(body[0], gast.If) and self.asks_for_answer(body[0])
