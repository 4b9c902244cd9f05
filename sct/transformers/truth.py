"""Where only the truth of an expression is asked for: there Python asks each operand once."""

from __future__ import annotations

import gast

from .base import Node

__all__ = ["as_test", "is_test"]


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
        _mark(test)


def _mark(test: Node) -> None:
    if isinstance(test, gast.BoolOp | gast.IfExp | gast.Compare):
        test._sct_test = True
    if isinstance(test, gast.BoolOp):
        for value in test.values:
            _mark(value)
    elif isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        _mark(test.operand)
    elif isinstance(test, gast.IfExp):
        _mark(test.body)
        _mark(test.orelse)


def is_test(node: Node) -> bool:
    """Whether nothing but the truth of `node` is asked for."""
    return getattr(node, "_sct_test", False)
