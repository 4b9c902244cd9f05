"""Variables that a function inside may assign: any call can change them."""

from __future__ import annotations

from .bound import is_generated
from .scopes import Scope, Scopes

__all__ = ["rebound_inside"]


def rebound_inside(scope: Scope, scopes: Scopes) -> tuple[str, ...]:
    """Return the names visible in `scope` that some function of the tree assigns through `nonlocal`, sorted.

    >>> import gast
    >>> from .scopes import scopes_of
    >>> tree = gast.parse("def f():\\n  n = 0\\n  def g():\\n    nonlocal n\\n    n += 1\\n  g()\\n  return n")
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
