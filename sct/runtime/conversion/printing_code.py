"""Syntax trees as text for people: astor, checked, and `ast.unparse` for what astor does not know."""

from __future__ import annotations

import ast
import warnings
from typing import Any

from sct.parsing import parsed

__all__ = ["print_code"]


def print_code(tree: ast.Module) -> str:
    """Return source text that parses back to `tree`.

    >>> print(print_code(ast.parse("def f(x):return x if x>0 else-x")), end="")
    def f(x):
        return x if x > 0 else -x
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # astor 0.8.1 names what Python 3.12 deprecates
        text = _by_astor(tree)
        if text is not None and _parses_to(text, tree):
            return text
        return ast.unparse(tree) + "\n"


def _by_astor(tree: ast.Module) -> str | None:
    try:
        import astor

        text: str = astor.to_source(tree)
    except Exception:  # astor raises whatever its visitor stumbles over: then Python itself prints
        return None
    return text


def _parses_to(text: str, tree: ast.Module) -> bool:
    try:
        return _dump(parsed(text)) == _dump(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _dump(tree: ast.Module) -> str:
    """The tree as text, without what has no meaning: the `u` of strings and type comments."""
    nodes: list[Any] = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.kind is not None]
    for node in nodes:
        node.kind = None
    return ast.dump(tree)
