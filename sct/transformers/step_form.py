"""`__next__`, for tracing: whether there is another item becomes a value."""

from __future__ import annotations

import gast

from .base import FUNCTIONS, Node, Pass
from .quote import quote

__all__ = ["StepForm"]

_CLOSED = (*FUNCTIONS, gast.ClassDef)
_CATCHING = (gast.Try, gast.With)


class StepForm(Pass):
    """A `__next__` answers its item in a tuple, or None where it would raise `StopIteration`.

    So a run-time condition may decide which it is. What may be caught on its way out stays as it is.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(StepForm, '''
    ... def __next__(self):
    ...     if self.n < 1:
    ...         raise StopIteration
    ...     self.n -= 1
    ...     return self.n
    ... '''))
    def __next__(self):
        if self.n < 1:
            return None
        self.n -= 1
        return (self.n,)
        return (None,)
    """

    def visit_FunctionDef(self, node: Node) -> Node:
        node.body = [*_answers(node.body, True), *quote("return (None,)", at=node.body[-1])]
        return node


def _answers(body: list[Node], leaves: bool) -> list[Node]:
    """The statements with answers for jumps; `leaves`: nothing around them catches an exception."""
    made: list[Node] = []
    for node in body:
        if isinstance(node, gast.Return):
            value = node.value or gast.Constant(None, None)
            made += quote("return (value,)", at=node, value=value)
        elif leaves and isinstance(node, gast.Raise) and _is_stop(node.exc):
            made += quote("return None", at=node)
        else:
            if not isinstance(node, _CLOSED):
                _enter(node, leaves)
            made.append(node)
    return made


def _enter(node: Node, leaves: bool) -> None:
    for name in ("body", "orelse", "finalbody"):
        if getattr(node, name, None):
            caught = isinstance(node, _CATCHING) and name == "body"
            setattr(node, name, _answers(getattr(node, name), leaves and not caught))
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        part.body = _answers(part.body, leaves)


def _is_stop(raised: Node) -> bool:
    named = raised.func if isinstance(raised, gast.Call) else raised
    return isinstance(named, gast.Name) and named.id == "StopIteration"
