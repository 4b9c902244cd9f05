"""Whole arrays folded and broadcast, some of them needed once only: what loops fuse, keep, and write over what.

A line is kept where plain NumPy can run the function with it, for two shapes.
"""

from __future__ import annotations

import random
import warnings

import numpy as np

from tests.harness import Call

SHAPES = [(20, 7), (4, 4), (9, 30), (5, 130), (20, 7), (3, 2)]
TRIED = [(4, 5), (7, 6)]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.names = ["x", "y"]

    def name(self):
        return self.r.choice(self.names[-4:] if self.r.random() < 0.6 else self.names)

    def value(self):
        """An expression of one or two arrays."""
        r, a, b = self.r, self.name(), self.name()
        axis, fold = r.choice(["0", "1", "-1", "0", "1", "None"]), r.choice("sum sum mean max min std".split())
        return r.choice(
            [
                f"{a} {r.choice('+-*')} {b} * {r.choice(['2', '0.5', 'k'])}",
                f"{a} {r.choice('+-*')} {b}",
                f"np.where({a} > {r.choice(['0', 'k', b])}, {a}, {b} - 1)",
                f"{a} - {a}.{fold}(axis={axis}, keepdims=True)",
                f"{a} * {a}.{fold}(axis={axis}, keepdims=True) + {b}",
                f"{a}.{fold}(axis={axis})",
                f"{a}.{fold}(axis={axis})[:, None] - {b}",
                f"({a} * {b}).{fold}(axis={axis})",
                f"{a}.T * 1.5",
                f"{a}[::-1] + 1",
                f"{a}[:, ::-1] * 2",
                f"{a}[1:] - {a}[:-1]",
                f"{a}[:, :1] * {b}[:1]",
                f"np.roll({a}, {r.choice(['1', '-2', 'k'])}, axis={r.choice(['0', '-1'])})",
                f"np.diagonal({a}) * 2",
                f"{a}[:, None] * {b}",
                f"np.outer({a}, {b})[: {r.choice(['3', 'k'])}]",
                f"np.cumsum({a}, axis={r.choice(['0', '-1'])})",
                f"np.tanh({a})",
                f"np.sort({a}, axis={r.choice(['0', '-1'])}) / 2",
                f"({a} > {b}) * 1.0",
                f"{a} @ {b}.T",
                f"{a}.reshape(-1)",
                f"np.stack(({a}, {b})).{fold}(axis={r.choice('012')})",
                f"np.maximum({a}, {b})",
            ]
        )

    def line(self):
        r = self.r
        if r.random() < 0.85:
            return f"v{len(self.lines)} = {self.value()}"
        a = r.choice(self.names)
        part = r.choice(["[:]", "[1:]", "[::2]", "[:, 0]", "[..., 1]", "[0]"])
        return (
            f"{a}{part} {r.choice(['=', '+=', '*='])} {r.choice(['k', '0.5', self.name() + part, self.name() + part])}"
        )

    def result(self):
        r, a, b = self.r, self.r.choice(self.names), self.name()
        return r.choice(
            [
                a, a, f"{a}.sum()", f"{a}.sum(axis=-1)", f"{a}.sum(axis=0)", f"{a}.mean(axis=-1)", f"np.trace({a})",
                f"({a} * {b}).sum(axis=-1)", f"{a}.T.sum(axis=-1)", f"{a}.max(axis=0)", f"{a}.argmax(axis=-1)",
                f"({a} > 0).sum(axis=-1)", f"{a}.var(axis=-1)", f"np.linalg.norm({a}, axis=-1)",
            ]
        )  # fmt: skip

    def text(self):
        count, results = self.r.randrange(3, 10), []
        while len(self.lines) < count:
            line = self.line()
            if _runs(self.lines + [line], ["x"]):
                self.lines.append(line)
                if line.startswith("v"):
                    self.names.append(line.split()[0].partition("[")[0])
                self.names = list(dict.fromkeys(self.names))
        while len(results) < 5:
            result = self.result()
            if _runs(self.lines, [result]):
                results.append(result)
        return _text(self.lines, results)


def _text(lines, results):
    body = "".join(f"    {line}\n" for line in [*lines, f"return {', '.join(results)},"])
    return f"import numpy as np\ndef f(x, y, k):\n{body}"


def _runs(lines, results):
    """Whether NumPy runs the function, and its numbers stay ordinary ones."""
    scope: dict = {}
    exec(_text(lines, results), scope)
    for shape in TRIED:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                found = scope["f"](*_arguments(shape, 0))
        except (ValueError, IndexError, TypeError, Warning, np.exceptions.AxisError):
            return False
        if not all(np.all(np.abs(one) < 1e9) for one in found):
            return False
    return True


def _arguments(shape, seed):
    rng = np.random.default_rng(seed)
    return rng.standard_normal(shape), rng.standard_normal(shape), 2


def calls(seed):
    return [Call(_arguments(shape, seed + n), {}) for n, shape in enumerate(SHAPES)]
