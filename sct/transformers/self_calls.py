"""Calls of a function's own self moved out of expressions, so that each is a statement: `x = yield call`."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import gast

from .base import FUNCTIONS, Node, PassContext
from .counted_loops import counted
from .quote import quote, quote_expr

__all__ = ["BUILTINS", "DoesNotFit", "SelfCalls"]

_NEVER = (
    *FUNCTIONS, gast.ClassDef, gast.NamedExpr, gast.Yield, gast.YieldFrom, gast.Await, gast.SetComp, gast.DictComp,
)  # fmt: skip
_TOTALS = {"sum", "max", "min", "list", "tuple", "sorted", "set", "any", "all"}
BUILTINS = {*_TOTALS, "range", "enumerate", "zip"}  # whose names mean something here


class DoesNotFit(Exception):
    """A call of its own stands where it cannot be moved from."""


class SelfCalls:
    """The body of a function in which each call of its own is a `yield`, in Python's order of evaluation.

    Parameters
    ----------
    name : str
        What the function calls itself; of a method, the attribute.
    owner : str
        The first parameter of a method, or nothing.
    token : str
        The name of the variable that says which function it is.
    own, declared : set of str
        Names that nobody but the body itself rebinds; those that are `nonlocal` or `global`.
    wanted : list of str
        The parameters that a call hands on.
    """

    def __init__(self, ctx: PassContext, name: str, owner: str, token: str, own: set[str], declared: set[str]) -> None:
        self.ctx, self.name, self.owner, self.token, self.own, self.declared = ctx, name, owner, token, own, declared
        self.wanted: Sequence[str] = ()

    def is_own(self, node: Node) -> bool:
        """Whether this is a call of the function itself, by its form."""
        if not isinstance(node, gast.Call):
            return False
        if self.owner:
            return isinstance(node.func, gast.Attribute) and node.func.attr == self.name and (
                isinstance(node.func.value, gast.Name) and node.func.value.id == self.owner
            )
        return isinstance(node.func, gast.Name) and node.func.id == self.name

    def calls(self, node: Node) -> bool:
        """Whether it calls itself in there."""
        return any(map(self.is_own, gast.walk(node)))

    # -- statements ----------------------------------------------------------------------------------

    def block(self, body: Sequence[Node]) -> list[Node]:
        """The statements of a block."""
        return [new for node in body for new in self.statement(node)]

    def statement(self, node: Node) -> list[Node]:
        """What becomes of a statement."""
        if not self.calls(node):
            return [copy.deepcopy(node)]
        if any(isinstance(n, _NEVER) for n in gast.walk(node)):
            raise DoesNotFit
        made = getattr(self, f"_{type(node).__name__.lower()}", None)
        if made is None:
            raise DoesNotFit
        new: list[Node] = made(node)
        return new

    def _expr(self, node: Node) -> list[Node]:
        if self.is_own(node.value):
            before, call = self._call(node.value)
            return [*before, *quote("yield call", at=node, call=call)]
        before, value = self.value(node.value)
        return [*before, *quote("value", at=node, value=value)]

    def _assign(self, node: Node) -> list[Node]:
        if any(map(self.calls, node.targets)):
            raise DoesNotFit
        new = copy.copy(node)
        new.targets = copy.deepcopy(node.targets)
        if self.is_own(node.value):
            before, call = self._call(node.value)
            new.value = quote_expr("(yield call)", at=node.value, call=call)
        else:
            before, new.value = self.value(node.value)
        return [*before, new]

    def _augassign(self, node: Node) -> list[Node]:
        target = node.target
        if self.calls(target):
            raise DoesNotFit
        new = copy.copy(node)
        before, new.value = self.value(node.value)
        if isinstance(target, gast.Name) and target.id in self.own:
            new.target = copy.deepcopy(target)
            return [*before, new]
        if not _is_plain(target, self.own):
            raise DoesNotFit
        old = self.ctx.fresh("old")
        read = copy.deepcopy(target)
        read.ctx = gast.Load()
        first = quote("name = read", at=node, name=old, read=read)
        new.target = gast.copy_location(gast.Name(old, gast.Store(), None, None), node)
        last = gast.copy_location(gast.Assign([copy.deepcopy(target)], _name(old, node), None), node)
        return [*first, *before, new, last]

    def _return(self, node: Node) -> list[Node]:
        before, value = self.value(node.value)
        return [*before, *quote("return value", at=node, value=value)]

    def _if(self, node: Node) -> list[Node]:
        before, test = self.value(node.test)
        return [*before, *self._branch(node, test, self.block(node.body), self.block(node.orelse))]

    def _while(self, node: Node) -> list[Node]:
        if not self.calls(node.test):
            new = copy.copy(node)
            new.test = copy.deepcopy(node.test)
            new.body, new.orelse = self.block(node.body), self.block(node.orelse)
            return [new]
        if node.orelse:
            raise DoesNotFit
        before, test = self.value(node.test)
        body = self.block(node.body)
        return quote(
            "while True:\n    before\n    if not test:\n        break\n    body",
            at=node, before=before, test=test, body=body,
        )  # fmt: skip

    def _for(self, node: Node) -> list[Node]:
        before, iterable = self.value(node.iter)
        if not any(map(self.calls, (*node.body, *node.orelse))):
            new = copy.deepcopy(node)
            new.iter = iterable
            return [*before, new]
        if self.calls(node.target):
            raise DoesNotFit
        start, test, step = counted(self.ctx, node, iterable, self.own)
        loop = quote("while test:\n    step\n    body", at=node, test=test, step=step, body=self.block(node.body))
        loop[-1].orelse = self.block(node.orelse)
        return [*before, *start, *loop]

    def _branch(self, node: Node, test: Node, body: list[Node], orelse: Sequence[Node] = ()) -> list[Node]:
        (new,) = quote("if test:\n    body", at=node, test=test, body=body or quote("pass", at=node))
        new.orelse = list(orelse)
        return [new]

    # -- expressions ---------------------------------------------------------------------------------

    def value(self, node: Node) -> tuple[list[Node], Node]:
        """What is done before, and the expression that is left."""
        if not self.calls(node):
            return [], copy.deepcopy(node)
        if self.is_own(node):
            before, call = self._call(node)
            name = self.ctx.fresh("answered")
            return [*before, *quote("name = yield call", at=node, name=name, call=call)], _name(name, node)
        if isinstance(node, gast.BoolOp):
            return self._logical(node)
        if isinstance(node, gast.IfExp):
            return self._ternary(node)
        if isinstance(node, gast.ListComp):
            return self._listed(node)
        if _is_total(node):
            return self._total(node)
        if isinstance(node, gast.Compare) and len(node.ops) > 1:
            raise DoesNotFit
        return self._operands(node)

    def _call(self, node: Node) -> tuple[list[Node], Node]:
        """What asks for a call of the function itself."""
        func = node.func
        before, args = self._in_order([*node.args, *(k.value for k in node.keywords)])
        given = copy.copy(node)
        given.args = args[: len(node.args)]
        given.keywords = []
        for keyword, value in zip(node.keywords, args[len(node.args) :], strict=True):
            new = copy.copy(keyword)
            new.value = value
            given.keywords.append(new)
        names = gast.Tuple([gast.Constant(name, None) for name in self.wanted], gast.Load())
        gast.copy_location(names, node)
        for one in names.elts:
            gast.copy_location(one, node)
        callee = copy.deepcopy(func)
        if self.owner:
            callee = gast.copy_location(gast.Tuple([callee, _name(self.owner, node)], gast.Load()), node)
        call = quote_expr(
            "_sct.called_itself(token, names, callee)", at=node, token=self.token, names=names, callee=callee
        )
        call.args += given.args
        call.keywords = given.keywords
        return before, call

    def _operands(self, node: Node) -> tuple[list[Node], Node]:
        """An expression whose parts are all evaluated, in the order in which they stand."""
        new = copy.copy(node)
        places: list[tuple[Node, str, int | None]] = []
        for owner, field in _fields_of(new):
            value = getattr(owner, field)
            if isinstance(value, list):
                setattr(owner, field, list(value))
                places += [(owner, field, k) for k in range(len(value))]
            elif isinstance(value, gast.expr):
                places.append((owner, field, None))
        parts = [getattr(o, f) if k is None else getattr(o, f)[k] for o, f, k in places]
        before, parts = self._in_order(parts, called=isinstance(node, gast.Call))
        for (owner, field, k), part in zip(places, parts, strict=True):
            if k is None:
                setattr(owner, field, part)
            else:
                getattr(owner, field)[k] = part
        return before, new

    def _in_order(self, parts: Sequence[Node], *, called: bool = False) -> tuple[list[Node], list[Node]]:
        """The parts of an expression; what comes before the last call is kept as it was."""
        last = max((k for k, part in enumerate(parts) if self.calls(part)), default=-1)
        before: list[Node] = []
        made: list[Node] = []
        for k, part in enumerate(parts):
            first, value = self.value(part)
            before += first
            if k < last and called and k == 0 and _names(part) & self.declared:
                raise DoesNotFit
            if k < last and not (called and k == 0) and not self._stays(value):
                if isinstance(value, gast.Starred):
                    raise DoesNotFit
                name = self.ctx.fresh("part")
                before += quote("name = value", at=part, name=name, value=value)
                value = _name(name, part)
            made.append(value)
        return before, made

    def _stays(self, node: Node) -> bool:
        """Whether this is the same whenever it is read."""
        return isinstance(node, gast.Constant | gast.Slice) or (isinstance(node, gast.Name) and node.id in self.own)

    def _logical(self, node: Node) -> tuple[list[Node], Node]:
        name = self.ctx.fresh("truth")
        made: list[Node] = []
        for value in reversed(node.values):
            before, one = self.value(value)
            code = [*before, *quote("name = value", at=node, name=name, value=one)]
            if made:
                test = "name" if isinstance(node.op, gast.And) else "not name"
                code += quote(f"if {test}:\n    more", at=node, name=name, more=made)
            made = code
        return made, _name(name, node)

    def _ternary(self, node: Node) -> tuple[list[Node], Node]:
        name = self.ctx.fresh("chosen")
        before, test = self.value(node.test)
        ways = []
        for value in (node.body, node.orelse):
            first, one = self.value(value)
            ways.append([*first, *quote("name = value", at=node, name=name, value=one)])
        return [*before, *self._branch(node, test, *ways)], _name(name, node)

    def _listed(self, node: Node) -> tuple[list[Node], Node]:
        """A list comprehension as a loop."""
        name = self.ctx.fresh("items")
        added = quote("name.append(value)", at=node, name=name, value=node.elt)
        return [*quote("name = []", at=node, name=name), *self._looped(node, added)], _name(name, node)

    def _total(self, node: Node) -> tuple[list[Node], Node]:
        """`sum(… for …)` and its like."""
        items, called = node.args[0], node.func.id
        if called in ("any", "all"):
            name = self.ctx.fresh("found")
            test = "value" if called == "any" else "not value"
            code = f"if {test}:\n    name = {called == 'any'}\n    break"
            found = quote(code, at=node, name=name, value=items.elt)
            start = quote(f"name = {called == 'all'}", at=node, name=name)
            return [*start, *self._looped(items, found)], _name(name, node)
        before, value = self._listed(items)
        new = copy.copy(node)
        new.args = [value]
        return before, new

    def _looped(self, node: Node, body: list[Node]) -> list[Node]:
        """The loop of a comprehension, whose names are of its own."""
        if len(node.generators) != 1 or node.generators[0].is_async:
            raise DoesNotFit
        (clause,) = node.generators
        fresh = {n.id: self.ctx.fresh(n.id) for n in gast.walk(clause.target) if isinstance(n, gast.Name)}
        target, *rest = copy.deepcopy([clause.target, *clause.ifs, *body])
        for part in (target, *rest):
            for n in gast.walk(part):
                if isinstance(n, gast.Name):
                    n.id = fresh.get(n.id, n.id)
        self.own |= set(fresh.values())
        tests, inner = rest[: len(clause.ifs)], rest[len(clause.ifs) :]
        for test in reversed(tests):
            inner = self._branch(node, test, inner)
        (loop,) = quote("for target in values:\n    body", at=node, target=target, values=clause.iter, body=inner)
        return self.statement(loop)


def _fields_of(node: Node) -> list[tuple[Node, str]]:
    """Where the parts of an expression stand, in the order of evaluation."""
    if isinstance(node, gast.Call):
        node.keywords = [copy.copy(k) for k in node.keywords]
        return [(node, "func"), (node, "args"), *((k, "value") for k in node.keywords)]
    fields: dict[type, tuple[str, ...]] = {
        gast.BinOp: ("left", "right"), gast.UnaryOp: ("operand",), gast.Compare: ("left", "comparators"),
        gast.Tuple: ("elts",), gast.List: ("elts",), gast.Subscript: ("value", "slice"), gast.Attribute: ("value",),
        gast.Starred: ("value",),
    }  # fmt: skip
    if type(node) not in fields:
        raise DoesNotFit
    return [(node, field) for field in fields[type(node)]]


def _is_total(node: Node) -> bool:
    """Whether this is a call that takes all that a generator expression gives."""
    named = isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in _TOTALS
    return named and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], gast.GeneratorExp)


def _is_plain(node: Node, own: set[str]) -> bool:
    """Whether a target is an attribute or item of what has a name, by a name or constant."""
    if isinstance(node, gast.Attribute):
        return isinstance(node.value, gast.Name) and node.value.id in own
    if not isinstance(node, gast.Subscript) or not isinstance(node.value, gast.Name):
        return False
    index = node.slice
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    return all(isinstance(p, gast.Constant) or (isinstance(p, gast.Name) and p.id in own) for p in parts)


def _names(node: Node) -> set[str]:
    return {n.id for n in gast.walk(node) if isinstance(n, gast.Name)}


def _name(name: str, at: Any) -> Node:
    return gast.copy_location(gast.Name(name, gast.Load(), None, None), at)
