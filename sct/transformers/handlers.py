"""`try` with handlers whose clauses are functions."""

from __future__ import annotations

import gast

from .analysis import has_handlers
from .base import Node
from .quote import quote, quote_expr
from .shared_state import SHARED, SharedState, StatePass
from .try_ import left_to_python

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

    acts_on = (gast.Try,)
    statements_only = True
    makes = (*SHARED, gast.With, gast.withitem, gast.Lambda)
    requires = ("BreakContinue", "Unbound", "Try")

    def visit_Try(self, node: Node) -> Node:
        if not has_handlers(node):
            return self.generic_visit(node)
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

    def _handler(self, node: Node, name: str, state: SharedState) -> list[Node]:
        given = self.ctx.fresh("error") if node.name is None else node.name.id
        return state.function(name, self.visit_list(node.body), given)

    def _pair(self, node: Node, name: str) -> Node:
        """What a handler takes, the handler, and whether it asks which exception it is."""
        kinds = quote_expr("None", at=node)
        if node.type is not None:
            kinds = quote_expr("lambda: kinds", at=node, kinds=self.visit(node.type))
        asks = "True" if node.name is not None or _raises_again(node) else "False"
        pair = quote_expr(f"(kinds, name, {asks})", at=node, kinds=kinds, name=name)
        pair._sct_name = getattr(node, "_sct_name", None)
        return pair


def _raises_again(handler: Node) -> bool:
    """Whether a handler asks for the exception without a name of its own: by a bare `raise`, or a traceback."""
    for one in gast.walk(handler):
        if isinstance(one, gast.Raise) and one.exc is None:
            return True
        name = getattr(one, "attr", getattr(one, "id", None))
        if isinstance(one, gast.Attribute | gast.Name) and name in _ASKING:
            return True
    return False


_ASKING = {"exc_info", "exception", "format_exc", "print_exc", "format_exception", "print_exception"}
