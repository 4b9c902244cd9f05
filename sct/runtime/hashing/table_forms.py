"""The form that two sets or dicts with run-time keys have in common: that of the lists which they are made of."""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.errors import AliasError
from sct.runtime.hashing.entries import ENTRIES
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.templates import (
    OpenDims,
    TChoice,
    Template,
    TGone,
    TNode,
    TStatic,
    grown,
    opened,
    same_form,
    unify,
)
from sct.runtime.trace import Trace

__all__ = ["holds_deque", "joined", "torn"]


def joined(trace: Trace, a: TNode, b: TNode, open_dims: OpenDims) -> TNode:
    """Two of one kind as one: its lists are never one of several, as it is asked as a whole."""
    gone = next((one for one in (a, b) if isinstance(one.items[0], TGone)), None)
    if gone is not None:
        return gone
    lists: list[Template] = []
    for x, y in zip(_lists(a), _lists(b), strict=True):
        if not (isinstance(x, TStatic) and isinstance(y, TStatic) and x.obj is y.obj):
            x, y = _open(x), _open(y)
        one = grown(trace, [x], [y], open_dims, always=True) if _differ(x, y) else None
        lists.append(one or unify(trace, x, y, open_dims))
    rest = [unify(trace, x, y, open_dims) for x, y in zip(a.items[1:], b.items[1:], strict=True)]
    return TNode(a.kind, a.keys, (TNode(tuple, None, tuple(lists)), *rest), a.instance, a.site or b.site)


def holds_deque(t: Template) -> bool:
    """Whether an item is, or holds, a deque: there are none in rows."""
    if isinstance(t, TNode) and t.kind is deque:
        return True
    return isinstance(t, (TNode, TChoice)) and any(map(holds_deque, t.items))


def _lists(t: TNode) -> tuple[Any, ...]:
    (parts, *_) = t.items
    assert isinstance(parts, TNode)
    return parts.items


def _open(t: Template) -> Template:
    """The form of the items of a list that was there before."""
    return opened(t.tree) if isinstance(t, TStatic) and t.tree is not None else t


def _differ(x: Template, y: Template) -> bool:
    return isinstance(x, TNode) and isinstance(y, TNode) and x.kind is y.kind is list and not same_form(x, y)


def torn(trace: Trace, template: TNode, parts: list[Any]) -> AliasError | None:
    """What is said of a set or dict of which even the lists are one of several."""
    tables = template.keys is not None and template.keys[:1] == (ENTRIES,)
    if not tables or not any(isinstance(xs, Choice) for xs in parts[0]):
        return None
    kind = template.kind.__name__
    return AliasError(
        f"a {kind} is used that is one of several at run time",
        where=trace.location(),
        why="they hold keys of different kinds, or so many that the program cannot tell them apart",
        fix=f"make a copy on every path first, as in {kind}(x)",
    )
