"""Functions of numbers and arrays of small and large dtypes, with Python's numbers beside them: NumPy 2's promotion, in branches and loops."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

DTYPES = [
    np.int8,
    np.uint8,
    np.int16,
    np.uint16,
    np.int32,
    np.uint32,
    np.int64,
    np.uint64,
    np.float16,
    np.float32,
    np.float64,
    np.bool_,
    np.complex64,
]
WEAK = ["1", "2", "-1", "3", "0.5", "1.5", "True", "100", "n", "k", "i", "n + 1", "k * 0.5"]
SCALARS = ["s", "t", "s", "t", "x[0]", "y[1]", "x[i % 3]", "y.sum()", "x.max()", "y.min()", "len(x)"]
ARRAYS = ["x", "y", "z", "x", "y", "z", "x[:1]", "y[::-1]", "x[[0, 2, 2]]", "z[1:2]"]
CASTS = ["int8", "uint8", "int16", "int32", "uint32", "int64", "float16", "float32", "float64", "bool_"]
OPERATORS = ["+", "-", "*", "+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "**"]
COMPARED = ["<", ">", "==", "!=", "<=", ">="]
UNARY = [
    "-{}",
    "~{}",
    "abs({})",
    "+{}",
    "np.sqrt({})",
    "np.sign({})",
    "np.floor({})",
    "np.abs({})",
    "np.square({})",
    "np.negative({})",
]
BINARY = [
    "np.maximum",
    "np.minimum",
    "np.add",
    "np.multiply",
    "np.subtract",
    "np.power",
    "np.where({} > 1, {{}}, {{}})",
    "np.arctan2",
    "np.mod",
    "np.copysign",
]
NUMBERS = [
    "int({})",
    "float({})",
    "bool({})",
    "round({})",
    "({}).item()",
    "abs({})",
    "round({}, 1)",
    "({}).real",
    "divmod({}, 3)[1]",
    "max({}, 1)",
    "min({}, 2.5)",
    "np.float32({})",
    "np.int16({})",
    "pow({}, 2)",
]


class Writer:
    """Writes one function; what raises in Python is as good as what does not."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    def scalar(self, depth=2):
        r = self.r
        kind = r.random()
        if depth == 0 or kind < 0.35:
            return r.choice(SCALARS if r.random() < 0.7 else WEAK)
        if kind < 0.6:
            return f"({self.scalar(depth - 1)} {r.choice(OPERATORS[:9])} {self.scalar(depth - 1)})"
        if kind < 0.75:
            return r.choice(NUMBERS).format(self.scalar(depth - 1))
        if kind < 0.85:
            return f"np.{r.choice(CASTS)}({self.scalar(0)})"
        if kind < 0.92:
            return f"({self.scalar(depth - 1)} if {self.test()} else {self.scalar(depth - 1)})"
        return f"({self.array(1)}).{r.choice(['sum', 'max', 'min', 'mean', 'prod', 'any', 'all'])}()"

    def array(self, depth=2):
        r = self.r
        kind = r.random()
        if depth == 0 or kind < 0.3:
            return r.choice(ARRAYS)
        if kind < 0.6:
            other = self.scalar(depth - 1) if r.random() < 0.6 else self.array(depth - 1)
            return f"({self.array(depth - 1)} {r.choice(OPERATORS)} {other})"
        if kind < 0.68:
            return f"({self.scalar(depth - 1)} {r.choice(OPERATORS)} {self.array(depth - 1)})"
        if kind < 0.78:
            return r.choice(UNARY).format(self.array(depth - 1))
        if kind < 0.85:
            called = r.choice(BINARY).format(self.array(0))
            other = self.scalar(depth - 1)
            return (
                called.format(self.array(0), other)
                if called.startswith("np.where")
                else f"{called}({self.array(depth - 1)}, {other})"
            )
        if kind < 0.92:
            return f"({self.array(depth - 1)}).astype(np.{r.choice(CASTS)})"
        return r.choice(
            ["np.array([{}, {}, 0])", "np.full(3, {})", "np.array([{}, 1, {}])", "np.zeros(3) + {}"]
        ).format(*[self.scalar(1)] * 3)

    def test(self):
        return f"{self.scalar(1)} {self.r.choice(COMPARED)} {self.scalar(0)}"

    def simple(self):
        r = self.r
        s, z = r.choice("st"), r.choice("xyz")
        return r.choice(
            [
                lambda: f"{s} = {self.scalar()}",
                lambda: f"{s} = {self.scalar()}",
                lambda: f"{s} {r.choice(OPERATORS[:9])}= {self.scalar(1)}",
                lambda: f"z = {self.array()}",
                lambda: f"{z} {r.choice(OPERATORS)}= {self.scalar(1)}",
                lambda: f"{z} {r.choice(OPERATORS[:6])}= {self.array(1)}",
                lambda: f"{z}[0] = {self.scalar(1)}",
                lambda: f"{z}[i % 2] {r.choice(OPERATORS[:6])}= {self.scalar(1)}",
                lambda: f"{z}[:2] = {self.scalar(1)}",
                lambda: f"{z}[{z} > 1] = {self.scalar(1)}",
                lambda: f"print({s}, {z}.dtype)",
                lambda: f"print(f'{{{s}}} {{{self.scalar(1)}!r}}')",
                lambda: f"out.append({self.scalar(1)})",
            ]
        )()

    def statement(self, depth):
        r, kind = self.r, self.r.random()
        if depth == 0 or kind < 0.6:
            return [self.simple()]
        if kind < 0.82:
            lines = [f"if {self.test()}:", *self.block(depth - 1)]
            return [*lines, "else:", *self.block(depth - 1)] if r.random() < 0.5 else lines
        if kind < 0.92:
            return [f"for i in range({r.choice(['n', '3', 'k'])}):", *self.block(depth - 1)]
        return [
            "try:",
            *self.block(depth - 1),
            f"except {r.choice(['TypeError', 'OverflowError', 'ValueError', '(TypeError, OverflowError)'])}:",
            *self.block(0),
        ]

    def block(self, depth):
        return [f"    {line}" for _ in range(self.r.randint(1, 2)) for line in self.statement(depth)]

    def text(self):
        r = self.r
        lines = ["i, out = 0, []", "z = x.copy()", f"t = {r.choice(['x[1]', 'y[0]', 's', '0', '0.0', 'y.sum()'])}"]
        for _ in range(r.randint(2, 5)):
            lines += self.statement(2)
        return "".join(
            [
                "import numpy as np\ndef f(x, y, s, n):\n",
                *(f"    {line}\n" for line in ["k = 2", *lines, "return x, y, z, s, t, out"]),
            ]
        )


def calls(seed):
    rng = random.Random(seed)
    left, right, one = (rng.choice(DTYPES) for _ in range(3))
    many = rng.choice([int, np.int64, np.int64, np.int32])
    return [
        Call(
            (
                np.array([k, 3, 2]).astype(left),
                np.array([1, 2, k]).astype(right),
                np.array(k + 1).astype(one)[()],
                many(k % 3),
            ),
            {},
        )
        for k in (1, 4, 0)
    ]
