"""Loops over numbers of an array that fill dicts of lists, of dicts and of objects, delete, catch what is not there."""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

MAKERS = {
    "lists": ["[]", "[k]", "[k, y]", "list(last)", "last", "[*last, 1]"],
    "dicts": ["{}", "{k: 1}", "{'u': y}", "dict(last)", "last"],
    "objects": ["P(k)", "P(y)", "P(last.v)", "last"],
    "numbers": ["k", "y", "n", "last", "last + 1"],
    "texts": ["str(k)", "f'{y:.1f}'", "'a' * (k % 3)", "last", "last + 'b'"],
}
CHANGES = {
    "lists": [
        "{o}.append(k)", "{o}.extend(last)", "{o}[0] = y", "{o} += [k]", "n += len({o})", "n += sum({o})", "n += {o}.pop()", "{o}.clear()", "n += k in {o}",
        "{o}.sort()", "n += max({o})", "{o}[-1] += 1", "n += {o} == last", "{o}[:] = last", "del {o}[0]", "{o}.insert(0, k)",
    ],
    "dicts": ["{o}[k] = y", "{o}[k] = {o}.get(k, 0) + 1", "n += len({o})", "n += k in {o}", "{o}.pop(k)", "del {o}[k]", "{o}.update(last)", "n += sum({o}.values())", "{o}.setdefault(k, y)", "n += {o}[k]", "n += {o} == last"],
    "objects": ["{o}.v += 1", "{o}.v = y", "n += {o}.v", "{o}.seen.append(k)", "n += len({o}.seen)", "{o}.v, last.v = last.v, {o}.v", "{o}.seen = last.seen", "n += {o}.add(k)"],
    "numbers": ["n += {o}", "d[k] += 1", "d[k] = {o} * 2", "n = n * 2 + {o}", "n += {o} == last"],
    "texts": ["n += len({o})", "d[k] += 'c'", "n += {o} < last", "t += {o}", "t = '-'.join([t, {o}])", "n += {o}.count('1')", "n += {o} in t", "t = {o}[:2] + t[-3:]", "n += t.find({o})"],
}  # fmt: skip
COMMON = [
    "d[k] = {new}", "last = {new}", "last = d[k]", "last = d.get(k, last)", "d[k] = last", "del d[k]", "n += k in d", "n += len(d)", "d.pop(k)",
    "last = d.pop(k, last)", "last = d.setdefault(k, {new})", "n += list(d)[0]", "n += min(d)", "for q in d: n = n * 2 + q", "d[k], d[k + 1] = last, {new}",
    "last = max(d.values(), key=size)", "d = {q: w for q, w in d.items() if q != k}", "e = d", "e = dict(d)", "d, e = e, d", "e[k] = last", "n += d is e", "n += last is d[k]",
    "for q, w in e.items(): n += size(w) + q", "d.update(e)", "n += sum(size(w) for w in d.values())", "k = next(iter(d))", "d.clear()", "n += sorted(d)[-1]", "last = d.popitem()[1]",
]  # fmt: skip
TESTS = ["k in d", "k not in d", "y > 0", "y > 1", "len(d) > 2", "n % 2", "k % 2", "d is e", "last is e.get(k)", "size(last) > 1"]
SIZES = {"lists": "len(w)", "dicts": "len(w)", "objects": "w.v", "numbers": "w", "texts": "len(w)"}
ERRORS = ["KeyError", "(KeyError, IndexError)", "(KeyError, IndexError, StopIteration, ValueError)"]
RESULTS = ["d, n", "d, e, n, t", "n, t, last", "list(d.items()), n", "d, last, e is d, n", "[size(w) for w in d.values()], sorted(d), n", "d, e, last"]
VALUES = [(1, -2, 3), (2, 1, 0.5), (1, 2, 3, 4, 5, 6.5, 7), (-1, -2, 3, 2, -5, 1.5, 7, 3, 2, 5), (3, 2, 1, 0, -1, 5, 3, -2, 2)]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kind = self.r.choice(list(MAKERS))
        own = CHANGES[self.kind]
        self.pool = self.r.sample(own, min(len(own), 6)) + self.r.sample(COMMON, 8)

    def new(self):
        return self.r.choice(MAKERS[self.kind])

    def simple(self):
        text = self.r.choice(self.pool).replace("{new}", self.new())
        return text.replace("{o}", self.r.choice(["d[k]", "d[k]", "last", "last", "e[k]"]) if self.kind not in ("numbers", "texts") else "last")

    def statement(self, depth):
        r, kind = self.r, self.r.random()
        if depth == 0 or kind < 0.5:
            return [self.simple()]
        if kind < 0.72:
            lines = [f"if {r.choice(TESTS)}:", *indented(self.block(depth - 1))]
            return [*lines, "else:", *indented(self.block(depth - 1))] if r.random() < 0.6 else lines
        if kind < 0.94:
            lines = ["try:", *indented(self.block(depth - 1)), f"except {r.choice(ERRORS)}:", *indented(self.block(0))]
            ends = ["else:", *indented(self.block(0))] if r.random() < 0.25 else []
            return [*lines, *ends, *(["finally:", *indented(self.block(0))] if r.random() < 0.2 else [])]
        return [f"if {r.choice(TESTS)}:", f"    {r.choice(['break', 'continue'])}"]

    def block(self, depth):
        return [line for _ in range(self.r.randint(1, 2)) for line in self.statement(depth)]

    def text(self):
        first = self.new().replace("last.v", "1").replace("*last, ", "").replace("last", "''" if self.kind == "texts" else "0")
        first = {"lists": "[2]", "dicts": "{2: 1}", "objects": "P(2)", "numbers": "5", "texts": "'3'"}[self.kind] if "0" in first else first
        made = f"{{int(x[0]): {first}}}".replace("k", "1").replace("y", "2") if self.r.random() < 0.6 else "{}"
        body = [line for _ in range(self.r.randint(2, 4)) for line in self.statement(2)]
        lines = [
            "def size(w):", f"    return {SIZES[self.kind]}", "k, y, n, t = 1, 1.5, 0, ''", f"last = {first}",
            f"d = {made}", f"e = {self.r.choice(['d', '{}'])}", "for y in x:", "    k = int(y)", *indented(body), f"return {self.r.choice(RESULTS)}",
        ]  # fmt: skip
        parts = ["class P:", "    def __init__(self, v):", "        self.v, self.seen = v, []", "    def add(self, k):", "        self.seen.append(k)", "        return len(self.seen)"]
        return "\n".join([*parts, "def f(x):", *indented(lines)]) + "\n"


def calls(seed):
    return [Call((np.array(values, float),), {}) for values in random.Random(seed).sample(VALUES, 3)]
