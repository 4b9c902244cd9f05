"""The names that a list of statements binds, in the function that the statements stand in."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from ..base import Node
from .scopes import children, statements_in

__all__ = [
    "bound_names", "covering", "deleted_names", "has_clauses", "is_generated", "mark_generated", "read_names",
]  # fmt: skip


def bound_names(nodes: Iterable[Node], known: dict[Node, set[str]] | None = None) -> tuple[str, ...]:
    r"""Return the names bound by `nodes`, sorted.

    Bound by assignment of any kind, `del`, `for`, `with … as`, `except … as`, `import`, `def`, `class`,
    `:=` (also inside comprehensions) and patterns; a generated local function binds what it declares.

    >>> bound_names(gast.parse("x, *y = 1, 2\nimport a.b\nfor i in r: del k\n[(w := v) for v in r]").body)
    ('a', 'i', 'k', 'w', 'x', 'y')

    What branches, loops and plain statements bind is kept in `known`: for those who ask of these as long as they
    stay as they are, from outside in.
    """
    found: set[str] = set()
    for node in nodes:
        _bound(node, found, False, known)
    return tuple(sorted(found))


def read_names(nodes: Iterable[Node]) -> tuple[str, ...]:
    r"""Return every name that `nodes` read, in nested functions too, sorted.

    >>> read_names(gast.parse("x = y\nz += 1\nf(lambda: w)").body)
    ('f', 'w', 'y', 'z')
    """
    found: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Load):
            found.add(node.id)
        elif isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            found.add(node.target.id)
        stack.extend(children(node))
    return tuple(sorted(found))


def deleted_names(nodes: Node) -> set[str]:
    """Return the names whose value a `del` or the end of an `except … as` takes, nested functions left out."""
    found: set[str] = set()
    stack = list(nodes) if isinstance(nodes, list) else [nodes]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is gast.Delete:
            targets = list(node.targets)
            for target in targets:
                if type(target) is gast.Name:
                    found.add(target.id)
                elif type(target) in _SEQUENCES:
                    targets += target.elts
        elif kind not in _SCOPES:
            found.update(h.name.id for h in getattr(node, "handlers", ()) if h.name is not None)
            stack += statements_in(node)
    return found


_SEQUENCES = {gast.Tuple, gast.List}
_SCOPES = {gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda, gast.ClassDef}


def has_clauses(node: Node) -> bool:
    """Whether this is a `try` or `with` of which the clauses become functions."""
    if isinstance(node, gast.With):
        return getattr(node, "_sct_parted", False)
    left = getattr(node, "_sct_left", False) or getattr(node, "_sct_transparent", False)
    return isinstance(node, gast.Try) and not left


def covering(node: Node) -> Node | None:
    """What lies right in a `with` for the sake of flags that an exception puts back."""
    first = node.body[0]
    return first if len(node.body) == 1 and getattr(first, "_sct_resets", False) else None


def mark_generated(function: Node) -> Node:
    """Mark a local function that a pass made of the user's statements: its names are the function's around it."""
    function._sct_generated = True
    function._sct_converted = True  # as is the function around it
    return function


def is_generated(function: Node) -> bool:
    """Whether a pass made this local function."""
    return getattr(function, "_sct_generated", False)


def _bound(node: Node, found: set[str], in_comprehension: bool, known: dict[Node, set[str]] | None = None) -> None:
    kind = type(node)
    if known is not None and kind in _KEPT:
        if node not in known:
            inside: set[str] = set()
            for child in children(node):
                _bound(child, inside, in_comprehension, known)
            known[node] = inside
        found |= known[node]
        return
    if kind is gast.Name:
        if not in_comprehension and type(node.ctx) in (gast.Store, gast.Del):
            found.add(node.id)
        return
    if kind not in _BINDING:
        for child in children(node):
            _bound(child, found, in_comprehension, known)
        return
    if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef):
        if is_generated(node):
            for statement in node.body:
                if isinstance(statement, gast.Global | gast.Nonlocal):
                    found.update(statement.names)
            return
        found.add(node.name)
        parts = [*node.decorator_list, *_defaults(node)]
    elif isinstance(node, gast.Lambda):
        parts = _defaults(node)
    elif isinstance(node, gast.ClassDef):
        found.add(node.name)
        parts = [*node.decorator_list, *node.bases, *node.keywords]
    elif isinstance(node, gast.NamedExpr):
        found.add(node.target.id)
        parts = [node.value]
    elif isinstance(node, gast.AnnAssign):
        if node.value is None:
            return
        parts = [node.target, node.value]
    else:
        if isinstance(node, gast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, gast.MatchAs | gast.MatchStar) and node.name is not None:
            found.add(node.name)
        elif isinstance(node, gast.MatchMapping) and node.rest is not None:
            found.add(node.rest)
        if isinstance(node, gast.ListComp | gast.SetComp | gast.DictComp | gast.GeneratorExp):
            in_comprehension = True
        for child in children(node):
            _bound(child, found, in_comprehension)
        return
    for part in parts:
        _bound(part, found, in_comprehension)


_KEPT = {gast.If, gast.For, gast.While, gast.Assign, gast.Expr}
_COMPREHENSIONS = {gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp}
_PATTERNS = {gast.MatchAs, gast.MatchStar, gast.MatchMapping}
_BINDING = _SCOPES | _COMPREHENSIONS | _PATTERNS | {gast.NamedExpr, gast.AnnAssign, gast.alias}
"""What binds otherwise than by a `Name`, or holds names that are not bound here."""


def _defaults(node: Node) -> list[Node]:
    return [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
