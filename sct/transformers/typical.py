"""Values of the kind that variables will hold: what they may begin with where nobody reads it.

A variable that began as None would be one of two kinds to the program, and be asked each time which it is.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

import gast

from .base import Node
from .jumps import statements_of

__all__ = ["typical_values"]

_ARITHMETIC = (gast.Add, gast.Sub, gast.Mult, gast.FloorDiv, gast.Mod)
_CALLED = {"len": 0, "int": 0, "bool": False, "float": 0.0}


def typical_values(body: Sequence[Node], names: Iterable[str], answers: Sequence[Node], answer: str) -> dict[str, Node]:
    r"""For some variables of a body a constant or parameter of the same kind.

    `names`: the parameters; `answers`: what is returned, for the variable `answer` and what a `yield` gives.

    >>> import ast
    >>> from sct.transformers.python_trees import to_python
    >>> body = gast.parse("i, s = k, 0.0\nwhile i > 0:\n    i -= 1\n    j = i + 1\n    y = g(j)").body
    >>> {v: ast.unparse(to_python(x)) for v, x in typical_values(body, ["k"], [], "answer").items()}
    {'i': 'k', 's': '0.0', 'j': 'k'}
    """
    known: dict[str, Node] = {}
    parameters = set(names)
    for _ in range(2):  # what is assigned further down may be read further up
        for value in answers:
            _note(known, answer, _of(value, known, parameters, answer))
        for node in sorted(statements_of(body), key=lambda n: (n.lineno, n.col_offset)):
            if isinstance(node, gast.Assign):
                for target in node.targets:
                    _assigned(known, target, node.value, parameters, answer)
    return {name: copy.deepcopy(value) for name, value in known.items()}


def _assigned(known: dict[str, Node], target: Node, value: Node, parameters: set[str], answer: str) -> None:
    if isinstance(target, gast.Name):
        _note(known, target.id, _of(value, known, parameters, answer))
    elif isinstance(target, gast.Tuple) and isinstance(value, gast.Tuple) and len(target.elts) == len(value.elts):
        for one, other in zip(target.elts, value.elts, strict=True):
            _assigned(known, one, other, parameters, answer)


def _note(known: dict[str, Node], name: str, value: Node | None) -> None:
    if value is not None:
        known.setdefault(name, value)


def _of(node: Node, known: dict[str, Node], parameters: set[str], answer: str) -> Node | None:
    """Something of the kind of an expression, if its form tells."""
    if isinstance(node, gast.Constant):
        return node if type(node.value) in (int, float, bool) else None
    if isinstance(node, gast.Name):
        return node if node.id in parameters else known.get(node.id)
    if isinstance(node, gast.Yield):
        return known.get(answer)
    if isinstance(node, gast.UnaryOp):
        return _constant(False, node) if isinstance(node.op, gast.Not) else _of(node.operand, known, parameters, answer)
    if isinstance(node, gast.Compare):
        return None
    if isinstance(node, gast.BinOp) and isinstance(node.op, _ARITHMETIC):
        left, right = (_of(part, known, parameters, answer) for part in (node.left, node.right))
        return right if isinstance(left, gast.Constant) else left if right is not None else None
    if isinstance(node, gast.Call):
        if isinstance(node.func, gast.Name) and node.func.id in _CALLED:
            return _constant(_CALLED[node.func.id], node)
        if isinstance(node.func, gast.Attribute) and node.func.attr == "whole":
            return _constant(0, node)
    return None


def _constant(value: object, at: Node) -> Node:
    return gast.copy_location(gast.Constant(value, None), at)
