"""`return`, `break` and `continue` out of a `finally` clause."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import gast

from .base import CALLS, Node, Pass
from .jumps import LOWERED, statements_of
from .quote import quote
from .return_ import Returns

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
    makes = (*CALLS, *LOWERED)

    def visit_Try(self, node: Node) -> Node | list[Node]:
        self.generic_visit(node)
        if not _jumps(node.finalbody):
            return node
        body = node.body
        if node.handlers:
            attempt = gast.Try(node.body, node.handlers, node.orelse, [])
            body = [gast.copy_location(attempt, node)]
        elif node.orelse:  # pragma: no cover - Python has no try-else without except
            body = node.body + node.orelse
        before, body, after = self._without_jumps(body)
        new = quote(
            "try:\n    body\nexcept BaseException:\n    handler\n    raise\nelse:\n    orelse",
            at=node,
            body=body,
            handler=copy.deepcopy(node.finalbody),
            orelse=node.finalbody,
        )
        return [*before, *new, *after]

    def _without_jumps(self, body: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
        """A body that notes what it returns, and what stands before and behind the clause, which may have jumped."""
        jumps = _jumps(body)
        for jump in jumps:
            if not isinstance(jump, gast.Return):
                self.ctx.refuse(
                    jump,
                    f"a {type(jump).__name__.lower()} out of a try statement whose finally clause also jumps "
                    "cannot be converted",
                    why="The finally clause decides at run time which of the two jumps wins.",
                    fix="Let only one of them leave the try statement.",
                )
        return Returns(self.ctx, jumps).apart(body) if jumps else ([], body, [])


def _jumps(body: Sequence[Node]) -> list[Node]:
    """Return the jumps in `body` that leave it."""
    returns = [n for n in statements_of(body) if isinstance(n, gast.Return)]
    own = statements_of(body, closed=_LOOPS)
    return returns + [n for n in own if isinstance(n, gast.Break | gast.Continue)]
