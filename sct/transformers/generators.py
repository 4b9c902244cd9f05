"""Generators, for tracing: a function that runs through, calling its consumer at each `yield`, and one that stops."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

import gast

from .base import Node, PassContext, is_converted, keep, own_nodes
from .fence import Fence
from .generator_expressions import GeneratorExpressions
from .jumps import statements_of
from .quote import quote, quote_expr

__all__ = ["GeneratorFence", "Generators"]

_YIELDS = (gast.Yield, gast.YieldFrom)
_LOOPS = (gast.For, gast.While)
_LAZY = (gast.BoolOp, gast.IfExp, gast.Compare)


class GeneratorFence(Fence):
    """The fence where generators are split: their bodies are looked at as those of other functions."""

    name = "Fence"
    splits_generators = True


class Generators(GeneratorExpressions):
    """A generator becomes a function of its body for each of the two ways in which it can be consumed.

    `push` runs the body through and hands each item to the consumer, whose own code is thereby inlined at
    the `yield`: so control flow that only the running program decides may stand around it. `pull` stops at
    each `yield`, as Python's does, for consumers that ask for the next item; control flow around a `yield`
    is Python's there. Generator expressions become local generator functions first.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Generators, '''
    ... def evens(n):
    ...     for i in range(n):
    ...         yield 2 * i
    ... '''))
    def evens(n):
    <BLANKLINE>
        def push(sink, n):
            for i in range(n):
                _sct.emit(sink, 2 * i)
                if _sct.stopped(sink):
                    return
    <BLANKLINE>
        def pull(n):
            if False:
                yield
            for i in _sct.pulled(range(n)):
                yield (2 * i)
        return _sct.generator(push, pull, (n,), 'evens', '')
    """

    def visit_FunctionDef(self, node: Node) -> Node:
        generator = not is_converted(node)
        node._sct_converted = True
        super().visit_FunctionDef(node)
        if generator:
            self._split(node)
        return node

    def _split(self, node: Node) -> None:
        _name_super(node)
        names = [p.id for p in _parameters(node.args)]
        cleanup = _cleanup(node)  # while its yields are there
        push, pull, sink = self.ctx.fresh("push"), self.ctx.fresh("pull"), self.ctx.fresh("sink")
        holes: dict[str, Node] = {}
        more = self.more(node, names)
        body: list[Node] = []
        pulled = _Pull().function(copy.deepcopy(node.body))
        pushed = _Push(self.ctx, sink).function(node.body)
        for name, parameters, statements in ((push, [sink, *names], pushed), (pull, names, pulled)):
            if statements is None:
                holes[name] = gast.copy_location(gast.Constant(None, None), node)
                continue
            (function,) = quote("def name():\n    body", at=node, name=name, body=statements)
            function.args.args = [_parameter(p, node) for p in parameters]
            function._sct_converted = True
            function._sct_native = name == pull
            body.append(function)
            holes[name] = _name(name, node)
        values = gast.copy_location(gast.Tuple([_name(n, node) for n in names], gast.Load()), node)
        body += [function for _, function in more]
        call = quote_expr(
            "_sct.generator(push, pull, values, text, cleanup)", at=node, push=holes[push], pull=holes[pull],
            values=values, text=_text(self._name_of(node), node), cleanup=_text(cleanup, node),
        )  # fmt: skip
        call.args += [_name(name, node) for name, _ in more]
        node.body = [*body, *quote("return call", at=node, call=call)]

    def _name_of(self, node: Node) -> str:
        """As Python calls it: a generator expression has been given a name of its own."""
        return "<genexpr>" if node.name in self.ctx.temporaries else str(node.name)

    def more(self, node: Node, names: list[str]) -> list[tuple[str, Node]]:
        """Other functions made of a generator with these parameters, and their names."""
        return []


class _Push:
    """The body with a call of the consumer for each `yield`; None where one stands inside an expression."""

    def __init__(self, ctx: PassContext, sink: str) -> None:
        self.ctx = ctx
        self.sink = sink
        self.fits = True

    def function(self, body: Sequence[Node]) -> list[Node] | None:
        new = self.block(body)
        return new if self.fits else None

    def block(self, body: Sequence[Node]) -> list[Node]:
        return [new for statement in body for new in self.statement(statement)]

    def statement(self, node: Node) -> list[Node]:
        if isinstance(node, gast.Expr | gast.Assign) and isinstance(node.value, _YIELDS):
            return self.yielding(node, node.value)
        if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
            return [node]
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                setattr(node, field, self.block(inner))
        for part in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
            part.body = self.block(part.body)
        if isinstance(node, gast.Try) and any(map(_catches_exit, node.handlers)) and _emits(node.body):
            self.fits = False  # the handler would see the consumer leave
        self.fits = self.fits and not any(isinstance(n, _YIELDS) for n in _expressions(node))
        return [node]

    def yielding(self, node: Node, value: Node) -> list[Node]:
        emit = "_sct.emit" if isinstance(value, gast.Yield) else "_sct.emit_from"
        item = value.value or gast.copy_location(gast.Constant(None, None), node)
        call = quote_expr(f"{emit}(sink, item)", at=value, sink=self.sink, item=item)
        self.fits = self.fits and not any(isinstance(n, _YIELDS) for n in _inside(item))
        targets = node.targets if isinstance(node, gast.Assign) else []
        stop = quote("if _sct.stopped(sink):\n    return", at=node, sink=self.sink)
        if not targets:
            return [*quote("call", at=node, call=call), *stop]
        name = self.ctx.fresh("sent")
        first = quote("name = call", at=node, name=name, call=call)
        given = gast.copy_location(gast.Assign(targets, quote_expr("name", at=node, name=name), None), node)
        return [*first, *stop, given]


class _Pull:
    """The body with Python's own control flow around each `yield`; None where a pass could not leave it so."""

    def __init__(self) -> None:
        self.fits = True

    def function(self, body: list[Node]) -> list[Node] | None:
        self.block(body, False)
        if not self.fits:
            return None
        first = quote("if False:\n    yield", at=body[0])  # also where only unreachable code yields
        return [keep(first[0]), *body]

    def block(self, body: Sequence[Node], in_loop: bool) -> None:
        for node in body:
            if isinstance(node, gast.Break | gast.Continue) and in_loop:
                keep(node)
            elif isinstance(node, gast.AST) and _is_native(node, in_loop):
                self.statement(node, in_loop)
                _keep_lazy(node)

    def statement(self, node: Node, in_loop: bool) -> None:
        if isinstance(node, gast.If | gast.While | gast.For):
            keep(node)
            self.head(node)
            self.block(node.body, in_loop or isinstance(node, _LOOPS))
            self.block(node.orelse, in_loop)
        elif isinstance(node, gast.With | gast.Try):
            node._sct_native = True
            self.fits = self.fits and not _jumps(getattr(node, "finalbody", ()))
            for body in (node.body, getattr(node, "orelse", ()), getattr(node, "finalbody", ())):
                self.block(body, in_loop)
            for handler in getattr(node, "handlers", ()):
                self.block(handler.body, in_loop)
        elif getattr(node, "body", None) is not None or getattr(node, "cases", None):
            self.fits = False
        else:
            for one in (n for n in gast.walk(node) if isinstance(n, gast.YieldFrom)):
                one.value = quote_expr("_sct.pulled(value)", at=one.value, value=one.value)

    def head(self, node: Node) -> None:
        part = "iter" if isinstance(node, gast.For) else "test"
        value = getattr(node, part)
        if any(isinstance(n, gast.NamedExpr | gast.Yield | gast.YieldFrom) for n in gast.walk(value)):
            self.fits = False
        template = "_sct.pulled(value)" if part == "iter" else "_sct.decided(value)"
        setattr(node, part, quote_expr(template, at=value, value=value))


def _keep_lazy(statement: Node) -> None:
    """Leave what decides whether a `yield` in an expression is reached to Python: no lambda could stop there."""
    for node in _expressions(statement):
        if isinstance(node, _LAZY) and _emits([node]):
            keep(node)
    if isinstance(statement, gast.Assert) and statement.msg is not None and _emits([statement.msg]):
        keep(statement)


def _is_native(node: Node, in_loop: bool) -> bool:
    """Whether a statement has to stay Python's: it yields or returns, or jumps to a loop that stays."""
    if isinstance(node, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef):
        return False
    inner = list(statements_of([node]))
    if any(isinstance(n, gast.Return) for n in inner) or _emits([node]):
        return True
    own = statements_of([node], closed=_LOOPS)
    return in_loop and any(isinstance(n, gast.Break | gast.Continue) for n in own)


def _jumps(body: Sequence[Node]) -> bool:
    return any(isinstance(n, gast.Return | gast.Break | gast.Continue) for n in statements_of(body))


def _emits(body: Sequence[Node]) -> bool:
    """Whether a `yield` of this function is in `body`."""
    return any(isinstance(n, _YIELDS) for statement in body for n in [statement, *_inside(statement)])


def _inside(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if not isinstance(current, gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef | gast.Lambda):
            stack.extend(gast.iter_child_nodes(current))


def _expressions(statement: Node) -> Iterator[Node]:
    """All nodes of a statement's own expressions."""
    for field in statement._fields:
        value = getattr(statement, field, None)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, gast.expr | gast.withitem | gast.keyword):
                yield from _inside(item)


def _catches_exit(handler: Node) -> bool:
    """Whether a handler catches what closes a generator."""
    if handler.type is None:
        return True
    names = {getattr(n, "id", getattr(n, "attr", "")) for n in gast.walk(handler.type)}
    return bool(names & {"BaseException", "GeneratorExit"})


def _cleanup(function: Node) -> str:
    """What stands around a `yield` and runs when the generator is closed or its consumer raises."""
    found: set[str] = set()
    for node in own_nodes(function):
        if isinstance(node, gast.With) and _emits(node.body):
            found.add("with")
        elif isinstance(node, gast.Try) and _emits(node.body):
            found |= {name for name, there in (("finally", node.finalbody), ("except", node.handlers)) if there}
    return " ".join(sorted(found))


def _name_super(function: Node) -> None:
    """`super()` in the body becomes `super(__class__, self)`: its function gets other parameters."""
    first = [*function.args.posonlyargs, *function.args.args][:1]
    for node in own_nodes(function):
        plain = isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and not node.args
        if first and plain and node.func.id == "super" and not node.keywords:
            node.args = [_name("__class__", node), _name(first[0].id, node)]


def _parameters(args: Node) -> list[Node]:
    found = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return [a for a in found if a is not None]


def _parameter(name: str, at: Node) -> Node:
    return gast.copy_location(gast.Name(name, gast.Param(), None, None), at)


def _name(name: str, at: Node) -> Node:
    return gast.copy_location(gast.Name(name, gast.Load(), None, None), at)


def _text(text: str, at: Node) -> Node:
    return gast.copy_location(gast.Constant(text, None), at)
