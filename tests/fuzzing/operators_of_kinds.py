"""Operators between values of all kinds, of which the run knows what they are: results, their types and Python's TypeErrors."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from tests.harness import Call, call

__all__ = ["Case", "calls", "case_of", "text"]

HEAD = """from collections import Counter, OrderedDict, defaultdict, deque


def kept(v, kind=dict):
    made = kind()
    for x in v:
        made[int(x)] = int(x) * 2
    return made


def grown(v):
    out = []
    for x in v:
        if x > 0:
            out.append(int(x))
    return out


"""
OPERANDS = (  # with V for an array of two elements
    "[int(V[0]), int(V[1])]", "grown(V)", "(int(V[0]), int(V[1]))", "tuple(grown(V))", "{int(V[0]), int(V[1])}", "set(grown(V))",
    "frozenset({int(V[0]), int(V[1])})", "{int(V[0]): 2, int(V[1]): 4}", "kept(V)", "Counter(V.tolist())", "kept(V, OrderedDict)",
    "deque(V.tolist())", "deque(grown(V))", "kept(V).keys()", "kept(V).items()", "kept(V).values()", "range(int(V[0]), int(V[1]))",
    "f'{V[0]}{V[1]}'", "bytes(V.tolist())", "bytearray(V.tolist())", "int(V[0])", "V[1]", "float(V[0])", "V.tolist()", "[1, 2]", "(1, 2)",
    "{1, 2}", "frozenset({1, 2})", "{1: 2, 2: 4}", "'12'", "b'\\x01\\x02'", "2", "None", "deque([1, 2])", "{1: 2, 2: 4}.keys()",
    "{1: 2, 2: 4}.items()", "range(1, 2)", "Counter([1, 2])", "OrderedDict([(1, 2), (2, 4)])", "defaultdict(int, {1: 2, 2: 4})", "[V[0], V[1]]",
    "({int(V[0])}, 1)", "[grown(V), 1]", "complex(V[0], 1)", "bool(V[0] > 1)", "(None if V[0] > 1 else 1)",
)  # fmt: skip
ODD_KEYS = ("kept(V).values()", "range(int(V[0]), int(V[1]))")
OPERATORS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "&", "|", "^", "%", "//", "/", "**", "<<", "and", "or")


@dataclass(frozen=True)
class Case:
    """An operator between two of them."""

    left: str
    operator: str
    right: str

    def text(self) -> str:
        """The source."""
        left, right = self.left.replace("V", "v"), self.right.replace("V", "r")
        return f"{HEAD}def f(v, r):\n    found = ({left}) {self.operator} ({right})\n    return type(found).__name__, found\n"


def case_of(seed: int) -> Case:
    """One of them, chosen by chance."""
    chance = random.Random(seed)
    left, sign, right = chance.choice(OPERANDS), chance.choice(OPERATORS), chance.choice(OPERANDS)
    if left in ODD_KEYS and "in" in sign:  # left to plain Python
        sign = "=="
    return Case(left, sign, right)


def text(seed: int) -> str:
    """Its source."""
    return case_of(seed).text()


def calls(seed: int) -> list[Call]:
    """Arrays of elements that are equal, or not, or in another order."""
    return [call(np.array(v), np.array(r)) for v, r in (([1, 2], [1, 2]), ([1, 2], [1, 3]), ([2, 1], [2, 1]))]
