"""Functions that roll, join, fold and choose matrices, for any shape: loops fuse what they can, and write in place."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

SHAPES = [(3, 3), (2, 4), (5, 7), (3, 3)]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = ["a", "b"]

    def one(self, depth):
        r = self.r
        if depth == 0 or r.random() < 0.15:
            return r.choice(self.names)

        def e():
            return self.one(depth - 1)

        return r.choice(
            [
                lambda: f"np.roll({e()}, {r.choice([1, -1, 2, 0, 5, 'k'])}, {r.choice(['0', '1', '-1'])})",
                lambda: f"np.roll({e()}, (1, {r.choice([-2, 'k'])}), (0, 1))",
                lambda: f"({e()} {r.choice('+-*')} {e()})",
                lambda: f"({e()} {r.choice('+-*')} {e()})",
                lambda: f"np.where({e()} > 0.3, {e()}, {e()})",
                lambda: f"{e()}[::-1]",
                lambda: f"{e()}[:, ::-1]",
                lambda: f"np.concatenate(({e()}[1:], {e()}[:1]))",
                lambda: f"np.triu({e()}, {r.choice([0, 1, -1])})",
                lambda: f"np.maximum.accumulate({e()}, axis={r.choice([0, 1])})",
                lambda: f"({e()} + np.add.reduce({e()}))",
                lambda: f"({e()} - np.ptp({e()}, axis=1, keepdims=True))",
                lambda: f"({e()} + {e()}.sum(axis=1)[:, None])",
                lambda: f"np.stack(({e()}, {e()}))[{r.choice([0, 1])}]",
                lambda: f"({e()} + np.outer({e()}[:, 0], {e()}[0]))",
                lambda: f"(np.abs({e()}) ** {r.choice([1.5, 0.5, 3, 2.5, 1.0])})",
                lambda: f"{e()}.T.copy().T",
                lambda: f"np.cumsum({e()}, {r.choice([0, 1])})",
                lambda: f"({e()} + 1j * {e()}).{r.choice(['real', 'imag'])}",
            ]
        )()

    def text(self):
        r, lines = self.r, []
        for j in range(r.randrange(2, 6)):
            kind = r.random()
            if kind < 0.5:
                lines.append(f"t{j} = {self.one(3)}")
                self.names.append(f"t{j}")
            elif kind < 0.65:
                lines.append(f"a[...] = {self.one(2)}")
            elif kind < 0.75:
                lines.append(f"b[1:] += {self.one(2)}[:-1]")
            elif kind < 0.85:
                lines += [f"for i in range({r.choice([2, 3, 'k'])}):", f"    a = {self.one(2)} * 0.5"]
            elif kind < 0.93:
                x = r.choice(self.names)
                lines += [f"for i in range({x}.shape[0]):", f"    {x}[i, i % 2] = {self.one(1)}[i, -1] - b[i, 0]"]
            else:
                lines += ["if b.sum() > a.sum():", f"    b = {self.one(2)}"]
        result = f"return {', '.join(self.names)}, {self.one(2)}.sum()"
        body = "".join(f"    {line}\n" for line in [*lines, result])
        return f"import numpy as np\ndef f(a, b, k):\n{body}"


def calls(seed):
    rng = np.random.default_rng(seed)
    return [Call((rng.random(shape), rng.random(shape), 2), {}) for shape in SHAPES]
