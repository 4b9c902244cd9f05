"""Lists of arrays that grow: arrays go in and come out, and some of them leave, beside others that may be the same."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

KINDS = {
    "plain": ("{}", "{}", ""),
    "tuple": ("({}, i)", "{}[0]", ""),
    "object": ("Box({})", "{}.v", "class Box:\n    def __init__(self, v):\n        self.v = v\n"),
    "dict": ("{{'v': {}}}", "{}['v']", ""),
    "list": ("[{}]", "{}[0]", ""),
}
ARRAYS = ["x", "y", "z", "x * i", "y + i", "x[:2]", "y[1:]", "x + y", "z * 2", "x.copy()"]
FIRST = ["", "{x}", "{y}", "{x}, {y}", "{y}, {y}", "{x + 1}", "{z}, {x}"]
STEPS = [
    "a.append({w})", "a.append({w})", "a.append({w})", "b.append({w})", "z = {v}", "z = {ra}", "best = {ra}",
    "if {v}.sum() > 2: best = {ra}", "if i % 2: a.append({w})", "a[0] = {W}", "if i > 1: a.pop()", "a = a + [{W}]",
    "a.insert(0, {W})", "best = {v}", "z = z * 0.5", "b = a[:2]", "b = list(a)", "if len(b) > 3: b = []",
    "for q in a[1:]:\n    if {rq}.sum() > 1: best = {rq}", "c += {ra}.sum()", "a[-1], a[0] = a[0], a[-1]",
]  # fmt: skip
TAILS = [
    "", "", "best = {r0}", "best = {re}", "a.sort(key=lambda q: {rq}.sum())", "b = a[::-1]", "best = {rmax}", "a = a * 2",
    "a.append({W})", "z = {r0}", "b = [{W}] * n", "for q in a: best = {rq}", "best = {rnext}", "y = {re}", "{r0}[0] = 7",
]  # fmt: skip
LEAVES = [
    "{r0}",
    "{re}",
    "best",
    "x",
    "y",
    "z",
    "a",
    "b",
    "{r1}",
    "{rb}",
    "c",
    "len(a)",
    "np.array([{rq}.sum() for q in a])",
]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.wrap, self.read, self.before = KINDS[self.random.choice(list(KINDS))]

    def fill(self, text):
        pick = self.random.choice
        read, value = self.read.format, pick(ARRAYS)
        places = {
            "v": f"({value})", "w": self.wrap.format(value), "W": self.wrap.format(value).replace("i", "n") if "i" in value
            or "i)" in self.wrap else self.wrap.format(value),
            "ra": read(pick(["a[0]", "a[-1]", "a[i % len(a)]"])), "r0": read("a[0]"), "r1": read("a[1]"),
            "re": read("a[-1]"), "rb": read("b[0]"), "rq": read("q"), "x": self.wrap.format("x").replace("i)", "0)"),
            "rmax": read(f"max(a, key=lambda q: {read('q')}.sum())"), "rnext": read("next(q for q in a if len(a) > 1)"),
        }  # fmt: skip
        for name in ("y", "z", "x + 1"):
            places[name] = self.wrap.format(name).replace("i)", "0)")
        for name, made in places.items():
            text = text.replace(f"{{{name}}}", made)
        return text

    def lines(self, text, pad):
        return [" " * pad + line for line in self.fill(text).split("\n")]

    def text(self):
        pick = self.random.choice
        lines = ["def f(x, n):", "    y, z, best, c = x + 1, x * 3, None, 0.0"]
        lines += self.lines(f"a, b = [{pick(FIRST)}], [{pick(['', '{y}'])}]", 4)
        lines.append("    for i in range(n):")
        for _ in range(pick([1, 1, 2, 2, 3])):
            lines += self.lines(pick(STEPS), 8)
        lines += self.lines(pick(TAILS), 4)
        leaving = ", ".join(self.fill(pick(LEAVES)) for _ in range(pick([1, 1, 2, 2, 3])))
        lines.append(f"    return {leaving}")
        return self.before + "\n".join(line for line in lines if line.strip()) + "\n"


def calls(seed):
    rng = random.Random(seed)
    return [
        Call((np.array([0.0, 1.0, 2.0]) - k, np.int64(n)), {}) for k, n in zip((0, 1, 0), rng.sample((1, 2, 3, 5), 3))
    ]
