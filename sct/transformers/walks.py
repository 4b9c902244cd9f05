"""Walks through whole trees: the nodes of a function, its identifiers, the kinds of nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import gast

from .parts import CHILDREN

__all__ = [
    "FUNCTIONS",
    "OPENING",
    "OPERATING",
    "Chain",
    "StoredPart",
    "identifiers",
    "node_types",
    "operators",
    "own_nodes",
    "own_nodes_of",
]

FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda)
OPENING = {*FUNCTIONS, gast.ClassDef}
OPERATING = {gast.BinOp, gast.BoolOp, gast.UnaryOp, gast.Compare, gast.AugAssign}
_NAMING = {
    gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.Global, gast.Nonlocal, gast.alias,
    gast.MatchAs, gast.MatchStar, gast.MatchMapping,
}  # fmt: skip
_ENDS = {gast.Name, gast.Constant}  # a name has an annotation only as a parameter
_WITH_CONTEXT = {gast.Attribute, gast.Subscript, gast.Tuple, gast.List, gast.Starred}
_PARTS = {gast.Attribute, gast.Subscript}


class StoredPart(gast.AST):  # type: ignore[misc]
    """Among the node types of a tree: an attribute or item that is assigned or deleted."""


class Chain(gast.AST):  # type: ignore[misc]
    """Among the node types of a tree: a comparison with several operators."""


def own_nodes(function: Any) -> Iterator[Any]:
    """The nodes in the body of a function, without those of functions and classes in it."""
    return own_nodes_of(function.body if isinstance(function.body, list) else [function.body])


def own_nodes_of(statements: Iterable[Any]) -> Iterator[Any]:
    """The nodes of some statements of a function, without those of functions and classes in them."""
    stack = list(statements)
    while stack:
        node = stack.pop()
        yield node
        kind = type(node)
        if kind not in _ENDS and kind not in OPENING:
            stack += CHILDREN[kind](node)


def identifiers(tree: Any) -> set[str]:
    """Every identifier in `tree` that could be a variable anywhere in it."""
    names: set[str] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is gast.Name:
            names.add(node.id)
            if node.annotation is not None:
                stack.append(node.annotation)
            continue
        stack += CHILDREN[kind](node)
        if kind not in _NAMING:
            continue
        elif kind in OPENING:
            names.add(node.name)
        elif kind in (gast.Global, gast.Nonlocal):
            names.update(node.names)
        elif kind is gast.alias:
            names.add((node.asname or node.name).partition(".")[0])
        elif kind in (gast.MatchAs, gast.MatchStar) and node.name:
            names.add(node.name)
        elif kind is gast.MatchMapping and node.rest:
            names.add(node.rest)
    return names


def operators(node: Any) -> list[Any]:
    """The operators of an expression."""
    return node.ops if isinstance(node, gast.Compare) else [node.op]


def node_types(tree: Any) -> set[type]:
    """The kinds of nodes in a tree, of operators and contexts too, and of what else is told apart: see above."""
    types: set[type] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        kind = type(node)
        types.add(kind)
        if kind is gast.Constant:
            continue
        if kind is gast.Name:
            types.add(type(node.ctx))
            if node.annotation is not None:
                stack.append(node.annotation)
            continue
        if kind in _WITH_CONTEXT:
            context = type(node.ctx)
            types.add(context)
            if kind in _PARTS and context is not gast.Load:
                types.add(StoredPart)
        elif kind in OPERATING:
            types.update(map(type, operators(node)))
            if kind is gast.Compare and len(node.ops) > 1:
                types.add(Chain)
        stack += CHILDREN[kind](node)
    return types
