"""Generated names that live inside one branch or loop body: nothing outside of it needs to know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import gast

from ..base import Node
from .bound import bound_names
from .definite import Definite
from .scopes import children

__all__ = ["mark_own_names", "own_names", "parts_of", "walk"]


def own_names(statement: Node) -> frozenset[str]:
    """The names that `mark_own_names` found to live inside one part of `statement`."""
    found: frozenset[str] = getattr(statement, "_sct_own", frozenset())
    return found


def parts_of(statement: Node) -> list[list[Node]]:
    """The lists of nodes of an `if` or loop that become one local function each."""
    if isinstance(statement, gast.If):
        return [statement.body, statement.orelse]
    if isinstance(statement, gast.For):
        return [[statement.target, *statement.body]]
    return [[statement.test], statement.body]


def walk(node: Node) -> Iterator[Node]:
    """All nodes below `node`, the extra tests of loops too."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(node))


def mark_own_names(facts: Iterable[Definite], generated: frozenset[str]) -> None:
    """Find, for each `if` and loop, which generated names are first assigned and last read in one part of it."""
    for fact in facts:
        mine = generated & fact.scope.bound - set(fact.scope.params)
        mine -= {node.id for node in fact.unsure.values()}
        if mine and fact.statements:
            _mark(fact, mine)


def _mark(fact: Definite, names: frozenset[str]) -> None:
    everywhere = _count([fact.scope.node], names)
    own: dict[int, set[str]] = {}
    for key, statement in fact.statements.items():
        own[key] = set()
        for part in parts_of(statement):
            own[key] |= {name for name, count in _count(part, names).items() if count == everywhere[name]}
    good = set(names)
    for key, statement in fact.statements.items():
        shared = set(bound_names([n for part in parts_of(statement) for n in part])) & good
        good -= shared - own[key] - fact.entry[key]
    for key, statement in fact.statements.items():
        statement._sct_own = frozenset(own[key] & good)


def _count(nodes: list[Node], names: frozenset[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for node in nodes:
        for inner in walk(node):
            if isinstance(inner, gast.Name) and inner.id in names:
                found[inner.id] = found.get(inner.id, 0) + 1
    return found
