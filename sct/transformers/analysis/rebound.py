"""Variables that a function inside may assign or delete: any call can change them."""

from __future__ import annotations

from .bound import deleted_names, is_generated
from .scopes import Scope, Scopes

__all__ = ["deleted_inside", "rebound_inside"]


def rebound_inside(scope: Scope, scopes: Scopes) -> tuple[str, ...]:
    r"""Return the names visible in `scope` that some function of the tree assigns through `nonlocal`, sorted.

    >>> import gast
    >>> from .scopes import scopes_of
    >>> tree = gast.parse("def f():\n  n = 0\n  def g():\n    nonlocal n\n    n += 1\n  g()\n  return n")
    >>> scopes = scopes_of(tree)
    >>> rebound_inside(scopes.scope_of(tree.body[0]), scopes)
    ('n',)
    """
    found: set[str] = set()
    for inner in scopes.functions():
        if is_generated(inner.node):
            continue
        for name in inner.nonlocals & inner.bound:
            owner = scopes.owner(inner, name)
            if owner is not None and scopes.owner(scope, name) is owner:
                found.add(name)
    return tuple(sorted(found))


def deleted_inside(scope: Scope, scopes: Scopes) -> set[str]:
    """Return the names of `scope` that a nested function deletes: one never knows whether they have a value."""
    found: set[str] = set()
    stack = list(scope.children)
    while stack:
        inner = stack.pop()
        stack.extend(inner.children)
        if inner.nonlocals and inner.kind in ("function", "class"):
            names = deleted_names(inner.node.body) & inner.nonlocals
            found |= {name for name in names if scopes.owner(inner, name) is scope}
    return found
