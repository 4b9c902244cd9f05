"""Between Python's own syntax trees and gast's, on which passes work: a copy of the tree, made node by node.

As `gast.ast_to_gast` and `gast.gast_to_ast`, in a third of the time: each kind of node has a function of its own,
which copies the node's dict whole and then looks only at fields that may hold nodes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import gast

from ..errors import ContractError
from .base import Node

__all__ = ["become_python", "from_python", "to_python"]

_TEXT = {"attr", "id", "kind", "level", "module", "simple", "type_comment", "conversion", "is_async", "tag"}
_LISTS = {"type_params"}


def from_python(tree: ast.AST) -> Node:
    """A gast tree of `tree`.

    >>> from_python(ast.Name("x", ast.Load())).annotation is None
    True
    """
    return _FROM[type(tree)](tree)


def to_python(tree: Node) -> Any:
    r"""A tree that Python compiles, of a gast `tree`.

    >>> ast.unparse(to_python(gast.parse("def f(x): return x[0]")))
    'def f(x):\n    return x[0]'
    """
    return _TO[type(tree)](tree)


def become_python(tree: Node) -> Any:
    r"""A tree that Python compiles, of the nodes of a gast `tree` themselves, which is one no longer.

    Four times as quick as `to_python`: both modules' nodes have the same layout, so that they can change class.

    >>> ast.unparse(become_python(gast.parse("def f(x): return x[0]")))
    'def f(x):\n    return x[0]'
    """
    stack = [tree]
    while stack:
        node = stack.pop()
        target, leaf, parts, needed = _SHAPES[type(node)]
        if target is None:
            continue
        node.__class__ = target
        known = node.__dict__
        if leaf is not None:
            value = known[leaf]
            known[leaf] = _LEAVES[type(value)] if leaf != "ops" else [_LEAVES[type(v)] for v in value]
        for name in parts:
            value = known.get(name)
            if type(value) is list:
                stack += value
            elif value is not None:
                stack.append(value)
        for name in needed:
            if name not in known:
                known[name] = [] if name in _LISTS else getattr(node, name, None)
        if target is ast.arguments:
            _name_parameters(node)
        elif target is ast.ExceptHandler and known["name"] is not None:
            known["name"] = known["name"].id
    return tree


def _name_parameters(args: Any) -> None:
    for parameter in (*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg):
        if parameter is not None:
            parameter.__class__ = ast.arg
            parameter.arg = parameter.id
            if parameter.annotation is not None:
                become_python(parameter.annotation)


class _Kinds(dict[type, Callable[[Any], Any]]):
    """For each kind of node, a function that makes its counterpart in another module."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__()
        self.module = module

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        target: Any = getattr(self.module, kind.__name__, None)
        if target is None or not issubclass(kind, ast.AST):
            raise ContractError(f"{kind.__module__}.{kind.__name__} is no node that {self.module.__name__} knows")
        made = self._leaf(target) if not kind._fields else self._inner(target)
        return self.setdefault(kind, made)

    def _leaf(self, target: Any) -> Callable[[Any], Any]:
        """Operators and contexts: nothing tells one from another, so that one is enough."""
        if not issubclass(target, ast.operator | ast.cmpop | ast.boolop | ast.unaryop | ast.expr_context):
            return self._inner(target)
        only = target()
        return lambda node: only

    def _inner(self, target: Any) -> Callable[[Any], Any]:
        fields: tuple[str, ...] = target._fields
        parts = tuple(name for name in fields if name not in _TEXT)
        def made(node: Any) -> Any:
            new = target.__new__(target)
            known = new.__dict__
            known.update(node.__dict__)
            for name in parts:
                value = known.get(name)
                if isinstance(value, ast.AST):
                    known[name] = self[type(value)](value)
                elif type(value) is list:
                    known[name] = [self[type(v)](v) if isinstance(v, ast.AST) else v for v in value]
            for name in fields:
                if name not in known:
                    known[name] = [] if name in _LISTS else getattr(node, name, None)
            return new

        return made


_FROM = _Kinds(gast)
_TO = _Kinds(ast)


def _name_from(node: Any) -> Any:
    new = gast.Name.__new__(gast.Name)
    known = new.__dict__
    known.update(node.__dict__)
    known["ctx"] = _FROM[type(node.ctx)](node.ctx)
    known["annotation"] = known["type_comment"] = None
    return new


def _parameter_from(node: Any) -> Any:
    annotation = node.annotation and from_python(node.annotation)
    return ast.copy_location(gast.Name(node.arg, gast.Param(), annotation, node.type_comment), node)


def _handler_from(node: Any) -> Any:
    new = _FROM._inner(gast.ExceptHandler)(node)
    new.name = gast.Name(node.name, gast.Store(), None, None) if node.name else None
    return new


def _constant_to(node: Any) -> Any:
    new = ast.Constant.__new__(ast.Constant)
    new.__dict__.update(node.__dict__)
    return new


def _name_to(node: Any) -> Any:
    new = ast.Name.__new__(ast.Name)
    known = new.__dict__
    known.update(node.__dict__)
    known["ctx"] = _TO[type(node.ctx)](node.ctx)
    return new


def _handler_to(node: Any) -> Any:
    new = _TO._inner(ast.ExceptHandler)(node)
    new.name = node.name.id if node.name else None
    return new


def _arguments_to(node: Any) -> Any:
    return ast.arguments(
        posonlyargs=[_parameter_to(p) for p in node.posonlyargs],
        args=[_parameter_to(p) for p in node.args],
        vararg=node.vararg and _parameter_to(node.vararg),
        kwonlyargs=[_parameter_to(p) for p in node.kwonlyargs],
        kw_defaults=[d and to_python(d) for d in node.kw_defaults],
        kwarg=node.kwarg and _parameter_to(node.kwarg),
        defaults=[to_python(d) for d in node.defaults],
    )


def _parameter_to(node: Any) -> Any:
    return ast.copy_location(ast.arg(node.id, node.annotation and to_python(node.annotation), node.type_comment), node)


_FROM |= {ast.Name: _name_from, ast.arg: _parameter_from, ast.ExceptHandler: _handler_from}
_TO |= {
    gast.Name: _name_to,
    gast.Constant: _constant_to,
    gast.ExceptHandler: _handler_to,
    gast.arguments: _arguments_to,
}


class _Leaves(dict[type, Any]):
    """For each kind of operator and context, the one of Python's that stands for all."""

    def __missing__(self, kind: type) -> Any:
        return self.setdefault(kind, _TO[kind](None))


_LEAVES = _Leaves()
_Shape: TypeAlias = tuple[Any, str | None, tuple[str, ...], tuple[str, ...]]
"""A node's class to be, its field of operators or a context, those that hold nodes, those that it must have."""


class _Shapes(dict[type, _Shape]):
    """For each kind of gast node, what becomes of it; nothing of what is no node, or Python's already."""

    def __missing__(self, kind: type) -> _Shape:
        if not issubclass(kind, ast.AST) or kind is getattr(ast, kind.__name__, None):
            return self.setdefault(kind, (None, None, (), ()))
        _TO[kind]  # raises for what Python does not know
        target: Any = getattr(ast, kind.__name__)
        fields: tuple[str, ...] = target._fields
        leaf = next((name for name in ("ctx", "op", "ops") if name in fields), None)
        parts = tuple(name for name in fields if name not in _TEXT and name != leaf)
        needed = () if issubclass(kind, gast.expr) else fields
        return self.setdefault(kind, (target, leaf, parts, needed))


_SHAPES = _Shapes(
    {
        gast.Name: (ast.Name, "ctx", (), ()),
        gast.Constant: (ast.Constant, None, (), ()),
        gast.arguments: (ast.arguments, None, ("kw_defaults", "defaults"), ()),
        gast.ExceptHandler: (ast.ExceptHandler, None, ("type", "body"), ("type", "name")),
    }
)
