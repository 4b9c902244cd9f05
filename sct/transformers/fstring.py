"""Formatted strings."""

from __future__ import annotations

from typing import Any

import gast

from .base import CALLS, Node, Pass
from .quote import quote, quote_expr

__all__ = ["FString"]

_CONVERSIONS = {-1: "", ord("s"): "s", ord("r"): "r", ord("a"): "a"}
_SIMPLE = (gast.Name, gast.Constant, gast.Attribute, gast.expr_context)


class FString(Pass):
    """An f-string becomes a call with its pieces: texts, and (value, conversion, format) for each field.

    Python formats each field before it evaluates the next; where that can be told, what was made so far
    is formatted by a call of its own.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(FString, '''
    ... def f(x, n):
    ...     return f"x = {x!r} {n:>{n}}", f"{x}{g(x)}"
    ... '''))
    def f(x, n):
        return (_sct.fstring('x = ', (x, 'r', ''), ' ', (n, '', _sct.fstring('>', (n, '', '')))),
            _sct.fstring((_sct.fstring((x, '', '')), '', ''), (g(x), '', '')))
    """

    acts_on = (gast.JoinedStr,)
    removes = (gast.JoinedStr, gast.FormattedValue)
    makes = CALLS

    def visit_Expr(self, node: Node) -> Node:
        """An f-string without fields is a statement that does nothing, and no docstring."""
        text = node.value
        if isinstance(text, gast.JoinedStr) and all(isinstance(part, gast.Constant) for part in text.values):
            return quote("pass", at=node)[0]
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: Node) -> Node:
        pieces: list[Node] = []
        formatted = False
        for part in node.values:
            if isinstance(part, gast.FormattedValue):
                if formatted and not _is_simple(part.value):
                    pieces = [quote_expr("(_sct.fstring(*pieces), '', '')", at=node, pieces=pieces)]
                pieces.append(self.field(part))
                formatted = True
            elif part.value:  # 3.12 ends nested formats with an empty text
                pieces.append(part)
        if not formatted:
            text = "".join(piece.value for piece in pieces)
            return gast.copy_location(gast.Constant(text, None), node)
        return quote_expr("_sct.fstring(*pieces)", at=node, pieces=pieces)

    def field(self, part: Node) -> Node:
        """Return the tuple for one field."""
        layout: Any = part.format_spec
        layout = quote_expr("''", at=part) if layout is None else self.visit_JoinedStr(layout)
        conversion = gast.copy_location(gast.Constant(_CONVERSIONS[part.conversion], None), part)
        return quote_expr(
            "(value, conversion, layout)",
            at=part,
            value=self.visit(part.value),
            conversion=conversion,
            layout=layout,
        )


def _is_simple(node: Node) -> bool:
    """Whether evaluating `node` cannot change what was evaluated before."""
    return all(isinstance(n, _SIMPLE) for n in gast.walk(node))
