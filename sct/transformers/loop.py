"""`while` and `for` statements."""

from __future__ import annotations

import gast

from .base import Node
from .quote import quote, quote_expr
from .shared_state import SHARED, StatePass

__all__ = ["Loop"]


class Loop(StatePass):
    """A loop becomes a local function of its body, and a call that runs it, or traces it once.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Loop, '''
    ... def f(n):
    ...     s = 0
    ...     for i in range(n):
    ...         s += i
    ...     return s
    ... '''))
    def f(n):
        s = 0
    <BLANKLINE>
        def get_state():
            return (i, s)
    <BLANKLINE>
        def set_state(state):
            nonlocal i, s
            i, s = state
    <BLANKLINE>
        def body(item):
            nonlocal i, s
            i = item
            s += i
        _sct.convert_for(range(n), body, None, get_state, set_state, ('i', 's'))
        return s

    (Here the pass Unbound has not run before; it would have given `i` a value that says it has none.)
    """

    acts_on = (gast.For, gast.While)
    removes = (gast.For, gast.While)
    statements_only = True
    makes = SHARED
    requires = ("BreakContinue", "Unbound")

    def visit_While(self, node: Node) -> Node:
        if getattr(node, "_sct_keep", False):
            return self.generic_visit(node)
        self.check(node, node.body)
        state = self.state_of(node, [node.test, *node.body])
        test_name, body_name = self.ctx.fresh("test"), self.ctx.fresh("body")
        accessors = state.accessors()
        result = quote("return test", at=node.test, test=self.visit(node.test))
        test = state.function(test_name, result)
        body = state.function(body_name, self.visit_list(node.body))
        call = quote(
            "_sct.convert_while(test, body, get_state, set_state, names)",
            at=node,
            test=test_name,
            body=body_name,
            get_state=state.get,
            set_state=state.set,
            names=state.text(),
        )
        return [*accessors, *test, *body, *call]

    def visit_For(self, node: Node) -> Node:
        if getattr(node, "_sct_keep", False):
            return self.generic_visit(node)
        self.check(node, node.body)
        state = self.state_of(node, [node.target, *node.body])
        body_name = self.ctx.fresh("body")
        accessors = state.accessors()
        item = self.ctx.fresh("item")
        take = quote("target = item", at=node.target, target=self.visit(node.target), item=item)
        body = state.function(body_name, [*take, *self.visit_list(node.body)], item)
        extra = getattr(node, "_sct_extra_test", None)
        extra = None if extra is None else self.visit(extra)
        call = quote(
            "_sct.convert_for(iterable, body, extra, get_state, set_state, names)",
            at=node,
            iterable=self.visit(node.iter),
            body=body_name,
            extra=quote_expr("None" if extra is None else "lambda: extra", at=node, **_hole(extra)),
            get_state=state.get,
            set_state=state.set,
            names=state.text(),
        )
        return [*accessors, *body, *call]


def _hole(extra: Node | None) -> dict[str, Node]:
    return {} if extra is None else {"extra": extra}
