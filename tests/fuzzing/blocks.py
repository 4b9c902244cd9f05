"""What many of the writers share: blocks of statements, one inside another."""

from __future__ import annotations

import random

__all__ = ["Blocks", "indented"]


def indented(lines):
    """A block one level further in."""
    return [f"    {line}" for line in lines]


class Blocks:
    """Writes branches, loops, exceptions and early returns around simple statements of numbers.

    A writer of these says what `number()` and `simple()` are, and how often loops run: `trips`.
    """

    trips: tuple[str, ...]

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    def condition(self):
        return f"{self.number()} {self.r.choice(['<', '>', '=='])} {self.number()}"

    def index(self):
        """The index of the innermost loop, if there is one."""
        return [f"i{self.loops - 1}"] if self.loops else []

    def statement(self, depth):
        r, kind = self.r, self.r.random()
        if kind < 0.5 or depth == 0:
            return [self.simple()]
        if kind < 0.82:
            lines = [f"if {self.condition()}:", *indented(self.block(depth - 1))]
            return [*lines, "else:", *indented(self.block(depth - 1))] if r.random() < 0.6 else lines
        if kind < 0.92:
            name = f"i{self.loops}"
            self.loops += 1
            lines = [f"for {name} in range({r.choice(self.trips)}):", *indented(self.block(depth - 1))]
            self.loops -= 1
            return lines
        if kind < 0.96:
            tried = [*self.block(depth - 1), f"if {self.condition()}:", "    raise ValueError"]
            return ["try:", *indented(tried), "except ValueError:", *indented(self.block(depth - 1))]
        return [f"if {self.condition()}:", f"    return {self.number()}"]

    def block(self, depth):
        return [line for _ in range(self.r.randint(1, 3)) for line in self.statement(depth)]
