"""Generator expressions, and comprehensions that bind names, become local functions, called where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import gast

from .base import Node, Pass, PassContext
from .listed import CONSUMING
from .quote import quote, quote_expr
from .scopes import leading, scope_of

__all__ = ["GeneratorExpressions"]


_DISPLAYS = {
    gast.ListComp: ("[]", "made.append(elt)", ("elt",)),
    gast.SetComp: ("{*()}", "made.add(elt)", ("elt",)),
    gast.DictComp: ("{}", "before = key\nmade[before] = value", ("key", "value")),  # an assignment has its value first
}


class GeneratorExpressions(Pass):
    """A generator expression becomes a generator function before its statement, and a call of that.

    It stays where it reads variables of a lambda or comprehension around it.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(GeneratorExpressions, '''
    ... def f(x):
    ...     return sum(v * v for v in x if v > 0)
    ... '''))
    def f(x):
    <BLANKLINE>
        def genexpr(iterable):
            for v in iterable:
                if v > 0:
                    yield (v * v)
        return sum(genexpr(x))

    A comprehension with a `:=` becomes a function with a loop, in which the name is bound; so does one that makes
    functions, which see that loop's variables.

    >>> print(becomes(GeneratorExpressions, '''
    ... def f(x):
    ...     return [y for v in x if (y := g(v)) > 0]
    ... '''))
    def f(x):
        y = None
        del y
    <BLANKLINE>
        def comprehension(iterable):
            nonlocal y
            made = []
            for v in iterable:
                if (y := g(v)) > 0:
                    made.append(y)
            return made
        return comprehension(x)
    """

    def __init__(self, ctx: PassContext) -> None:
        super().__init__(ctx)
        self.pending: list[Node] = []
        self.inner = 0  # lambdas and comprehensions around
        self.bound: dict[Node, set[str]] = {}  # by function: names that := binds in its comprehensions

    def visit_list(self, nodes: Sequence[Node]) -> list[Node]:
        if not nodes or not isinstance(nodes[0], gast.stmt):
            return super().visit_list(nodes)
        result: list[Node] = []
        for node in nodes:
            outer, self.pending = self.pending, []
            new = self.visit(node)
            result += self.pending
            self.pending = outer
            result += new if isinstance(new, list) else [new]
        return result

    def visit_FunctionDef(self, node: Node) -> Node:
        outer, self.inner = self.inner, 0
        super().visit_FunctionDef(node)
        self.inner = outer
        return node

    def visit_function_body(self, node: Node) -> list[Node]:
        body = self.visit_list(node.body)
        names = self.bound.pop(node, set())
        if names:
            scope = scope_of(node)
            start = leading(body)
            for name in sorted(names - scope.bound - scope.declared):
                body[start:start] = quote("name = None\ndel name", at=node, name=name)
        return body

    def visit_Lambda(self, node: Node) -> Node:
        self._visit_defaults(node)
        return self._inside(node, ["body"])

    def _in_place(self, node: Node) -> Node:
        node.generators[0].iter = self.visit(node.generators[0].iter)
        first, node.generators[0].iter = node.generators[0].iter, gast.Constant(None, None)
        self._inside(node, [name for name in node._fields if name != "ctx"])
        node.generators[0].iter = first
        return node

    def _inside(self, node: Node, fields: Sequence[str]) -> Node:
        self.inner += 1
        for name in fields:
            value = getattr(node, name)
            setattr(node, name, self.visit_list(value) if isinstance(value, list) else self.visit(value))
        self.inner -= 1
        return node

    def visit_GeneratorExp(self, node: Node) -> Node:
        if self.inner or not self.scopes or any(g.is_async for g in node.generators):
            return self._in_place(node)
        return self._called(node, "genexpr", quote("yield value", at=node.elt, value=node.elt))

    def visit_ListComp(self, node: Node) -> Node:
        """A loop can have a run-time condition that binds names or has inner functions; a comprehension could not."""
        if self.inner or not self.scopes or any(g.is_async for g in node.generators):
            return self._in_place(node)
        if not binds(node) and not captures(node):
            return self._in_place(node)
        made = self.ctx.fresh("made")
        empty, put, parts = _DISPLAYS[type(node)]
        values = {name: getattr(node, name) for name in parts}
        if isinstance(node, gast.DictComp):
            values["before"] = self.ctx.fresh("key")
        start = quote(f"made = {empty}", at=node, made=made)
        end = quote("return made", at=node, made=made)
        return self._called(node, "comprehension", quote(put, at=node, made=made, **values), start, end)

    visit_SetComp = visit_DictComp = visit_ListComp

    def _called(
        self, node: Node, hint: str, body: list[Node], start: Sequence[Node] = (), end: Sequence[Node] = ()
    ) -> Node:
        """The call of a new function that runs `body` for each item, between `start` and `end`."""
        name, iterable = self.ctx.temporary(hint), self.ctx.fresh("iterable")
        first = self.visit(node.generators[0].iter)
        for k, part in reversed(list(enumerate(node.generators))):
            for test in reversed(part.ifs):
                body = quote("if test:\n    body", at=test, test=test, body=body)
            source = part.iter if k else quote_expr("name", at=first, name=iterable)
            holes = {"target": part.target, "source": source, "body": body}
            body = quote("for target in source:\n    body", at=part.target, **holes)
        body = [*start, *body, *end]
        function = quote("def name(iterable):\n    body", at=node, name=name, iterable=iterable, body=body)[0]
        function.body[0:0] = self._declarations(node)
        self.pending += [self.visit(function)]
        call: Node = gast.copy_location(quote_expr("name(first)", at=node, name=name, first=first), node)
        return call

    def _declarations(self, node: Node) -> list[Node]:
        """`:=` in a comprehension binds a name of the function around."""
        names = sorted({n.target.id for n in _reached(node) if isinstance(n, gast.NamedExpr)})
        function = self.scopes[-1]
        self.bound.setdefault(function, set()).update(names)
        declared = {n for s in gast.walk(function) if isinstance(s, gast.Global) for n in s.names}
        outer = [n for n in names if n in declared]
        own = [n for n in names if n not in declared]
        return quote("global outer\nnonlocal own", at=node, outer=outer, own=own)


def binds(node: Node) -> bool:
    """Whether a `:=` in a comprehension binds a name of the function around."""
    return any(isinstance(n, gast.NamedExpr) for n in _reached(node))


def captures(node: Node) -> bool:
    """Whether functions are made in a comprehension: they see what its names are in the end."""
    first = node.generators[0]
    values = [getattr(node, name) for name in _DISPLAYS[type(node)][2]]
    return any(_makes_function(part, False) for part in (*first.ifs, *node.generators[1:], *values))


def _makes_function(node: Node, at_once: bool) -> bool:
    if isinstance(node, gast.Lambda) or (isinstance(node, gast.GeneratorExp) and not at_once):
        return True
    taken = isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in CONSUMING
    return any(_makes_function(x, taken and x is not node.func) for x in gast.iter_child_nodes(node))


def _reached(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if not isinstance(current, gast.Lambda):
            stack.extend(gast.iter_child_nodes(current))
