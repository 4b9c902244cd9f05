"""What a branch that is taken says about the numbers in it.

A truth value is a comparison, or what a branch has left: `x and y` is `y` in one branch and false in the other.
So a condition that holds makes others hold, and comparisons among them narrow the ranges of what is compared.

>>> from sct.loops.refs import Const, Ref
>>> truths, x, small, both = Truths(), Ref("i64", 1), Ref("i1", 2), Ref("i1", 3)
>>> truths.tests[small] = "slt", x, Const("i64", 8)
>>> truths.choices[both] = small, Const("i1", 1), Const("i1", 0)
>>> truths.implied(both, True)
[('slt', Ref(type='i64', number=1), Const(type='i64', value=8))]
"""

from __future__ import annotations

from sct.loops.refs import Const, Operand

__all__ = ["Test", "Truths"]

Test = tuple[str, Operand, Operand]  # a relation, as `icmp` names it
DEPTH = 8  # how many conditions within conditions are looked at

_NOT = {
    "eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt", "ult": "uge", "uge": "ult",
    "ugt": "ule", "ule": "ugt",
}  # fmt: skip


class Truths:
    """Where truth values come from.

    Attributes
    ----------
    tests
        Comparisons of integers.
    opposites
        What is the negation of something.
    choices
        What a branch has left: its condition, and what the variable was set to in either case.
    """

    def __init__(self) -> None:
        self.tests: dict[Operand, Test] = {}
        self.opposites: dict[Operand, Operand] = {}
        self.choices: dict[Operand, tuple[Operand, Operand, Operand]] = {}

    def implied(self, x: Operand, truth: bool) -> list[Test]:
        """The comparisons that hold if `x` is so."""
        found = self._facts(x, truth, {}) or {}
        made = []
        for one, holds in found.items():
            if one in self.tests:
                relation, a, b = self.tests[one]
                made.append((relation if holds else _NOT[relation], a, b))
        return made

    def picked(self, x: Operand, value: int) -> Operand | None:
        """The condition that `x == value` is, if a branch has left one of two numbers in x."""
        if x not in self.choices:
            return None
        cond, a, b = self.choices[x]
        if not isinstance(a, Const) or not isinstance(b, Const) or a == b or value != a.value:
            return None
        return cond

    def _facts(self, x: Operand, truth: bool, known: dict[Operand, bool]) -> dict[Operand, bool] | None:
        """What holds besides what is known, if `x` is so; None if it cannot be."""
        if isinstance(x, Const):
            return {} if bool(x.value) == truth else None
        if x in known:
            return {} if known[x] == truth else None
        found: dict[Operand, bool] = {x: truth}
        if len(known) >= DEPTH:
            return found
        if x in self.opposites:
            return self._add(found, self.opposites[x], not truth, known)
        if x in self.choices and x.type == "i1":
            cond, a, b = self.choices[x]
            ways = []
            for taken, left in ((True, a), (False, b)):
                way = self._add(found, cond, taken, known)
                way = None if way is None else self._add(way, left, truth, known)
                ways.append(way)
            if ways[0] is None or ways[1] is None:
                return ways[1] if ways[0] is None else ways[0]
        return found

    def _add(
        self, found: dict[Operand, bool], x: Operand, truth: bool, known: dict[Operand, bool]
    ) -> dict[Operand, bool] | None:
        more = self._facts(x, truth, {**known, **found})
        return None if more is None else {**found, **more}
