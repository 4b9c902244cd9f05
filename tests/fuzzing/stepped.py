"""Functions that step generators as often as the run says, and in branches: two generators, and a consumer of both."""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

NAMES = ["a", "b", "c"]


class Writer:
    """Writes one function, with two generators inside of it."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.yields = self.loops = 0

    def number(self):
        return self.r.choice([*NAMES, *NAMES, "n", "k", "1", "3", "v[0]", f"v[{self.r.choice(NAMES)} % 4]"])

    def condition(self):
        return f"{self.number()} {self.r.choice(['<', '>', '=='])} {self.number()}"

    # -- generators ------------------------------------------------------------------------------

    def yielding(self):
        self.yields += 1
        if self.yields > 4:
            return [f"a = (b + {self.number()}) % 9"]
        value = self.r.choice([self.number(), self.number(), f"{self.number()} + a"])
        if self.r.random() < 0.15:
            return [f"got = yield {value}", "b = b if got is None else got"]
        return [f"yield {value}"]

    def statement(self, depth, in_loop):
        r, kind = self.r, self.r.random()
        if kind < 0.35 or depth == 0:
            return self.yielding()
        if kind < 0.55:
            return [f"{r.choice(NAMES)} = ({self.number()} * 2 + {self.number()}) % 7"]
        if kind < 0.75:
            lines = [f"if {self.condition()}:", *indented(self.block(depth - 1, in_loop))]
            return [*lines, "else:", *indented(self.block(depth - 1, in_loop))] if r.random() < 0.4 else lines
        if kind < 0.88:
            name = r.choice(NAMES) if r.random() < 0.3 else f"i{self.loops}"
            self.loops += 1
            head = r.choice([f"for {name} in range({r.choice(['n', 'k', '3'])}):", f"for {name} in v:", f"for {name} in [4, n, a]:"])
            lines = [head, *indented(self.block(depth - 1, True))]
            return [*lines, "else:", *indented(self.block(depth - 1, in_loop))] if r.random() < 0.2 else lines
        if kind < 0.93 and in_loop:
            return [f"if {self.condition()}:", f"    {r.choice(['break', 'continue'])}"]
        return [f"if {self.condition()}:", "    return"]

    def block(self, depth, in_loop):
        return [line for _ in range(self.r.randint(1, 2)) for line in self.statement(depth, in_loop)]

    def generator(self, name):
        r, self.yields = self.r, 0
        body = self.block(2, False)
        if r.random() < 0.5:
            turn = [*self.block(1, False), f"a = (a + {r.choice('123')}) % 11", "yield a"]
            body = [*body, *([] if r.random() < 0.5 else ["yield -1"]), "while True:", *indented(turn)]
        return [f"def {name}(a, b):", "    c = 2", *indented(body), "    yield c"]

    # -- the consumer ----------------------------------------------------------------------------

    def step(self):
        r = self.r
        it = r.choice(["p", "q"])
        return r.choice(
            [
                f"total += next({it}, -5)",
                f"total += next({it}, -5)",
                f"total = total * 2 % 1009 + next({it}, 7)",
                f"out.append(next({it}, -1))",
                f"w = next({it}, None)\nif w is not None:\n    out.append(w + total % 5)",
                f"out += itertools.islice({it}, {r.choice(['2', 'n % 3'])})",
                f"for w in {it}:\n    total += w\n    if total > {r.choice(['20', 'n', 'k * 3'])}:\n        break",
            ]
        ).split("\n")

    def steps(self, depth):
        r, kind = self.r, self.r.random()
        if kind < 0.5 or depth == 0:
            return self.step()
        if kind < 0.75:
            lines = [f"if total % 3 < {r.choice(['n', 'k', '1', '2'])}:", *indented(self.steps(depth - 1))]
            return [*lines, "else:", *indented(self.steps(depth - 1))] if r.random() < 0.5 else lines
        times = r.choice(["n", "k", "k", "12", "4"])
        return [f"for j{depth} in range({times}):", *indented([*self.steps(depth - 1), *self.steps(depth - 1)])]

    def text(self):
        """The module."""
        lines = [*self.generator("first"), *self.generator("second"), "total, out = 0, []"]
        lines += [f"p, q = first({self.r.choice('123')}, n), second(k, 2)"]
        for _ in range(self.r.randint(2, 4)):
            lines += self.steps(2)
        last = self.r.choice(["list(itertools.islice(p, 3))", "next(q, 0)", "next(p, None)"])
        lines += [f"return total, out, {last}"]
        return "import itertools\n\n\ndef f(v, n, k):\n" + "\n".join(indented(lines)) + "\n"


def calls(seed):
    """Two calls."""
    r = np.random.default_rng(seed)
    return [Call((r.integers(-3, 9, 4), np.int64(r.integers(0, 7)), np.int64(r.integers(0, 6))), {}) for _ in range(2)]
