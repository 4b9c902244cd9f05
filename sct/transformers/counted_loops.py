"""A `for` as a `while` with a counter: what a loop's iterator knows are numbers then, which can be kept anywhere."""

from __future__ import annotations

import copy

import gast

from .base import Node, PassContext
from .quote import quote, quote_expr

__all__ = ["counted"]

Parts = tuple[list[Node], Node, list[Node]]


def counted(ctx: PassContext, loop: Node, iterable: Node, own: set[str]) -> Parts:
    """What comes before the loop, its test, and what each turn begins with; `own`: see `SelfCalls`.

    >>> from sct.transformers.python_trees import to_python
    >>> import ast
    >>> loop = gast.parse("for v in values: f(v)").body[0]
    >>> start, test, step = counted(PassContext(), loop, loop.iter, {"values"})
    >>> print(ast.unparse(to_python(gast.Module([*start, gast.Expr(test), *step], []))))
    sequence = _sct.walked(values)
    at = 0
    at < len(sequence)
    v = sequence[at]
    at = at + 1
    """
    called = iterable.func.id if isinstance(iterable, gast.Call) and isinstance(iterable.func, gast.Name) else ""
    plain = bool(called) and not iterable.keywords and not any(isinstance(a, gast.Starred) for a in iterable.args)
    if plain and called == "range" and 1 <= len(iterable.args) <= 3:
        found = _range(ctx, loop, iterable.args)
        if found is not None:
            return found
    at = ctx.fresh("at")
    begin = quote("name = 0", at=loop, name=at)
    more = quote("name = name + 1", at=loop, name=at)
    if plain and called == "enumerate" and len(iterable.args) == 1:
        start, sequence = _sequence(ctx, loop, iterable.args[0], own)
        test = _below(loop, at, sequence)
        value = quote_expr("(place, sequence[place])", at=loop, place=at, sequence=copy.deepcopy(sequence))
    elif plain and called == "zip" and iterable.args:
        start, sequences = [], []
        for source in iterable.args:
            before, sequence = _sequence(ctx, loop, source, own)
            start += before
            sequences.append(sequence)
        tests = [_below(loop, at, sequence) for sequence in sequences]
        test = tests[0] if len(tests) == 1 else gast.copy_location(gast.BoolOp(gast.And(), tests), loop)
        items = [quote_expr("s[place]", at=loop, place=at, s=copy.deepcopy(s)) for s in sequences]
        value = gast.copy_location(gast.Tuple(items, gast.Load()), loop)
    else:
        start, sequence = _sequence(ctx, loop, iterable, own)
        test = _below(loop, at, sequence)
        value = quote_expr("sequence[place]", at=loop, place=at, sequence=copy.deepcopy(sequence))
    return [*start, *begin], test, [*_set(loop, value), *more]


def _range(ctx: PassContext, loop: Node, args: list[Node]) -> Parts | None:
    step = args[2] if len(args) == 3 else gast.copy_location(gast.Constant(1, None), loop)
    down = isinstance(step, gast.UnaryOp) and isinstance(step.op, gast.USub)
    size = step.operand if isinstance(step, gast.UnaryOp) and down else step
    if not isinstance(size, gast.Constant) or type(size.value) is not int or size.value <= 0:
        return None
    at = ctx.fresh("at")
    first = args[0] if len(args) > 1 else gast.copy_location(gast.Constant(0, None), loop)
    last: Node = copy.deepcopy(args[min(1, len(args) - 1)])
    first = copy.deepcopy(first)
    if not _is_whole(first):
        first = quote_expr("_sct.whole(value)", at=loop, value=first)
    start = quote("name = value", at=loop, name=at, value=first)
    if not _is_whole(last):
        end = ctx.fresh("end")
        start += quote("name = _sct.whole(value)", at=loop, name=end, value=last)
        last = gast.copy_location(gast.Name(end, gast.Load(), None, None), loop)
    test = quote_expr(f"place {'>' if down else '<'} end", at=loop, place=at, end=last)
    value = gast.copy_location(gast.Name(at, gast.Load(), None, None), loop)
    more = quote("place = place + step", at=loop, place=at, step=copy.deepcopy(step))
    return start, test, [*_set(loop, value), *more]


def _sequence(ctx: PassContext, loop: Node, source: Node, own: set[str]) -> tuple[list[Node], Node]:
    """What is gone through by its length and its items: one that is a constant is not kept."""
    walked = quote_expr("_sct.walked(source)", at=loop, source=copy.deepcopy(source))
    if _is_constant(source):
        return [], walked
    name = ctx.fresh("sequence")
    start = quote("name = walked", at=loop, name=name, walked=walked)
    return start, gast.copy_location(gast.Name(name, gast.Load(), None, None), loop)


def _is_whole(node: Node) -> bool:
    return isinstance(node, gast.Constant) and type(node.value) is int


def _is_constant(node: Node) -> bool:
    parts = node.elts if isinstance(node, gast.Tuple | gast.List) else None
    if isinstance(node, gast.UnaryOp):
        return isinstance(node.operand, gast.Constant)
    return isinstance(node, gast.Constant) if parts is None else all(map(_is_constant, parts))


def _below(loop: Node, at: str, sequence: Node) -> Node:
    return quote_expr("place < len(sequence)", at=loop, place=at, sequence=copy.deepcopy(sequence))


def _set(loop: Node, value: Node) -> list[Node]:
    return [gast.copy_location(gast.Assign([copy.deepcopy(loop.target)], value, None), loop)]
