"""A generator function of `contextlib.contextmanager`, for tracing: what is behind its `yield` becomes functions."""

from __future__ import annotations

import copy

import gast

from .analysis import bound_names
from .base import Node, Pass
from .quote import quote
from .walks import own_nodes_of

__all__ = ["ManagerForm"]

_STEPS = (gast.Yield, gast.YieldFrom, gast.Await)
_LEAVING = (gast.Return, gast.Global, gast.Nonlocal)


class ManagerForm(Pass):
    """What it yields is answered, with what is done behind that: where nothing was raised, and where it was.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(ManagerForm, '''
    ... def noted(log):
    ...     n = len(log)
    ...     try:
    ...         yield n
    ...     finally:
    ...         n += 1
    ...         log.append(n)
    ...     print("ended")
    ... '''))
    def noted(log):
        n = len(log)
    <BLANKLINE>
        def ended():
            nonlocal n
            n += 1
            log.append(n)
            print('ended')
    <BLANKLINE>
        def raised():
            nonlocal n
            n += 1
            log.append(n)
        return (n, ended, raised)
    """

    def visit_FunctionDef(self, node: Node) -> Node:
        stops = [k for k, one in enumerate(node.body) if any(isinstance(n, _STEPS) for n in own_nodes_of([one]))]
        place = stops[0] if stops else 0
        before, stop, after = node.body[:place], node.body[place], node.body[place + 1 :]
        final: list[Node] = []
        if isinstance(stop, gast.Try) and not stop.handlers and stop.finalbody:
            stop, within, final = stop.body[0], stop.body[1:], stop.finalbody
            if not _is_simple(getattr(stop.value, "value", None) if isinstance(stop, gast.Expr) else stop):
                self._does_not_fit(node)
            if within:
                after = [*quote("try:\n    within\nfinally:\n    final", at=stop, within=within, final=final), *after]
            else:
                after = [*final, *after]
        if not isinstance(stop, gast.Expr) or not isinstance(stop.value, gast.Yield):
            self._does_not_fit(node)
        if any(isinstance(n, (*_STEPS, *_LEAVING)) for n in own_nodes_of([*before, *after, *final])):
            self._does_not_fit(node)
        outer = {*bound_names(before), *(name.id for name in _parameters(node.args))}
        ended, raised = self.ctx.fresh("ended"), self.ctx.fresh("raised")
        value = stop.value.value or gast.copy_location(gast.Constant(None, None), stop)
        node.body = [
            *before,
            *_function(ended, after, outer, stop),
            *_function(raised, copy.deepcopy(final), outer, stop),
            *quote("return value, ended, raised", at=stop, value=value, ended=ended, raised=raised),
        ]
        return node

    def _does_not_fit(self, node: Node) -> None:
        self.ctx.refuse(node, "a manager made of this generator is left by stepping it")


def _function(name: str, body: list[Node], outer: set[str], at: Node) -> list[Node]:
    names = [n for n in bound_names(body) if n in outer]
    template = "def name():\n    nonlocal names\n    body" if names else "def name():\n    body"
    holes = {"names": names} if names else {}
    return quote(template, at=at, name=name, body=body or quote("pass", at=at), **holes)


def _is_simple(value: Node | None) -> bool:
    """Whether an expression cannot raise."""
    if isinstance(value, gast.Tuple):
        return all(map(_is_simple, value.elts))
    return value is None or isinstance(value, gast.Name | gast.Constant)


def _parameters(args: Node) -> list[Node]:
    found = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return [one for one in found if one is not None]
