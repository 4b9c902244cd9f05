"""Where Python's compiler lets `and` in `or` go on to the next operand, without asking the inner value again."""

from __future__ import annotations

from typing import Any

import gast

from .base import Node
from .truth import is_test

__all__ = ["is_asked", "mark_asked", "opens_asked"]


class _Loud:
    def __init__(self) -> None:
        self.times = 0

    def __bool__(self) -> bool:
        self.times += 1
        return False


def _threads() -> bool:
    """Whether the running Python asks a false `a` of `a and b or c` once: CPython 3.11 does, 3.12 and 3.13 do not."""
    loud: Any = _Loud()
    eval("a and b or c", {"a": loud, "b": 1, "c": 2})
    return bool(loud.times == 1)


_THREADS = _threads()


def mark_asked(node: Node) -> None:
    """Mark the operands of `node`, an `and` or `or`, whose truth it needs not ask, as they have asked for it.

    Python does so for those that begin in the line in which the operator around them begins.

    >>> import sct.transformers.asked as asked
    >>> asked._THREADS = True
    >>> tree = gast.parse("a and b or c", mode="eval").body
    >>> mark_asked(tree)
    >>> is_asked(tree.values[0]), opens_asked(tree)
    (True, True)
    >>> asked._THREADS = asked._threads()
    """
    if not _THREADS or is_test(node) or getattr(node, "_sct_chain", False):
        return
    for value in node.values[:-1]:
        if _mark(value, node.lineno):
            node._sct_opens = True


def _mark(node: Node, line: int) -> bool:
    """Mark what is asked for its truth by a jump of this line; whether there is anything."""
    if is_test(node) or getattr(node, "_sct_keep", False) or getattr(node, "_sct_chain", False):
        return False
    parts: list[Node] = []
    if isinstance(node, gast.BoolOp):
        if node.lineno != line:
            return False
        parts = node.values[-1:]
    elif isinstance(node, gast.IfExp):
        parts = [node.orelse]  # the body ends with a jump of its own
    found = [_mark(part, line) for part in parts]
    if isinstance(node, gast.BoolOp) or any(found):
        node._sct_asked = True
        return True
    return False


def is_asked(node: Node) -> bool:
    """Whether `node` says with its value what its truth is, if it knows."""
    return getattr(node, "_sct_asked", False) and not is_test(node)


def opens_asked(node: Node) -> bool:
    """Whether an operand of `node` does."""
    return getattr(node, "_sct_opens", False) and not is_test(node)
