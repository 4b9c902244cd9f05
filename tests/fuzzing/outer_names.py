"""Functions whose names are assigned by functions inside, from branches and loops, before exceptions and returns."""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

NAMES = ["b", "c", "d"]


class Writer:
    """Writes one function, with a list `e` and three functions inside."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    def number(self):
        r = self.r
        index = [f"i{self.loops - 1}"] if self.loops else []
        return r.choice([*NAMES, *NAMES, *index, "n", "k", "1", "2", "len(e)", "e[0]", f"{r.choice(NAMES)} % 3", "sum(e)"])

    def condition(self):
        return f"{self.number()} {self.r.choice(['<', '>', '=='])} {self.number()}"

    def simple(self):
        r = self.r
        x, y = r.sample(NAMES, 2)
        return r.choice(
            [
                f"{x} = {self.number()}",
                f"{x} = {self.number()} + {self.number()}",
                f"{x} += {self.number()}",
                f"{x}, {y} = {y}, {x}",
                f"e.append({self.number()})",
                f"e[0] = {self.number()}",
                f"e = [{self.number()}, {x}]",
                f"{x} = {x} % 5",
            ]
        )

    def call(self):
        r = self.r
        x, which = r.choice(NAMES), r.choice(["s0", "s1", "s2"])
        value = f"{which}({self.number()})"
        return r.choice([value, value, f"{x} = {value}", f"{x} += {value}", f"{x} = {value} if {self.condition()} else {x}"])

    def statement(self, depth, inside):
        r, kind = self.r, self.r.random()
        if kind < 0.35 or depth == 0:
            return [self.simple()]
        if kind < 0.55:
            return [self.simple() if inside else self.call()]
        if kind < 0.82:
            test = self.condition() if inside or r.random() < 0.8 else f"s0({self.number()}) > {self.number()}"
            lines = [f"if {test}:", *indented(self.block(depth - 1, inside))]
            return [*lines, "else:", *indented(self.block(depth - 1, inside))] if r.random() < 0.5 else lines
        if kind < 0.9 and not inside:
            name = f"i{self.loops}"
            self.loops += 1
            lines = [f"for {name} in range({r.choice(['n', 'k', '3'])}):", *indented(self.block(depth - 1, inside))]
            self.loops -= 1
            return lines
        if kind < 0.94 and not inside:
            tried = [*self.block(depth - 1, inside), f"if {self.condition()}:", "    raise ValueError"]
            return ["try:", *indented(tried), "except ValueError:", *indented(self.block(depth - 1, inside))]
        return [r.choice([f"return {self.number()}", f"return {self.number()}", "raise ValueError"])]

    def block(self, depth, inside):
        lines = [line for _ in range(self.r.randint(1, 3)) for line in self.statement(depth, inside)]
        ends = next((k for k, line in enumerate(lines) if line.startswith(("return", "raise"))), len(lines))
        return lines[: ends + 1]

    def text(self):
        lines = ["b, c, d, e = 1, n, k, [n, 2]"]
        for which in range(3):
            lines += [f"def s{which}(v):", "    nonlocal b, c, d, e", "    b += v", *indented(self.block(2, True)), f"    return {self.r.choice(NAMES)}"]
        for _ in range(self.r.randint(2, 5)):
            lines += self.statement(3, False)
        body = "".join(f"    {line}\n" for line in [*lines, "return b, c, d, e"])
        return f"def f(n, k):\n{body}"


def calls(seed):
    return [Call((np.int64(n), np.int64(k)), {}) for n, k in ((1, 2), (3, 0), (0, 3), (2, 2))]
