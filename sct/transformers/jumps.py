"""What `return`, `break` and `continue` have in common: code after a jump must not run.

Where the structure allows, what follows moves into the other branch; else a flag guards it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import gast

from .base import FUNCTIONS, Node, PassContext
from .quote import quote

__all__ = ["LOWERED", "Lowering", "contains", "guard", "is_endless", "statements_of", "terminates"]

LOWERED = (
    gast.And, gast.BoolOp, gast.Break, gast.ExceptHandler, gast.If, gast.Not, gast.Raise, gast.Try, gast.UnaryOp,
    gast.With,
)  # fmt: skip
"""What takes the place of jumps, besides assignments."""
_CLOSED = (*FUNCTIONS, gast.ClassDef)
_LOOPS = (gast.For, gast.While)


def statements_of(body: Iterable[Node], *, closed: tuple[Any, ...] = ()) -> Iterator[Node]:
    """The statements in `body` and in those statements, not in functions and classes.

    Of a loop whose type is in `closed` only the `else` clause is entered.
    """
    stack: list[Node] = list(body)
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _CLOSED):
            continue
        if isinstance(node, closed):
            stack.extend(node.orelse)
            continue
        for field in ("body", "orelse", "finalbody"):
            stack.extend(getattr(node, field, ()))
        for handler in getattr(node, "handlers", ()):
            stack.extend(handler.body)


def contains(body: Iterable[Node], is_jump: Callable[[Node], bool]) -> bool:
    """Whether a statement in `body`, at any depth, is a jump of interest."""
    return any(is_jump(node) for node in statements_of(body))


def is_endless(loop: Node) -> bool:
    """Whether a loop's test never fails: its `else` clause is never reached."""
    test = getattr(loop, "test", None)
    return isinstance(test, gast.Constant) and bool(test.value)


def terminates(body: Sequence[Node]) -> bool:
    """Whether control never gets past the end of `body`, as far as its form shows.

    >>> terminates(gast.parse("while True: f()").body)
    True
    >>> terminates(gast.parse("with x: raise E").body)  # a manager may swallow it
    False
    """
    if not body:
        return False
    last = body[-1]
    if isinstance(last, gast.Return | gast.Raise | gast.Break | gast.Continue):
        return True
    if isinstance(last, gast.If):
        return terminates(last.body) and terminates(last.orelse)
    if isinstance(last, gast.For | gast.While):
        own = statements_of(last.body, closed=_LOOPS)
        return (is_endless(last) or terminates(last.orelse)) and not any(isinstance(n, gast.Break) for n in own)
    if isinstance(last, gast.Try):
        if terminates(last.finalbody):
            return True
        ends = terminates(last.body) or terminates(last.orelse)
        return ends and all(terminates(h.body) for h in last.handlers)
    return False


def guard(flags: Sequence[str], body: list[Node], at: Node) -> list[Node]:
    """Return `body` under the condition that none of `flags` is set."""
    if not body:
        return []
    test = " and ".join(f"not flag_{i}" for i in range(len(flags)))
    holes = {f"flag_{i}": flag for i, flag in enumerate(flags)}
    result = quote(f"if {test}:\n    body", at=at, body=body, **holes)
    result[0]._sct_guard = frozenset(flags)
    return result


class Lowering:
    """Rewrites the statements around jumps. A kind of jump says what it is and what becomes of it."""

    def __init__(self, ctx: PassContext) -> None:
        self.ctx = ctx

    def flags(self, body: Iterable[Node]) -> list[str]:
        """Return the flags that jumps in `body` may set, in a fixed order."""
        raise NotImplementedError

    def is_jump(self, node: Node) -> bool:
        """Whether a statement is a jump."""
        raise NotImplementedError

    def jump(self, node: Node, tail: bool) -> list[Node]:
        """Return the statements for a jump; `tail`: nothing follows in the function or loop body."""
        raise NotImplementedError

    def end(self, at: Node) -> list[Node]:
        """Return the statements for control that reaches the end in tail position."""
        return []

    def reset(self, at: Node) -> list[Node]:
        """Return the statements that take back what a jump has set, when an exception has undone it."""
        raise NotImplementedError

    def before_with(self, node: Node) -> list[Node]:
        """Return the statements before a `with` in tail position, which may swallow an exception."""
        return []

    def block(self, body: Sequence[Node], tail: bool) -> list[Node]:
        """Return `body` without jumps."""
        result: list[Node] = []
        for index, node in enumerate(body):
            rest = list(body[index + 1 :])
            if self.is_jump(node):
                return result + self.jump(node, tail)
            ends = self.ends(node)
            if ends:
                rest = []
            flags = self.flags([node])
            if not flags:
                result.append(node)
                if ends:
                    return result
                continue
            new, rest, flags = self.statement(node, rest, tail)
            following = [] if ends or not flags else self.block(rest, tail) if rest else self.ending(node, tail)
            return result + new + guard(flags, following, node)
        return result + (self.ending(body[-1], tail) if body else [])

    def ends(self, node: Node) -> bool:
        """Whether nothing after a statement is reached."""
        return terminates([node])

    def ending(self, at: Node, tail: bool) -> list[Node]:
        """Return what stands for reaching the end of a block."""
        return self.end(at) if tail else []

    def statement(self, node: Node, rest: list[Node], tail: bool) -> tuple[list[Node], list[Node], list[str]]:
        """Return what stands for `node`, what is left to follow it, and under which flags ([]: nothing)."""
        flags = self.flags([node])
        if isinstance(node, gast.If):
            return self.branch(node, rest, tail, flags)
        if isinstance(node, gast.With):
            last = tail and not rest
            before = self.before_with(node) if last else []
            node.body = self.block(node.body, last) or quote("pass", at=node)
            return [*before, node], rest, [] if last else flags
        if isinstance(node, gast.Try):
            return self.guarded(node, rest, tail, flags)
        node.orelse = self.block(node.orelse, False)
        return [node], rest, flags

    def branch(
        self, node: Node, rest: list[Node], tail: bool, flags: list[str]
    ) -> tuple[list[Node], list[Node], list[str]]:
        body, orelse = node.body, node.orelse
        if terminates(body):
            orelse, rest = orelse + rest, []
        elif terminates(orelse):
            body, rest = body + rest, []
        last = tail and not rest
        done = not rest
        new_body = self.block(body, last)
        new_orelse = self.block(orelse, last) if orelse else (self.end(node) if last else [])
        if not new_body and new_orelse:
            new = quote("if not test:\n    orelse", at=node, test=node.test, orelse=new_orelse)
        else:
            node.body = new_body or quote("pass", at=node)
            node.orelse = new_orelse
            new = [node]
        return new, rest, [] if done else flags

    def guarded(
        self, node: Node, rest: list[Node], tail: bool, flags: list[str]
    ) -> tuple[list[Node], list[Node], list[str]]:
        in_body = self.flags(node.body)
        if rest and not in_body and not node.finalbody and all(terminates(h.body) for h in node.handlers):
            # What follows is reached from the body alone, and `else` is not covered by the handlers.
            node.orelse, rest = node.orelse + rest, []
        last = tail and not rest
        orelse = node.orelse
        node.body = self.block(node.body, last and not orelse) or quote("pass", at=node)
        for handler in node.handlers:
            handler.body = self.block(handler.body, last) or quote("pass", at=handler)
        if orelse:
            lowered = self.block(orelse, last)
            node.orelse = guard(in_body, lowered, orelse[0]) if in_body else lowered
        return [node], rest, [] if not rest else flags

    def protect(self, body: Iterable[Node]) -> None:
        """Let handlers reset a flag where an exception may come up after a jump has set it.

        That is where a `with` or `finally` around the jump stands in a `try` or `with` of the function.
        """
        body = list(body)
        for node in list(statements_of(body)):
            if isinstance(node, gast.With) and len(node.items) > 1 and self.flags(node.body):
                _split(node)
        for node in list(statements_of(body)):
            if isinstance(node, gast.Try) and node.handlers and self.may_raise_late(node.body):
                for handler in node.handlers:
                    handler.body = self.reset(handler) + handler.body
            elif isinstance(node, gast.With) and self.may_raise_late(node.body):
                covered = quote(
                    "try:\n    body\nexcept BaseException:\n    reset\n    raise",
                    at=node,
                    body=node.body,
                    reset=self.reset(node),
                )
                covered[0]._sct_transparent = covered[0]._sct_resets = True
                node.body = covered

    def may_raise_late(self, body: Iterable[Node]) -> bool:
        """Whether something may raise between a jump in `body` and where it jumps to."""
        return any(
            (isinstance(n, gast.With) or (isinstance(n, gast.Try) and n.finalbody)) and self.flags([n])
            for n in statements_of(body)
        )


def _split(node: Node) -> None:
    """Nest the managers of a `with`, so that something can be put between them."""
    while len(node.items) > 1:
        inner = gast.copy_location(gast.With(node.items[-1:], node.body, None), node)
        node.items, node.body = node.items[:-1], [inner]
