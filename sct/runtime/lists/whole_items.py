"""What cannot be an item of a list of run-time length: some containers made in loops, arrays of another shape."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from sct.errors import JoinError, StaticValueError
from sct.ir.attr_text import shape_text
from sct.ir.types import Shape
from sct.runtime.hashing.entries import is_of_dict
from sct.runtime.joins.trees import Chosen, Node, Static, Tree

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["check_extents", "check_items"]

_WHOLE = (set, deque, bytearray)


def check_items(trace: Trace, tree: Tree) -> None:
    """Refuse an item that is one object in the trace, but another one in each iteration of the program."""
    if isinstance(tree, (Node, Chosen)):
        for part in tree.items:
            check_items(trace, part)
    elif isinstance(tree, Static) and _is_whole(tree.obj) and _is_made_often(trace, tree.obj):
        kind = type(tree.obj).__name__
        refusal = JoinError(
            f"a {kind} that is made in a loop becomes an item of a list or dict of run-time length",
            where=trace.location(),
            why="of a container in such a list only lists, tuples and plain dicts are taken apart",
            fix="use a list or a dict in its place, or one set or dict with tuples as keys",
        )
        if isinstance(tree.obj, (dict, set)):
            from sct.runtime.hashing.hashed import with_run_time_keys

            with_run_time_keys(trace, tree.obj, refusal)
        raise refusal


def _is_whole(x: Any) -> bool:
    return isinstance(x, _WHOLE) or is_of_dict(type(x))


def _is_made_often(trace: Trace, x: Any) -> bool:
    builder = trace.made.get(x)
    while builder is not None:
        if builder in trace.bodies:
            return True
        builder = builder.parent
    return False


def check_extents(trace: Trace, rows: Shape, item: Shape) -> None:
    """Refuse an array of another shape than the others; extents that differ at run time only are seen by the op."""
    if rows[0] != 0 and any(type(n) is type(m) is int and n != m for n, m in zip(rows[1:], item, strict=True)):
        raise StaticValueError(
            f"an array of shape ({shape_text(item)}) for a list of run-time length, whose arrays are of shape "
            f"({shape_text(rows[1:])})",
            where=trace.location(),
            why="the items of such a list are the rows of one array",
            fix="make the list of arrays of one shape",
        )
