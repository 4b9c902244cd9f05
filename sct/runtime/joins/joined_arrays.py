"""The arrays that a branch or a loop makes of others: what they may be, and share memory with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.ir.types import ARRAY
from sct.runtime import trace as tracing
from sct.runtime.arrays.array_attributes import joined_frozen
from sct.runtime.arrays.storage import Storage
from sct.runtime.arrays.view_names import doubt_names
from sct.runtime.arrays.views import join_layouts
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.memory import identify, note_use
from sct.runtime.joins.templates import Template, TNode, has_rows
from sct.runtime.joins.trees import Chosen, Leaf, Many, Node, Tree
from sct.runtime.lists.apart_views import are_all_apart
from sct.runtime.lists.taken import joined_taken

__all__ = ["columns_of", "has_twice", "share"]


def has_twice(tree: Tree | None) -> bool:
    """Whether an ordinary list may hold one array twice."""
    if isinstance(tree, Chosen):
        return any(map(has_twice, tree.items))
    if not isinstance(tree, Node) or has_rows(tree):
        return False
    found = _arrays(tree)
    return any(_may_be_one(a, b) for k, a in enumerate(found) for b in found[:k])


def _may_be_one(a: Any, b: Any) -> bool:
    """Whether two arrays of a list may have elements in common."""
    return not are_all_apart([a, b]) if a.storage is b.storage else bool(a.storage.related(b.storage))


def _arrays(tree: Tree) -> list[Any]:
    if isinstance(tree, Leaf):
        is_array = tree.value.spec.kind == ARRAY and isinstance(getattr(tree.variable, "storage", None), Storage)
        return [tree.variable] if is_array else []
    return [x for item in tree.items for x in _arrays(item)] if isinstance(tree, (Node, Chosen)) else []


def columns_of(tree: Tree | None, item: Template, k: int) -> list[Tree | None]:
    """The arrays that the `k`-th leaf of a list's items, which are of the form `item`, may come from."""
    if isinstance(tree, Many):
        return [tree.items[k]] if k < len(tree.items) else list(tree.items)
    if isinstance(tree, Leaf):
        return [tree]
    if isinstance(tree, Node) and not has_rows(tree):
        return [x for one in tree.items for x in _part_of(one, item, k)]
    return [x for one in tree.items for x in columns_of(one, item, k)] if isinstance(tree, (Node, Chosen)) else []


def _part_of(tree: Tree, form: Template, k: int) -> list[Tree | None]:
    """The same of one item: where it is of the form, only what is in that place."""
    if (
        isinstance(tree, Node)
        and isinstance(form, TNode)
        and not has_rows(form)
        and (tree.kind, tree.keys, len(tree.items)) == (form.kind, form.keys, len(form.items))
    ):
        for one, part in zip(tree.items, form.items, strict=True):
            width = len(leaf_specs(part))
            if k < width:
                return _part_of(one, part, k)
            k -= width
    return list(_leaves_in(tree))


def _leaves_in(tree: Tree) -> Iterator[Tree]:
    """All that may be an array in a tree."""
    if isinstance(tree, Leaf):
        yield tree
    for one in tree.items if isinstance(tree, (Node, Chosen, Many)) else ():
        yield from _leaves_in(one)


def _alternatives(tree: Tree | None) -> list[Any]:
    """The variables that may be here, where others ways bring no array."""
    if isinstance(tree, Chosen):
        return [x for item in tree.items for x in _alternatives(item)]
    return [tree.variable] if isinstance(tree, Leaf) else []


def share(trace: tracing.Trace, made: Any, trees: list[Tree | None], whole: bool = True) -> None:
    """An array that may be one that existed before must not be written to as if it were new.

    It is `whole` where it is no more than one of these, and not what holds all items of a list.
    """
    if made.spec.kind != ARRAY:
        return
    leaves = [tree.variable for tree in trees if isinstance(tree, Leaf)]
    arrays = [x for x in leaves if isinstance(getattr(x, "storage", None), Storage)]
    join_layouts(made.storage, arrays)
    made.storage.joined = True
    ways = [x for tree in trees for x in _alternatives(tree)]
    made.storage.frozen = joined_frozen(ways, nothing="no" if whole else "never")
    if whole:
        held = [x for x in ways if isinstance(getattr(x, "storage", None), Storage)]
        made.storage.taken = joined_taken(held, trace.joining.entering)
    memory = trace.joining.meeting.memory_of(made, trees) if whole and trace.joining.meeting is not None else None
    if memory is not None:
        identify(made.storage, memory)
        return
    if whole and not trace.joining.entering and made.storage.names is None:
        made.storage.untold = True
        doubt_names(made.storage, arrays)
    made.storage.partial = any(x.steps or x.spec != made.spec or x.storage.may_be_part for x in arrays)
    for x in arrays:
        if not trace.joining.entering:
            note_use(x.storage)
        for root in x.storage.roots(trace.joining.carried):
            made.storage.share(root)
    made.storage.agree()
    if arrays:  # what is taken out of a list is made of none: it agrees with the list as long as nothing is written
        trace.joined.append(made.storage)
