"""`x += y` and its relatives."""

from __future__ import annotations

import gast

from .analysis import walk
from .base import CALLS, Node
from .quote import quote, quote_expr
from .scopes import OrderedPass

__all__ = ["AugmentedAssignment"]

_NAMES = {
    gast.Add: "iadd",
    gast.Sub: "isub",
    gast.Mult: "imul",
    gast.Div: "itruediv",
    gast.FloorDiv: "ifloordiv",
    gast.Mod: "imod",
    gast.Pow: "ipow",
    gast.MatMult: "imatmul",
    gast.BitAnd: "iand",
    gast.BitOr: "ior",
    gast.BitXor: "ixor",
    gast.LShift: "ilshift",
    gast.RShift: "irshift",
}


class AugmentedAssignment(OrderedPass):
    """`x += y` becomes a call and an assignment; the object and key of a target are evaluated once.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(AugmentedAssignment, '''
    ... def f(x, table, i):
    ...     x += 1
    ...     table[i] -= x
    ...     table[key()] *= x
    ...     rows[i][0] += 1
    ... '''))
    def f(x, table, i):
        x = _sct.iadd(x, 1)
        table[i] = _sct.isub(table[i], x)
        key_1 = key()
        table[key_1] = _sct.imul(table[key_1], x)
        owner = rows[i]
        owner[0] = _sct.iadd(owner[0], 1)
        owner = None
    """

    acts_on = (gast.AugAssign,)
    statements_only = True
    removes = (gast.AugAssign,)
    makes = CALLS

    def visit_AugAssign(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        before: list[Node] = []
        after: list[Node] = []
        target = node.target
        rebound = {n.target.id for n in walk(node.value) if isinstance(n, gast.NamedExpr)}
        if isinstance(target, gast.Attribute | gast.Subscript):
            target.value = self.once(target.value, "owner", before, rebound)
            if before:  # as in Python, nothing has a hold on the object any more: other names of it may be told apart
                after = quote("name = None", at=node, name=target.value.id)
        if isinstance(target, gast.Subscript):
            target.slice = self.once(target.slice, "key", before, rebound)
        function = _NAMES[type(node.op)]
        done = quote(
            "target = _sct.function(target, value)",
            at=node,
            target=target,
            value=node.value,
            function=function,
        )
        return before + done + after

    def once(self, part: Node, hint: str, before: list[Node], rebound: set[str]) -> Node:
        """Return an expression that may be evaluated twice for `part`; what it needs goes to `before`."""
        if isinstance(part, gast.Slice):
            for bound in ("lower", "upper", "step"):
                if (value := getattr(part, bound)) is not None:
                    setattr(part, bound, self.once(value, bound, before, rebound))
            return part
        if isinstance(part, gast.Tuple) and any(isinstance(e, gast.Slice) for e in part.elts):
            part.elts = [self.once(e, hint, before, rebound) for e in part.elts]
            return part
        if isinstance(part, gast.UnaryOp) and isinstance(part.operand, gast.Constant):
            return part
        if self.is_stable(part) and not (isinstance(part, gast.Name) and part.id in rebound):
            return part
        name = self.ctx.temporary(hint)
        before += quote("name = part", at=part, name=name, part=part)
        return quote_expr("name", at=part, name=name)
