"""Functions that read and write what the caller has: objects, dicts, lists and arrays, some of them twice.

The calls hold small numbers, so that what a function leaves is now and then what was there before, by chance.
"""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.blocks import Blocks
from tests.harness import Call

__all__ = ["Thing", "Writer", "calls"]

LETTERS = ["a", "b", "c"]


class Thing:
    """An object of the caller's."""

    def __init__(self, a, b, c, v, held):
        self.a, self.b, self.c = a, b, c
        self.v = v
        self.l = held

    @property
    def both(self):
        return self.a + self.b

    @both.setter
    def both(self, x):
        self.a, self.b = x, -x

    def step(self, x):
        self.a += x
        if self.a > 5:
            self.b = 0
        return self.b

    def put(self, **given):
        self.__dict__.update(given)


class Writer(Blocks):
    """Writes one function of two objects, a dict, and two numbers of the run."""

    trips = ("n", "k", "3")

    def owner(self):
        return self.r.choice(["o", "o", "q"])

    def place(self):
        """A place that holds a number."""
        r = self.r
        letter = r.choice(LETTERS)
        kind = r.random()
        if kind < 0.5:
            return f"{self.owner()}.{letter}"
        if kind < 0.75:
            return f'd["{letter}"]'
        if kind < 0.9:
            return r.choice([f'vars({self.owner()})["{letter}"]', f'{self.owner()}.__dict__["{letter}"]'])
        return f"{self.owner()}.both"

    def array(self):
        return self.r.choice(["o.v", "q.v", 'd["v"]'])

    def held(self):
        return self.r.choice(["o.l", "q.l", 'd["l"]'])

    def number(self):
        r, kind = self.r, self.r.random()
        if kind < 0.35:
            return r.choice(["0", "1", "2", "3"])
        if kind < 0.7:
            return self.place()
        rest = ["n", "k", *self.index(), f"int({self.array()}[1])", f"{self.held()}[0]", f"len({self.held()})", f"{self.place()} % 3"]
        return r.choice(rest)

    def condition(self):
        r = self.r
        if r.random() < 0.1:
            return r.choice([f"{self.array()} is {self.array()}", f"{self.held()} is {self.held()}", 'hasattr(o, "z")', "o is q"])
        return super().condition()

    def simple(self):
        r = self.r
        arrays, lists = self.array(), self.held()
        return r.choice(
            [
                *[f"{self.place()} = {self.number()}" for _ in range(4)],
                *[f"{self.place()} {r.choice(['+=', '-='])} {self.number()}" for _ in range(3)],
                f"{self.place()}, {self.place()} = {self.number()}, {self.number()}",
                f'setattr({self.owner()}, "{r.choice(LETTERS)}", {self.number()})',
                f"{self.owner()}.step({self.number()})",
                f"{self.owner()}.put({r.choice(LETTERS)}={self.number()})",
                f"{lists}.append({self.number()})",
                f"{lists}[0] = {self.number()}",
                f"{lists} = {r.choice([self.held(), f'[{self.number()}]', f'{self.held()}[:]'])}",
                f"{arrays}[0] = {self.number()}",
                f"{arrays} += {self.number()}",
                f"{arrays} = {r.choice([self.array(), f'{self.array()} + 1', f'{self.array()}[:]'])}",
                f"{self.owner()}.z = {self.number()}",
            ]
        )

    def text(self):
        lines = [line for _ in range(self.r.randint(3, 7)) for line in self.statement(2)]
        end = 'return o.a, q.b, d["c"], o.v is q.v, o.l is d["l"], list(vars(o))'
        return "def f(o, q, d, n, k):\n" + "".join(f"    {line}\n" for line in [*lines, end])


def calls(seed):
    """Ten calls: of two objects or one, that hold the same array and list or others."""
    r = random.Random(seed)
    shape = r.random()
    made = []
    for _ in range(10):
        a, b, c, e, n, k = (r.randint(0, 4) for _ in range(6))
        v, held = np.array([a, b, c], dtype=float), [b, c]
        o = Thing(a, b, c, v, held)
        q = o if shape < 0.15 else Thing(e, a, n, v if shape < 0.5 else v + 1, held if shape > 0.7 else [a])
        d = {"a": c, "b": k, "c": b, "v": v if shape > 0.4 else v * 2, "l": held if shape < 0.5 else [n, n]}
        made.append(Call((o, q, d, np.int64(n), np.int64(k)), {}))
    return made
