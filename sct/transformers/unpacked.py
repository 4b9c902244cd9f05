"""Unpacking to several names, and displays and calls with stars, in the variant for tracing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gast

from .analysis.bound import is_generated
from .base import Node
from .quote import quote_expr

__all__ = ["displayed", "spreading", "unpacked"]


def unpacked(value: Node, targets: Sequence[Node]) -> Node:
    """The value of an assignment to several names, with what is known of how many those are.

    `_reads.iter(xs)` for the targets `a, (b, c), *d` becomes `_reads.unpacked(xs, (None, (None, None), '*'))`, which
    answers a list for the star: the target is `d` then. Displays need that only where a target has targets itself.
    """
    display = isinstance(value, gast.Tuple | gast.List | gast.Constant)
    if len(targets) > 1 or (display and not any(isinstance(x, gast.Tuple | gast.List) for x in targets[0].elts)):
        return value
    spec = gast.copy_location(gast.Constant(_spec_of(targets[0]), None), value)
    elements = targets[0].elts
    targets[0].elts = [element.value if isinstance(element, gast.Starred) else element for element in elements]
    new = quote_expr("_reads.unpacked(value, spec)", at=value, value=value if display else value.args[0], spec=spec)
    return gast.copy_location(new, value)


def _spec_of(target: Node) -> Any:
    if isinstance(target, gast.Starred):
        return "*"
    return tuple(map(_spec_of, target.elts)) if isinstance(target, gast.Tuple | gast.List) else None


def _is_at_rest(node: Node) -> bool:
    """Whether nothing happens where an element of a display is evaluated."""
    if isinstance(node, gast.Starred):
        return _is_at_rest(node.value)
    return isinstance(node, gast.Name | gast.Constant)


def displayed(node: Node, visit: Callable[[Node], Node]) -> Node:
    """A display with stars: `[*xs, y]` becomes `_reads.display('list', [(True, xs), (False, y)])`.

    In `(*xs, f())` what comes after the star is taken before `f` is called: `(True, _reads.taken(xs))`.
    """
    parts = []
    for k, element in enumerate(node.elts):
        starred = isinstance(element, gast.Starred)
        value = visit(element.value if starred else element)
        if starred and not all(map(_is_at_rest, node.elts[k + 1 :])):
            take = "taken_table" if isinstance(node, gast.Set) else "taken"
            value = gast.copy_location(quote_expr(f"_reads.{take}(value)", at=value, value=value), value)
        pair = gast.Tuple([gast.copy_location(gast.Constant(starred, None), element), value], gast.Load())
        parts.append(gast.copy_location(pair, element))
    items = gast.copy_location(gast.List(parts, gast.Load()), node)
    kind = gast.copy_location(gast.Constant(type(node).__name__.lower(), None), node)
    return gast.copy_location(quote_expr("_reads.display(kind, items)", at=node, kind=kind, items=items), node)


_CALLED = ("_sct.convert_call", "_sct.convert_builtin", "_sct.convert_print")


def spreading(node: Node) -> Node:
    """A call with stars: `_sct.convert_call(f)(*_reads.iter(xs))` is `_reads.spreading(f)(*_reads.spread(xs))`."""
    stars = [x for x in node.args if isinstance(x, gast.Starred) and _name_of(x.value) == "_reads.iter"]
    own = isinstance(node.func, gast.Lambda) and not is_generated(node.func)  # called where it stands
    if not stars or not (own or _name_of(node.func) in _CALLED):
        return node
    for star in stars:
        star.value.func.attr = "spread"
    if own:
        made = quote_expr("_reads.spreading(function)", at=node.func, function=node.func)
        node.func = gast.copy_location(made, node.func)
    else:
        function = quote_expr("_reads.spreading", at=node.func)
        node.func.func = gast.copy_location(function, node.func.func)
    return node


def _name_of(call: Node) -> str:
    """The converted code's own function that is called, as in `_sct.convert_call`."""
    function = getattr(call, "func", None)
    if isinstance(function, gast.Attribute) and isinstance(function.value, gast.Name):
        return f"{function.value.id}.{function.attr}"
    return ""
