"""Variables of comprehensions that share a name with another variable."""

from __future__ import annotations

import sys

import gast

from .analysis import scopes_of
from .base import CALLS, Node, Pass

__all__ = ["ComprehensionNames"]


class ComprehensionNames(Pass):
    """A comprehension's variable gets a name of its own where a variable of a function around has the same.

    Python 3.12 inlines comprehensions, and 3.12 and 3.13 then lose a closure variable of that name when a
    lambda beside the comprehension reads it. Converted code has such lambdas and closure variables where the
    user's code has none. Before 3.12 the pass is not run; where names differ, it changes nothing.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(ComprehensionNames, '''
    ... def f(x, xs):
    ...     return [y for y in xs], lambda: x
    ... '''))
    def f(x, xs):
        return ([y for y in xs], lambda: x)
    """

    acts_on = (gast.ListComp, gast.SetComp, gast.DictComp) if sys.version_info >= (3, 12) else (gast.Interactive,)
    makes = CALLS

    def run(self, tree: Node) -> Node:
        scopes = scopes_of(tree, self.ctx.free_names)
        inner: dict[tuple[int, str], list[Node]] = {}
        others = set(self.ctx.free_names)
        for seen in scopes.occurrences():
            if seen.owner is not None and seen.owner.kind == "comprehension":
                inner.setdefault((id(seen.owner), seen.node.id), []).append(seen.node)
            elif seen.owner is not None:
                others.add(seen.node.id)
        for (_, name), nodes in inner.items():
            if name in others:
                new = self.ctx.temporary(name)
                for node in nodes:
                    node.id = new
        return tree
