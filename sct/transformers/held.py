"""Displays: those with stars, and of tuples that something is going to hold: a name, a display, or what is called."""

from __future__ import annotations

import gast

from .analysis import is_generated
from .base import Node
from .parts import children

__all__ = ["has_stars", "held_tuples"]

_HOLDERS = {
    gast.Assign, gast.Call, gast.Dict, gast.GeneratorExp, gast.Lambda, gast.List, gast.ListComp, gast.Return,
    gast.SetComp, gast.Tuple,
}  # fmt: skip
_OWN = ("_sct", "_reads")
_LOADED = (gast.Load, type(None))


def has_stars(display: Node) -> bool:
    """Whether items of others are among those of a display, which is no target and no subscript with slices."""
    kinds = {type(element) for element in display.elts}
    return gast.Starred in kinds and gast.Slice not in kinds and isinstance(getattr(display, "ctx", None), _LOADED)


def held_tuples(tree: Node) -> set[int]:
    """The displays of two items or more in the user's code which do not come apart at once, by their `id`."""
    found: set[int] = set()
    _find(tree, found, False)
    return found


def _find(node: Node, found: set[int], generated: bool) -> None:
    if isinstance(node, gast.FunctionDef):
        generated = is_generated(node)
    for held in _held_by(node, generated) if type(node) in _HOLDERS else ():
        if isinstance(held, gast.Tuple) and len(held.elts) > 1 and _is_of_run(held):
            found.add(id(held))
    for child in children(node):
        _find(child, found, generated)


def _held_by(node: Node, generated: bool) -> list[Node]:
    if isinstance(node, gast.Call):
        return [] if _is_own(node.func) else [*node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, gast.Tuple | gast.List) and isinstance(node.ctx, gast.Load):
        return list(node.elts)
    if isinstance(node, gast.ListComp | gast.SetComp | gast.GeneratorExp):
        return [node.elt]
    if isinstance(node, gast.Dict):
        return list(node.values)
    if isinstance(node, gast.Lambda):
        return [node.body]
    if isinstance(node, gast.Assign):
        unpacks = any(isinstance(target, gast.Tuple | gast.List) for target in node.targets)
        return [] if unpacks else [node.value]
    return [node.value] if isinstance(node, gast.Return) and not generated and node.value is not None else []


def _is_of_run(display: Node) -> bool:
    """Whether some of its items may be known to the run only."""
    plain = all(isinstance(x, gast.Constant) for x in display.elts)
    return not plain and not any(isinstance(x, gast.Starred | gast.Slice) for x in display.elts)


def _is_own(function: Node) -> bool:
    return isinstance(function, gast.Attribute) and isinstance(function.value, gast.Name) and function.value.id in _OWN
