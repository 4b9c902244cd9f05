"""Early returns: a function gets one exit, at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import gast

from .base import CALLS, Node, Pass, PassContext
from .jumps import LOWERED, Lowering, contains, statements_of, terminates
from .quote import quote
from .scopes import leading

__all__ = ["Return", "Returns"]

_LOOPS = (gast.For, gast.While)


class Return(Pass):
    """Returns become assignments to one variable, returned at the end.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Return, '''
    ... def f(xs):
    ...     if not xs:
    ...         return 0
    ...     for x in xs:
    ...         if x > 1:
    ...             return x
    ...     return 1
    ... '''))
    def f(xs):
        returned = False
        if not xs:
            value = 0
        else:
            for x in xs:
                if x > 1:
                    value = x
                    returned = True
                    break
            if not returned:
                value = 1
        return value
    """

    acts_on = (gast.Return,)
    statements_only = True
    makes = (*CALLS, *LOWERED)
    requires = ("FinallyJump", "Unreachable")

    def visit_function_body(self, node: Node) -> list[Node]:
        body = self.visit_list(node.body)
        if getattr(node, "_sct_native", False):  # it stops at each `yield`, with Python's control flow around
            return body
        returns = [n for n in statements_of(body) if isinstance(n, gast.Return)]
        if not returns or (len(returns) == 1 and returns[0] is body[-1]):
            return body
        lowering = Returns(self.ctx, returns)
        start = leading(body)
        lowering.protect(body)
        new = lowering.block(lowering.loops(body[start:], False), True)
        node._sct_answer = lowering.name
        new = lowering.finish(new, node)
        return body[:start] + new


class Returns(Lowering):
    """What becomes of returns: a variable, and a flag where something follows."""

    def __init__(self, ctx: PassContext, returns: Sequence[Node]) -> None:
        super().__init__(ctx)
        self.flag = ctx.fresh("returned")
        nothing = all(
            r.value is None or (isinstance(r.value, gast.Constant) and r.value.value is None) for r in returns
        )
        self.name = None if nothing else ctx.fresh("value")
        ctx.answered.add(self.flag)
        if self.name is not None:
            ctx.answers.add(self.name)
        self.leaving: set[Node] = set()
        """Loops that may set the flag."""
        self.endless: set[Node] = set()
        """Loops that are left by a return (or an exception) only."""

    def is_jump(self, node: Node) -> bool:
        return isinstance(node, gast.Return)

    def flags(self, body: Iterable[Node]) -> list[str]:
        found = contains(body, lambda n: isinstance(n, gast.Return) or n in self.leaving)
        return [self.flag] if found else []

    def ends(self, node: Node) -> bool:
        return node in self.endless or super().ends(node)

    def jump(self, node: Node, tail: bool) -> list[Node]:
        result = self.assigned(node.value, node)
        return result if tail else result + quote("flag = True", at=node, flag=self.flag)

    def assigned(self, value: Node | None, at: Node) -> list[Node]:
        """Return the statement that keeps the value to return."""
        if self.name is None:
            return []
        value = value or gast.copy_location(gast.Constant(None, None), at)
        return quote("name = value", at=at, name=self.name, value=value)

    def end(self, at: Node) -> list[Node]:
        return self.assigned(None, at)

    def before_with(self, node: Node) -> list[Node]:
        return self.assigned(None, node)

    def reset(self, at: Node) -> list[Node]:
        return [*quote("flag = False", at=at, flag=self.flag), *self.assigned(None, at)]

    def loops(self, body: Sequence[Node], inside: bool) -> list[Node]:
        """Replace the returns in loops by a flag and a `break`."""
        result: list[Node] = []
        for node in body:
            result.append(node)
            if isinstance(node, _LOOPS):
                if terminates([node]):
                    self.endless.add(node)
                leaves = contains(node.body, self.is_jump)
                node.body = self.loops(node.body, True)
                node.orelse = self.loops(node.orelse, inside)
                if leaves:
                    self.leaving.add(node)
                    if inside:
                        result += quote("if flag:\n    break", at=node, flag=self.flag)
            elif isinstance(node, gast.Return) and inside:
                result[-1:] = [*self.jump(node, False), *quote("break", at=node)]
            elif isinstance(node, gast.If | gast.With | gast.Try):
                for field in ("body", "orelse", "finalbody"):
                    if hasattr(node, field):
                        setattr(node, field, self.loops(getattr(node, field), inside))
                for handler in getattr(node, "handlers", ()):
                    handler.body = self.loops(handler.body, inside)
        return result

    def apart(self, body: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
        """A body without returns, what comes before it, and the return behind what must come between."""
        first = body[0]
        self.protect(body)
        new = self.block(self.loops(body, False), False)
        before = self.reset(first)
        if self.name is None:
            return before, new, quote("if flag:\n    return", at=first, flag=self.flag)
        return before, new, quote("if flag:\n    return name", at=first, flag=self.flag, name=self.name)

    def finish(self, body: list[Node], at: Node) -> list[Node]:
        """Add the flag's start and the one return; drop a flag that no one reads."""
        reads = {n.id for s in body for n in gast.walk(s) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load)}
        if self.flag in reads:
            body = quote("flag = False", at=body[0], flag=self.flag) + body
        else:
            body = _without(body, self.flag)
        if self.name is not None:
            body += quote("return name", at=body[-1] if body else at, name=self.name)
            body[-1]._sct_exit = True
        return body or quote("pass", at=at)


def _without(body: Sequence[Node], flag: str) -> list[Node]:
    """Return `body` without the assignments to `flag`."""
    result: list[Node] = []
    for node in body:
        if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Name) and node.targets[0].id == flag:
            continue
        if not isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(node, field, None)
                if inner:
                    setattr(
                        node,
                        field,
                        _without(inner, flag) or ([] if field != "body" else quote("pass", at=node)),
                    )
            for handler in getattr(node, "handlers", ()):
                handler.body = _without(handler.body, flag) or quote("pass", at=handler)
        result.append(node)
    return result
