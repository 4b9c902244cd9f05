"""What is known of a function before it is rewritten: pure analyses with sorted, printable answers."""

from __future__ import annotations

from .bound import bound_names, covering, deleted_names, has_clauses, is_generated, mark_generated, read_names
from .definite import definitely_assigned
from .facts import Definite
from .own import mark_own_names, own_names, plain_names, walk
from .rebound import rebound_inside
from .scopes import FREE, GLOBAL, LOCAL, Occurrence, Scope, Scopes, children, scopes_of, statements_below, statements_in

__all__ = [
    "FREE",
    "GLOBAL",
    "LOCAL",
    "Definite",
    "Occurrence",
    "Scope",
    "Scopes",
    "bound_names",
    "children",
    "covering",
    "definitely_assigned",
    "deleted_names",
    "has_clauses",
    "is_generated",
    "mark_generated",
    "mark_own_names",
    "own_names",
    "plain_names",
    "read_names",
    "rebound_inside",
    "scopes_of",
    "statements_below",
    "statements_in",
    "walk",
]
