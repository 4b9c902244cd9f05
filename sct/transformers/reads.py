"""The variant for tracing: every read of what lies outside of the function goes through `_reads`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import gast

from .analysis import FREE, GLOBAL, Scopes, is_generated, scopes_of
from .base import Node, Pass, PassContext
from .held import has_stars, held_tuples
from .inner_names import declared_nonlocal, shared_with_inner
from .listed import generated, keyed, listed
from .operator_names import OPERATORS
from .parts import children
from .quote import made, quote, quote_expr
from .unpacked import displayed, spreading, unpacked

__all__ = ["Reads", "instrument"]

_OWN = ("_sct", "_reads")
_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


class Reads(Pass):
    """Reads of globals, closure variables, attributes and items become calls, as do stores to outer names.

    It runs after all other passes, and everywhere: also in generators and class bodies.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Reads, '''
    ... def f(x):
    ...     global n
    ...     n = w[0] + x.a
    ...     return [v for v in G]
    ... ''', free_names=("w",)))
    def f(x):
        global n
        n = _reads.store_global('n', _reads.binary('add', _reads.item(_reads.free('w', w), 0), _reads.attr(x, 'a')))
        return _reads.listed(_reads.name('G'), lambda _put: lambda v: _put(v))
    """

    def __init__(self, ctx: PassContext) -> None:
        super().__init__(ctx)
        self.names: Scopes | None = None
        self.kinds: dict[int, str] = {}
        self.held: set[int] = set()  # displays of tuples
        self.nonlocals: dict[Node, set[str]] = {}  # of the user's functions
        self.innermost: Node | None = None  # of these, and of the classes

    def run(self, tree: Node) -> Node:
        self.names, self.held = scopes_of(tree, self.ctx.free_names), held_tuples(tree)
        kind = self.names.kind
        self.kinds = {id(n): kind(scope, n.id) for n, scope in self.names.names if type(n.ctx) is gast.Load}
        return self.visit(tree)

    # -- scopes ----------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: Node) -> Node:
        node.decorator_list = [self.visit_decorator(d) for d in node.decorator_list]
        self._visit_defaults(node)
        around = self._enter(node)
        shared = shared_with_inner(node)
        node.body = self.visit_list(node.body)
        at = 1 if gast.get_docstring(node, clean=False) is not None else 0
        owned = [quote("_reads.own(lambda: name)", at=node, name=_load(name, node)) for name in shared]
        if node.args.kwarg is not None and not is_generated(node):  # a dict that Python has made for this call
            owned.append(quote("_reads.new(name)", at=node, name=_load(node.args.kwarg.id, node)))
        node.body[at:at] = [statement for statements in owned for statement in statements]
        self._leave(around)
        return self._bound_here([node.name], node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: Node) -> Node:
        self._visit_defaults(node)
        around = self._enter(node)
        node.body = self.visit(node.body)
        self._leave(around)
        return node

    def visit_ClassDef(self, node: Node) -> Node:
        super().visit_ClassDef(node)
        node.decorator_list.insert(0, quote_expr("_reads.new", at=node))
        node.decorator_list.append(quote_expr("_reads.defined", at=node))
        around = self._enter(node)
        node.body = self.visit_list(node.body)
        self._leave(around)
        return self._bound_here([node.name], node)

    def visit_decorator(self, node: Node) -> Node:
        return quote_expr("_reads.decorator(function)", at=node, function=self.visit(node))

    def _enter(self, scope: Node) -> Node | None:
        """Return what is to be given to `_leave`."""
        around, self.innermost = self.innermost, self.innermost if is_generated(scope) else scope
        self.scopes.append(scope)
        return around

    def _leave(self, around: Node | None) -> None:
        self.scopes.pop()
        self.innermost = around

    def visit_TypeAlias(self, node: Node) -> Node:
        return node

    # -- reads -----------------------------------------------------------------------------------

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if self.scopes and isinstance(self.scopes[-1], gast.ClassDef) and not _is_converted(node.func):
            node.func = quote_expr("_sct.convert_call(function)", at=node.func, function=node.func)
        for keyword in node.keywords:
            if keyword.arg is None and not isinstance(keyword.value, gast.Dict):
                keyword.value = quote_expr("_reads.named(value)", at=keyword.value, value=keyword.value)
        return spreading(node)

    def visit_Name(self, node: Node) -> Node:
        kind = self.kinds.get(id(node))
        if (kind is not GLOBAL and kind is not FREE) or type(node.ctx) is not gast.Load or node.id in _OWN:
            return node
        if node.id == "super" and kind == GLOBAL and any(isinstance(s, gast.ClassDef) for s in self.scopes):
            return node  # the compiler gives a method its class where it sees the name
        text = _constant(node.id, node)
        if kind == FREE:
            return quote_expr("_reads.free(text, name)", at=node, text=text, name=node)
        reader = "state" if getattr(node, "_sct_state", False) else "name"
        return _spanning(quote_expr(f"_reads.{reader}(text)", at=node, text=text), node)

    def visit_Attribute(self, node: Node) -> Node:
        if _is_own(node.value) or getattr(node, "_sct_plain", False):
            return node
        node.value = self.visit(node.value)
        if not isinstance(node.ctx, gast.Load):
            return node
        text = _constant(node.attr, node)
        return _spanning(quote_expr("_reads.attr(owner, text)", at=node, owner=node.value, text=text), node)

    def visit_BinOp(self, node: Node) -> Node:
        node.left, node.right = self.visit(node.left), self.visit(node.right)
        name = _constant(OPERATORS[type(node.op)], node)
        return _spanning(
            quote_expr("_reads.binary(name, left, right)", at=node, name=name, left=node.left, right=node.right), node
        )

    def visit_UnaryOp(self, node: Node) -> Node:
        node.operand = self.visit(node.operand)
        if isinstance(node.op, gast.Not) or isinstance(node.operand, gast.Constant):
            return node
        name = _constant(OPERATORS[type(node.op)], node)
        return _spanning(quote_expr("_reads.unary(name, operand)", at=node, name=name, operand=node.operand), node)

    def visit_Compare(self, node: Node) -> Node:
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]) not in OPERATORS:
            return node
        name = _constant(OPERATORS[type(node.ops[0])], node)
        return _spanning(
            quote_expr("_reads.compare(name, a, b)", at=node, name=name, a=node.left, b=node.comparators[0]), node
        )

    def visit_Subscript(self, node: Node) -> Node:
        node.value, node.slice = self.visit(node.value), self.visit(node.slice)
        if not isinstance(node.ctx, gast.Load):
            return node
        new = quote_expr("_reads.item(owner, key)", at=node, owner=node.value, key=_key(node.slice))
        return _spanning(new, node)

    def visit_List(self, node: Node) -> Node:
        if has_stars(node):
            return displayed(node, self.visit)
        held = (isinstance(node, gast.List) and isinstance(node.ctx, gast.Load)) or id(node) in self.held
        self.generic_visit(node)
        return _new(node) if held else node

    visit_Tuple = visit_List

    def visit_Dict(self, node: Node) -> Node:
        self.generic_visit(node)
        for k, key in enumerate(getattr(node, "keys", ())):
            if key is None:
                node.values[k] = quote_expr("_reads.spliced(part)", at=node.values[k], part=node.values[k])
        return keyed(node) or _new(node)

    def visit_Set(self, node: Node) -> Node:
        return displayed(node, self.visit) if has_stars(node) else self.visit_Dict(node)

    def visit_ListComp(self, node: Node) -> Node:
        return listed(self.generic_visit(node)) or _new(node)

    visit_SetComp = visit_DictComp = visit_ListComp

    def visit_GeneratorExp(self, node: Node) -> Node:
        return generated(self.generic_visit(node)) or node

    def visit_Starred(self, node: Node) -> Node:
        node.value = self.visit(node.value)
        if isinstance(node.ctx, gast.Load):
            node.value = _iterated(node.value)
        return node

    def visit_comprehension(self, node: Node) -> Node:
        self.generic_visit(node)
        node.iter = _iterated(node.iter)
        return node

    def visit_For(self, node: Node) -> Node:
        self.generic_visit(node)
        node.iter = self._stored_all([node.target], _iterated(node.iter))
        return node

    def visit_YieldFrom(self, node: Node) -> Node:
        self.generic_visit(node)
        node.value = _iterated(node.value)
        return node

    # -- stores ----------------------------------------------------------------------------------

    def visit_Assign(self, node: Node) -> Node:
        self.generic_visit(node)
        if any(isinstance(t, gast.Tuple | gast.List) for t in node.targets):
            node.value = unpacked(_iterated(node.value), node.targets)
        node.value = self._stored_all(node.targets, node.value)
        return node

    def visit_NamedExpr(self, node: Node) -> Node:
        node.value = self._stored(node.target, self.visit(node.value))
        return node

    def visit_AnnAssign(self, node: Node) -> Node:
        super().visit_AnnAssign(node)
        if node.value is not None and isinstance(node.target, gast.Name):
            node.value = self._stored(node.target, node.value)
        return node

    def visit_Delete(self, node: Node) -> Node:
        self.generic_visit(node)
        return self._touching(node, node.targets, "_sct.there(name)")

    def visit_AugAssign(self, node: Node) -> Node:
        self.generic_visit(node)
        return self._touching(node, [node.target])

    def visit_With(self, node: Node) -> Node:
        self.generic_visit(node)
        for item in node.items:
            if not _is_trying(item.context_expr):
                manager = quote_expr("_reads.manager(value)", at=item.context_expr, value=item.context_expr)
                targets = [] if item.optional_vars is None else [item.optional_vars]
                item.context_expr = _spanning(self._stored_all(targets, manager), item.context_expr)
        return node

    def visit_Raise(self, node: Node) -> Node:
        self.generic_visit(node)
        if node.exc is not None:
            node.exc = _spanning(quote_expr("_sct.raised(value)", at=node.exc, value=node.exc), node.exc)
        return node

    def visit_Import(self, node: Node) -> Node:
        return self._bound_here([(a.asname or a.name).partition(".")[0] for a in node.names], node)

    visit_ImportFrom = visit_Import

    def visit_Try(self, node: Node) -> Node:
        """What leaves a trace is not for the user's handlers."""
        self.generic_visit(node)
        if node.handlers:
            (passing,) = quote("try:\n    pass\nexcept _sct.PASSING:\n    raise", at=node)
            node.handlers.insert(0, passing.handlers[0])
        return node

    def visit_ExceptHandler(self, node: Node) -> Node:
        self.generic_visit(node)
        if node.name is not None:
            node.body = [*self._touches([node.name.id], node), *node.body]
        return node

    def _stored(self, target: Node, value: Node) -> Node:
        kind = self._outer(target.id)
        if kind is None:
            if not self._is_shared(target.id):
                return value
            return quote_expr(
                "_reads.store_cell(text, lambda: name, value)",
                at=target, text=_constant(target.id, target), name=_load(target.id, target), value=value,
            )  # fmt: skip
        return quote_expr(f"_reads.{kind}(text, value)", at=target, text=_constant(target.id, target), value=value)

    def _stored_all(self, targets: Sequence[Node], value: Node) -> Node:
        """The value, which may read the names that are about to be stored, and then what notes that they change."""
        for name in {name.id: name for target in targets for name in _names_in(target)}.values():
            value = self._stored(name, value)
        return value

    def _outer(self, name: str) -> str | None:
        """How a store to `name`, where the pass is, reaches a variable outside of the tree."""
        assert self.names is not None
        if not self.scopes:
            return None
        found = self.names.kind(self.names.scope_of(self.scopes[-1]), name)
        return {GLOBAL: "store_global", FREE: "store_free"}.get(found)

    def _is_shared(self, name: str) -> bool:
        """Whether the user's function that the pass is in declares `name` nonlocal, of one around it."""
        own = self.innermost
        if own is None:
            return False
        if own not in self.nonlocals:
            self.nonlocals[own] = declared_nonlocal(own)
        return name in self.nonlocals[own]

    def _touching(self, statement: Node, targets: Sequence[Node], held: str = "None") -> Node:
        return self._bound_here([name.id for target in targets for name in _names_in(target)], statement, held)

    def _bound_here(self, names: Sequence[str], statement: Node, held: str = "None") -> Node:
        before = self._touches(names, statement, held)
        return [*before, statement] if before else statement

    def _touches(self, names: Iterable[str], at: Node, held: str = "None") -> list[Node]:
        result: list[Node] = []
        for name in dict.fromkeys(names):
            kind = self._outer(name)
            if kind is not None:
                there = "None" if kind == "store_free" else held  # what `del` finds there is told where it is undefined
                parts = {"name": _load(name, at)} if "name" in there else {}
                result += quote(f"_reads.{kind}(text, {there})", at=at, text=_constant(name, at), **parts)
            elif self._is_shared(name):
                template = "_reads.store_cell(text, lambda: name, None)"
                result += quote(template, at=at, text=_constant(name, at), name=_load(name, at))
        return result


def instrument(tree: Node, free_names: Iterable[str]) -> Node:
    """Instrument a transformed tree, in place."""
    return Reads(PassContext(free_names=frozenset(free_names))).run(tree)


def _is_converted(function: Node) -> bool:
    """Whether a callee is the converted code's own: the passes do not look into class bodies."""
    return isinstance(function, gast.Attribute) and _is_own(function.value)


def _is_trying(node: Node) -> bool:
    """Whether this is `_sct.trying()` or `_sct.finishing()`."""
    function = getattr(node, "func", None)
    return isinstance(function, gast.Attribute) and function.attr in ("trying", "finishing") and _is_own(function.value)


def _is_own(node: Node) -> bool:
    return isinstance(node, gast.Name) and node.id in _OWN


def _load(name: str, at: Node) -> Node:
    return _spanning(made(gast.Name, id=name, ctx=gast.Load(), annotation=None, type_comment=None), at)


def _new(made: Node) -> Node:
    """A display or comprehension, whose result is noted as made here."""
    return _spanning(quote_expr("_reads.new(made)", at=made, made=made), made)


def _names_in(target: Node) -> list[Node]:
    """The names that a target assigns or deletes."""
    nodes = [target]
    for node in nodes:
        nodes += children(node)
    return [n for n in nodes if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Store | gast.Del)]


def _constant(value: str, at: Node) -> Node:
    return _spanning(made(gast.Constant, value=value, kind=None), at)


def _iterated(node: Node) -> Node:
    if isinstance(node, gast.Tuple | gast.List | gast.Constant):
        return node
    return _spanning(quote_expr("_reads.iter(value)", at=node, value=node), node)


def _key(node: Node) -> Node:
    """A subscript as an argument: slices are written as calls."""
    if isinstance(node, gast.Slice):
        none = gast.copy_location(gast.Constant(None, None), node)
        bounds = {"a": node.lower or none, "b": node.upper or none, "c": node.step or none}
        return quote_expr("_sct.slice(a, b, c)", at=node, **bounds)
    if isinstance(node, gast.Tuple):
        node.elts = [_key(e) for e in node.elts]
    return node


def _spanning(new: Node, old: Node) -> Node:
    """An expression that fails stands for exactly the user's expression: carets are drawn under all of it."""
    known = old.__dict__
    try:
        new.lineno, new.col_offset = known["lineno"], known["col_offset"]
        new.end_lineno, new.end_col_offset = known["end_lineno"], known["end_col_offset"]
    except KeyError:  # a node that a pass of the user's has made
        new.__dict__.update({place: known[place] for place in _PLACE if place in known})
    return new
