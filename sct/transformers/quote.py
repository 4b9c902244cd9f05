"""Generated code is written as code: templates with holes instead of nested node constructors."""

from __future__ import annotations

import copy
import functools
import textwrap

import gast

from sct.parsing import parsed

from ..errors import ContractError
from .base import Node

__all__ = ["end_of", "quote", "quote_expr", "with_context"]


def quote(template: str, *, at: Node, **holes: Node) -> list[Node]:
    """Return the statements of `template` with its holes filled.

    A hole is a name in the template that is also a keyword:

    - an expression node takes the name's place;
    - a list of statements takes the place of a statement that is the name alone;
    - a list of expressions takes the place of `*name` in a call, list or tuple,
      a list of keywords that of `**name`;
    - a string renames: variables, functions, parameters, attributes, and `nonlocal` and `global` names;
      there a list of strings gives several names (and an empty one drops the statement).

    New nodes get the first character of `at` as their place, so that a traceback blames the line that they
    stand for; the user's nodes keep theirs. A node that is used a second time is copied.

    >>> import ast
    >>> site = gast.parse("x = f(y)").body[0]
    >>> new = quote("t = value", at=site, t="t_1", value=site.value)
    >>> ast.unparse(gast.gast_to_ast(gast.Module(new, [])))
    't_1 = f(y)'
    """
    module, names = _parsed(template, "exec")
    fill = _Fill(holes, at, names)
    statements = [statement for part in module.body for statement in fill.statement(part)]
    if len(module.body) == len(statements) == 1 and fill.made(statements[0]):
        _mark_end(statements[0], at)
    return statements


def quote_expr(template: str, *, at: Node, **holes: Node) -> Node:
    """Return the expression of `template` with its holes filled, as `quote` does.

    >>> import ast
    >>> site = gast.parse("a or b", mode="eval").body
    >>> first, second = site.values
    >>> new = quote_expr("_sct.or_(first, lambda: second)", at=site, first=first, second=second)
    >>> ast.unparse(gast.gast_to_ast(gast.Expression(new)))
    '_sct.or_(a, lambda: b)'
    """
    expression, names = _parsed(template, "eval")
    fill = _Fill(holes, at, names)
    result = fill.node(expression.body)
    if fill.made(result):
        _mark_end(result, at)
    return result


def end_of(node: Node) -> tuple[int | None, int | None]:
    """Where the user's code ends that a node stands for."""
    known: tuple[int | None, int | None] | None = getattr(node, "_sct_end", None)
    return known or (node.end_lineno, node.end_col_offset)


def _mark_end(node: Node, at: Node) -> None:
    node._sct_end = end_of(at)


@functools.lru_cache(maxsize=512)
def _parsed(template: str, mode: str) -> tuple[Node, frozenset[str]]:
    tree = gast.ast_to_gast(parsed(textwrap.dedent(template).strip(), mode))
    names: set[str] = set()
    for node in gast.walk(tree):
        for field in ("id", "name", "attr"):
            if isinstance(value := getattr(node, field, None), str):
                names.add(value)
        names.update(getattr(node, "names", ()) if isinstance(node, gast.Global | gast.Nonlocal) else ())
    return tree, frozenset(names)


def with_context(node: Node, context: type) -> Node:
    """Return `node` if its context is `context`, else a copy that has it (targets: all the way down)."""
    if isinstance(node, gast.Starred):
        inner = with_context(node.value, context)
        if inner is node.value and isinstance(node.ctx, context):
            return node
        return gast.copy_location(gast.Starred(inner, context()), node)
    if isinstance(node, gast.Tuple | gast.List):
        elements = [with_context(e, context) for e in node.elts]
        if isinstance(node.ctx, context) and all(a is b for a, b in zip(elements, node.elts, strict=True)):
            return node
        return gast.copy_location(type(node)(elements, context()), node)
    if isinstance(getattr(node, "ctx", None), gast.expr_context) and not isinstance(node.ctx, context):
        node = copy.copy(node)
        node.ctx = context()
    return node


_PLACED = (gast.stmt, gast.expr, gast.Slice, gast.keyword, gast.ExceptHandler, gast.alias)


class _Fill:
    """Copies a cached template, filling its holes."""

    def __init__(self, holes: dict[str, Node], at: Node, names: frozenset[str]) -> None:
        unknown = sorted(set(holes) - names)
        if unknown:
            raise ContractError(f"quote: the template has no hole {', '.join(unknown)}")
        self.holes = holes
        self.line: int = at.lineno
        self.column: int = at.col_offset
        self.given: set[str] = set()

    def made(self, node: Node) -> bool:
        """Whether a node is of the template, and not the user's."""
        return all(node is not hole for hole in self.holes.values())

    def hole(self, name: str) -> Node:
        value = self.holes[name]
        if isinstance(value, str):
            return value
        if name in self.given:
            return copy.deepcopy(value)
        self.given.add(name)
        return value

    def rename(self, name: Node) -> Node:
        return self.holes[name] if isinstance(name, str) and isinstance(self.holes.get(name), str) else name

    def statement(self, node: Node) -> list[Node]:
        if isinstance(node, gast.Expr) and isinstance(node.value, gast.Name):
            if isinstance(self.holes.get(node.value.id), list):
                statements: list[Node] = self.hole(node.value.id)
                return statements
        if isinstance(node, gast.Global | gast.Nonlocal):
            names: list[str] = []
            for name in node.names:
                value = self.holes.get(name, name)
                names += [value] if isinstance(value, str) else value
            return [self.place(type(node)(names))] if names else []
        return [self.node(node)]

    def place(self, node: Node) -> Node:
        node.lineno = node.end_lineno = self.line
        node.col_offset, node.end_col_offset = self.column, self.column + 1
        return node

    def node(self, node: Node) -> Node:
        if isinstance(node, gast.Name):
            if node.id in self.holes and not isinstance(self.holes[node.id], str):
                return with_context(self.hole(node.id), type(node.ctx))
            return self.place(gast.Name(self.rename(node.id), type(node.ctx)(), None, None))
        new = type(node)()
        for field in node._fields:
            value = getattr(node, field)
            if isinstance(value, list):
                value = self.sequence(value, field)
            elif isinstance(value, gast.AST):
                value = self.node(value)
            elif field in ("name", "attr"):
                value = self.rename(value)
            setattr(new, field, value)
        if isinstance(node, _PLACED):
            self.place(new)
        if isinstance(node, gast.Lambda):
            new._sct_generated = True  # what is read in it, the user reads in the function around
        return new

    def sequence(self, values: list[Node], field: str) -> list[Node]:
        if field in ("body", "orelse", "finalbody"):
            statements = [s for v in values for s in self.statement(v)]
            return statements or ([self.place(gast.Pass())] if values else [])
        result: list[Node] = []
        for value in values:
            inner = value.value if isinstance(value, gast.Starred | gast.keyword) else None
            if (
                isinstance(inner, gast.Name)
                and isinstance(self.holes.get(inner.id), list)
                and not getattr(value, "arg", None)
            ):
                result += self.hole(inner.id)
            else:
                result.append(self.node(value) if isinstance(value, gast.AST) else value)
        return result
