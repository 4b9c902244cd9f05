"""Which variable each name means: scopes, what they bind, and the owner of every occurrence.

The rules are the compiler's own: class bodies are skipped from inside, comprehensions have a scope of
their own (3.12 inlines their code, not their names), `:=` in one binds in the function around it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import gast

from ..base import Node
from ..parts import CHILDREN, children

__all__ = [
    "FREE", "GLOBAL", "LOCAL", "Occurrence", "Scope", "Scopes", "children", "scopes_of", "statements_below",
    "statements_in",
]

LOCAL, FREE, GLOBAL = "local", "free", "global"

COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
INLINED = COMPREHENSIONS[:-1]
FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef)


@dataclass(eq=False)
class Scope:
    """One function, lambda, class, comprehension or type-parameter scope, or the module around all."""

    kind: str
    node: Node
    parent: Scope | None = None
    params: tuple[str, ...] = ()
    bound: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    children: list[Scope] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the function or class, or the kind in angle brackets."""
        return getattr(self.node, "name", f"<{self.kind}>")

    @property
    def is_transparent(self) -> bool:
        """Whether its code belongs to the function around: a pass made it, or Python inlines it."""
        if isinstance(self.node, INLINED):
            return sys.version_info >= (3, 12)
        return getattr(self.node, "_sct_generated", False)

    def dump(self, indent: str = "") -> str:
        """One line a scope: what it binds, declares and reads, sorted."""
        parts = [f"{indent}{self.kind} {self.name}"]
        for label, names in (
            ("params", self.params),
            ("binds", sorted(self.bound - set(self.params))),
            ("global", sorted(self.globals)),
            ("nonlocal", sorted(self.nonlocals)),
            ("reads", sorted(self.reads)),
        ):
            if names:
                parts.append(f"{label} {' '.join(names)}")
        return "\n".join([": ".join([parts[0], "; ".join(parts[1:])]), *(c.dump(indent + "  ") for c in self.children)])


class Occurrence(NamedTuple):
    """One `Name` node: where it stands, and the function scope that owns its variable, if the tree has it."""

    node: Node
    scope: Scope
    owner: Scope | None

    def between(self) -> Iterator[Scope]:
        """The scopes from that of the node out to its owner, which is left out."""
        scope: Scope | None = self.scope
        while scope is not None and scope is not self.owner:
            yield scope
            scope = scope.parent

    def is_free(self) -> bool:
        """Whether the user's code reads a closure variable here, and not a variable of the function it is in."""
        return any(not scope.is_transparent for scope in self.between())


class Scopes:
    r"""The scopes of a tree.

    Examples
    --------
    >>> tree = gast.parse("def f(x):\n    y = [x * z for z in x]\n    return lambda: y")
    >>> print(scopes_of(tree).dump())
    module <module>: binds f
      function f: params x; binds y; reads x
        comprehension <comprehension>: binds z; reads x z
        function <function>: reads y
    """

    def __init__(self, root: Scope, free_names: frozenset[str]) -> None:
        self.root = root
        self.free_names = free_names
        self.by_node: dict[int, Scope] = {}
        self.where: dict[int, Scope] = {}
        self.names: list[tuple[Node, Scope]] = []
        self._occurrences: list[Occurrence] = []
        self._resolved: dict[tuple[Scope, str], Scope | str] = {}

    def scope_of(self, node: Node) -> Scope:
        """The scope that a function, class or comprehension node opens."""
        return self.by_node[id(node)]

    def owner(self, scope: Scope, name: str) -> Scope | None:
        """The scope whose variable `name` is in `scope`; None for globals and closure variables."""
        found = self._resolve(scope, name)
        return found if isinstance(found, Scope) else None

    def kind(self, scope: Scope, name: str) -> str:
        """`local` (of a scope in the tree), `free` (of a function around the tree) or `global`."""
        found = self._resolve(scope, name)
        return LOCAL if isinstance(found, Scope) else found

    def _resolve(self, scope: Scope, name: str) -> Scope | str:
        known = self._resolved.get((scope, name))
        if known is None:
            known = self._resolved[scope, name] = self._find(scope, name)
        return known

    def _find(self, scope: Scope, name: str) -> Scope | str:
        current: Scope | None = scope
        while current is not None and current.kind != "module":
            if current is scope or current.kind != "class":
                if name in current.globals:
                    return GLOBAL
                if name in current.bound and name not in current.nonlocals:
                    return current
            current = current.parent
        return FREE if name in self.free_names else GLOBAL

    def occurrences(self) -> list[Occurrence]:
        """Every `Name` node with its scope and owner, in the order of the tree."""
        if len(self._occurrences) != len(self.names):
            self._occurrences = [Occurrence(node, scope, self.owner(scope, node.id)) for node, scope in self.names]
        return self._occurrences

    def functions(self) -> Iterator[Scope]:
        """All function scopes (lambdas too), outer ones first."""
        stack = [self.root]
        while stack:
            scope = stack.pop()
            if scope.kind == "function":
                yield scope
            stack.extend(reversed(scope.children))

    def dump(self) -> str:
        """One line a scope."""
        return self.root.dump()


def statements_in(node: Node) -> list[Node]:
    """The statements directly in a statement, those of its handlers and cases too."""
    found: list[Node] = []
    if type(node) in _SIMPLE:
        return found
    known = node.__dict__
    for name in ("body", "orelse", "finalbody"):
        value = known.get(name)
        if type(value) is list:
            found += value
    for name in ("handlers", "cases"):
        for part in known.get(name, ()):
            found += part.body
    return found


def statements_below(node: Node) -> Iterator[Node]:
    """All statements in a statement, those of functions and classes too, in no order to rely on."""
    todo = statements_in(node)
    while todo:
        node = todo.pop()
        yield node
        if type(node) not in _SIMPLE:
            todo += statements_in(node)


_SIMPLE = {gast.Assign, gast.Expr, gast.Nonlocal, gast.Pass, gast.Return}


def scopes_of(tree: Node, free_names: Iterable[str] = ()) -> Scopes:
    """Analyse `tree`, a module or a function, whose closure variables are `free_names`."""
    root = Scope("module", tree)
    result = Scopes(root, frozenset(free_names))
    builder = _Builder(result)
    if isinstance(tree, gast.Module):
        builder.each(tree.body, root)
    else:
        builder.visit(tree, root)
    return result


class _Builder:
    def __init__(self, result: Scopes) -> None:
        self.result = result

    def each(self, nodes: Iterable[Node], scope: Scope) -> None:
        for node in nodes:
            kind = type(node)
            if kind is gast.Constant:
                continue
            method = _VISITORS.get(kind)
            if method is not None:
                method(self, node, scope)
            else:
                self.each(CHILDREN[kind](node), scope)

    def visit(self, node: Node, scope: Scope) -> None:
        self.each((node,), scope)

    def open(self, kind: str, node: Node, parent: Scope) -> Scope:
        scope = Scope(kind, node, parent)
        parent.children.append(scope)
        if kind != "types":
            self.result.by_node[id(node)] = scope
        return scope

    def name(self, node: Node, scope: Scope) -> None:
        self.result.names.append((node, scope))
        (scope.reads if type(node.ctx) is gast.Load else scope.bound).add(node.id)
        if node.annotation is not None:
            self.visit(node.annotation, scope)

    def type_scope(self, node: Node, scope: Scope) -> Scope:
        parameters = getattr(node, "type_params", None)
        if not parameters:
            return scope
        inner = self.open("types", node, scope)
        for parameter in parameters:
            inner.bound.add(parameter.name)
            self.each(children(parameter), inner)
        return inner

    def arguments(self, node: Node, outer: Scope, inner: Scope) -> None:
        args = node.args
        parameters = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
        for parameter in parameters:
            if parameter is not None:
                self.result.names.append((parameter, inner))
                inner.bound.add(parameter.id)
                inner.params = (*inner.params, parameter.id)
                if parameter.annotation is not None:
                    self.visit(parameter.annotation, outer)

    def function(self, node: Node, scope: Scope) -> None:
        scope.bound.add(node.name)
        self.each(node.decorator_list, scope)
        self.defaults(node, scope)
        outer = self.type_scope(node, scope)
        inner = self.open("function", node, outer)
        self.arguments(node, outer, inner)
        if node.returns is not None:
            self.visit(node.returns, outer)
        self.each(node.body, inner)

    def lambda_(self, node: Node, scope: Scope) -> None:
        self.defaults(node, scope)
        inner = self.open("function", node, scope)
        self.arguments(node, scope, inner)
        self.visit(node.body, inner)

    def defaults(self, node: Node, scope: Scope) -> None:
        self.each(node.args.defaults, scope)
        self.each((d for d in node.args.kw_defaults if d is not None), scope)

    def class_(self, node: Node, scope: Scope) -> None:
        scope.bound.add(node.name)
        self.each(node.decorator_list, scope)
        outer = self.type_scope(node, scope)
        self.each([*node.bases, *node.keywords], outer)
        self.each(node.body, self.open("class", node, outer))

    def comprehension(self, node: Node, scope: Scope) -> None:
        self.visit(node.generators[0].iter, scope)
        inner = self.open("comprehension", node, scope)
        for number, generator in enumerate(node.generators):
            self.visit(generator.target, inner)
            if number:
                self.visit(generator.iter, inner)
            self.each(generator.ifs, inner)
        parts = (node.key, node.value) if isinstance(node, gast.DictComp) else (node.elt,)
        self.each(parts, inner)

    def walrus(self, node: Node, scope: Scope) -> None:
        target = scope
        while target.kind == "comprehension" and target.parent is not None:
            target = target.parent
        self.visit(node.value, scope)
        self.name(node.target, target)

    def augmented(self, node: Node, scope: Scope) -> None:
        for child in children(node):
            self.visit(child, scope)
        if isinstance(node.target, gast.Name):
            scope.reads.add(node.target.id)

    def annotated(self, node: Node, scope: Scope) -> None:
        self.visit(node.target, scope)
        if not (isinstance(node.target, gast.Name) and scope.kind == "function"):
            self.visit(node.annotation, scope)
        if node.value is not None:
            self.visit(node.value, scope)

    def declaration(self, node: Node, scope: Scope) -> None:
        (scope.globals if isinstance(node, gast.Global) else scope.nonlocals).update(node.names)

    def alias(self, node: Node, scope: Scope) -> None:
        scope.bound.add((node.asname or node.name).partition(".")[0])

    def capture(self, node: Node, scope: Scope) -> None:
        name = node.rest if isinstance(node, gast.MatchMapping) else node.name
        if name is not None:
            scope.bound.add(name)
        self.each(children(node), scope)

    def type_alias(self, node: Node, scope: Scope) -> None:
        self.visit(node.name, scope)
        self.visit(node.value, self.open("types", node, self.type_scope(node, scope)))


_VISITORS = {
    gast.Name: _Builder.name,
    gast.FunctionDef: _Builder.function,
    gast.AsyncFunctionDef: _Builder.function,
    gast.Lambda: _Builder.lambda_,
    gast.ClassDef: _Builder.class_,
    gast.ListComp: _Builder.comprehension,
    gast.SetComp: _Builder.comprehension,
    gast.DictComp: _Builder.comprehension,
    gast.GeneratorExp: _Builder.comprehension,
    gast.NamedExpr: _Builder.walrus,
    gast.AugAssign: _Builder.augmented,
    gast.AnnAssign: _Builder.annotated,
    gast.Global: _Builder.declaration,
    gast.Nonlocal: _Builder.declaration,
    gast.alias: _Builder.alias,
    gast.MatchAs: _Builder.capture,
    gast.MatchStar: _Builder.capture,
    gast.MatchMapping: _Builder.capture,
}
if hasattr(gast, "TypeAlias"):
    _VISITORS[gast.TypeAlias] = _Builder.type_alias
