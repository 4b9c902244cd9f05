"""`break`, `continue`, and `else` after loops."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from .base import CALLS, Node, Pass, PassContext
from .jumps import LOWERED, Lowering, guard, statements_of
from .quote import quote, quote_expr

__all__ = ["BreakContinue"]


class BreakContinue(Pass):
    """Jumps in loops become flags; after `break` the test is not evaluated again and no item is taken.

    A `for` keeps what is checked before each item in `_sct_extra_test`, for the pass that converts the loop.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(BreakContinue, '''
    ... def f(x):
    ...     while x > 0:
    ...         if x == 5:
    ...             break
    ...         if x % 2:
    ...             x -= 3
    ...             continue
    ...         x -= 1
    ...     else:
    ...         x = 10
    ...     return x
    ... '''))
    def f(x):
        stopped = False
        while not stopped and x > 0:
            if x == 5:
                stopped = True
            elif x % 2:
                x -= 3
            else:
                x -= 1
        if not stopped:
            x = 10
        return x
    """

    acts_on = (gast.For, gast.While)
    removes = (gast.Break, gast.Continue)
    statements_only = True
    makes = (*CALLS, *LOWERED)
    requires = ("Return",)

    def visit_While(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        if getattr(node, "_sct_keep", False):
            return [node]
        start, stop, after = self.lowered(node)
        if stop is not None:
            always = isinstance(node.test, gast.Constant) and bool(node.test.value)
            go_on = "not stop" if always else "not stop and test"
            holes = {} if always else {"test": node.test}
            node.test = quote_expr(go_on, at=node.test, stop=stop, **holes)
        return [*start, node, *after]

    def visit_For(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        if getattr(node, "_sct_keep", False):
            return [node]
        start, stop, after = self.lowered(node)
        if stop is not None:
            node._sct_extra_test = quote_expr("not stop", at=node.iter, stop=stop)
        return [*start, node, *after]

    def lowered(self, node: Node) -> tuple[list[Node], str | None, list[Node]]:
        """Lower the jumps of one loop: what precedes it, the flag that stops it, what follows."""
        own = [n for n in statements_of(node.body) if isinstance(n, gast.Break | gast.Continue)]
        lowering = _LoopJumps(self.ctx, own)
        if own:
            lowering.protect(node.body)
            body = lowering.block(node.body, True)
            if lowering.skipping:
                body = quote("flag = False", at=node, flag=lowering.skip) + body
            node.body = body or quote("pass", at=node)
        after, node.orelse = node.orelse, []
        if lowering.stop is None:
            return [], None, after
        start = quote("flag = False", at=node, flag=lowering.stop)
        return start, lowering.stop, guard([lowering.stop], after, node) if after else []


class _LoopJumps(Lowering):
    def __init__(self, ctx: PassContext, own: list[Node]) -> None:
        super().__init__(ctx)
        self.stop = ctx.fresh("stopped") if any(isinstance(n, gast.Break) for n in own) else None
        self.skip = ctx.fresh("skipped") if any(isinstance(n, gast.Continue) for n in own) else None
        self.skipping = False

    def is_jump(self, node: Node) -> bool:
        return isinstance(node, gast.Break | gast.Continue)

    def flags(self, body: Iterable[Node]) -> list[str]:
        kinds = {type(n) for n in statements_of(body)}
        found = [self.stop] if gast.Break in kinds else []
        return [f for f in (*found, self.skip if gast.Continue in kinds else None) if f is not None]

    def jump(self, node: Node, tail: bool) -> list[Node]:
        if isinstance(node, gast.Break):
            return quote("flag = True", at=node, flag=self.stop)
        if tail:
            return []
        return quote("flag = True", at=node, flag=self.named_skip())

    def named_skip(self) -> str:
        """Return the flag of `continue`, made when first needed."""
        self.skipping = True
        assert self.skip is not None
        return self.skip

    def reset(self, at: Node) -> list[Node]:
        names = [name for name in (self.stop, self.named_skip() if self.skip else None) if name]
        return [s for name in names for s in quote("flag = False", at=at, flag=name)]
