"""Names that live inside one branch or loop body: nothing outside of it needs to know them.

They are variables of the local function that the body becomes, and no state: a branch does not join what it leaves
in them, and a loop does not carry it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import gast

from ..base import Node
from .bound import covering, is_generated
from .facts import Definite
from .scopes import COMPREHENSIONS, Scope, Scopes, children

__all__ = ["mark_own_names", "own_names", "parts_of", "plain_names", "walk"]


def own_names(statement: Node) -> frozenset[str]:
    """The names that `mark_own_names` found to live inside one part of `statement`."""
    found: frozenset[str] = getattr(statement, "_sct_own", frozenset())
    return found


def parts_of(statement: Node) -> list[list[Node]]:
    """The lists of nodes of an `if`, loop, `try` or `with` that become one local function each."""
    if isinstance(statement, gast.If):
        return [statement.body, statement.orelse]
    if isinstance(statement, gast.Try):
        return [statement.body, *(h.body for h in statement.handlers), statement.orelse, statement.finalbody]
    if isinstance(statement, gast.With):
        (item,), covered = statement.items, covering(statement)
        target = [] if item.optional_vars is None else [item.optional_vars]
        if covered is None:
            return [[*target, *statement.body]]
        return [[*target, *covered.body], covered.handlers[0].body]
    if isinstance(statement, gast.For):
        return [[statement.target, *statement.body]]
    if isinstance(statement, gast.While):
        return [[statement.test], statement.body]
    return []  # of coroutines, which stay as they are


def walk(node: Node) -> Iterator[Node]:
    """All nodes below `node`, the extra tests of loops too."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(node))


def plain_names(scopes: Scopes) -> frozenset[str]:
    r"""The names that are only assigned and read, and by no code that runs later than where it stands.

    >>> from .scopes import scopes_of
    >>> tree = gast.parse("def f(c):\n    a = b = c\n    del b\n    d = [a for _ in c]\n    return lambda: d")
    >>> sorted(plain_names(scopes_of(tree)))
    ['_', 'a', 'c']
    """
    seen: set[str] = set()
    others: set[str] = set()
    for one in scopes.occurrences():
        plain = one.owner is not None and all(_runs_at_once(scope) for scope in one.between())
        (seen if plain and not isinstance(one.node.ctx, gast.Del) else others).add(one.node.id)
    for node in walk(scopes.root.node):
        others.update(_bound_otherwise(node))
    return frozenset(seen - others)


def _runs_at_once(scope: Scope) -> bool:
    """Whether the code of an inner scope runs where it stands, and never again."""
    if isinstance(scope.node, COMPREHENSIONS):
        return not isinstance(scope.node, gast.GeneratorExp)
    return isinstance(scope.node, gast.Lambda) and is_generated(scope.node)


def _bound_otherwise(node: Node) -> Iterable[str]:
    """The names that a node binds without an assignment, or declares to be those of another scope."""
    if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
        return (node.name,)
    if isinstance(node, gast.alias):
        return ((node.asname or node.name).partition(".")[0],)
    if isinstance(node, gast.Global | gast.Nonlocal):
        return node.names  # type: ignore[no-any-return]
    if isinstance(node, gast.ExceptHandler) and node.name is not None:
        return (node.name.id,)
    if isinstance(node, gast.MatchAs | gast.MatchStar | gast.MatchMapping):
        name = node.rest if isinstance(node, gast.MatchMapping) else node.name
        return () if name is None else (name,)
    return ()


def mark_own_names(facts: Iterable[Definite], names: frozenset[str]) -> None:
    """Find, for each `if` and loop, which of the names are first assigned and last read in one part of it."""
    for fact in facts:
        mine = names & fact.scope.bound - set(fact.scope.params)
        mine -= {node.id for node in fact.unsure.values()} | fact.scope.nonlocals
        if mine and fact.statements:
            _mark(fact, mine)


def _mark(fact: Definite, names: frozenset[str]) -> None:
    everywhere: Counter[str] = Counter()
    inside: dict[tuple[int, int], Counter[str]] = {}
    stored: dict[int, set[str]] = {key: set() for key in fact.statements}
    in_parts: set[int] = set()  # what has been counted as such

    def count(node: Node, around: tuple[tuple[int, int], ...]) -> None:
        if isinstance(node, gast.Name):
            if node.id in names:
                everywhere[node.id] += 1
                for part in around:
                    inside[part][node.id] += 1
                    if not isinstance(node.ctx, gast.Load):
                        stored[part[0]].add(node.id)
            return
        if id(node) in stored:
            for index, nodes in enumerate(parts_of(node)):
                part = (id(node), index)
                inside[part] = Counter()
                for child in nodes:
                    in_parts.add(id(child))
                    count(child, (*around, part))
        for child in children(node):
            if id(child) not in in_parts:
                count(child, around)

    count(fact.scope.node, ())
    own: dict[int, set[str]] = {key: set() for key in stored}
    for (key, _), counts in inside.items():
        own[key] |= {name for name, n in counts.items() if n == everywhere[name]}
    good = set(names)
    for key, shared in stored.items():
        good -= shared - own[key] - fact.entry[key]
    for key, statement in fact.statements.items():
        statement._sct_own = frozenset(own[key] & good)
