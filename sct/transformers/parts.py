"""The nodes right in a node. Every walk asks for them, so a table knows where they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gast

__all__ = ["CHILDREN", "PART_NAMES", "WITH_GAPS", "children", "copied"]


class _PartNames(dict[type, tuple[str, ...]]):
    """The attributes of each kind of node that may hold nodes: fields, and the extra test of a loop.

    Contexts (`Load`, `Store`) and what is always text or a number are left out.

    >>> PART_NAMES[gast.Attribute], PART_NAMES[gast.Constant], PART_NAMES[gast.While]
    (('value',), (), ('test', 'body', 'orelse'))
    """

    def __missing__(self, kind: type) -> tuple[str, ...]:
        if issubclass(kind, gast.Constant | gast.MatchSingleton | gast.Global | gast.Nonlocal):
            return self.setdefault(kind, ())
        fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
        text = _TEXT | ({"arg"} if issubclass(kind, gast.keyword) else set())
        extra = ("_sct_extra_test",) if issubclass(kind, gast.For) else ()
        return self.setdefault(kind, (*(name for name in fields if name not in text), *extra))


PART_NAMES = _PartNames()
_TEXT = {"attr", "ctx", "id", "is_async", "kind", "kwd_attrs", "level", "module", "simple", "type_comment"}
WITH_GAPS = {"keys", "kw_defaults"}  # lists of nodes in which None may stand


def children(node: Any) -> Sequence[Any]:
    """The nodes right in `node`, and what is tested before a loop's items; no contexts, no operators.

    >>> [type(n).__name__ for n in children(gast.parse("f(x, -1)").body[0].value)]
    ['Name', 'Name', 'UnaryOp']
    """
    return CHILDREN[type(node)](node)


class _Children(dict[type, Callable[[Any], Sequence[Any]]]):
    """For each kind of node, what finds its children."""

    def __missing__(self, kind: type) -> Callable[[Any], Sequence[Any]]:
        names = tuple(name for name in PART_NAMES[kind] if name not in ("op", "ops"))

        def found(node: Any) -> Sequence[Any]:
            nodes: list[Any] = []
            known = node.__dict__
            for name in names:
                value = known.get(name)
                if value is None:
                    continue
                if type(value) is list:
                    nodes += value if name not in WITH_GAPS else [v for v in value if v is not None]
                elif isinstance(value, gast.AST) and value._fields:
                    nodes.append(value)
            return nodes

        return self.setdefault(kind, found if names else lambda node: ())


def _in_name(node: Any) -> Sequence[Any]:
    annotation = node.__dict__.get("annotation")
    return () if annotation is None else (annotation,)


CHILDREN = _Children(
    {
        gast.Name: _in_name,
        gast.Attribute: lambda node: (node.value,),
        gast.BinOp: lambda node: (node.left, node.right),
        gast.UnaryOp: lambda node: (node.operand,),
        gast.Subscript: lambda node: (node.value, node.slice),
        gast.Call: lambda node: [node.func, *node.args, *node.keywords],
        gast.Compare: lambda node: [node.left, *node.comparators],
        gast.Tuple: lambda node: node.elts,
        gast.Expr: lambda node: (node.value,),
        gast.Assign: lambda node: [*node.targets, node.value],
        gast.If: lambda node: [node.test, *node.body, *node.orelse],
    }
)


def copied(node: Any) -> Any:
    """A deep copy of a tree, with the marks that passes left; operators and contexts are shared."""
    kind: Any = type(node)
    new = kind.__new__(kind)
    known = new.__dict__
    known.update(node.__dict__)
    for name in PART_NAMES[kind]:
        value = known.get(name)
        if value is None:
            continue
        if type(value) is list:
            known[name] = [copied(v) if isinstance(v, gast.AST) else v for v in value]
        elif isinstance(value, gast.AST) and value._fields:
            known[name] = copied(value)
    return new
