"""`return`, `break` and `continue` out of a `finally` clause."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import gast

from .base import CALLS, Node, Pass
from .jumps import statements_of
from .quote import quote

__all__ = ["FinallyJump"]

_LOOPS = (gast.For, gast.While)


class FinallyJump(Pass):
    """A `finally` clause that may jump away, and then swallows an exception, is written out for both cases.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(FinallyJump, '''
    ... def f(x):
    ...     try:
    ...         x.close()
    ...     finally:
    ...         return x
    ... '''))
    def f(x):
        try:
            x.close()
        except BaseException:
            return x
            raise
        else:
            return x
    """

    acts_on = (gast.Try,)
    statements_only = True
    makes = (*CALLS, gast.ExceptHandler, gast.Raise, gast.Try)

    def visit_Try(self, node: Node) -> Node:
        self.generic_visit(node)
        if not _jumps(node.finalbody):
            return node
        inner = [*node.body, *node.orelse, *(s for h in node.handlers for s in h.body)]
        jump = next(iter(_jumps(inner)), None)
        if jump is not None:
            self.ctx.refuse(
                jump,
                "a jump out of a try statement whose finally clause also jumps cannot be converted",
                why="The finally clause decides at run time which of the two jumps wins.",
                fix="Let only one of them leave the try statement.",
            )
        body = node.body
        if node.handlers:
            attempt = gast.Try(node.body, node.handlers, node.orelse, [])
            body = [gast.copy_location(attempt, node)]
        elif node.orelse:  # pragma: no cover - Python has no try-else without except
            body = node.body + node.orelse
        new = quote(
            "try:\n    body\nexcept BaseException:\n    handler\n    raise\nelse:\n    orelse",
            at=node,
            body=body,
            handler=copy.deepcopy(node.finalbody),
            orelse=node.finalbody,
        )
        return new[0]


def _jumps(body: Sequence[Node]) -> list[Node]:
    """Return the jumps in `body` that leave it."""
    returns = [n for n in statements_of(body) if isinstance(n, gast.Return)]
    own = statements_of(body, closed=_LOOPS)
    return returns + [n for n in own if isinstance(n, gast.Break | gast.Continue)]
