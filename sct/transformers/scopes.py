"""Which names a function binds, and who else may rebind them: so passes can keep Python's order."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from dataclasses import dataclass

import gast

from .analysis import bound_names, definitely_assigned, scopes_of, walk
from .base import Node, Pass, PassContext, own_nodes
from .quote import quote
from .walks import OPENING

__all__ = ["OrderedPass", "Scope", "ScopedPass", "keep_local", "leading", "scope_of"]


@dataclass(frozen=True)
class Scope:
    """The names of one function."""

    bound: frozenset[str]
    """Names that are the function's own: parameters and everything that a statement of it binds."""
    declared: frozenset[str]
    """Names declared `global` or `nonlocal`."""
    globals: frozenset[str]
    """Names declared `global`."""
    shared: frozenset[str]
    """Own names that a function or class inside declares `nonlocal`: a call may rebind them."""
    targets: frozenset[str]
    """Targets of comprehensions: names of a scope inside."""


def scope_of(function: Node) -> Scope:
    """Return the names of a function.

    >>> function = gast.parse("def f(x): y = [i for i in x]; global z; z = 1").body[0]
    >>> scope = scope_of(function)
    >>> sorted(scope.bound), sorted(scope.declared), sorted(scope.targets)
    (['x', 'y'], ['z'], ['i'])
    """
    arguments = function.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parameters += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    bound = {p.id for p in parameters}
    declared: set[str] = set()
    global_: set[str] = set()
    shared: set[str] = set()
    targets: set[str] = set()
    inside: set[Node] = set()
    for node in own_nodes(function):
        kind = type(node)
        if kind is gast.Name:
            if type(node.ctx) is not gast.Load and node not in inside:
                bound.update(_binds(node))
        elif kind in (gast.Global, gast.Nonlocal):
            declared.update(node.names)
            global_.update(node.names if kind is gast.Global else ())
        elif kind is gast.comprehension:
            names = [n for n in walk(node.target) if isinstance(n, gast.Name)]
            targets.update(n.id for n in names)
            inside.update(names)
        elif kind in OPENING:
            inner = (name for n in walk(node) if isinstance(n, gast.Nonlocal) for name in n.names)
            shared.update(inner)
            bound.update(_binds(node))
            bound.update(bound_names([node]))  # also by `:=` in decorators, defaults and bases
        elif kind in _BINDING:
            bound.update(_binds(node))
    return Scope(
        frozenset(bound - declared), frozenset(declared), frozenset(global_), frozenset(shared), frozenset(targets)
    )


def _binds(node: Node) -> Iterable[str]:
    if type(node) not in _BINDING:
        return ()
    if isinstance(node, gast.Name):
        return (node.id,) if isinstance(node.ctx, gast.Store | gast.Del) else ()
    if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
        return (node.name,)
    if isinstance(node, gast.alias):
        return ((node.asname or node.name).partition(".")[0],)
    if isinstance(node, gast.MatchAs | gast.MatchStar):
        return (node.name,) if node.name else ()
    if isinstance(node, gast.MatchMapping):
        return (node.rest,) if node.rest else ()
    return ()


_BINDING = {
    gast.Name, gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.alias, gast.MatchAs, gast.MatchStar,
    gast.MatchMapping,
}  # fmt: skip


class ScopedPass(Pass):
    """A pass that asks what a name means where it stands."""

    def __init__(self, ctx: PassContext) -> None:
        super().__init__(ctx)
        self._known: dict[Node, Scope] = {}

    def scope(self, function: Node) -> Scope:
        """Return the names of a function as they were when the pass first asked."""
        if function not in self._known:
            self._known[function] = scope_of(function)
        return self._known[function]

    def is_builtin(self, name: str) -> bool:
        """Whether a name of the user's can only mean a builtin or a global: no function around binds it."""
        if name in self.ctx.free_names:
            return False
        for function in reversed(self.scopes):
            scope = self.ctx.scopes.get(function)
            if scope is None:
                scope = self.ctx.scopes[function] = self.scope(function)
            if name in scope.declared:
                return name in scope.globals
            if name in scope.bound or name in scope.targets:
                return False
        return True

    def is_known_builtin(self, node: Node) -> bool:
        """Whether `node` is a name that no function binds and that Python has."""
        return isinstance(node, gast.Name) and hasattr(builtins, node.id) and self.is_builtin(node.id)


class OrderedPass(ScopedPass):
    """A pass that moves expressions, and asks whether anyone could tell."""

    def run(self, tree: Node) -> Node:
        if not self.ctx.knows_unsure:
            mark_unsure(tree, self.ctx)
        return super().run(tree)

    def is_stable(self, node: Node) -> bool:
        """Whether evaluating `node` early or twice cannot be told: constants, own names that have a value."""
        if isinstance(node, gast.Constant):
            return True
        if not isinstance(node, gast.Name) or getattr(node, "_sct_unsure", False):
            return False
        if node.id in self.ctx.temporaries:
            return True
        if not self.scopes:
            return False
        scope = self.scope(self.scopes[-1])
        return (node.id in scope.bound or node.id in scope.targets) and node.id not in scope.shared


def mark_unsure(tree: Node, ctx: PassContext) -> None:
    """Mark reads of names that may have no value there: they may raise. What passes make of them keeps the marks."""
    known = scopes_of(tree, ctx.free_names)
    for scope in known.functions():
        for node in definitely_assigned(scope, known).unsure.values():
            node._sct_unsure = True
    ctx.knows_unsure = True


def leading(body: list[Node]) -> int:
    """The number of statements that have to stay first: the docstring."""
    first = body[0] if body else None
    has_docstring = (
        isinstance(first, gast.Expr) and isinstance(first.value, gast.Constant) and isinstance(first.value.value, str)
    )
    return int(has_docstring)


def keep_local(function: Node, dropped: list[Node]) -> None:
    """Keep names that only dropped statements bound the function's own: they are local, and unbound.

    >>> function = gast.parse("def f(): return x").body[0]
    >>> keep_local(function, gast.parse("x = 1").body)
    >>> import ast
    >>> print(ast.unparse(gast.gast_to_ast(function)))
    def f():
        x = None
        del x
        return x
    """
    if not dropped:
        return
    now = scope_of(function)
    gone = scope_of(gast.Lambda(function.args, dropped))
    names = sorted(gone.bound - now.bound - now.declared - gone.declared)
    start = leading(function.body)
    at = function.body[start] if start < len(function.body) else function
    function.body[start:start] = [
        statement for name in names for statement in quote("name = None\ndel name", at=at, name=name)
    ]
