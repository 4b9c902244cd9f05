"""Variables of a function that the user's functions inside of it assign."""

from __future__ import annotations

import gast

from .analysis import bound_names, is_generated, statements_below, statements_in, walk
from .base import Node

__all__ = ["declared_nonlocal", "shared_with_inner"]


def declared_nonlocal(function: Node) -> set[str]:
    """The names that a user's function itself declares nonlocal."""
    if not isinstance(function, gast.FunctionDef | gast.AsyncFunctionDef):
        return set()
    found: set[str] = set()
    todo = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, gast.Nonlocal):
            found.update(node.names)
        elif type(node) not in _OPENING:
            todo += statements_in(node)
    return found


def shared_with_inner(function: Node) -> list[str]:
    """Names of a user's function that functions inside of it declare nonlocal, or that classes inside of it read.

    The methods of such a class are converted by themselves, and find the variable in a cell.
    """
    if is_generated(function):
        return []
    inner = [f for f in statements_below(function) if isinstance(f, gast.FunctionDef | gast.ClassDef)]
    wanted = {name for f in inner if not is_generated(f) for name in declared_nonlocal(f)}
    wanted |= {n.id for c in inner if isinstance(c, gast.ClassDef) for n in walk(c) if isinstance(n, gast.Name)}
    if not wanted:
        return []
    return sorted(wanted & ({*bound_names(function.body)} | _parameters(function)) - declared_nonlocal(function))


def _parameters(function: Node) -> set[str]:
    return {a.id for a in walk(function.args) if isinstance(a, gast.Name) and isinstance(a.ctx, gast.Param)}


_OPENING = {gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef}
