"""Shows one pass at work on a piece of source: for docstrings, the documentation and tests."""

from __future__ import annotations

import ast
import textwrap

from sct.parsing import parsed

from ..errors import SctError
from .base import Pass, PassContext, run_passes
from .python_trees import from_python, to_python

__all__ = ["becomes", "refusal"]


def becomes(
    passes: type[Pass] | tuple[type[Pass], ...],
    source: str,
    *,
    class_name: str | None = None,
    free_names: tuple[str, ...] = (),
) -> str:
    """Return what one pass, or several in order, make of `source`.

    Of what the passes require, nothing is run before: an example shows one rewrite alone.
    """
    chain = passes if isinstance(passes, tuple) else (passes,)
    tree = from_python(parsed(textwrap.dedent(source)))
    ctx = PassContext(function="", filename="<example>", class_name=class_name, free_names=frozenset(free_names))
    bare = [type(p.__name__, (p,), {"requires": ()}) for p in chain]
    tree = run_passes(tree, ctx, bare)
    return ast.unparse(to_python(tree))


def refusal(passes: type[Pass] | tuple[type[Pass], ...], source: str) -> str:
    """Return the error that `source` meets, in one line: class, line and message."""
    try:
        return becomes(passes, source)
    except SctError as error:
        line = error.where.line if error.where else 0
        return f"{type(error).__name__}, line {line}: {error.what}"
