"""Functions whose control leaves from anywhere: try, with, loops with else, match, generators, closures; with prints, arrays and dicts of lists."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

BEFORE = """import contextlib
class Manager:
    def __init__(self, log, eats):
        self.log, self.eats = log, eats
    def __enter__(self):
        self.log.append('in')
        return self
    def __exit__(self, kind, value, trace):
        self.log.append('out' if kind is None else kind.__name__)
        return self.eats and kind is not None
"""
NUMBERS = [
    "n",
    "k",
    "x[0]",
    "x[1]",
    "c",
    "len(log)",
    "1",
    "2",
    "i",
    "x.sum()",
    "len(d['a'])",
    "d['b'][-1]",
    "-1",
    "x.max()",
]
ERRORS = ["ValueError", "KeyError", "ZeroDivisionError", "IndexError"]
OPTIONS = ["o", "o", "d.get('c')", "p"]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    def number(self):
        r = self.r
        return (
            r.choice(NUMBERS)
            if r.random() < 0.75
            else f"{r.choice(NUMBERS)} {r.choice('+-*%')} {r.choice(['2', '3', 'n', 'k'])}"
        )

    def test(self):
        r = self.r
        return r.choice(
            [
                lambda: f"{self.number()} {r.choice(['<', '>', '==', '<='])} {self.number()}",
                lambda: f"{self.number()} {r.choice(['<', '>'])} {self.number()}",
                lambda: f"{r.choice(OPTIONS)} is {r.choice(['None', 'not None'])}",
                lambda: f"not {self.number()}",
                lambda: f"{self.number()} in log",
                lambda: f"{r.choice(OPTIONS[:2])} and {self.number()} > 0",
                lambda: f"(c := {self.number()}) > {self.number()}",
            ]
        )()

    def simple(self, inside):
        r = self.r
        x, o = r.choice(["x", "y"]), r.choice("op")
        calls = (
            []
            if inside
            else [
                lambda: f"c = g({self.number()})",
                lambda: f"g({self.number()})",
                lambda: f"c = h({self.number()}, k={self.number()})",
                lambda: f"c += sum(q for q in e({self.number()}) if q > {self.number()})",
            ]
        )
        return r.choice(
            [
                *calls,
                lambda: f"c = {self.number()}",
                lambda: f"c += {self.number()}",
                lambda: f"k = {r.choice(['k + 1', 'k + n', 'k + 2', 'k + len(log)'])}",
                lambda: (
                    f"{x}[{r.choice(['0', '1', '-1', 'n % 2', ':2', '...'])}] {r.choice(['=', '+=', '*='])} {self.number()}"
                ),
                lambda: f"{o} = {r.choice(['None', 'None', 'n', 'x', 'c', 'y[1:]', 'o', 'p', 'y'])}",
                lambda: f"d[{r.choice(['a', 'b'])!r}].append({self.number()})",
                lambda: f"d['c'] = {self.number()}",
                lambda: f"d.setdefault({r.choice(['a', 'c', 'e'])!r}, []) ",
                lambda: f"log.append({self.number()})",
                lambda: f'print({self.number()}, f"{{{self.number()}}}")',
                lambda: f'print(f"{{{self.number()}:.2f}}", {r.choice(OPTIONS)})',
                lambda: f"y = {r.choice(['x', 'x + 1', 'x[::-1]', 'y * 2', 'x[:2]', 'y'])}",
                lambda: (
                    f"c = 1 // ({self.number()})"
                    if r.random() < 0.5
                    else f"c = d[{r.choice(['a', 'b', 'z'])!r}][{r.choice(['0', '1', '2'])}]"
                ),
                lambda: f"x, y = {r.choice(['y, x', 'x, x'])}",
                lambda: f"c = {self.number()} if {self.test()} else {self.number()}",
                lambda: f"if len(log) > 2: del log[{r.choice(['0', '-1', ':1'])}]",
            ]
        )()

    def leave(self, inside, looped):
        r = self.r
        kinds = [f"return {r.choice([self.number(), 'o', 'y', 'c, d', 'log', 'None'])}", f"raise {r.choice(ERRORS)}"]
        return r.choice([*kinds, "break", "continue", "break", "continue"] if looped else kinds)

    def statement(self, depth, inside, looped):
        r, kind = self.r, self.r.random()
        if depth == 0 or kind < 0.4:
            return [self.simple(inside)]
        if kind < 0.6:
            lines = [f"if {self.test()}:", *self.block(depth - 1, inside, looped)]
            return [*lines, "else:", *self.block(depth - 1, inside, looped)] if r.random() < 0.4 else lines
        if kind < 0.67:
            return [f"if {self.test()}:", "    " + self.leave(inside, looped)]
        if kind < 0.8:
            lines = ["try:", *self.block(depth - 1, inside, looped)]
            if r.random() < 0.6:
                lines += [f"    if {self.test()}:", f"        raise {r.choice(ERRORS)}"]
            caught = r.sample(ERRORS, 2)
            lines += [
                f"except {r.choice([caught[0], f'({caught[0]}, {caught[1]})', 'Exception as error'])}:",
                *self.block(depth - 1, inside, looped),
            ]
            if r.random() < 0.3:
                lines += ["else:", *self.block(depth - 1, inside, looped)]
            return [*lines, "finally:", *self.block(0, inside, False)] if r.random() < 0.4 else lines
        if kind < 0.85:
            manager = r.choice(
                [
                    f"Manager(notes, {r.choice(['True', 'False', 'n > 1'])})",
                    "contextlib.suppress(ValueError, KeyError)",
                    "Manager(notes, True) as q",
                ]
            )
            return [f"with {manager}:", *self.block(depth - 1, inside, looped)]
        if kind < 0.9:
            lines = [f"match {r.choice(['n', 'c', 'len(log)', 'n % 3', 'o', '(n, k)', 'd'])}:"]
            cases = r.sample(
                [
                    "case 0:",
                    "case 1 | 2:",
                    "case None:",
                    "case [a, b] if a > b:",
                    "case {'c': q}:",
                    "case (1, q):",
                    "case q if q is not None:",
                ],
                2,
            )
            cases = sorted(cases, key=lambda case: case.startswith("case q"))
            for case in [*cases, "case _:"]:
                lines += ["    " + case, *[f"    {line}" for line in self.block(depth - 1, inside, looped)]]
            return lines
        self.loops += 1
        name = "i"
        if self.loops > 2:
            self.loops -= 1
            return [self.simple(inside)]
        head = r.choice(
            [
                f"for {name} in range({r.choice(['n', '3', 'len(log)', 'n + 1'])}):",
                f"for {name}, q in enumerate({r.choice(['x', 'list(d[chr(97)])', 'y', '(1, n)'])}):",
                "for q in e(n):",
                "while k < {}:",
            ]
        )
        if head.startswith("while"):
            lines = [head.format(r.choice(["3", "n", "5"])), "    k += 1", *self.block(depth - 1, inside, True)]
        else:
            lines = [head, *self.block(depth - 1, inside, True)]
        self.loops -= 1
        return [*lines, "else:", *self.block(0, inside, looped)] if r.random() < 0.3 else lines

    def block(self, depth, inside, looped):
        return [f"    {line}" for _ in range(self.r.randint(1, 2)) for line in self.statement(depth, inside, looped)]

    def text(self):
        r = self.r
        lines = [
            "c, i, k, o, p, log, notes = 0.5, 0, 0, None, x, [n], []",
            "d = {'a': [1, n], 'b': [0.5]}",
            "y = x + 1",
        ]
        lines += [
            "def g(v):",
            "    nonlocal c, d, k, o, p, x, y, log",
            *self.block(1, True, False),
            f"    return {r.choice(['v', 'c', 'c + v', 'n'])}",
        ]
        lines += [
            "def h(v, *, k=1):",
            "    nonlocal c, d, o, p, x, y, log",
            *self.block(1, True, False),
            "    return v * k + c",
        ]
        lines += [
            "def e(v):",
            "    nonlocal c, d, k, o, p, x, y, log",
            "    yield v",
            *self.block(0, True, False),
            f"    for q in range({r.choice(['2', 'n'])}):",
            f"        yield q {r.choice(['+ v', '* 2', '- c'])}",
            "    notes.append('end')",
        ]
        for _ in range(r.randint(2, 4)):
            lines += self.statement(2, False, False)
        lines = [line for line in lines if line]
        return (
            BEFORE
            + "def f(x, n):\n"
            + "".join(f"    {line}\n" for line in [*lines, "return c, k, o, p, y, d, log, notes"])
        )


def calls(seed):
    many = np.int64 if seed % 2 else int
    return [Call((np.array([1.0, 2.0, -3.0]) * k - 1, many(n)), {}) for k, n in ((1, 2), (2, 0), (0, 3), (1, 1))]
