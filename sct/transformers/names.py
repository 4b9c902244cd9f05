"""Names that may have no value where an `if` or a loop becomes functions that share them."""

from __future__ import annotations

import gast

from .analysis import (
    FREE,
    Occurrence,
    Scope,
    Scopes,
    bound_names,
    children,
    definitely_assigned,
    deleted_names,
    has_clauses,
    is_generated,
    mark_own_names,
    own_names,
    plain_names,
    read_names,
    rebound_inside,
    scopes_of,
    statements_in,
    walk,
)
from .base import CALLS, Node, Pass, PassContext, is_converted
from .parts import PART_NAMES
from .quote import quote, quote_expr

__all__ = ["CheckedFreeReads", "Unbound"]

CONTROL = (gast.If, gast.While, gast.For)


class Unbound(Pass):
    """Give names that may be unbound around control flow a value that says so.

    Such a name starts as `_sct.Undefined`, reads of it where it may be unbound go through `_sct.ld`, which
    raises Python's own error, and `del` makes it undefined again. `global` and `nonlocal` move to the top
    of their function, for the statements below are going to be split into several functions.

    >>> import ast
    >>> from .base import PassContext, run_passes
    >>> tree = gast.parse('''
    ... def f(c):
    ...     if c:
    ...         x = 1
    ...     return x
    ... ''')
    >>> print(ast.unparse(gast.gast_to_ast(run_passes(tree, PassContext(), [Unbound]))))
    def f(c):
        x = _sct.Undefined('x')
        if c:
            x = 1
        return _sct.ld(x)
    """

    acts_on = (*CONTROL, gast.Lambda, gast.Try, gast.With)
    makes = (*CALLS, gast.ExceptHandler, gast.Try)

    def run(self, tree: Node) -> Node:
        hoist_declarations(tree)
        statements = outermost_control(tree)
        if not statements and not any(isinstance(n, gast.Lambda) and is_generated(n) for n in walk(tree)):
            return tree
        scopes = scopes_of(tree, self.ctx.free_names)
        users: frozenset[str] | None = getattr(tree, "_sct_user_names", None)
        generated = frozenset() if users is None else self.ctx.used - users - self.ctx.temporaries
        tracked = _Tracked(scopes, self.ctx.temporaries, statements, frozenset(generated))
        return _Rewrite(self.ctx, tracked).node(tree) if tracked.names else tree


class CheckedFreeReads(Pass):
    """Closure variables are checked on every read: the function around is converted, so they may be undefined.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(CheckedFreeReads, "def f(x): return x + y", free_names=("y",)))
    def f(x):
        return x + _sct.ld(y, free=True)
    """

    def run(self, tree: Node) -> Node:
        scopes = scopes_of(tree, self.ctx.free_names)
        self.free = {id(n) for n, scope in scopes.names if scopes.kind(scope, n.id) == FREE}
        return self.visit(tree)

    def visit_Name(self, node: Node) -> Node:
        if id(node) not in self.free or not isinstance(node.ctx, gast.Load) or node.id == "__class__":
            return node
        return quote_expr("_sct.ld(name, free=True)", at=node, name=node)


def outermost_control(tree: Node) -> list[tuple[Node, Node]]:
    """The (statement, function) pairs of control flow that becomes functions, each without those inside it."""
    found: list[tuple[Node, Node]] = []

    def visit(node: Node, function: Node, inside: bool) -> None:
        if isinstance(node, gast.ClassDef):
            return
        if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef):
            if not is_converted(node):
                return
            function, inside = node, False
        elif _is_divided(node) and not inside:
            found.append((node, function))
            inside = True
        for child in statements_in(node):
            visit(child, function, inside)

    visit(tree, tree, False)
    return found


def _is_divided(node: Node) -> bool:
    """Whether the parts of a statement become functions."""
    return has_clauses(node) or (isinstance(node, CONTROL) and not getattr(node, "_sct_keep", False))


class _Tracked:
    """The variables that may be without a value where generated functions share them."""

    def __init__(
        self,
        scopes: Scopes,
        temporaries: set[str],
        statements: list[tuple[Node, Node]],
        generated: frozenset[str],
    ) -> None:
        self.scopes = scopes
        self.temporaries = temporaries
        self.facts = {id(s): definitely_assigned(s, scopes) for s in scopes.functions()}
        self.unsure = {key for fact in self.facts.values() for key in fact.unsure}
        self.names: dict[int, set[str]] = {}  # by id of the owning scope
        mark_own_names(self.facts.values(), generated | plain_names(scopes))
        for statement, function in statements:
            self._add_state(statement, scopes.scope_of(function))
        self._add_uses(statements)

    def add(self, owner: Scope | None, name: str) -> None:
        if owner is not None and owner.kind == "function" and name not in self.temporaries:
            self.names.setdefault(id(owner), set()).add(name)

    def has(self, owner: Scope | None, name: str) -> bool:
        return owner is not None and name in self.names.get(id(owner), ())

    def _add_state(self, statement: Node, scope: Scope) -> None:
        """Names in the state of a statement that have no sure value when it begins, or lose it in it."""
        sure = self.facts[id(scope)].entry.get(id(statement), frozenset())
        gone = deleted_names([statement])
        own = own_names(statement)
        for name in (*bound_names([statement]), *rebound_inside(scope, self.scopes)):
            if name in own:
                continue
            owner = self.scopes.owner(scope, name)
            known = sure if owner is scope or owner is None else self._always(owner)
            if name in gone or name not in known:
                self.add(owner, name)

    def _always(self, owner: Scope) -> frozenset[str]:
        return frozenset(owner.params) - deleted_names(owner.node.body)

    def _add_uses(self, statements: list[tuple[Node, Node]]) -> None:
        """Names that a statement, or a function in it, uses where they may have no value."""
        stores = {key for fact in self.facts.values() for key in fact.outer_stores}
        asked = self.unsure | stores
        if not asked:
            return
        inside = {id(node) for statement, _ in statements for node in walk(statement)} & asked
        for seen in self.scopes.occurrences():
            node = seen.node
            if id(node) in inside or (id(node) in self.unsure and self._moved(seen)):
                self.add(seen.owner, node.id)

    def _moved(self, seen: Occurrence) -> bool:
        """Whether the owner's own code reads a name in a lambda that a pass made."""
        return not seen.is_free() and any(isinstance(scope.node, gast.Lambda) for scope in seen.between())


def hoist_declarations(node: Node) -> None:
    """Move `global` and `nonlocal` statements to the top of the function that they stand in."""
    if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef):
        nested: list[Node] = []
        _take_declarations(node.body, nested, top=True)
        if nested:
            node.body[0:0] = [*_docstring(node), *nested]
    for child in statements_in(node):
        hoist_declarations(child)


def _docstring(function: Node) -> list[Node]:
    first = function.body[0]
    if isinstance(first, gast.Expr) and isinstance(first.value, gast.Constant) and isinstance(first.value.value, str):
        return [function.body.pop(0)]
    return []


def _take_declarations(statements: list[Node], found: list[Node], *, top: bool) -> None:
    for index, statement in enumerate(statements):
        if isinstance(statement, gast.Global | gast.Nonlocal):
            if not top:
                found.append(statement)
                statements[index] = gast.copy_location(gast.Pass(), statement)
                statements[index]._sct_moved = True
            continue
        if isinstance(statement, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
            continue
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(statement, field, None)
            if isinstance(inner, list):
                _take_declarations(inner, found, top=False)
        for part in [*(getattr(statement, "handlers", None) or ()), *(getattr(statement, "cases", None) or ())]:
            _take_declarations(part.body, found, top=False)


class _Rewrite:
    """Rewrites every occurrence of the tracked names, in whatever function or class it stands."""

    def __init__(self, ctx: PassContext, tracked: _Tracked) -> None:
        self.ctx = ctx
        self.scopes = tracked.scopes
        self.tracked = tracked
        self.names: set[int] = set()
        self.reads: set[int] = set()
        self.free: set[int] = set()
        self.shared: set[str] = set()
        for seen in self.scopes.occurrences():
            if seen.is_free():
                self.shared.add(seen.node.id)
            if tracked.has(seen.owner, seen.node.id):
                self.names.add(id(seen.node))
                later = seen.is_free() and isinstance(seen.node.ctx, gast.Load)  # read when the function is called
                if later or id(seen.node) in tracked.unsure:
                    self.reads.add(id(seen.node))
                    if seen.is_free():
                        self.free.add(id(seen.node))

    def node(self, node: Node) -> Node:
        """Rewrite an expression, or the parts of a statement."""
        if isinstance(node, gast.Name):
            if isinstance(node.ctx, gast.Load) and id(node) in self.reads:
                return self.checked(node, node)
            return node
        starts = self.starts(node) if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef) else {}
        known = node.__dict__
        for field in PART_NAMES[type(node)]:
            value = known.get(field)
            if type(value) is list:
                new: list[Node] = []
                for item in value:
                    if isinstance(item, gast.stmt):
                        new += starts.get(id(item), []) if field == "body" else []
                        new += self.statement(item)
                    else:
                        new.append(self.node(item) if isinstance(item, gast.AST) else item)
                known[field] = new
            elif isinstance(value, gast.AST) and value._fields:
                known[field] = self.node(value)
        return node

    def checked(self, node: Node, name: Node | str) -> Node:
        """Return a read of `name`, where `node` stands, that raises if it has no value."""
        template = "_sct.ld(name, free=True)" if id(node) in self.free else "_sct.ld(name)"
        return quote_expr(template, at=node, name=name)

    def starts(self, function: Node) -> dict[int, list[Node]]:
        """For each statement of the body: the names that begin as undefined before it."""
        scope = self.scopes.scope_of(function)
        left = self.tracked.names.get(id(scope), set()) - set(scope.params)
        shared = left & set(rebound_inside(scope, self.scopes))  # in the state of whatever control flow there is
        found: dict[int, list[Node]] = {}
        for statement in function.body:
            if not left:
                break
            here = left & set(bound_names([statement]))
            here |= {n.id for n in walk(statement) if isinstance(n, gast.Name) and id(n) in self.names} & left
            if shared & left and any(map(_is_divided, walk(statement))):
                here |= shared & left
            start = sorted(here - _given_value(statement))
            found[id(statement)] = [new for name in start for new in self.undefine(name, statement)]
            left = left - here
        return found

    def undefine(self, name: str, at: Node) -> list[Node]:
        text = gast.copy_location(gast.Constant(name, None), at)
        return quote("name = _sct.Undefined(text)", at=at, name=name, text=text)

    def statement(self, node: Node) -> list[Node]:
        if isinstance(node, gast.Delete) and any(id(target) in self.names for target in node.targets):
            return [new for target in node.targets for new in self.deletion(target, node)]
        if isinstance(node, gast.AugAssign) and id(node.target) in self.reads:
            check = self.checked(node.target, node.target.id)
            return [*quote("check", at=node.target, check=check), self.node(node)]
        if isinstance(node, gast.Try | gast.TryStar):
            self.node(node)
            node.handlers = [self.handler(handler, node) for handler in node.handlers]
            return [node]
        return [self.node(node)]

    def deletion(self, target: Node, at: Node) -> list[Node]:
        if id(target) not in self.names:
            return [gast.copy_location(gast.Delete([self.node(target)]), at)]
        check = [self.checked(target, target.id)] if id(target) in self.reads else []
        gone = self.undefine(target.id, target)
        gone[0]._sct_deletes = True
        return [*(s for c in check for s in quote("check", at=target, check=c)), *gone]

    def handler(self, node: Node, statement: Node) -> Node:
        """`except … as e` deletes `e` at its end, whatever happens."""
        if node.name is None or id(node.name) not in self.names:
            return node
        name, caught = node.name.id, self.ctx.temporary("caught")
        node._sct_asks = name in self.shared or name in read_names(node.body)
        node.body = quote(
            """
            name = caught
            try:
                body
            finally:
                undefine
            """,
            at=node,
            name=name,
            caught=caught,
            body=node.body,
            undefine=self.undefine(name, node),
        )
        node.body[-1]._sct_left = not has_clauses(statement)
        node.body[-1]._sct_own = own_names(statement)
        node.name = gast.copy_location(gast.Name(caught, gast.Store(), None, None), node.name)
        node._sct_name = name
        return node


def _given_value(statement: Node) -> set[str]:
    """The names that surely have a value after a simple statement, if it does not raise."""
    if isinstance(statement, gast.Assign):
        first = [statement.value]
        given = {t.id for t in statement.targets if isinstance(t, gast.Name)}
    elif isinstance(statement, gast.FunctionDef | gast.ClassDef):
        inside = {id(s) for s in statement.body}
        first = [n for n in children(statement) if id(n) not in inside]
        given = set(bound_names([statement]))
    elif isinstance(statement, gast.Import | gast.ImportFrom):
        return set(bound_names([statement]))
    else:
        return set()
    return given - set(read_names(first))
