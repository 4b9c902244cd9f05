"""Generated code is written as code: templates with holes instead of nested node constructors."""

from __future__ import annotations

import copy
import functools
import textwrap
from collections.abc import Callable
from typing import Any, TypeAlias

import gast

from sct.parsing import parsed

from ..errors import ContractError
from .base import Node
from .parts import copied
from .python_trees import from_python

__all__ = ["end_of", "first_character", "made", "quote", "quote_expr", "with_context"]


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
    makers, names = _parsed(template, "exec")
    fill = _Fill(holes, at, names)
    statements = [statement for make in makers for statement in make(fill)]
    if len(makers) == len(statements) == 1 and fill.made(statements[0]):
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
    makers, names = _parsed(template, "eval")
    fill = _Fill(holes, at, names)
    result = makers[0](fill)
    if fill.made(result):
        _mark_end(result, at)
    return result


def first_character(at: Node) -> dict[str, int]:
    """The place of what is made for `at`."""
    line, column = at.lineno, at.col_offset
    return {"lineno": line, "end_lineno": line, "col_offset": column, "end_col_offset": column + 1}


def made(kind: Any, /, **fields: Any) -> Node:
    """A node of this kind, in half the time that gast's constructors take."""
    node = kind.__new__(kind)
    node.__dict__.update(fields)
    return node


def end_of(node: Node) -> tuple[int | None, int | None]:
    """Where the user's code ends that a node stands for."""
    known: tuple[int | None, int | None] | None = getattr(node, "_sct_end", None)
    return known or (node.end_lineno, node.end_col_offset)


def _mark_end(node: Node, at: Node) -> None:
    node._sct_end = end_of(at)


@functools.lru_cache(maxsize=512)
def _parsed(template: str, mode: str) -> tuple[list[_Maker], frozenset[str]]:
    """What makes each statement of a template, or its expression; the names that may be holes."""
    tree = from_python(parsed(textwrap.dedent(template).strip(), mode))
    names: set[str] = set()
    for node in gast.walk(tree):
        for field in ("id", "name", "attr"):
            if isinstance(value := getattr(node, field, None), str):
                names.add(value)
        names.update(getattr(node, "names", ()) if isinstance(node, gast.Global | gast.Nonlocal) else ())
    return [_statement(s) for s in tree.body] if mode == "exec" else [_maker(tree.body)], frozenset(names)


def with_context(node: Node, context: type) -> Node:
    """Return `node` if its context is `context`, else a copy that has it (targets: all the way down)."""
    kind = type(node)
    if kind not in _IN_CONTEXT or (kind in _ALONE and type(node.ctx) is context):
        return node
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
    node = copy.copy(node)
    node.ctx = context()
    return node


_ALONE = {gast.Name, gast.Attribute, gast.Subscript}
_IN_CONTEXT = _ALONE | {gast.Starred, gast.Tuple, gast.List}


_PLACED = (gast.stmt, gast.expr, gast.Slice, gast.keyword, gast.ExceptHandler, gast.alias)


class _Fill:
    """What one use of a template puts into it."""

    def __init__(self, holes: dict[str, Node], at: Node, names: frozenset[str]) -> None:
        if not names.issuperset(holes):
            unknown = sorted(set(holes) - names)
            raise ContractError(f"quote: the template has no hole {', '.join(unknown)}")
        self.holes = holes
        self.place = first_character(at)
        self.given: set[str] = set()

    def made(self, node: Node) -> bool:
        """Whether a node is of the template, and not the user's."""
        return node not in self.holes.values()

    def hole(self, name: str) -> Node:
        value = self.holes[name]
        if name in self.given:
            return copied(value) if isinstance(value, gast.AST) else copy.deepcopy(value)
        self.given.add(name)
        return value

    def rename(self, name: str) -> str:
        value = self.holes.get(name)
        return value if isinstance(value, str) else name


_Maker: TypeAlias = Callable[[_Fill], Any]
"""Makes one node of a template, or a list of them, anew for each use."""


def _maker(node: Node) -> _Maker:
    """What makes an expression, or a statement that cannot be a hole for several."""
    if isinstance(node, gast.Name):
        return _name(node)
    kind: Any = type(node)
    values = {field: getattr(node, field) for field in node._fields}
    parts = [(field, _maker(value)) for field, value in values.items() if isinstance(value, gast.AST) and value._fields]
    parts += [(field, _sequence(value, field)) for field, value in values.items() if isinstance(value, list) and value]
    parts.sort(key=lambda part: node._fields.index(part[0]))  # in this order are holes given out
    empty = [field for field, value in values.items() if isinstance(value, list) and not value]
    texts = [field for field in ("name", "attr") if isinstance(values.get(field), str)]
    placed, is_lambda = isinstance(node, _PLACED), isinstance(node, gast.Lambda)

    def make(fill: _Fill) -> Node:
        new = kind.__new__(kind)
        known = new.__dict__
        known.update(values)
        for field in empty:
            known[field] = []
        for field, made in parts:
            known[field] = made(fill)
        for field in texts:
            known[field] = fill.rename(known[field])
        if placed:
            known.update(fill.place)
        if is_lambda:
            new._sct_generated = True  # what is read in it, the user reads in the function around
            new._sct_converted = True
        return new

    return make if placed or node._fields else lambda fill: node


def _name(node: Node) -> _Maker:
    name, context = node.id, type(node.ctx)

    def make(fill: _Fill) -> Node:
        value = fill.holes.get(name)
        if value is not None and not isinstance(value, str):
            return with_context(fill.hole(name), context)
        new = gast.Name.__new__(gast.Name)
        known = new.__dict__
        known.update(fill.place)
        known.update({"id": value or name, "ctx": node.ctx, "annotation": None, "type_comment": None})
        return new

    return make


def _statement(node: Node) -> Callable[[_Fill], list[Node]]:
    """What makes the statements that stand for one of a template."""
    made = _maker(node)
    if isinstance(node, gast.Global | gast.Nonlocal):

        def declare(fill: _Fill) -> list[Node]:
            names: list[str] = []
            for name in node.names:
                value = fill.holes.get(name, name)
                names += [value] if isinstance(value, str) else value
            return [_placed(type(node)(names), fill)] if names else []

        return declare
    if isinstance(node, gast.Expr) and isinstance(node.value, gast.Name):
        name = node.value.id

        def several(fill: _Fill) -> list[Node]:
            if isinstance(fill.holes.get(name), list):
                statements: list[Node] = fill.hole(name)
                return statements
            return [made(fill)]

        return several
    return lambda fill: [made(fill)]


def _sequence(values: list[Node], field: str) -> Callable[[_Fill], list[Node]]:
    """What makes a list of statements, of expressions, or of names."""
    if field in ("body", "orelse", "finalbody"):
        blocks = [_statement(v) for v in values]

        def block(fill: _Fill) -> list[Node]:
            statements = [s for make in blocks for s in make(fill)]
            return statements or ([_placed(gast.Pass(), fill)] if values else [])

        return block
    makers = [_item(value) for value in values]
    return lambda fill: [item for make in makers for item in make(fill)]


def _item(value: Node) -> Callable[[_Fill], list[Node]]:
    """What makes one item of a list, or those that a starred hole holds."""
    if not isinstance(value, gast.AST):
        return lambda fill: [value]
    made = _maker(value)
    inner = value.value if isinstance(value, gast.Starred | gast.keyword) else None
    if not isinstance(inner, gast.Name) or getattr(value, "arg", None):
        return lambda fill: [made(fill)]
    name = inner.id

    def several(fill: _Fill) -> list[Node]:
        if isinstance(fill.holes.get(name), list):
            items: list[Node] = fill.hole(name)
            return items
        return [made(fill)]

    return several


def _placed(node: Node, fill: _Fill) -> Node:
    node.__dict__.update(fill.place)
    return node
