"""Arrays in lists and dicts that grow, and under names that a loop moves, are written to in place: by any of these."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

KINDS = {
    "plain": ("{}", "{}", ""),
    "tuple": ("({}, i)", "{}[0]", ""),
    "object": ("Box({})", "{}.v", "class Box:\n    def __init__(self, v):\n        self.v = v\n"),
    "list": ("[{}]", "{}[0]", ""),
    "pair": ("({0}, {0})", "{}[1]", ""),
}
NEW = ["np.zeros(3)", "x * i", "x + i", "np.ones(3) * i", "p + 1", "q.copy()", "x.copy()"]
OLD = ["p", "q", "best", "{t0}", "{t1}", "{ti}", "{ui}"]
WRITES = [
    "{o} += 1", "{o}[0] += i", "{o} *= 2", "{o}[:] = i", "{o}[i % 3] = 7", "{o}[1:] -= 1", "np.add({o}, 1, out={o})",
    "{o}.sort()", "{o} -= {o}.mean()",
]  # fmt: skip
STEPS = [
    "t.append({wn})", "t.append({wn})", "u.append({wn})", "t.append({wo})", "u.append({wo})", "p = {n}", "q = {n}",
    "p = {o}", "q = {o}", "best = {o}", "p, q = q, p", "t[0], t[-1] = t[-1], t[0]", "t[i % len(t)] = {wn}",
    "t[-1] = {wo}", "if len(t) > 2: t.pop()", "if len(t) > 1: p = {tpop}", "u = t[1:] or [{wn}]", "u = list(t)", "u = t + u",
    "u = [{wo}]", "if len(u) > 5: u = [{wn}]", "t.reverse()", "t.sort(key=lambda e: {re}.sum())", "t.insert(0, {wo})",
    "if i % 4 not in d: d[i % 4] = {n}", "d[i % 3] = {o}", "if i % 4 in d: p = d[i % 4]", "p = d.setdefault(i % 3, {n})",
    "p = d.get(i % 5, q)", "best = max(t, key=lambda e: {re}.sum()){back}", "p = t[0 if {o}.sum() > 3 else -1]{back}",
]  # fmt: skip
LOOPS = [
    "for e in t: {E}", "for e in u: {E}", "for e in t[:2]: {E}", "for e in sorted(t, key=lambda e: {re}.sum())[:2]: {E}",
    "for e in d.values(): e += 1", "for e in t:\n    if {re}.sum() > best.sum(): best = {re}", "for e in t[1:] + u: {E}",
    "for k, e in enumerate(t): {re}[k % 3] = k", "for e, g in zip(t, u): {re}[0] = {rg}[1] + 1",
    "for e in heapq.nsmallest(2, t, key=lambda e: {re}.sum()): {E}", "for e in reversed(t): {E}",
]  # fmt: skip
LEAVES = ["t", "u", "p", "q", "best", "{t0}", "{tl}", "x", "sorted(d)", "{ul}"]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kind = self.random.choice(["plain", *KINDS])
        self.wrap, self.read, self.before = KINDS[self.kind]
        self.back = self.read.format("")  # from an item to its array

    def fill(self, text):
        pick = self.random.choice
        read = self.read.format
        while "{" in text:
            places = {
                "n": pick(NEW), "o": pick(OLD), "wn": self.wrap.format(pick(NEW)), "wo": self.wrap.format(pick(OLD)),
                "t0": read("t[0]"), "t1": read("t[len(t) // 2]"), "ti": read("t[i % len(t)]"), "ui": read("u[i % len(u)]"),
                "tl": read("t[-1]"), "ul": read("u[-1]"), "re": read("e"), "rg": read("g"), "tpop": read("t.pop()"),
                "back": self.back, "E": pick(["{re} += 1", "{re}[0] = i", "{re} *= 2", "{re} -= best", "{re}[:] = p + 1"]),
            }  # fmt: skip
            for name, made in places.items():
                text = text.replace(f"{{{name}}}", made)
        return text

    def lines(self, text, pad):
        return [" " * pad + line for line in self.fill(text).split("\n")]

    def statement(self, pad):
        pick = self.random.choice
        kind = self.random.randrange(10)
        if kind < 4:
            return self.lines(pick(STEPS), pad)
        if kind < 7:
            return self.lines(pick(WRITES), pad)
        if kind == 7:
            return self.lines(pick(LOOPS), pad)
        test = pick(["i % 2", "x[0] > i", "{o}.sum() > 3", "len(t) > 3", "i % 3 == 0", "p is q", "p is {o}"])
        made = [*self.lines(f"if {test}:", pad), *self.statement(pad + 4)]
        if kind == 8:
            made += [" " * pad + "else:", *self.statement(pad + 4)]
        return made

    def text(self):
        pick = self.random.choice
        lines = ["def f(x, n):", "    p, q, i = x + 1, x * 3, 0", "    best, d = p, {}"]
        lines.append(f"    t, u = [{self.wrap.format('x + 2')}], [{self.wrap.format('q')}]")
        lines.append("    for i in range(n):")
        for _ in range(pick([2, 3, 3, 4, 5])):
            lines += self.statement(8)
        for _ in range(pick([0, 1, 1, 2, 3])):
            lines += self.statement(4)
        leaving = ", ".join(self.fill(pick(LEAVES)) for _ in range(pick([1, 2, 2, 3, 3])))
        lines.append(f"    return {leaving}{', d' if self.random.random() < 0.3 else ''}")
        return "import heapq\n" + self.before + "\n".join(line for line in lines if line.strip()) + "\n"


def calls(seed):
    rng = random.Random(seed)
    return [
        Call((np.array([0.0, 1.0, 2.0]) - k, np.int64(n)), {}) for k, n in zip((0, 1, 0), rng.sample((0, 1, 2, 3, 5, 9), 3))
    ]
