"""The variant for plain values: what the converters do when no trace is under way, written out as Python.

Each of them is defined to be a piece of Python there, so the transformed tree can be read as ordinary
statements again: no local functions, no frames but the user's, no cost. What the passes did to the user's
code itself (one exit, flags for jumps, desugared patterns) stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import gast

from .alike import copied_target, same
from .analysis import is_generated
from .base import Node
from .own_calls import TESTS, called, is_test_call, own_name
from .placing import around, placed, spanned
from .plain_forms import chained, inverse, returning, truth_of
from .quote import end_of, quote

__all__ = ["plainly"]

_AUGMENTED = {
    "iadd": gast.Add, "isub": gast.Sub, "imul": gast.Mult, "imatmul": gast.MatMult, "itruediv": gast.Div,
    "ifloordiv": gast.FloorDiv, "imod": gast.Mod, "ipow": gast.Pow, "iand": gast.BitAnd, "ior": gast.BitOr,
    "ixor": gast.BitXor, "ilshift": gast.LShift, "irshift": gast.RShift,
}  # fmt: skip
_COMPARISONS = {"is_": gast.Is, "is_not": gast.IsNot, "in_": gast.In, "not_in": gast.NotIn}
_CONVERSIONS = {"": -1, "s": ord("s"), "r": ord("r"), "a": ord("a")}
_MARKS = ("trying", "finishing")
_IDENTITIES = ("convert_call", "convert_builtin", "convert_print")


def plainly(tree: Node, checked: Iterable[str] = ()) -> Node:
    """Return a copy of a transformed tree that means the same as long as no trace is under way.

    Parameters
    ----------
    tree
        What the passes have made.
    checked
        Closure variables that may hold an `Undefined`: reads of them stay checked.

    Examples
    --------
    >>> import ast
    >>> from sct.transformers import PIPELINE
    >>> from sct.transformers.base import PassContext, run_passes
    >>> tree = gast.parse('''
    ... def f(x, xs):
    ...     for y in xs:
    ...         if y > x or not y:
    ...             x += g(y)
    ...             break
    ...     xs[0] = x
    ... ''')
    >>> print(ast.unparse(gast.gast_to_ast(plainly(run_passes(tree, PassContext(), PIPELINE)))))
    def f(x, xs):
        stopped = False
        for y in xs:
            if y > x or not y:
                x += g(y)
                stopped = True
            if stopped:
                break
        xs[0] = x
    """
    result: Node = _Plain(frozenset(checked)).node(tree)
    return result


class _Plain:
    def __init__(self, checked: frozenset[str]) -> None:
        self.checked = checked
        self.parts: dict[str, Node] = {}  # the local functions that passes made, by name
        self.statements: dict[str, Callable[[Node], list[Node]]] = {
            "convert_ifelse": self.if_else,
            "convert_while": self.while_loop,
            "convert_for": self.for_loop,
            "convert_try": self.attempt,
            "convert_finally": self.finishing,
            "convert_with": self.managing,
            "convert_assert": self.assertion,
            "store_attr": self.store_attr,
            "store_item": self.store_item,
            "del_attr": self.del_attr,
            "del_item": self.del_item,
        }
        self.expressions: dict[str, Callable[[Node], Node]] = {
            "and_": self.boolean,
            "or_": self.boolean,
            "and_test": self.truth,
            "or_test": self.truth,
            "and_once": self.boolean,
            "or_once": self.boolean,
            "not_": self.negation,
            "ternary": self.ternary,
            "ternary_once": self.ternary,
            "fstring": self.fstring,
            "ld": self.read,
            "slice": self.slice,
        }
        self.expressions |= dict.fromkeys(_COMPARISONS, self.comparison)
        self.expressions |= dict.fromkeys(_IDENTITIES, self.callee)

    # -- any node ----------------------------------------------------------------------------------

    def node(self, node: Node) -> Node:
        """Return a copy of an expression or statement, read plainly."""
        kind: Any = type(node)
        if kind is gast.Call:
            name = own_name(node.func)
            made = None if name is None else self.expressions.get(name)
            if made is not None:
                return made(node)
            if getattr(node, "_sct_chain", False):
                return self.chain(node)
        elif kind is gast.ExceptHandler:
            return self.handler(node)
        new = kind.__new__(kind)
        known = new.__dict__
        for field, value in node.__dict__.items():
            if field == "test":
                value = self.test(value)
            elif field == "ifs":
                value = [self.test(v) for v in value]
            elif type(value) is list:
                value = self.sequence(value)
            elif isinstance(value, gast.AST) and value._fields:
                value = self.node(value)
            known[field] = value
        return new

    def sequence(self, nodes: list[Node]) -> list[Node]:
        """Return a list of parts; if they are statements, some may go and some may come."""
        if not nodes or not isinstance(nodes[0], gast.stmt):
            return [self.node(n) if isinstance(n, gast.AST) else n for n in nodes]
        return self.block(nodes) or [gast.copy_location(gast.Pass(), nodes[0])]

    def block(self, nodes: Iterable[Node]) -> list[Node]:
        """Return the statements that stand for `nodes`, which may be none."""
        return [new for node in nodes for new in self.statement(node)]

    # -- statements --------------------------------------------------------------------------------

    def statement(self, node: Node) -> list[Node]:
        if isinstance(node, gast.FunctionDef):
            if is_generated(node):
                self.parts[node.name] = node
                return []
        elif isinstance(node, gast.Expr):
            made = self.statements.get(called(node.value) or "")
            if made is not None:
                node.value._sct_end = end_of(node)
                return made(node.value)
        elif isinstance(node, gast.Assign):
            name = called(node.value)
            if name == "Undefined":
                return self.undefined(node)
            if name in _AUGMENTED:
                return self.augmented(node, node.targets[0], node.value, name)
        elif isinstance(node, gast.Pass) and getattr(node, "_sct_moved", False):
            return []
        elif isinstance(node, gast.With) and called(node.items[0].context_expr) in _MARKS:
            return self.block(node.body)
        new = self.node(node)
        if isinstance(new, gast.FunctionDef) and getattr(new.body[-1], "_sct_exit", False):
            new.body = returning(new.body[:-1], new.body[-1])
        return [new]

    def undefined(self, node: Node) -> list[Node]:
        """A name that begins without a value needs nothing; one that loses it is deleted."""
        if not getattr(node, "_sct_deletes", False):
            return []
        return [
            placed(
                gast.Delete([gast.copy_location(gast.Name(node.targets[0].id, gast.Del(), None, None), node)]), node
            )
        ]

    def augmented(self, at: Node, target: Node, call: Node, name: str) -> list[Node]:
        """`x = iadd(x, y)`, or `t = iadd(x, y)`, where `t` is made for it."""
        old, value = (self.node(argument) for argument in call.args)
        target = self.node(target)
        start = [] if same(target, old) else [placed(gast.Assign([target], old, None), at)]
        return [*start, placed(gast.AugAssign(copied_target(target), _AUGMENTED[name](), value), at)]

    def handler(self, node: Node) -> Node:
        name = getattr(node, "_sct_name", None)
        body = node.body if name is None else self.named(node.body)
        kind = None if node.type is None else self.node(node.type)
        new = gast.ExceptHandler(kind, node.name, self.sequence(body))
        if name is not None:
            new.name = gast.copy_location(gast.Name(name, gast.Store(), None, None), node)
        return gast.copy_location(new, node)

    def named(self, body: list[Node]) -> list[Node]:
        """What a handler with a name does before the name is deleted."""
        last = body[-1]
        if isinstance(last, gast.Try):
            return list(last.body)
        self.parts.update((s.name, s) for s in body if isinstance(s, gast.FunctionDef))
        return self.part(last.value.args[0])

    def part(self, name: Node) -> list[Node]:
        """The body of a local function, without the declarations that made it one."""
        body = self.parts.pop(name.id).body
        start = next((i for i, s in enumerate(body) if not isinstance(s, gast.Nonlocal | gast.Global)), len(body))
        return list(body[start:])

    def if_else(self, call: Node) -> list[Node]:
        test, body, orelse, *_ = call.args
        inside = self.sequence(self.part(body))
        others = [s for s in self.block(self.part(orelse)) if not isinstance(s, gast.Pass)]
        return [placed(gast.If(self.test(test), inside, others), call)]

    def while_loop(self, call: Node) -> list[Node]:
        (result,) = self.part(call.args[0])
        body = self.sequence(self.part(call.args[1]))
        return [placed(gast.While(self.test(result.value), body, []), call)]

    def for_loop(self, call: Node) -> list[Node]:
        iterable, body, extra, *_ = call.args
        take, *rest = self.part(body)
        inside = self.block(rest) or [gast.copy_location(gast.Pass(), take)]
        if isinstance(extra, gast.Lambda):
            inside.append(placed(gast.If(inverse(self.test(extra.body)), [placed(gast.Break(), call)], []), call))
        return [placed(gast.For(self.node(take.targets[0]), self.node(iterable), inside, [], None), call)]

    def attempt(self, call: Node) -> list[Node]:
        body, pairs, orelse, *_ = call.args
        inside = self.sequence(self.part(body))
        handlers = [self.handled(pair) for pair in pairs.elts]
        after = self.block(self.part(orelse)) if isinstance(orelse, gast.Name) else []
        return [placed(gast.Try(inside, handlers, after, []), call)]

    def finishing(self, call: Node) -> list[Node]:
        inside, final = (self.sequence(self.part(name)) for name in call.args[:2])
        return [placed(gast.Try(inside, [], [], final), call)]

    def managing(self, call: Node) -> list[Node]:
        manager, body, caught, *_ = call.args
        inside, target = self.part(body), None
        if call._sct_target:
            take, *inside = inside
            target = self.node(take.targets[0])
        inside = self.sequence(inside) or [gast.copy_location(gast.Pass(), call)]
        if isinstance(caught, gast.Name):
            template = "try:\n    body\nexcept BaseException:\n    reset\n    raise"
            inside = quote(template, at=call, body=inside, reset=self.block(self.part(caught)))
        new = placed(gast.With([gast.withitem(self.node(manager), target)], inside, None), call)
        new._sct_joined = call._sct_joined
        if getattr(inside[0], "_sct_joined", False):  # the user wrote one statement for both
            new.items, new.body = [*new.items, *inside[0].items], inside[0].body
        return [new]

    def handled(self, pair: Node) -> Node:
        """A handler that has become a function, with what it takes."""
        kinds, name, _ = pair.elts
        made = gast.ExceptHandler(kinds.body if isinstance(kinds, gast.Lambda) else None, None, self.part(name))
        made._sct_name = pair._sct_name
        return self.handler(gast.copy_location(made, pair))

    def assertion(self, call: Node) -> list[Node]:
        test, *message = call.args
        return [placed(gast.Assert(self.test(test), self.node(message[0].body) if message else None), call)]

    def store_attr(self, call: Node) -> list[Node]:
        owner, name, value = call.args
        return self.stored(call, gast.Attribute(self.node(owner), name.value, gast.Store()), value)

    def store_item(self, call: Node) -> list[Node]:
        owner, key, value = call.args
        return self.stored(call, gast.Subscript(self.node(owner), self.key(key), gast.Store()), value)

    def stored(self, call: Node, target: Node, value: Node) -> list[Node]:
        target = spanned(target, call)
        name = called(value)
        if name in _AUGMENTED:
            old = self.node(value.args[0])
            if same(target, old):
                statement = gast.AugAssign(target, _AUGMENTED[name](), self.node(value.args[1]))
                return [placed(statement, call)]
        return [placed(gast.Assign([target], self.node(value), None), call)]

    def del_attr(self, call: Node) -> list[Node]:
        owner, name = call.args
        target = gast.Attribute(self.node(owner), name.value, gast.Del())
        return [placed(gast.Delete([spanned(target, call)]), call)]

    def del_item(self, call: Node) -> list[Node]:
        owner, key = call.args
        target = gast.Subscript(self.node(owner), self.key(key), gast.Del())
        return [placed(gast.Delete([spanned(target, call)]), call)]

    # -- expressions -------------------------------------------------------------------------------

    def key(self, node: Node) -> Node:
        """What stands between brackets: a slice, also in a tuple, is written as one."""
        if called(node) == "slice":
            bounds = [None if isinstance(b, gast.Constant) and b.value is None else self.node(b) for b in node.args]
            return gast.copy_location(gast.Slice(*bounds), node)
        if isinstance(node, gast.Tuple):
            return gast.copy_location(gast.Tuple([self.key(e) for e in node.elts], gast.Load()), node)
        return self.node(node)

    def slice(self, call: Node) -> Node:
        call.args = [self.node(a) for a in call.args]
        return call

    def test(self, node: Node) -> Node:
        """An expression that is only asked for its truth: by jumps, each operand once."""
        name = called(node)
        if name in TESTS:
            return self.boolean(node, self.test)
        if name == "not_":
            return self.negation(node, self.test)
        if name == "ternary":
            return self.ternary(node, self.test)
        return self.node(node)

    def truth(self, call: Node) -> Node:
        """The truth of such an expression as a value."""
        return truth_of(self.test(call), call)

    def boolean(self, call: Node, part: Callable[[Node], Node] | None = None) -> Node:
        part = part or self.node
        first, *others = call.args
        values = [part(first), *(part(other.body) for other in others)]
        if getattr(call, "_sct_chain", False):
            return chained(*values)
        kind = gast.And if call.func.attr.startswith("and") else gast.Or
        return placed(gast.BoolOp(kind(), values), call)  # where it begins: see `asked`

    def chain(self, call: Node) -> Node:
        """`(lambda left, middle: left < middle and middle < c)(a, b)`: a chain, whose middle has a name."""
        whole = self.test(call.func.body)
        whole.left, whole.comparators[0] = map(self.node, call.args)
        return around(whole, whole.left, whole.comparators[-1])

    def negation(self, call: Node, part: Callable[[Node], Node] | None = None) -> Node:
        if part is None and is_test_call(call):
            return truth_of(self.test(call), call)
        value = (part or self.node)(call.args[0])
        return around(gast.UnaryOp(gast.Not(), value), call, value)

    def ternary(self, call: Node, part: Callable[[Node], Node] | None = None) -> Node:
        part = part or self.node
        test, body, orelse = call.args
        then, other = part(body.body), part(orelse.body)
        return around(gast.IfExp(self.test(test), then, other), then, other)

    def comparison(self, call: Node) -> Node:
        left, right = (self.node(argument) for argument in call.args)
        return around(gast.Compare(left, [_COMPARISONS[call.func.attr]()], [right]), left, right)

    def callee(self, call: Node) -> Node:
        return self.node(call.args[0])

    def read(self, call: Node) -> Node:
        name = call.args[0]
        if call.keywords and name.id in self.checked:
            return call
        return self.node(name)

    def fstring(self, call: Node) -> Node:
        parts = [part if isinstance(part, gast.Constant) else self.field(part) for part in call.args]
        return placed(gast.JoinedStr(parts), call)

    def field(self, part: Node) -> Node:
        value, conversion, layout = part.elts
        spec = self.node(layout)
        if isinstance(spec, gast.Constant):
            spec = gast.copy_location(gast.JoinedStr([spec]), part) if spec.value else None
        field = gast.FormattedValue(self.node(value), _CONVERSIONS[conversion.value], spec)
        return placed(field, part)
