"""Python's order of evaluation: which expressions of a node are evaluated, always, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import gast

from .base import Node
from .quote import quote_expr

__all__ = ["Slot", "slots"]

_EXPRESSIONS = (gast.expr, gast.keyword, gast.Slice)


@dataclass(frozen=True)
class Slot:
    """A place in a node that holds one expression."""

    holder: Any
    key: str | int

    def get(self) -> Node:
        """Return the expression."""
        return getattr(self.holder, self.key) if isinstance(self.key, str) else self.holder[self.key]

    def set(self, value: Node) -> None:
        """Put another expression there."""
        if isinstance(self.key, str):
            setattr(self.holder, self.key, value)
        else:
            self.holder[self.key] = value

    def freeze(self, fix: Callable[[Node], Node]) -> None:
        """Replace the expression by what `fix` makes of it; starred parts and slices keep their form."""
        node = self.get()
        if isinstance(node, gast.Starred):
            node.value = fix(quote_expr("[*value]", at=node, value=node.value))
        elif isinstance(node, gast.keyword):
            value = node.value if node.arg else quote_expr("dict(**value)", at=node, value=node.value)
            node.value = fix(value)
        elif isinstance(node, gast.Slice) or (isinstance(node, gast.Tuple) and _has_slice(node)):
            for part in slots(node):
                part.freeze(fix)
        elif isinstance(node, gast.FormattedValue):
            text = fix(gast.copy_location(gast.JoinedStr([node]), node))
            self.set(gast.copy_location(gast.FormattedValue(text, -1, None), node))
        else:
            self.set(fix(node))


def _has_slice(node: Node) -> bool:
    return any(isinstance(e, gast.Slice) for e in node.elts)


def slots(node: Node) -> list[Slot]:
    """Return the places of all that evaluating (or starting to run) `node` always evaluates, in order.

    >>> call = gast.parse("f(a, *b, k=c and d)", mode="eval").body
    >>> [type(slot.get()).__name__ for slot in slots(call)]
    ['Name', 'Name', 'Starred', 'keyword']
    >>> [slot.get().id for slot in slots(call.keywords[0].value)]
    ['c']
    """
    special = _ORDER.get(type(node))
    if special is not None:
        return special(node)
    if not isinstance(node, _EXPRESSIONS):
        return []
    return _fields(node, node._fields)


def _fields(node: Node, names: Sequence[str]) -> list[Slot]:
    found: list[Slot] = []
    for name in names:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [Slot(value, i) for i, v in enumerate(value) if isinstance(v, _EXPRESSIONS)]
        elif isinstance(value, _EXPRESSIONS):
            found.append(Slot(node, name))
    return found


def _named(*names: str) -> Callable[[Node], list[Slot]]:
    return lambda node: _fields(node, names)


def _assign(node: Node) -> list[Slot]:
    targets = node.targets if len(node.targets) == 1 else []
    return [Slot(node, "value"), *(s for t in targets for s in _target(t))]


def _target(target: Node) -> list[Slot]:
    if isinstance(target, gast.Attribute):
        return [Slot(target, "value")]
    if isinstance(target, gast.Subscript):
        return [Slot(target, "value"), Slot(target, "slice")]
    return []


def _dict(node: Node) -> list[Slot]:
    # `{**a, k: v}`: the update with `a` cannot be told from its evaluation, short of a failing mapping
    pairs = zip(range(len(node.keys)), node.keys, strict=True)
    return [s for i, k in pairs for s in ([Slot(node.keys, i)] if k else []) + [Slot(node.values, i)]]


def _function(node: Node) -> list[Slot]:
    arguments = node.args
    defaults = _fields(arguments, ("defaults", "kw_defaults"))
    return _fields(node, ("decorator_list",)) + defaults


_ORDER: dict[type, Callable[[Node], list[Slot]]] = {
    gast.BoolOp: lambda node: [Slot(node.values, 0)],
    gast.IfExp: _named("test"),
    gast.Compare: lambda node: [Slot(node, "left"), Slot(node.comparators, 0)],
    gast.NamedExpr: _named("value"),
    gast.Name: lambda node: [],
    gast.Constant: lambda node: [],
    gast.Dict: _dict,
    gast.Lambda: _function,
    gast.ListComp: lambda node: [Slot(node.generators[0], "iter")],
    gast.SetComp: lambda node: [Slot(node.generators[0], "iter")],
    gast.DictComp: lambda node: [Slot(node.generators[0], "iter")],
    gast.GeneratorExp: lambda node: [Slot(node.generators[0], "iter")],
    gast.Expr: _named("value"),
    gast.Return: _named("value"),
    gast.If: _named("test"),
    gast.For: _named("iter"),
    gast.Assign: _assign,
    gast.Assert: _named("test"),
    gast.Raise: _named("exc", "cause"),
    gast.With: lambda node: [Slot(node.items[0], "context_expr")],
    gast.Delete: lambda node: _target(node.targets[0]) if len(node.targets) == 1 else [],
    gast.FunctionDef: _function,
    gast.AsyncFunctionDef: _function,
    gast.ClassDef: _named("decorator_list", "bases", "keywords"),
}
