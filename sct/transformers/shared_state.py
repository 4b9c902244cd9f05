"""The local functions that an `if` or a loop becomes, and the names that they share with the code around."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from ..errors import ContractError
from .analysis import (
    Scopes,
    bound_names,
    is_generated,
    mark_generated,
    own_names,
    rebound_inside,
    scopes_of,
    statements_in,
)
from .base import CALLS, Node, Pass, PassContext
from .quote import first_character, made, quote
from .walks import OPENING

__all__ = ["SHARED", "SharedState", "StatePass"]


SHARED = (
    *CALLS, gast.Compare, gast.ExceptHandler, gast.FunctionDef, gast.Global, gast.If, gast.Is, gast.Nonlocal,
    gast.Return, gast.Try,
)  # fmt: skip
"""What the local functions are made of."""


class StatePass(Pass):
    """A pass that turns statements into local functions; what they assign stays the enclosing function's."""

    def __init__(self, ctx: PassContext) -> None:
        super().__init__(ctx)
        self.rebound: dict[int, tuple[frozenset[str], tuple[str, ...]]] = {}
        self.bound: dict[Node, set[str]] = {}  # of statements that have not been visited yet
        self.checked: set[Node] = set()
        self.known: Scopes | None = None  # where there is no `nonlocal`, no one asks

    def run(self, tree: Node) -> Node:
        if _has_nonlocal(tree):
            self.known = scopes_of(tree, self.ctx.free_names)
        return super().run(tree)

    def state_of(self, statement: Node, parts: Iterable[Node]) -> SharedState:
        """Return the state of a statement, whose `parts` become local functions of the visited function."""
        function = next(scope for scope in reversed(self.scopes) if not is_generated(scope))
        declared, shared = self._facts(function)
        if getattr(function, "_sct_answer", None) and (
            self.ctx.answered & getattr(statement, "_sct_guard", frozenset()) or self.asks_for_answer(statement)
        ):
            shared = (*shared, function._sct_answer)  # where none is known, code may write to what it would be
        names = {*bound_names(parts, self.bound), *shared} - self.ctx.temporaries - own_names(statement)
        return SharedState(self.ctx, statement, tuple(sorted(names)), declared, self.bound)

    def asks_for_answer(self, statement: Node) -> bool:
        """Whether a statement asks if the value to return is known."""
        test = getattr(statement, "test", None)
        return isinstance(test, gast.Name) and test.id in self.ctx.answered

    def _facts(self, function: Node) -> tuple[frozenset[str], tuple[str, ...]]:
        known = self.rebound.get(id(function))
        if known is None:
            known = (_unowned(function, self.ctx.free_names), self._rebound_inside(function))
            self.rebound[id(function)] = known
        return known

    def _rebound_inside(self, function: Node) -> tuple[str, ...]:
        return () if self.known is None else rebound_inside(self.known.scope_of(function), self.known)

    def check(self, statement: Node, body: Iterable[Node]) -> None:
        """Jumps cannot leave a local function: they have to be gone."""
        if getattr(statement, "orelse", None) and not isinstance(statement, gast.If):
            raise ContractError(
                f"{type(self).__name__} met a loop with an else clause",
                where=self.ctx.location(statement),
                why="The pass BreakContinue has to run before.",
            )
        if statement not in self.checked:
            self._check_jumps(body, in_loop=False)

    def _check_jumps(self, body: Iterable[Node], in_loop: bool) -> None:
        for node in body:
            if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
                continue
            if isinstance(node, gast.Return) or (not in_loop and isinstance(node, gast.Break | gast.Continue)):
                raise ContractError(
                    f"{type(self).__name__} met a {type(node).__name__} that would leave a local function",
                    where=self.ctx.location(node),
                    why="The passes Return and BreakContinue have to run before.",
                )
            if isinstance(node, gast.If) and not in_loop:
                self.checked.add(node)
            self._check_jumps(statements_in(node), in_loop or isinstance(node, gast.For | gast.While))


class SharedState:
    """The names that one statement shares with the code around, and the functions that move them."""

    def __init__(
        self,
        ctx: PassContext,
        at: Node,
        names: tuple[str, ...],
        declared: frozenset[str],
        known: dict[Node, set[str]],
    ) -> None:
        self.ctx = ctx
        self.known = known
        self.place = first_character(at)
        self.at = at
        self.names = names
        self.globals = tuple(name for name in names if f"global {name}" in declared)
        self.nonlocals = tuple(name for name in names if name not in self.globals)
        self.unsure = tuple(name for name in names if name in self.globals or f"free {name}" in declared)
        self.get, self.set = ctx.fresh("get_state"), ctx.fresh("set_state")

    def accessors(self) -> list[Node]:
        """The definitions of `get_state` and `set_state`."""
        return [*self._getter(), *self._setter()]

    def function(self, name: str, body: list[Node], param: str | None = None) -> list[Node]:
        """Return the definition of a local function of `body` that shares the names."""
        bound = set(bound_names(body, self.known))
        holes: dict[str, Node] = {"body": body} if param is None else {"body": body, "param": param}
        template = f"def name({'' if param is None else 'param'}):"
        return self._define(template, "body", name, bound, **holes)

    def text(self, mark: str = "return") -> Node:
        """The names as a tuple of strings; where a `return` leaves its value is marked, as not yet known here."""
        texts = [f"{mark} {name}" if name in self.ctx.answers else name for name in self.names]
        return made(gast.Tuple, elts=[self._constant(text) for text in texts], ctx=gast.Load(), **self.place)

    def _define(self, head: str, inside: str, name: str, bound: Iterable[str], **holes: Node) -> list[Node]:
        for keyword, names in (("global", self.globals), ("nonlocal", self.nonlocals)):
            here = [n for n in names if n in bound]
            if here:
                inside = f"{keyword} {keyword}s\n{inside}"
                holes[f"{keyword}s"] = here
        new = quote("\n    ".join((head, *inside.split("\n"))), at=self.at, name=name, **holes)
        mark_generated(new[0])
        return new

    def _getter(self) -> list[Node]:
        """A global or closure variable that does not exist is told apart by the NameError of reading it."""
        before: list[Node] = []
        current = dict(zip(self.names, self.names, strict=True))
        for name in self.unsure:
            current[name] = self.ctx.temporary(name)
            before += quote(
                "try:\n    value = name\nexcept NameError:\n    value = _sct.Undefined(text)",
                at=self.at,
                name=name,
                value=current[name],
                text=self._constant(name),
            )
            before[-1]._sct_transparent = True
            before[-1].body[0].value._sct_state = True
        state = self._tuple(current.values(), gast.Load)
        return self._define("def name():", "before\nreturn state", self.get, (), before=before, state=state)

    def _setter(self) -> list[Node]:
        param = self.ctx.fresh("state")
        if not self.names:
            return self._define("def name(param):", "pass", self.set, (), param=param)
        after: list[Node] = []
        for name in self.unsure:
            after += quote("if name.__class__ is _sct.Undefined:\n    del name", at=self.at, name=name)
            after[-1]._sct_keep = True
            after[-1].test.left._sct_plain = True
        targets = self._tuple(self.names, gast.Store)
        inside = "targets = param\nafter"
        return self._define("def name(param):", inside, self.set, self.names, param=param, targets=targets, after=after)

    def _tuple(self, names: Iterable[str], ctx: type) -> Node:
        place, context = self.place, ctx()
        elements = [made(gast.Name, id=n, ctx=context, annotation=None, type_comment=None, **place) for n in names]
        return made(gast.Tuple, elts=elements, ctx=context, **place)

    def _constant(self, text: str) -> Node:
        return made(gast.Constant, value=text, kind=None, **self.place)


def _unowned(function: Node, free_names: frozenset[str]) -> frozenset[str]:
    """Declared names that no function of the tree owns: `global x`, and `free x` for `nonlocal` ones."""
    found: set[str] = set()
    todo = statements_in(function)
    while todo:
        node = todo.pop()
        if isinstance(node, gast.Global):
            found.update(f"global {name}" for name in node.names)
        elif isinstance(node, gast.Nonlocal):
            found.update(f"free {name}" for name in node.names if name in free_names)
        elif type(node) not in OPENING:
            todo += statements_in(node)
    return frozenset(found)


def _has_nonlocal(tree: Node) -> bool:
    """Whether the user wrote `nonlocal` somewhere."""
    todo = [tree]
    while todo:
        node = todo.pop()
        inner = statements_in(node)
        if inner:
            todo += inner
            if not is_generated(node) and gast.Nonlocal in map(type, inner):
                return True
    return False
