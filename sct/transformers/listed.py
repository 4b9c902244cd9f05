"""Comprehensions in the variant for tracing: calls, of which loops and conditions of the program can be made."""

from __future__ import annotations

import copy

import gast

from .base import Node
from .quote import quote_expr

__all__ = ["CONSUMING", "generated", "keyed", "listed"]

CONSUMING = frozenset(["sum", "any", "all", "min", "max", "list", "tuple", "set", "dict", "sorted", "frozenset"])
_BINDING = (gast.NamedExpr, gast.Await, gast.Yield, gast.YieldFrom)


def listed(node: Node) -> Node | None:
    """The call that stands for a comprehension, whose parts have been visited; None where it must stay.

    `[f(x) for x in xs if p(x)]` becomes
    `_reads.listed(xs, lambda _put: lambda x: _reads.when(p(x), lambda: _put(f(x))))`, and a set or dict is made of
    such a list.
    """
    if not _can_be_calls(node):
        return None
    items, taker = _items_and_taker(node, "_reads.walk(items, taker)")
    new = quote_expr("_reads.listed(items, lambda _put: taker)", at=node, items=items, taker=taker)
    if not isinstance(node, gast.ListComp):
        kind = "dict_of" if isinstance(node, gast.DictComp) else "set_of"
        new = quote_expr(f"_reads.{kind}(items)", at=node, items=new)
    return gast.copy_location(new, node)


def keyed(node: Node) -> Node | None:
    """The call that stands for a display of a dict or set with keys that are no constants; None of another one.

    `{k: v, "a": 1}` becomes `_reads.dict_of([(k, v), ("a", 1)])`: only the running program may know the key.
    `{**d, k: v}` becomes `_reads.merged([{**d}, (k, v)])`.
    """
    keys = node.keys if isinstance(node, gast.Dict) else node.elts
    if all(isinstance(key, gast.Constant | None) for key in keys) or any(isinstance(key, gast.Starred) for key in keys):
        return None
    items = keys
    if isinstance(node, gast.Dict):
        items = [_pair_or_dict(key, value) for key, value in zip(keys, node.values, strict=True)]
    listing = gast.List(elts=items, ctx=gast.Load())
    kind = "merged" if None in keys else "dict_of" if isinstance(node, gast.Dict) else "set_of"
    return gast.copy_location(quote_expr(f"_reads.{kind}(items)", at=node, items=listing), node)


def _pair_or_dict(key: Node | None, value: Node) -> Node:
    if key is None:
        return gast.copy_location(gast.Dict(keys=[None], values=[value]), value)
    return gast.Tuple(elts=[key, value], ctx=gast.Load())


def generated(node: Node) -> Node | None:
    """The call that stands for a generator expression, whose parts have been visited; None where it must stay.

    `(f(x) for x in xs if p(x))` becomes
    `_reads.generated(xs, lambda _put: lambda x: _reads.when(p(x), lambda: _put(f(x))), lambda _items: ...)`,
    with the expression itself as what Python steps where the items are asked for one by one.
    """
    if not _can_be_calls(node):
        return None
    stepped = copy.deepcopy(node)
    stepped.generators[0].iter = quote_expr("_reads.iter(_items)", at=node)
    items, taker = _items_and_taker(node, "_reads.walk(items, taker, _put)")
    new = quote_expr(
        "_reads.generated(items, lambda _put: taker, lambda _items: stepped)",
        at=node, items=items, taker=taker, stepped=stepped,
    )  # fmt: skip
    return gast.copy_location(new, node)


def _can_be_calls(node: Node) -> bool:
    """Whether functions of one item can stand for the scopes of a comprehension."""
    first = node.generators[0]
    parts = [part for part in gast.iter_child_nodes(node) if part is not first] + first.ifs
    if any(isinstance(inner, _BINDING) for inner in gast.walk(node)) or any(_keeps_targets(x, True) for x in parts):
        return False
    return not any(part.is_async or not _is_simple(part.target) for part in node.generators)


def _items_and_taker(node: Node, walk: str) -> tuple[Node, Node]:
    """What a comprehension walks through, and the function of one item; `walk` is the call for a later `for`."""
    value = _value(node)
    put = gast.copy_location(gast.Name("_put", gast.Load(), None, None), value)
    body = quote_expr("put(value)", at=value, put=put, value=value)
    items = [_uniterated(part.iter) for part in node.generators]
    for depth, part in reversed(list(enumerate(node.generators))):
        for test in reversed(part.ifs):
            body = quote_expr("_reads.when(test, lambda: body)", at=test, test=test, body=body)
        taker = _taker(part.target, body)
        if depth:
            body = quote_expr(walk, at=part.target, items=items[depth], taker=taker)
    return items[0], taker


def _value(node: Node) -> Node:
    """What an item becomes; of a dict, the pair of its key and value."""
    if isinstance(node, gast.DictComp):
        return gast.copy_location(gast.Tuple([node.key, node.value], gast.Load()), node.key)
    return node.elt


def _keeps_targets(node: Node, at_once: bool) -> bool:
    """Whether a function or generator of the user's is in it: that sees what the targets are in the end."""
    if isinstance(node, gast.Lambda | gast.GeneratorExp) and not at_once:
        return True
    if isinstance(node, gast.Call) and _is_of(node.func, "_reads") and node.func.attr == "generated":
        return not at_once or any(_keeps_targets(argument, at_once=True) for argument in node.args[:2])
    if isinstance(node, gast.Lambda) and [arg.id for arg in node.args.args] == ["_put"]:
        return _keeps_targets(_taken(node.body), at_once=True)  # a comprehension inside of this one
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Lambda):  # names the middle of a chained comparison
        return any(_keeps_targets(child, at_once=False) for child in [node.func.body, *node.args])
    called = isinstance(node, gast.Call) and (_is_of(node.func, "_sct", "_reads") or _consumes(node.func))
    return any(_keeps_targets(child, called and child is not node.func) for child in gast.iter_child_nodes(node))


def _taken(taker: Node) -> Node:
    """What a comprehension's function of one item does with it."""
    while not isinstance(taker, gast.Lambda):
        taker = taker.args[0]
    return taker.body


def _is_of(node: Node, *owners: str) -> bool:
    """Whether a function of converted code's own is called."""
    return isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name) and node.value.id in owners


def _consumes(function: Node) -> bool:
    """Whether a builtin is called that takes all items of its argument at once."""
    if not (isinstance(function, gast.Call) and _is_of(function.func, "_sct") and function.args):
        return False
    name = function.args[0]
    if isinstance(name, gast.Call) and name.args and isinstance(name.args[0], gast.Constant):
        return name.args[0].value in CONSUMING
    return isinstance(name, gast.Name) and name.id in CONSUMING


def _uniterated(node: Node) -> Node:
    """What is walked through, without the mark that Python itself will step it."""
    if isinstance(node, gast.Call) and _is_of(node.func, "_reads") and node.func.attr == "iter":
        return node.args[0]
    return node


def _is_simple(target: Node) -> bool:
    if isinstance(target, gast.Tuple | gast.List):
        return all(map(_is_simple, target.elts)) and bool(target.elts)
    return isinstance(target, gast.Name)


def _taker(target: Node, body: Node) -> Node:
    """A function of one item, which binds the target."""
    if isinstance(target, gast.Name):
        return _function([target.id], body, target)
    names = []
    for k, part in enumerate(target.elts):
        if isinstance(part, gast.Name):
            names.append(part.id)
        else:
            names.append(f"_part{k}")
            inner = gast.copy_location(gast.Name(names[-1], gast.Load(), None, None), part)
            body = quote_expr("taker(inner)", at=part, taker=_taker(part, body), inner=inner)
    names = [f"_same{k}" if name in names[k + 1 :] else name for k, name in enumerate(names)]  # `for _, _, x in ...`
    count = gast.copy_location(gast.Constant(len(names), None), target)
    return quote_expr("_reads.unpacking(taker, count)", at=target, taker=_function(names, body, target), count=count)


def _function(names: list[str], body: Node, at: Node) -> Node:
    made = quote_expr("lambda: body", at=at, body=body)
    made.args.args = [gast.copy_location(gast.Name(name, gast.Param(), None, None), at) for name in names]
    return made
