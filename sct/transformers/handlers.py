"""`try` with handlers whose clauses are functions."""

from __future__ import annotations

import gast

from .analysis import covering, has_clauses
from .base import Node
from .quote import quote, quote_expr
from .shared_state import SHARED, SharedState, StatePass
from .try_ import asks_what_is_handled, left_to_python

__all__ = ["Handlers"]


class Handlers(StatePass):
    """A `try` becomes local functions, and a call that runs them, or traces them as branches.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Handlers, '''
    ... def f(x, d):
    ...     try:
    ...         x = d[x]
    ...     except KeyError:
    ...         x = None
    ...     return x
    ... '''))
    def f(x, d):
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
            x = d[x]
    <BLANKLINE>
        def handler(error):
            nonlocal x
            x = None
        _sct.convert_try(body, ((lambda: KeyError, handler, False),), None, get_state, set_state, ('x',))
        return x
    """

    acts_on = (gast.Try, gast.With)
    statements_only = True
    makes = (*SHARED, gast.With, gast.withitem, gast.Lambda)
    requires = ("BreakContinue", "Unbound", "Try")

    def visit_Try(self, node: Node) -> Node:
        if not has_clauses(node):
            return self.generic_visit(node)
        if node.finalbody:
            return self._finally(node)
        if any(h.name is not None and not hasattr(h, "_sct_name") for h in node.handlers):  # a variable of elsewhere
            return left_to_python(self.generic_visit(node))
        clauses = [node.body, *(handler.body for handler in node.handlers), node.orelse]
        statements = [statement for clause in clauses for statement in clause]
        self._check_jumps(statements, in_loop=False)
        state = self.state_of(node, statements)
        accessors = state.accessors()
        names = [self.ctx.fresh("body"), *(self.ctx.fresh("handler") for _ in node.handlers)]
        body = state.function(names[0], self.visit_list(node.body))
        handlers = [self._handler(h, name, state) for h, name in zip(node.handlers, names[1:], strict=True)]
        orelse: list[Node] = []
        after = quote_expr("None", at=node)
        if node.orelse:
            after = self.ctx.fresh("orelse")
            orelse = state.function(after, self.visit_list(node.orelse))
        pairs = [self._pair(h, name) for h, name in zip(node.handlers, names[1:], strict=True)]
        call = quote(
            "_sct.convert_try(body, handlers, orelse, get_state, set_state, names)",
            at=node,
            body=names[0],
            handlers=gast.copy_location(gast.Tuple(pairs, gast.Load()), node),
            orelse=after,
            get_state=state.get,
            set_state=state.set,
            names=state.text("known"),
        )
        return [*accessors, *body, *(s for made in handlers for s in made), *orelse, *call]

    def _finally(self, node: Node) -> list[Node]:
        """A `finally` clause, which stands around handlers if there are both."""
        self._check_jumps([*node.body, *node.finalbody], in_loop=False)
        state = self.state_of(node, [*node.body, *node.finalbody])
        accessors = state.accessors()
        body, final = self.ctx.fresh("body"), self.ctx.fresh("final")
        parts = state.function(body, self.visit_list(node.body))
        parts += state.function(final, self.visit_list(node.finalbody))
        call = quote(
            "_sct.convert_finally(body, final, get_state, set_state)",
            at=node,
            body=body,
            final=final,
            get_state=state.get,
            set_state=state.set,
        )
        return [*accessors, *parts, *call]

    def visit_With(self, node: Node) -> Node:
        if not has_clauses(node):
            return self.generic_visit(node)
        (item,), covered = node.items, covering(node)
        inside, resets = (node.body, []) if covered is None else (covered.body, covered.handlers[0].body[:-1])
        targets = [] if item.optional_vars is None else [item.optional_vars]
        self._check_jumps([*inside, *resets], in_loop=False)
        state = self.state_of(node, [*targets, *inside, *resets])
        accessors = state.accessors()
        names = self.ctx.fresh("body"), self.ctx.fresh("caught")
        entered = self.ctx.fresh("entered")
        take = [s for t in targets for s in quote("target = entered", at=t, target=self.visit(t), entered=entered)]
        parts = state.function(names[0], [*take, *self.visit_list(inside)], entered)
        if resets:
            parts += state.function(names[1], self.visit_list(resets))
        call = quote(
            "_sct.convert_with(manager, body, caught, get_state, set_state)",
            at=node,
            manager=self.visit(item.context_expr),
            body=names[0],
            caught=names[1] if resets else quote_expr("None", at=node),
            get_state=state.get,
            set_state=state.set,
        )
        call[0].value._sct_target = bool(targets)
        call[0].value._sct_joined = getattr(node, "_sct_joined", False)
        return [*accessors, *parts, *call]

    def _handler(self, node: Node, name: str, state: SharedState) -> list[Node]:
        given = self.ctx.fresh("error") if node.name is None else node.name.id
        return state.function(name, self.visit_list(node.body), given)

    def _pair(self, node: Node, name: str) -> Node:
        """What a handler takes, the handler, and whether it asks which exception it is."""
        kinds = quote_expr("None", at=node)
        if node.type is not None:
            kinds = quote_expr("lambda: kinds", at=node, kinds=self.visit(node.type))
        named = node.name is not None and node._sct_asks
        asks = "True" if named or asks_what_is_handled(node.body) else "False"
        pair = quote_expr(f"(kinds, name, {asks})", at=node, kinds=kinds, name=name)
        pair._sct_name = getattr(node, "_sct_name", None)
        return pair
