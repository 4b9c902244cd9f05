"""Functions that each iteration of a loop makes anew, for itself."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any

from sct.errors import JoinError
from sct.runtime.callers.same_static import same_static
from sct.runtime.joins.function_forms import FUNCTIONS
from sct.runtime.joins.templates import TGone
from sct.runtime.joins.trees import Chosen, Node, Static, Tree
from sct.runtime.trace import Trace

__all__ = ["made_anew"]


def made_anew(trace: Trace, before: Tree, after: Tree) -> TGone | None:
    """What a name is carried as under which one attempt at a loop has left a function, and the next one another.

    Both are of one `def` or `lambda`, and do not do the same: each iteration makes its own, and no other one needs it.
    """
    if _MOST_NESTED <= _nested(before) < _nested(after):
        return _refused(trace, _DEEPER)
    old, new = _functions(before), _functions(after)
    for one in new:
        pairs = [(x, y) for x in old for y in new if _made_by(x) is _made_by(y) is _made_by(one)]
        if pairs and not any(same_static(x, y) for x, y in pairs):
            return _refused(trace, "it sees variables of the iteration that may still change", one)
    return None


def _refused(trace: Trace, why: str, one: Any = None) -> TGone:
    name = "" if one is None else getattr(_made_by(one), "co_name", "partial")
    what = "a function" if not name else "a lambda" if name == "<lambda>" else f"the function {name!r}"
    return TGone(
        JoinError(
            f"{what} is used after the iteration of a loop that has made it",
            where=trace.location(),
            why=why,
            fix="use it in the same iteration, or keep numbers in its place",
        )
    )


_DEEPER = "it holds the one of the iteration before: how many are inside of one another, only the run knows"
_MOST_NESTED = 2  # functions in functions, from which on it is more with each iteration


def _nested(tree: Tree) -> int:
    """How deep functions in a tree hold one another."""
    if not isinstance(tree, (Chosen, Node)):
        return 0
    inside = max(map(_nested, tree.items), default=0)
    return inside + (isinstance(tree, Node) and tree.kind in FUNCTIONS)


def _functions(tree: Tree) -> list[Any]:
    """The functions that a name may stand for."""
    if isinstance(tree, Chosen):
        return [one for alternative in tree.items for one in _functions(alternative)]
    found = isinstance(tree, Static) and type(tree.obj) in (FunctionType, functools.partial)
    return [tree.obj] if found else []  # type: ignore[union-attr]


def _made_by(function: Any) -> Any:
    return function.func if type(function) is functools.partial else function.__code__
