"""Objects that are in a list of run-time length as they are: the form of its items names them, no column holds them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic
from sct.runtime.joins.trees import Chosen, Node, Static, Tree

__all__ = ["as_they_are", "kept_whole"]


def kept_whole(t: Template) -> Iterator[int]:
    """The objects that stand in a template as they are, by their ids."""
    if isinstance(t, TStatic):
        yield id(t.obj)
    elif isinstance(t, (TNode, TChoice)):
        for item in t.items:
            yield from kept_whole(item)
    elif isinstance(t, TRows):
        yield from kept_whole(t.item)


def as_they_are(tree: Tree, kept: frozenset[int]) -> Tree:
    """A tree in which these objects are not taken apart."""
    if not isinstance(tree, (Node, Chosen)):
        return tree
    if id(tree.obj) in kept:
        return Static(tree.obj)
    items = tuple(as_they_are(item, kept) for item in tree.items)
    if all(new is old for new, old in zip(items, tree.items, strict=True)):
        return tree
    return dataclasses.replace(tree, items=items, form=None, form_apart=None)
