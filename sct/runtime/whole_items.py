"""Containers that cannot be taken apart into columns: as items of a list they are told apart by number."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from typing import TYPE_CHECKING, Any

from sct.errors import JoinError
from sct.runtime.trees import Chosen, Node, Static, Tree

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["check_items"]

_WHOLE = (set, deque, bytearray, OrderedDict, defaultdict)


def check_items(trace: Trace, tree: Tree) -> None:
    """Refuse an item that is one object in the trace, but another one in each iteration of the program."""
    if isinstance(tree, (Node, Chosen)):
        for part in tree.items:
            check_items(trace, part)
    elif isinstance(tree, Static) and isinstance(tree.obj, _WHOLE) and _is_made_often(trace, tree.obj):
        kind = type(tree.obj).__name__
        raise JoinError(
            f"a {kind} that is made in a loop becomes an item of a list or dict of run-time length",
            where=trace.location(),
            why="of a container in such a list only lists, tuples and plain dicts are taken apart",
            fix="use a list or a dict in its place, or one set or dict with tuples as keys",
        )


def _is_made_often(trace: Trace, x: Any) -> bool:
    builder = trace.made.get(x)
    while builder is not None:
        if builder in trace.bodies:
            return True
        builder = builder.parent
    return False
