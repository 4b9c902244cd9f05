"""Definite assignment: which variables surely have a value when a name is read or a statement begins.

Structured data flow over one function at a time. A nested function, lambda or generator expression runs
later: a variable is sure in it only if it is sure at the definition and nothing ever deletes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import gast

from ..base import Node
from ..parts import CHILDREN
from .bound import deleted_names, has_clauses, is_generated
from .facts import Definite
from .rebound import deleted_inside
from .scopes import Scope, Scopes, children

__all__ = ["definitely_assigned"]

State = frozenset[str] | None
"""The names that have a value; None where control never comes."""

_FOREIGN = {
    gast.Lambda, gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef, gast.AugAssign,
    gast.GeneratorExp, gast.ListComp, gast.SetComp, gast.DictComp,
}  # fmt: skip
"""What does not simply hand on its scope."""
_WHEN_CALLED = (gast.Lambda, gast.FunctionDef, gast.AsyncFunctionDef)


def definitely_assigned(scope: Scope, scopes: Scopes) -> Definite:
    """Analyse the function of `scope`."""
    flow = _Flow(scope, scopes)
    if isinstance(scope.node, gast.Lambda):
        flow.expression(scope.node.body)
    else:
        flow.block(scope.node.body)
    return flow.result


def _join(a: State, b: State) -> State:
    if a is None or b is None:
        return a if b is None else b
    return a & b


class _Flow:
    def __init__(self, scope: Scope, scopes: Scopes) -> None:
        self.scope = scope
        self.scopes = scopes
        self.result = Definite(scope)
        self.methods: dict[type, Callable[[Node], None]] = {}
        self.own = scope.bound - scope.globals - scope.nonlocals
        self.loops: list[list[State]] = []  # for each loop: the states at its breaks, at its continues
        self.deleted = deleted_inside(scope, scopes)
        self.now: State = frozenset(scope.params) - self.deleted
        self.ever_deleted = self.deleted | deleted_names(scope.node.body)
        self.finals: list[set[str]] = []  # what the `finally` clauses around delete

    # -- names -----------------------------------------------------------------------------------

    def mine(self, scope: Scope, name: str) -> bool:
        return self.scopes.owner(scope, name) is self.scope

    def use(self, node: Node, *, later: bool = False, stored: bool = False) -> None:
        if node.id not in self.own:
            return
        if self.now is not None and (node.id not in self.now or (later and node.id in self.ever_deleted)):
            (self.result.outer_stores if stored else self.result.unsure)[id(node)] = node

    def bind(self, name: str) -> None:
        if self.now is not None and name in self.own and name not in self.deleted:
            self.now = self.now | {name}

    def unbind(self, name: str) -> None:
        if self.now is not None:
            self.now = self.now - {name}

    # -- expressions -----------------------------------------------------------------------------

    def expression(self, node: Node) -> None:
        kind = type(node)
        if kind is gast.Name:
            context = type(node.ctx)
            if context is gast.Load:
                self.use(node)
            elif context is gast.Del:
                self.use(node)
                self.unbind(node.id)
            else:
                self.bind(node.id)
        elif kind in _EXPRESSIONS:
            _EXPRESSIONS[kind](self, node)
        elif node is not None:
            for child in CHILDREN[kind](node):
                self.expression(child)

    def walrus(self, node: Node) -> None:
        self.expression(node.value)
        self.bind(node.target.id)

    def logical(self, node: Node) -> None:
        self.expression(node.values[0])
        self.maybe(*node.values[1:])

    def conditional(self, node: Node) -> None:
        self.expression(node.test)
        self.maybe(node.body)
        self.maybe(node.orelse)

    def comparison(self, node: Node) -> None:
        self.expression(node.left)
        self.expression(node.comparators[0])
        self.maybe(*node.comparators[1:])

    def lambda_(self, node: Node) -> None:
        self.each(_defaults(node))
        self.foreign(node.body, self.scopes.scope_of(node), later=not is_generated(node))

    def comprehension(self, node: Node) -> None:
        self.expression(node.generators[0].iter)
        self.foreign(node, self.scopes.scope_of(node), later=isinstance(node, gast.GeneratorExp), first=False)

    def each(self, nodes: Iterable[Node | None]) -> None:
        for node in nodes:
            self.expression(node)

    def maybe(self, *nodes: Node) -> None:
        """Expressions that are perhaps not evaluated: what they bind is not sure."""
        before = self.now
        self.each(nodes)
        self.now = _join(before, self.now)

    def foreign(self, node: Node, scope: Scope, *, later: bool, first: bool = True) -> None:
        """The names of this function inside another scope."""
        if isinstance(node, gast.Name):
            if self.mine(scope, node.id):
                self.use(node, later=later, stored=isinstance(node.ctx, gast.Store))
            return
        if type(node) not in _FOREIGN:
            for child in children(node):
                self.foreign(child, scope, later=later)
            return
        inner = self.scopes.by_node.get(id(node), scope)
        if isinstance(node, _WHEN_CALLED):
            for part in [*getattr(node, "decorator_list", []), *_defaults(node)]:
                self.foreign(part, scope, later=later)
            for part in node.body if isinstance(node.body, list) else [node.body]:
                self.foreign(part, inner, later=later or not is_generated(node))
            return
        if isinstance(node, gast.ClassDef):
            for part in [*node.decorator_list, *node.bases, *node.keywords]:
                self.foreign(part, scope, later=later)
            for part in node.body:
                self.foreign(part, inner, later=later)
            return
        if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name) and self.mine(scope, node.target.id):
            self.use(node.target, later=later)
        if isinstance(node, gast.GeneratorExp | gast.ListComp | gast.SetComp | gast.DictComp):
            deferred = later or isinstance(node, gast.GeneratorExp)
            if first:
                self.foreign(node.generators[0].iter, scope, later=later)
            for child in children(node):
                if isinstance(child, gast.comprehension):
                    parts = [child.target, *child.ifs]
                    parts += [child.iter] if child is not node.generators[0] else []
                    for part in parts:
                        self.foreign(part, inner, later=deferred)
                else:
                    self.foreign(child, inner, later=deferred)
            return
        for child in children(node):
            self.foreign(child, scope, later=later)

    # -- statements ------------------------------------------------------------------------------

    def block(self, statements: Sequence[Node]) -> None:
        for statement in statements:
            kind = type(statement)
            method = self.methods.get(kind)
            if method is None:
                method = self.methods[kind] = getattr(self, f"do_{kind.__name__}", self.expression)
            method(statement)

    def enter(self, node: Node) -> None:
        self.result.entry[id(node)] = frozenset() if self.now is None else self.now
        self.result.statements[id(node)] = node

    def do_Assign(self, node: Node) -> None:
        self.expression(node.value)
        self.each(node.targets)

    def do_AugAssign(self, node: Node) -> None:
        if isinstance(node.target, gast.Name):
            self.use(node.target)
        else:
            self.each(children(node.target))
        self.expression(node.value)
        if isinstance(node.target, gast.Name):
            self.bind(node.target.id)

    def do_AnnAssign(self, node: Node) -> None:
        if node.value is not None:
            self.expression(node.value)
            self.expression(node.target)
        elif not isinstance(node.target, gast.Name):
            self.expression(node.target)

    def do_Return(self, node: Node) -> None:
        self.expression(node.value)
        self.now = None

    def do_Raise(self, node: Node) -> None:
        self.each(children(node))
        self.now = None

    def do_Break(self, node: Node) -> None:
        self.loops[-1][0] = _join(self.loops[-1][0], self.leaving())
        self.now = None

    def do_Continue(self, node: Node) -> None:
        self.loops[-1][1] = _join(self.loops[-1][1], self.leaving())
        self.now = None

    def leaving(self) -> State:
        return None if self.now is None else self.now.difference(*self.finals)

    def do_Import(self, node: Node) -> None:
        for alias in node.names:
            self.bind((alias.asname or alias.name).partition(".")[0])

    do_ImportFrom = do_Import

    def do_FunctionDef(self, node: Node) -> None:
        self.each([*node.decorator_list, *_defaults(node)])
        inner = self.scopes.scope_of(node)
        for part in node.body:
            self.foreign(part, inner, later=True)
        self.bind(node.name)

    do_AsyncFunctionDef = do_FunctionDef

    def do_ClassDef(self, node: Node) -> None:
        self.each([*node.decorator_list, *node.bases, *node.keywords])
        inner = self.scopes.scope_of(node)
        for part in node.body:
            self.foreign(part, inner, later=False)
        self.bind(node.name)

    def do_If(self, node: Node) -> None:
        self.enter(node)
        self.expression(node.test)
        start = self.now
        self.block(node.body)
        then, self.now = self.now, start
        self.block(node.orelse)
        self.now = _join(then, self.now)

    def do_While(self, node: Node) -> None:
        always = isinstance(node.test, gast.Constant) and bool(node.test.value)
        self.loop(node, [node.test], [], endless=always)

    def do_For(self, node: Node) -> None:
        self.expression(node.iter)
        extra = getattr(node, "_sct_extra_test", None)
        self.loop(node, [extra], [node.target], endless=False)

    do_AsyncFor = do_For

    def loop(self, node: Node, before: list[Node | None], items: list[Node], *, endless: bool) -> None:
        head = self.now
        while True:
            self.now = head
            self.enter(node)
            self.each(before)
            end = None if endless else self.now
            self.each(items)
            self.loops.append([None, None])
            self.block(node.body)
            broken, continued = self.loops.pop()
            again = _join(head, _join(self.now, continued))
            if again == head:
                break
            head = again
        self.now = end
        self.block(node.orelse)
        self.now = _join(self.now, broken)

    def do_Try(self, node: Node) -> None:
        if has_clauses(node):
            self.enter(node)
        start = self.now
        gone = deleted_names(node.body)
        self.finals.append(deleted_names(node.finalbody))
        self.block(node.body)
        self.block(node.orelse)
        ends = self.now
        raised = None if start is None else start - gone
        for handler in node.handlers:
            self.now = raised
            self.expression(handler.type)
            if handler.name is not None:
                self.bind(handler.name.id)
            self.block(handler.body)
            if handler.name is not None:
                self.unbind(handler.name.id)
            ends = _join(ends, self.now)
        self.finals.pop()
        if not node.finalbody:
            self.now = ends
            return
        everything = [*node.body, *node.orelse, *(s for h in node.handlers for s in [*h.body])]
        gone |= deleted_names(everything) | {h.name.id for h in node.handlers if h.name is not None}
        self.now = None if start is None else start - gone
        self.block(node.finalbody)
        if self.now is None or ends is None:
            self.now = None
            return
        self.now |= ends - deleted_names(node.finalbody)

    do_TryStar = do_Try

    def do_With(self, node: Node) -> None:
        start = self.now
        for number, item in enumerate(node.items):
            self.expression(item.context_expr)
            if has_clauses(node):
                self.enter(node)
            self.expression(item.optional_vars)
            if number == 0:
                start = self.now
        self.block(node.body)
        if any(_is_own_manager(item.context_expr) for item in node.items):
            return
        # a context manager may swallow an exception from anywhere in its body
        if start is not None:
            swallowed = start - deleted_names(node.body)
            self.now = _join(swallowed, self.now)

    do_AsyncWith = do_With

    def do_Match(self, node: Node) -> None:
        self.expression(node.subject)
        start = ends = self.now
        for case in node.cases:
            self.now = start
            self.pattern(case.pattern)
            self.expression(case.guard)
            self.block(case.body)
            ends = self.now if case is node.cases[0] else _join(ends, self.now)
            if case.guard is None and isinstance(case.pattern, gast.MatchAs) and case.pattern.pattern is None:
                break  # it takes everything
        else:
            ends = _join(ends, start)
        self.now = ends

    def pattern(self, node: Node) -> None:
        name = getattr(node, "rest", None) or getattr(node, "name", None)
        if isinstance(name, str) and not isinstance(node, gast.MatchOr):
            self.bind(name)
        for child in children(node):
            if isinstance(child, gast.pattern):
                before = self.now
                self.pattern(child)
                if isinstance(node, gast.MatchOr):
                    self.now = before
            else:
                self.expression(child)


_EXPRESSIONS: dict[type, Callable[[_Flow, Node], None]] = {
    gast.NamedExpr: _Flow.walrus,
    gast.BoolOp: _Flow.logical,
    gast.IfExp: _Flow.conditional,
    gast.Compare: _Flow.comparison,
    gast.Lambda: _Flow.lambda_,
    gast.GeneratorExp: _Flow.comprehension,
    gast.ListComp: _Flow.comprehension,
    gast.SetComp: _Flow.comprehension,
    gast.DictComp: _Flow.comprehension,
}


def _is_own_manager(node: Node) -> bool:
    """Whether this is `_sct.trying()`, which lets every exception through."""
    func = getattr(node, "func", None)
    return isinstance(func, gast.Attribute) and isinstance(func.value, gast.Name) and func.value.id == "_sct"


def _defaults(node: Node) -> list[Node]:
    return [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
