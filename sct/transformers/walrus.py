"""Assignment expressions in places that later become functions of their own."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

import gast

from .asked import is_asked, mark_asked, opens_asked
from .base import CALLS, FUNCTIONS, Node, children, keep
from .call import is_own_name
from .evaluation import Slot, slots
from .quote import quote, quote_expr
from .scopes import OrderedPass
from .truth import as_test, is_test, mark_test

__all__ = ["Walrus"]

_LAZY = (gast.BoolOp, gast.IfExp, gast.Compare)
_TESTING = (gast.If, gast.While, gast.Assert, gast.IfExp, gast.comprehension)
_COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)


class Walrus(OrderedPass):
    """A `:=` that may not be reached is hoisted: `and`, `or`, `if else` around it become statements.

    What Python evaluates earlier in the same statement is hoisted with it, so that the order stays.
    A `:=` that is always reached stays.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Walrus, '''
    ... def f(x):
    ...     z = x and (y := g(x))
    ... '''))
    def f(x):
        lazy = x
        if lazy:
            lazy = (y := g(x))
        z = lazy

    Where only its truth is asked for, nothing but the truth is kept, so that no operand is asked twice.

    >>> print(becomes(Walrus, '''
    ... def f(x):
    ...     if x or (y := g(x)):
    ...         return y
    ... '''))
    def f(x):
        lazy = not not x
        if not lazy:
            lazy = not not (y := g(x))
        if lazy:
            return y
    """

    acts_on = (gast.NamedExpr,)
    makes = (
        *CALLS, gast.BoolOp, gast.Compare, gast.Dict, gast.FormattedValue, gast.If, gast.JoinedStr, gast.List, gast.Not,
        gast.UnaryOp, gast.With,
    )  # fmt: skip

    def visit_function_body(self, node: Node) -> list[Node]:
        for inner in gast.walk(node):
            if isinstance(inner, _TESTING):
                as_test(inner)
        body = self.visit_list(node.body)
        for statement in body:
            _keep_rest(statement)
        return body

    def visit_Lambda(self, node: Node) -> Node:
        _keep_rest(node.body)
        return super().visit_Lambda(node)

    def visit_list(self, nodes: Sequence[Node]) -> list[Node]:
        if not nodes or not isinstance(nodes[0], gast.stmt):
            return super().visit_list(nodes)
        result: list[Node] = []
        for statement in nodes:
            for part in self.hoisted(statement):
                new = self.visit(part)
                result.extend(new if isinstance(new, list) else [new])
        return result

    def visit_comprehension(self, node: Node) -> Node:
        self.generic_visit(node)
        conditions: list[Node] = []
        for test in node.ifs:  # `if a and b` is `if a if b`
            split = _is_lazy(test) and isinstance(test, gast.BoolOp) and isinstance(test.op, gast.And)
            conditions += test.values if split else [test]
        node.ifs = conditions
        return node

    def hoisted(self, node: Node) -> list[Node]:
        """Return the statements that `node` becomes."""
        if isinstance(node, gast.While):
            return self.hoisted_while(node)
        if isinstance(node, gast.With):
            for index, item in enumerate(node.items[1:], 1):
                if _holds_lazy(item.context_expr):  # evaluated after the managers before it are entered
                    inner = gast.copy_location(gast.With(node.items[index:], node.body, None), node)
                    node.items, node.body = node.items[:index], [inner]
                    break
        parts = slots(node)
        if not any(_holds_lazy(part.get()) for part in parts):
            return [node]
        rebound = {n.target.id for part in parts for n in gast.walk(part.get()) if isinstance(n, gast.NamedExpr)}
        before: list[Node] = []
        self.pull_among(parts, before, rebound)
        return [new for part in before for new in self.hoisted(part)] + [node]

    def hoisted_while(self, node: Node) -> list[Node]:
        """A test that has to become statements moves into the body; `else` still runs when it fails."""
        if not _holds_lazy(node.test) and not (_holds_walrus(node.test) and _leaves(node.body)):
            return [node]
        flag = self.ctx.fresh("exhausted")
        start = quote("flag = False", at=node, flag=flag)
        body = quote("if test:\n    body\nelse:\n    flag = True", at=node, test=node.test, body=node.body, flag=flag)
        node.test = quote_expr("not flag", at=node.test, flag=flag)
        node.body = body
        return [*start, node]

    def pull_among(self, parts: Sequence[Slot], before: list[Node], rebound: set[str]) -> None:
        """Hoist the lazy parts among `parts`, and all that is evaluated before the last of them."""
        last = max(i for i, part in enumerate(parts) if _holds_lazy(part.get()))
        for index, part in enumerate(parts[: last + 1]):
            value = part.get()
            if _holds_lazy(value):
                value = self.pull(value, before, rebound)
                part.set(value)
            if index < last:
                part.freeze(functools.partial(self.frozen, before=before, rebound=rebound))

    def pull(self, node: Node, before: list[Node], rebound: set[str]) -> Node:
        """Return an expression for `node` once the statements of `before` have been run."""
        if _is_lazy(node):
            return self.expand(node, before)
        self.pull_among(slots(node), before, rebound)
        return node

    def frozen(self, node: Node, before: list[Node], rebound: set[str]) -> Node:
        """Return an expression whose value is that of `node` now."""
        if isinstance(node, gast.Constant) or is_own_name(node):
            return node
        if isinstance(node, gast.Name):
            if node.id not in rebound and (self.is_stable(node) or self.is_known_builtin(node)):
                return node
        name = self.ctx.temporary("operand")
        before += quote("name = value", at=node, name=name, value=node)
        return quote_expr("name", at=node, name=name)

    def expand(self, node: Node, before: list[Node]) -> Node:
        """Append statements that evaluate a lazy expression, and return the name of its value, or of its truth."""
        name = self.ctx.fresh("lazy")
        truth = _truth if is_test(node) else _value
        holes = {"at": node, "name": name}
        if isinstance(node, gast.IfExp):
            before += quote(
                "if test:\n    name = body\nelse:\n    name = orelse",
                test=node.test,
                body=truth(node.body),
                orelse=truth(node.orelse),
                **holes,
            )
        elif isinstance(node, gast.BoolOp) and _opens(node):
            flag = self.ctx.fresh("truth")
            before += self.told(node.values[0], name, flag)
            rest = quote("name = rest", rest=_joined(node, node.values[1:]), **holes)
            before += self.going_on(node, flag, rest)
        elif isinstance(node, gast.BoolOp):
            index = 1  # else the first operands, joined, and their value would both be asked
            if is_test(node):
                index = next(i for i, v in enumerate(node.values) if i and _holds_walrus(v))
            first = truth(_joined(node, node.values[:index]))
            second = truth(_joined(node, node.values[index:]))
            go_on = "name" if isinstance(node.op, gast.And) else "not name"
            before += quote(f"name = first\nif {go_on}:\n    name = second", first=first, second=second, **holes)
        else:
            left, right = self.ctx.fresh("left"), self.ctx.fresh("right")
            sides = {"left": left, "right": right}
            first = gast.Compare(
                quote_expr("left", at=node.left, left=left),
                node.ops[:1],
                [quote_expr("right", at=node.comparators[0], right=right)],
            )
            second = gast.Compare(
                quote_expr("right", at=node.comparators[0], right=right), node.ops[1:], node.comparators[1:]
            )
            before += quote(
                "left = a\nright = b\nname = first\nif name:\n    name = second",
                a=node.left,
                b=node.comparators[0],
                first=gast.copy_location(first, node),
                second=gast.copy_location(second, node),
                **sides,
                **holes,
            )
        return quote_expr("name", at=node, name=name)

    def told(self, node: Node, name: str, flag: str) -> list[Node]:
        """Return statements that evaluate an expression and its truth: each operand is asked once."""
        if isinstance(node, gast.BoolOp) and is_asked(node):
            mark_asked(node)
            rest = _joined(node, node.values[1:])
            if len(node.values) > 2:
                rest._sct_asked = True
            return self.told(node.values[0], name, flag) + self.going_on(node, flag, self.told(rest, name, flag))
        if isinstance(node, gast.IfExp) and is_asked(node):
            arms = {"body": self.told(node.body, name, flag), "orelse": self.told(node.orelse, name, flag)}
            return quote("if test:\n    body\nelse:\n    orelse", at=node, test=node.test, **arms)
        return quote("name = value\nflag = not not name", at=node, name=name, flag=flag, value=node)

    def going_on(self, node: Node, flag: str, rest: list[Node]) -> list[Node]:
        """Return the statement that goes on to the next operand of an `and` or `or`."""
        test = "flag" if isinstance(node.op, gast.And) else "not flag"
        return quote(f"if {test}:\n    rest", at=node, flag=flag, rest=rest)


def _value(node: Node) -> Node:
    return node


def _truth(node: Node) -> Node:
    """The truth of an expression, which is asked for it once."""
    mark_test(node)
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        return node
    return quote_expr("not not value", at=node, value=node)


def _joined(node: Node, values: list[Node]) -> Node:
    return values[0] if len(values) == 1 else gast.copy_location(gast.BoolOp(node.op, values), node)


def _holds_walrus(node: Node) -> bool:
    """Whether evaluating `node` may bind a name of this function."""
    stack = [node]
    while stack:
        node = stack.pop()
        if isinstance(node, gast.NamedExpr):
            return True
        if isinstance(node, gast.Lambda):
            stack += [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]
        else:
            stack.extend(children(node))
    return False


def _lazy_operands(node: Node) -> list[Node]:
    if isinstance(node, gast.BoolOp):
        return list(node.values[1:])
    if isinstance(node, gast.IfExp):
        return [node.body, node.orelse]
    return list(node.comparators[1:])


def _is_lazy(node: Node) -> bool:
    """Whether `node` has an operand with a walrus that may not be reached."""
    if isinstance(node, gast.BoolOp) and _opens(node) and _holds_lazy(node.values[0]):
        return True
    return isinstance(node, _LAZY) and any(_holds_walrus(v) for v in _lazy_operands(node))


def _opens(node: Node) -> bool:
    """Whether the first operand of an `and` or `or` is not asked again for its truth."""
    mark_asked(node)
    return opens_asked(node) and is_asked(node.values[0])


def _holds_lazy(node: Node) -> bool:
    """Whether a lazy walrus stands where it can be hoisted from: not in lambdas and comprehensions."""
    return _is_lazy(node) or any(_holds_lazy(part.get()) for part in slots(node))


def _keep_rest(node: Node) -> None:
    """Mark what could not be hoisted: there plain Python stays (and refuses a symbolic condition)."""
    for inner in gast.walk(node):
        message = inner.msg if isinstance(inner, gast.Assert) else None
        if _is_lazy(inner) or (message is not None and _holds_walrus(message)):
            keep(inner)


def _leaves(body: Sequence[Node]) -> bool:
    """Whether a `break` or `return` may leave the loop that has this body."""
    return any(isinstance(n, gast.Return) for n in _own(body, ())) or any(
        isinstance(n, gast.Break) for n in _own(body, (gast.For, gast.While))
    )


def _own(body: Sequence[Node], closed: tuple[Any, ...]) -> Iterator[Node]:
    stack: list[Node] = list(body)
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, closed):
            stack.extend(node.orelse)
        elif not isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            stack.extend(children(node))
