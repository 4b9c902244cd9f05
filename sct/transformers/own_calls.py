"""Calls of what the passes put into code: `_sct.NAME(…)`."""

from __future__ import annotations

import gast

from .base import Node

__all__ = ["TESTS", "called", "is_test_call", "own_name"]

TESTS = ("and_test", "or_test")


def own_name(function: Node) -> str | None:
    """NAME, where the expression is `_sct.NAME`."""
    if isinstance(function, gast.Attribute) and isinstance(function.value, gast.Name) and function.value.id == "_sct":
        name: str = function.attr
        return name
    return None


def called(node: Node) -> str | None:
    """NAME, where the expression is `_sct.NAME(…)`."""
    return own_name(node.func) if isinstance(node, gast.Call) else None


def is_test_call(call: Node) -> bool:
    """Whether there is an `and` or `or` in an expression that is only asked for its truth."""
    if getattr(call, "_sct_chain", False) and called(call) is None:  # whose middle has got a name
        return is_test_call(call.func.body)
    name = called(call)
    if name == "ternary":
        return any(is_test_call(arm.body) for arm in call.args[1:])
    return name in TESTS or (name == "not_" and is_test_call(call.args[0]))
