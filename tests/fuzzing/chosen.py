"""Functions that choose containers of several kinds, and change one by another: by operators, methods and parts."""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

NAMES = ["a", "b", "c"]
KINDS = {
    "list": ["[k, 2]", "[1]", "[]", "[n, k, 3]", "list({x})", "{x}[:]"],
    "set": ["{{1, 2}}", "{{k}}", "set()", "{{3, n, 1}}", "set({x})"],
    "dict": ["{{1: 2}}", "{{k: n}}", "{{}}", "{{'u': 1, 2: k}}", "dict.fromkeys({x}, 0)"],
    "deque": ["deque([k, 2])", "deque([1], maxlen=2)", "deque()", "deque({x})"],
    "tuple": ["(k, 2)", "(1,)", "()", "tuple({x})"],
    "str": ["'ab'", "'b'", "str(k)", "''"],
    "frozenset": ["frozenset((1, 2))", "frozenset()"],
}
CHANGES = {
    "list": [
        "{x} += {y}", "{x}.extend({y})", "{x}[:] = {y}", "{x}[1:] = {y}", "{x}.append(k)", "{x} *= 2", "{x}[0] = n", "{x}.insert(1, n)",
        "del {x}[:1]", "{x}.reverse()", "r.append({x}.pop())", "r.append({x} == {y})", "r.append({x}.count(k))", "r.append(k in {x})",
        "r.append({x}.index(2))", "{x}.remove(k)", "{x} = {x} + {y}", "r.append({x} < {y})", "r.append({x}.__eq__({y}))", "{x} = {x}[::-1]",
        "{x}.sort()", "{x}[::2] = {y}", "r.append({x}[-1])", "{x}.clear()", "r.append([*{x}, *{y}])", "{x} = [v for v in {y}]",
    ],
    "set": [
        "{x} |= {y}", "{x} -= {y}", "{x} ^= {y}", "{x} &= {y}", "{x}.update({y})", "{x}.add(k)", "{x}.discard(2)", "r.append(k in {x})",
        "r.append({x} <= {y})", "r.append({x} == {y})", "{x} = {x} | {y}", "{x}.remove(n)", "r.append({x}.isdisjoint({y}))", "r.append(len({x}))",
        "r.append(sorted({x}))", "{x}.difference_update({y})", "r.append({x}.__or__({y}))", "{x} = {x}.union({y})", "r.append({x}.issubset({y}))",
        "r.append({x} & {y})", "{x}.clear()", "r.append({y} - {x})",
    ],
    "dict": [
        "{x} |= {y}", "{x}.update({y})", "{x}[k] = n", "{x}.pop(k, 0)", "r.append({x}.get(k, 7))", "r.append({x} == {y})", "{x}.setdefault(2, k)",
        "r.append(k in {x})", "del {x}[2]", "r.append(list({x}))", "r.append({x}[k])", "{x} = {x} | {y}", "r.append(list({x}.items()))",
        "r.append({x}.keys() & {y}.keys())", "r.append(len({x}))", "r.append({x}.popitem())", "{x}.clear()", "r.append({**{x}, 9: 1})",
    ],
    "deque": [
        "{x} += {y}", "{x}.extend({y})", "{x}.extendleft({y})", "{x}.append(n)", "{x}.appendleft(k)", "r.append({x}.pop())", "r.append({x}.popleft())",
        "{x}.rotate(1)", "r.append({x} == {y})", "r.append(list({x}))", "{x} = {x} + {y}", "{x}.rotate(k)", "r.append({x}[0])", "{x}.reverse()",
        "r.append({x}.count(2))", "r.append(k in {x})", "{x}.clear()", "r.append({x} < {y})",
    ],
    "tuple": ["{x} += {y}", "r.append({x} == {y})", "{x} = {x} * 2", "r.append({x}[0])", "r.append({x} < {y})", "r.append({x}.index(k))", "{x} = {x}[1:]"],
    "str": ["{x} += {y}", "r.append({x} == {y})", "{x} = {x} * 2", "r.append({x}[0])", "r.append('b' in {x})", "{x} = {x}.replace('b', 'ac')", "{x} = f'{{x}}{k}'"],
    "frozenset": ["{x} |= {y}", "r.append({x} <= {y})", "r.append({x}.union({y}))", "r.append({x}.isdisjoint({y}))", "r.append(k in {x})", "r.append({x} == {y})"],
}  # fmt: skip
CHANGING = ("list", "set", "dict", "deque")
TESTS = ["{x} is {y}", "k > 1", "n > 2", "k == n", "len(a) > 2", "{x}", "k in {x}", "n % 2", "{x} == {y}", "len({x}) < len({y})", "not {x}"]
ERRORS = "(TypeError, ValueError, KeyError, IndexError, AttributeError)"


class Writer:
    """Writes one function: most of its containers are of one kind."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kind = self.r.choice(["list", "list", "set", "set", "dict", "dict", "deque", "deque", "tuple", "str", "frozenset"])
        others = [kind for kind in KINDS if kind != self.kind]
        self.changing = self.kind in CHANGING  # which of equal constants are one is left to Python
        others = [kind for kind in others if kind in CHANGING or not self.changing]
        self.kinds = [self.kind] * self.r.choice([4, 8, 100]) + others[: self.r.choice([0, 2])]

    def pair(self, text):
        x, y = self.r.choice(NAMES), self.r.choice(NAMES)
        return text.replace("{x}", x).replace("{y}", y)

    def new(self):
        text = self.r.choice(KINDS[self.r.choice(self.kinds)])
        return text.replace("{{", "{").replace("}}", "}").replace("{x}", self.r.choice(NAMES))

    def test(self):
        return self.pair(self.r.choice(TESTS[1 - self.changing :]))

    def simple(self):
        r, x = self.r, self.r.choice(NAMES)
        kind = r.random()
        if kind < 0.12:
            return f"{x} = {self.new()}"
        if kind < 0.24:
            return f"{x} = {r.choice(NAMES)} if {self.test()} else {r.choice([r.choice(NAMES), self.new()])}"
        if kind < 0.30:
            return self.pair("{x} = {y}")
        if kind < 0.34:
            return self.pair("{x}, {y} = {y}, {x}")
        return self.pair(r.choice(CHANGES[self.kind]))

    def statement(self, depth):
        r, kind = self.r, self.r.random()
        if depth == 0 or kind < 0.55:
            return [self.simple()]
        if kind < 0.78:
            lines = [f"if {self.test()}:", *indented(self.block(depth - 1))]
            return [*lines, "else:", *indented(self.block(depth - 1))] if r.random() < 0.5 else lines
        if kind < 0.9:
            lines = ["try:", *indented(self.block(depth - 1)), f"except {ERRORS}:", *indented(self.block(0))]
            ends = r.choice([[], [], ["else:", *indented(self.block(0))], ["finally:", *indented(self.block(0))]])
            return [*lines, *ends]
        return [f"for k in range({r.choice(['n', '2', '3'])}):", *indented(self.block(depth - 1))]

    def block(self, depth):
        return [line for _ in range(self.r.randint(1, 2)) for line in self.statement(depth)]

    def text(self):
        first = [f"{name} = {self.new() if self.r.random() < 0.8 or name == 'a' else 'a'}" for name in NAMES]
        first = [line.replace("(a)", "(())").replace("(b)", "(())").replace("(c)", "(())") for line in first]
        first = [line if "[:]" not in line else f"{line[:4]}[4]" for line in first]
        body = [line for _ in range(self.r.randint(2, 4)) for line in self.statement(3)]
        told = ", a is b, b is c" if self.changing else ""
        lines = [*first, "r = []", *body, f"return a, b, c, r{told}"]
        return "from collections import deque\ndef f(k, n):\n" + "\n".join(indented(lines)) + "\n"


def calls(seed):
    return [Call((np.int64(k), np.int64(n)), {}) for k, n in ((1, 2), (2, 3), (3, 0), (0, 3), (2, 2))]
