"""Stores to attributes and items, and their deletion."""

from __future__ import annotations

import gast

from .analysis import walk
from .base import CALLS, Node, StoredPart
from .evaluation import slots
from .quote import quote, quote_expr
from .scopes import OrderedPass

__all__ = ["Mutation"]


class Mutation(OrderedPass):
    """Assignments to attributes and items and their deletion become calls, so that they can be seen.

    The value is evaluated before the target, as Python does; a name takes it where that could be told.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Mutation, '''
    ... def f(x, k):
    ...     x.a = k + 1
    ...     x[k, 1:] = 0
    ...     x.b[g()] = h()
    ...     del x[k]
    ... '''))
    def f(x, k):
        _sct.store_attr(x, 'a', k + 1)
        _sct.store_item(x, (k, _sct.slice(1, None, None)), 0)
        value = h()
        _sct.store_item(x.b, g(), value)
        _sct.del_item(x, k)
    """

    acts_on = (StoredPart,)
    statements_only = True
    makes = CALLS
    requires = ("Targets", "AugmentedAssignment")

    def visit_Assign(self, node: Node) -> Node:
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, gast.Attribute | gast.Subscript):
            return node
        before: list[Node] = []
        if not self.may_swap(target, value):
            name = self.ctx.temporary("value")
            before = quote("name = value", at=node, name=name, value=value)
            value = quote_expr("name", at=node, name=name)
        if isinstance(target, gast.Attribute):
            name = _text(target.attr, target)
            template = "_sct.store_attr(owner, name, value)"
            store = quote(template, at=node, owner=target.value, name=name, value=value)
        else:
            template, key = "_sct.store_item(owner, key, value)", _key(target.slice)
            store = quote(template, at=node, owner=target.value, key=key, value=value)
        return before + _marked(store, target)

    def may_swap(self, target: Node, value: Node) -> bool:
        """Whether evaluating the target before the value cannot be told."""
        rebound = {n.target.id for n in walk(value) if isinstance(n, gast.NamedExpr)}
        rebound |= {n.target.id for n in walk(target) if isinstance(n, gast.NamedExpr)}
        if self.is_stable(value):
            return not (isinstance(value, gast.Name) and value.id in rebound)
        parts = [target.value]
        if isinstance(target, gast.Subscript):
            stack = [target.slice]
            while stack:
                part = stack.pop()
                if isinstance(part, gast.Tuple | gast.Slice):
                    stack.extend(slot.get() for slot in slots(part))
                elif isinstance(part, gast.UnaryOp) and isinstance(part.operand, gast.Constant):
                    continue
                else:
                    parts.append(part)
        return all(self.is_stable(p) and not (isinstance(p, gast.Name) and p.id in rebound) for p in parts)

    def visit_Delete(self, node: Node) -> Node:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, gast.Attribute | gast.Subscript):
            return node
        if isinstance(target, gast.Attribute):
            name = _text(target.attr, target)
            return _marked(quote("_sct.del_attr(owner, name)", at=node, owner=target.value, name=name), target)
        key = _key(target.slice)
        return _marked(quote("_sct.del_item(owner, key)", at=node, owner=target.value, key=key), target)


def _marked(statement: list[Node], target: Node) -> list[Node]:
    """Note on the call where the user wrote the target."""
    place = (target.lineno, target.col_offset, target.end_lineno, target.end_col_offset)
    statement[0].value._sct_target = place
    return statement


def _text(value: str, at: Node) -> Node:
    return quote_expr(repr(value), at=at)


def _key(node: Node) -> Node:
    """Return an expression for what stands between the brackets."""
    if isinstance(node, gast.Slice):
        bounds = [quote_expr("None", at=node) if b is None else b for b in (node.lower, node.upper, node.step)]
        return quote_expr("_sct.slice(*bounds)", at=node, bounds=bounds)
    if isinstance(node, gast.Tuple):
        node.elts = [_key(e) for e in node.elts]
    return node
