"""Functions in which containers of different shapes are chosen by run-time conditions, and hold each other."""

from __future__ import annotations

import random
import re

import numpy as np

from tests.harness import Call

NAMES = "abc"
NUMBERS = ["n", "k", "1", "2", "-3", "n * 2", "k + n", "n % 3", "1.5", "x[0]", "x[1] + n"]
TESTS = [
    "n > 2", "n % 2 == 0", "k < 1", "x[0] > 0", "x.sum() > 1", "n > 4", "a is b", "isinstance(a, list)", "isinstance(b, tuple)",
    "c is None", "isinstance(a, dict)", "k > n", "isinstance(c, (list, tuple)) and len(c) > 1",
]  # fmt: skip
CLASS = "class P:\n    def __init__(self, p, q):\n        self.p, self.q = p, q\n"


class Writer:
    """Writes one function."""

    def __init__(self, seed, loops=True):
        self.r = random.Random(seed)
        self.loops = loops

    def number(self):
        return self.r.choice(NUMBERS)

    def leaf(self):
        return self.r.choice([self.number(), self.number(), self.number(), "None", "'s'", "'tt'", "x", "True"])

    def value(self, depth):
        r = self.r
        if depth == 0 or r.random() < 0.3:
            return self.leaf() if r.random() < 0.7 else r.choice(NAMES)
        parts = [self.value(depth - 1) for _ in range(r.randrange(4))]
        kind = r.choice(["list", "list", "tuple", "dict", "object"])
        if kind == "list":
            return f"[{', '.join(parts)}]"
        if kind == "tuple":
            return f"({''.join(part + ', ' for part in parts)})"
        if kind == "object":
            return f"P({self.value(depth - 1)}, {self.value(depth - 1)})"
        keys = r.sample(["u", "v", "w", 1, 2], len(parts))
        return f"{{{', '.join(f'{key!r}: {part}' for key, part in zip(keys, parts, strict=True))}}}"

    def simple(self):
        r = self.r
        a, b = r.choice(NAMES), r.choice(NAMES)
        several = f"isinstance({a}, (list, tuple))"
        return r.choice(
            [
                lambda: f"{a} = {self.value(2)}",
                lambda: f"{a} = {self.value(1)}",
                lambda: f"{a} = {b}",
                lambda: f"{a}, {b} = {b}, {a}",
                lambda: f"k = k + {self.number()}",
                lambda: f"{a} = [{b}, {a}]",
                lambda: f"{a} = ({b}, {self.number()})",
                lambda: f"{a} = {{'u': {b}}}",
                lambda: f"if isinstance({a}, list): {a}.append({self.value(1)})",
                lambda: f"if isinstance({a}, list) and len({a}): {a}[0] = {self.value(1)}",
                lambda: f"if isinstance({a}, list) and len({a}) > 1: {a}.pop()",
                lambda: f"if {several} and len({a}) > 1: {b} = {a}[1]",
                lambda: f"if {several} and len({a}) > 0: {b} = {a}[-1]",
                lambda: f"if isinstance({a}, dict): {a}['u'] = {self.value(1)}",
                lambda: f"if isinstance({a}, dict): {b} = {a}.get('u', {self.leaf()})",
                lambda: f"if isinstance({a}, P): {b} = {a}.q",
                lambda: f"if isinstance({a}, P): {a}.q = {self.value(1)}",
                lambda: f"if isinstance({a}, list): {a} = {a} + [{self.leaf()}]",
                lambda: f"if isinstance({a}, tuple): {a} = {a} + ({self.leaf()},)",
            ]
        )()

    def statement(self, depth, pad, inside):
        r = self.r
        kind = r.random()
        if depth == 0 or kind < 0.6:
            return [pad + self.simple()]
        if kind < 0.95 or inside:
            lines = [f"{pad}if {r.choice(TESTS)}:", *self.block(depth - 1, pad + "    ", inside)]
            if r.random() < 0.3:
                lines += [f"{pad}elif {r.choice(TESTS)}:", *self.block(depth - 1, pad + "    ", inside)]
            return lines + [f"{pad}else:", *self.block(depth - 1, pad + "    ", inside)] if r.random() < 0.7 else lines
        head = f"{pad}for i in range({r.choice(['3', 'n', 'n % 3'])}):"
        return [head, *self.block(depth - 1, pad + "    ", True)]

    def block(self, depth, pad, inside):
        return [line for _ in range(self.r.randrange(1, 4)) for line in self.statement(depth, pad, inside)]

    def text(self):
        first = f"{self.value(2)}, {self.value(1)}, {self.leaf()}"
        first = re.sub(r"(?<!')\b[abc]\b(?!')", "n", first)
        lines = ["def f(n, x):", "    k = 0", f"    a, b, c = {first}"]
        for _ in range(self.r.randrange(2, 6)):
            lines += self.statement(3, "    ", not self.loops)
        result = self.r.choice(["a, b, c, k", "a, b, c, k, a is b", "a, [b], c", "a"])
        return CLASS + "\n".join([*lines, f"    return {result}", ""])


def calls(seed):
    return [Call((np.int64(n), np.array([n - 2.0, 1.0, 0.5])), {}) for n in (1, 3, 5, 4)]
