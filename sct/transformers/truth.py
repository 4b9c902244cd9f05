"""Where only the truth of an expression is asked for: there Python asks each operand once."""

from __future__ import annotations

import gast

from .base import Node

__all__ = ["as_test", "is_test", "mark_test"]


def as_test(node: Node) -> None:
    """Mark what `node`, an `if` or a part of one, a loop, an assertion or a comprehension, tests.

    The marks go as far into an expression as Python's jumps do.

    >>> statement = gast.parse("if not (a or b): pass").body[0]
    >>> as_test(statement)
    >>> is_test(statement.test.operand)
    True
    """
    tests = node.ifs if isinstance(node, gast.comprehension) else [getattr(node, "test", None)]
    for test in tests:
        mark_test(test)


def mark_test(test: Node) -> None:
    """Mark an expression of which only the truth is asked for."""
    if isinstance(test, gast.BoolOp | gast.IfExp | gast.Compare):
        test._sct_test = True
    if isinstance(test, gast.BoolOp):
        for value in test.values:
            mark_test(value)
    elif isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        mark_test(test.operand)
    elif isinstance(test, gast.IfExp):
        mark_test(test.body)
        mark_test(test.orelse)
    elif isinstance(test, gast.Call) and getattr(test, "_sct_chain", False):  # whose middle has got a name
        mark_test(test.func.body)


def is_test(node: Node) -> bool:
    """Whether nothing but the truth of `node` is asked for."""
    return getattr(node, "_sct_test", False)
