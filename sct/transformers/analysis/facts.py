"""What definite assignment found out about one function."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..base import Node
from .scopes import Scope

__all__ = ["Definite"]


@dataclass
class Definite:
    """The facts of one function.

    Examples
    --------
    >>> from .definite import definitely_assigned
    >>> from .scopes import scopes_of
    >>> import gast
    >>> tree = gast.parse('''
    ... def f(c):
    ...     if c:
    ...         x = 1
    ...     while c:
    ...         y = x
    ...     return c, y
    ... ''')
    >>> scopes = scopes_of(tree)
    >>> print(definitely_assigned(scopes.scope_of(tree.body[0]), scopes).dump())
    3 If: c
    5 While: c
    unsure: x (line 6), y (line 7)
    """

    scope: Scope
    unsure: dict[int, Node] = field(default_factory=dict)
    """Reads and deletions (`Name` nodes by id) of names that may have no value there."""
    outer_stores: dict[int, Node] = field(default_factory=dict)
    """Assignments by nested functions of names that may have no value there."""
    entry: dict[int, frozenset[str]] = field(default_factory=dict)
    """By id of an `if`, `while` or `for`: the names that have a value when it begins."""
    statements: dict[int, Node] = field(default_factory=dict)

    def dump(self) -> str:
        """The facts as text, in the order of the lines."""
        lines = [
            f"{node.lineno} {type(node).__name__}: {' '.join(sorted(self.entry[key])) or '-'}"
            for key, node in sorted(self.statements.items(), key=lambda pair: (pair[1].lineno, pair[1].col_offset))
        ]
        unsure = sorted((n.lineno, n.col_offset, n.id) for n in self.unsure.values())
        if unsure:
            lines.append("unsure: " + ", ".join(f"{name} (line {line})" for line, _, name in unsure))
        return "\n".join(lines)
