"""A generator function of `contextlib.contextmanager`, for tracing: what is behind its `yield` becomes functions."""

from __future__ import annotations

import copy
from typing import Any

import gast

from .analysis import bound_names, read_names
from .base import Node, Pass
from .quote import quote, quote_expr
from .try_ import asks_what_is_handled
from .walks import own_nodes_of

__all__ = ["ManagerForm"]

_STEPS = (gast.Yield, gast.YieldFrom, gast.Await)
_LEAVING = (gast.Return, gast.Global, gast.Nonlocal)


class ManagerForm(Pass):
    """What it yields is answered, with what is done behind that: where nothing was raised, and where it was.

    Handlers around the `yield` come with what they take, and whether they ask which exception it is.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(ManagerForm, '''
    ... def noted(log):
    ...     n = len(log)
    ...     try:
    ...         yield n
    ...     except KeyError:
    ...         log.append(n)
    ...     finally:
    ...         n += 1
    ...     print("ended")
    ... '''))
    def noted(log):
        n = len(log)
    <BLANKLINE>
        def handler(error):
            log.append(n)
    <BLANKLINE>
        def ended():
            nonlocal n
            n += 1
            print('ended')
    <BLANKLINE>
        def raised():
            nonlocal n
            n += 1
        return (n, ((lambda: KeyError, handler, False),), None, ended, raised)
    """

    def visit_FunctionDef(self, node: Node) -> Node:
        stops = [k for k, one in enumerate(node.body) if any(isinstance(n, _STEPS) for n in own_nodes_of([one]))]
        place = stops[0] if stops else 0
        before, stop, after = node.body[:place], node.body[place], node.body[place + 1 :]
        final: list[Node] = []
        handlers: list[Node] = []
        orelse: list[Node] = []
        if isinstance(stop, gast.Try):
            handlers, orelse, final = stop.handlers, stop.orelse, stop.finalbody
            stop, within = stop.body[0], stop.body[1:]
            if not _is_simple(getattr(stop.value, "value", None) if isinstance(stop, gast.Expr) else stop):
                self._does_not_fit(node)
            if handlers and within:  # what that raises is for the handlers, too, but is not raised in the `with`
                self._does_not_fit(node)
            if within:
                after = [*quote("try:\n    within\nfinally:\n    final", at=stop, within=within, final=final), *after]
            else:
                after = [*final, *after]
        if not isinstance(stop, gast.Expr) or not isinstance(stop.value, gast.Yield):
            self._does_not_fit(node)
        outer = {*bound_names(before), *(name.id for name in _parameters(node.args))}
        self._check(node, before, handlers, orelse, [*after, *final], outer)
        made: list[Node] = []
        pairs = [self._pair(h, outer, made) for h in handlers]
        rest = quote_expr("None", at=stop)
        if orelse:
            rest = self._named("orelse", stop)
            made += _function(rest.id, orelse, outer, stop)
        ended, raised = self._named("ended", stop), self._named("raised", stop)
        made += _function(ended.id, after, outer, stop)
        made += _function(raised.id, copy.deepcopy(final), outer, stop)
        value = stop.value.value or gast.copy_location(gast.Constant(None, None), stop)
        answer = [value, gast.copy_location(gast.Tuple(pairs, gast.Load()), stop), rest, ended, raised]
        answers = gast.copy_location(gast.Tuple(answer, gast.Load()), stop)
        node.body = [*before, *made, *quote("return answers", at=stop, answers=answers)]
        return node

    def _named(self, hint: str, at: Node) -> Node:
        return gast.copy_location(gast.Name(self.ctx.fresh(hint), gast.Load(), None, None), at)

    def _check(
        self,
        node: Node,
        before: list[Node],
        handlers: list[Node],
        orelse: list[Node],
        after: list[Node],
        outer: set[str],
    ) -> None:
        """Whether the clauses may be functions: they leave nothing but by their end, and only what was there before."""
        clauses = [statement for handler in handlers for statement in handler.body]
        if any(isinstance(n, (*_STEPS, *_LEAVING)) for n in own_nodes_of([*before, *clauses, *orelse, *after])):
            self._does_not_fit(node)
        named = {handler.name.id for handler in handlers if handler.name is not None}
        left = {*bound_names([*clauses, *orelse]), *named} - outer
        if named & outer or left.intersection(read_names(after)) or named.intersection(read_names([*before, *orelse])):
            self._does_not_fit(node)

    def _pair(self, handler: Node, outer: set[str], made: list[Node]) -> Node:
        """What a handler takes, the function that it becomes, and whether it asks which exception it is."""
        name = self.ctx.fresh("handler")
        named = handler.name is not None and handler.name.id in read_names(handler.body)
        asks = "True" if named or asks_what_is_handled(handler.body) else "False"
        given = self.ctx.fresh("error") if handler.name is None else handler.name.id
        made += _function(name, handler.body, outer, handler, given)
        if handler.type is None:
            return quote_expr(f"(None, name, {asks})", at=handler, name=name)
        return quote_expr(f"(lambda: kinds, name, {asks})", at=handler, kinds=handler.type, name=name)

    def _does_not_fit(self, node: Node) -> None:
        self.ctx.refuse(node, "a manager made of this generator is left by stepping it")


def _function(name: str, body: list[Node], outer: set[str], at: Node, given: str | None = None) -> list[Node]:
    names = [n for n in bound_names(body) if n in outer]
    head = "def name():\n    " if given is None else "def name(given):\n    "
    holes: dict[str, Any] = {"names": names} if names else {}
    if given is not None:
        holes["given"] = given
    template = f"{head}nonlocal names\n    body" if names else f"{head}body"
    return quote(template, at=at, name=name, body=body or quote("pass", at=at), **holes)


def _is_simple(value: Node | None) -> bool:
    """Whether an expression cannot raise."""
    if isinstance(value, gast.Tuple):
        return all(map(_is_simple, value.elts))
    return value is None or isinstance(value, gast.Name | gast.Constant)


def _parameters(args: Node) -> list[Node]:
    found = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return [one for one in found if one is not None]
