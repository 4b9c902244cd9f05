"""`__next__`, or `__getitem__` of what is walked through, for tracing: whether there is an item becomes a value."""

from __future__ import annotations

import gast

from .base import FUNCTIONS, Node, Pass
from .quote import quote

__all__ = ["IndexForm", "StepForm"]

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

    stop = "StopIteration"

    def visit_FunctionDef(self, node: Node) -> Node:
        node.body = [*_answers(node.body, self.stop, True), *quote("return (None,)", at=node.body[-1])]
        return node


class IndexForm(StepForm):
    """A `__getitem__` answers its item in a tuple, or None where it would raise `IndexError`: see `StepForm`."""

    stop = "IndexError"


def _answers(body: list[Node], stop: str, leaves: bool) -> list[Node]:
    """The statements with answers for jumps; `leaves`: nothing around them catches an exception."""
    made: list[Node] = []
    for node in body:
        if isinstance(node, gast.Return):
            value = node.value or gast.Constant(None, None)
            made += quote("return (value,)", at=node, value=value)
        elif leaves and isinstance(node, gast.Raise) and _raises(node.exc, stop):
            made += quote("return None", at=node)
        else:
            if not isinstance(node, _CLOSED):
                _enter(node, stop, leaves)
            made.append(node)
    return made


def _enter(node: Node, stop: str, leaves: bool) -> None:
    for name in ("body", "orelse", "finalbody"):
        if getattr(node, name, None):
            caught = isinstance(node, _CATCHING) and name == "body"
            setattr(node, name, _answers(getattr(node, name), stop, leaves and not caught))
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        part.body = _answers(part.body, stop, leaves)


def _raises(raised: Node, stop: str) -> bool:
    named = raised.func if isinstance(raised, gast.Call) else raised
    return isinstance(named, gast.Name) and named.id == stop
