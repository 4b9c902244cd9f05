"""Which functions there are, and how each becomes LLVM text."""

from __future__ import annotations

from collections.abc import Callable

from sct.backends.native.math.builder import Builder, Format, Value
from sct.records import record

__all__ = ["ELEMENTARY", "Elementary", "Formula", "Quick", "Slow", "UNOPTIMISED", "body", "elementary"]

Formula = Callable[..., Value]
Quick = Callable[..., tuple[Value, Value]]
Slow = Callable[[Format], list[str]]

UNOPTIMISED = "noinline optnone nounwind willreturn memory(none)"
"""The attributes of what hardly ever runs: it shall not take time to compile."""


@record
class Elementary:
    """A function on numbers.

    Attributes
    ----------
    name
        NumPy's (or SciPy's) name of it.
    arity
        How many arguments it takes.
    formula
        Writes the code: it takes a `Builder` and the arguments, and answers the result.
    far
        Where the formula does not hold: it takes the same, and answers a truth value. Where it is true for
        any lane, `slow` is called instead; that happens so rarely that it may be slow.
    slow
        The text of `@sct.<name>.slow.<format>`, right wherever `far` is true, after the texts of what it needs.
    quick
        Answers the result and where it does not hold, for a formula that holds everywhere but costs more. Where it does
        hold, both have the same result to the last bit: vectors in which any lane needs the formula are left to that.
    """

    name: str
    arity: int
    formula: Formula
    far: Formula | None = None
    slow: Slow | None = None
    quick: Quick | None = None

    @property
    def inlined(self) -> bool:
        """Whether there is one way for all arguments."""
        return self.far is None and self.quick is None


ELEMENTARY: dict[str, Elementary] = {}


def elementary(
    *names: str, arity: int = 1, far: Formula | None = None, slow: Slow | None = None, quick: Quick | None = None
) -> Callable[[Formula], Formula]:
    """Enter the decorated formula under its names."""

    def enter(formula: Formula) -> Formula:
        for name in names:
            ELEMENTARY[name] = Elementary(name, arity, formula, far, slow, quick)
        return formula

    return enter


def body(function: Elementary, b: Builder) -> Value:
    """Write the formula on the arguments `%x` (and `%y`)."""
    return function.formula(b, *[Value(b, name, "f") for name in ("%x", "%y")[: function.arity]])
