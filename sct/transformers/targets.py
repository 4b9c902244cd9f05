"""Attributes and items as targets of unpacking, loops and `with`: each becomes an assignment of its own."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import gast

from .base import CALLS, Node, StoredPart
from .quote import quote, quote_expr
from .scopes import ScopedPass

__all__ = ["Targets", "is_complex"]

_STORES = (gast.Attribute, gast.Subscript)


def is_complex(target: Node) -> bool:
    """Whether a target assigns to an attribute or item somewhere."""
    if isinstance(target, gast.Starred):
        return is_complex(target.value)
    if isinstance(target, gast.Tuple | gast.List):
        return any(is_complex(e) for e in target.elts)
    return isinstance(target, _STORES)


class Targets(ScopedPass):
    """Attributes and items are only assigned and deleted one at a time, in Python's order.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Targets, '''
    ... def f(box, pair):
    ...     a, box.x, b = pair
    ...     for box.i in pair:
    ...         print(box.i)
    ... '''))
    def f(box, pair):
        a, target, target_1 = pair
        box.x = target
        b = target_1
        for target_2 in pair:
            box.i = target_2
            print(box.i)
    """

    acts_on = (StoredPart, gast.Delete)
    statements_only = True
    makes = (*CALLS, gast.With)

    def visit_Assign(self, node: Node) -> Node:
        self.generic_visit(node)
        if not any(is_complex(t) for t in node.targets):
            return node
        if len(node.targets) == 1:
            return self.assign(node.targets[0], node.value, node)
        result: list[Node] = []
        value = node.value
        if not isinstance(value, gast.Constant):
            name = self.ctx.temporary("value")
            result += quote("name = value", at=node, name=name, value=value)
            value = quote_expr("name", at=node, name=name)
        for target in node.targets:
            result += self.assign(target, copy.copy(value), node)
        return result

    def assign(self, target: Node, value: Node, at: Node) -> list[Node]:
        """Return statements that assign `value` to one target."""
        if not isinstance(target, gast.Tuple | gast.List) or not is_complex(target):
            return quote("target = value", at=at, target=target, value=value)
        # From the first attribute or item on, all are first unpacked, then stored from left to right.
        elements, later = self.unpacked(target.elts)
        target.elts = elements
        result = quote("target = value", at=at, target=target, value=value)
        for element, name in later:
            result += self.assign(element, quote_expr("name", at=element, name=name), element)
        return result

    def unpacked(self, elements: Sequence[Node]) -> tuple[list[Node], list[tuple[Node, str]]]:
        """Split targets into what can be unpacked to directly and what is assigned after."""
        names: list[Node] = []
        later: list[tuple[Node, str]] = []
        for element in elements:
            if not later and not is_complex(element):
                names.append(element)
                continue
            starred = isinstance(element, gast.Starred)
            name = self.ctx.temporary("target")
            later.append((element.value if starred else element, name))
            new = quote_expr("name", at=element, name=name)
            new.ctx = gast.Store()
            names.append(gast.copy_location(gast.Starred(new, gast.Store()), element) if starred else new)
        return names, later

    def visit_For(self, node: Node) -> Node:
        self.generic_visit(node)
        if is_complex(node.target):
            node.target, first = self.through(node.target)
            node.body = first + node.body
        return node

    def visit_With(self, node: Node) -> Node:
        self.generic_visit(node)
        for index, item in enumerate(node.items):
            if item.optional_vars is not None and is_complex(item.optional_vars):
                item.optional_vars, first = self.through(item.optional_vars)
                rest = node.items[index + 1 :]
                if rest:  # the target is stored before the next manager is made
                    inner = gast.copy_location(gast.With(rest, node.body, None), node)
                    node.items = node.items[: index + 1]
                    node.body = [*first, self.visit_With_items(inner)]
                else:
                    node.body = first + node.body
                break
        return node

    def visit_With_items(self, node: Node) -> Node:
        """Rewrite the targets of a `with` whose body has been visited."""
        body, node.body = node.body, []
        self.visit_With(node)
        innermost = node
        while innermost.body and isinstance(innermost.body[-1], gast.With):
            innermost = innermost.body[-1]
        innermost.body += body
        return node

    def through(self, target: Node) -> tuple[Node, list[Node]]:
        """Return a temporary to bind in place of `target`, and the statements that assign it on."""
        name = self.ctx.temporary("target")
        new = quote_expr("name", at=target, name=name)
        statements = self.assign(target, new, target)
        bound = quote_expr("name", at=target, name=name)
        bound.ctx = gast.Store()
        return bound, statements

    def visit_Delete(self, node: Node) -> Node:
        self.generic_visit(node)
        flat = _flat(node.targets)
        if len(flat) == 1 and flat[0] is node.targets[0]:
            return node
        return [gast.copy_location(gast.Delete([target]), node) for target in flat]


def _flat(targets: Sequence[Node]) -> list[Node]:
    result: list[Node] = []
    for target in targets:
        result += _flat(target.elts) if isinstance(target, gast.Tuple | gast.List) else [target]
    return result
