"""`try` statements: which of them become calls, and what their clauses say of themselves."""

from __future__ import annotations

import gast

from .base import CALLS, Node, Pass
from .quote import quote
from .walks import own_nodes_of

__all__ = ["Try", "asks_what_is_handled", "left_to_python"]


class Try(Pass):
    """Handlers and a `finally` clause become two statements, the one in the other; both are left to `Handlers`.

    Where something in them stops and goes on, or asks what is raised, they stay as they are, and say so: none may be
    passed over. The managers of a `with` get a statement each.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Try, '''
    ... def f(x):
    ...     try:
    ...         x.check()
    ...     except ValueError:
    ...         x = None
    ...     finally:
    ...         print(x, sys.exc_info())
    ... '''))
    def f(x):
        try:
            with _sct.finishing():
                try:
                    x.check()
                except ValueError:
                    x = None
        finally:
            print(x, sys.exc_info())
    """

    acts_on = (gast.Try, gast.With)
    statements_only = True
    makes = (*CALLS, gast.With, gast.withitem)
    requires = ("Return", "BreakContinue")

    def visit_Try(self, node: Node) -> Node:
        self.generic_visit(node)
        if getattr(node, "_sct_transparent", False):
            return node
        if node.handlers and node.finalbody:
            inner = gast.copy_location(gast.Try(node.body, node.handlers, node.orelse, []), node)
            node.body, node.handlers, node.orelse = [_divided(inner)], [], []
        return _divided(node)

    def visit_With(self, node: Node) -> Node:
        """Each manager has a statement of its own."""
        self.generic_visit(node)
        if not _is_divisible(node):
            return node
        node._sct_parted = True
        for item in reversed(node.items[1:]):
            inner = gast.copy_location(gast.With([item], node.body, None), node)
            inner._sct_parted = inner._sct_joined = True
            node.body = [inner]
        del node.items[1:]
        return node


def _divided(node: Node) -> Node:
    stays = not _is_divisible(node) or asks_what_is_handled(node.finalbody)
    return left_to_python(node) if stays else node


def asks_what_is_handled(body: list[Node]) -> bool:
    """Whether a clause asks for the exception without a name of its own: by a bare `raise`, or a traceback."""
    for one in gast.walk(gast.Module(body, [])):
        if isinstance(one, gast.Raise) and one.exc is None:
            return True
        name = getattr(one, "attr", getattr(one, "id", None))
        if isinstance(one, gast.Attribute | gast.Name) and name in _ASKING:
            return True
    return False


_ASKING = {"exc_info", "exception", "format_exc", "print_exc", "format_exception", "print_exception"}


def left_to_python(node: Node) -> Node:
    """A `try` whose clauses stay Python's."""
    node._sct_left = True
    mark = "finishing" if node.finalbody else "trying"
    node.body = quote(f"with _sct.{mark}():\n    body", at=node, body=node.body)
    return node


def _is_divisible(node: Node) -> bool:
    """Whether the clauses of a `try` may become functions of their own: nothing in them stops, or leaves it."""
    if getattr(node, "_sct_native", False):
        return False
    for one in own_nodes_of([node]):
        if isinstance(one, gast.Yield | gast.YieldFrom | gast.Await | gast.AsyncFor | gast.AsyncWith):
            return False
    return not any(map(_emits, own_nodes_of([*node.body, *getattr(node, "finalbody", ())])))


def _emits(node: Node) -> bool:
    """Whether the consumer of a generator is called here: what it raises is not for the handlers."""
    named = isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name) and node.value.id == "_sct"
    return named and str(node.attr).startswith("emit")
