"""Functions that write through masks and arrays of places, on views of views, in branches and loops."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

BASES = ["m", "y", "w"]
VIEWS = [
    "{x}[1:]", "{x}[::-1]", "{x}[::2]", "{x}.T", "{x}[:2]", "{x}[0]", "{x}[:, 1]", "{x}[:, ::-1]", "{x}.reshape(-1)", "{x}[i % 2]",
    "{x}[i % 2:]", "{x}[None]", "{x}[..., -1]", "np.atleast_2d({x})", "{x}.ravel()", "{x}[n % 2:]",
]  # fmt: skip
PLACES = [
    "{x} > {s}", "{x} % 2 == 0", "~({x} < {s})", "({x} > 0) & ({x} < {s})", "[0, 1]", "[1, 0, 1]", "np.array([0, -1])", "[i % 2, 0]",
    "np.argsort({x}, axis=0, kind='stable')[:2] % 2", "np.flatnonzero(y > {s}) % 2", "[True] + [False] * (len({x}) - 1)", "n % 2", "np.nonzero({x} > {s})",
    "(slice(None), [0])", "([0, 1], 0)", "(..., [1, 0])", "(0, [0, 1])", "np.arange(len({x})) % 2 == n % 2", "[n % 2, -1]",
]  # fmt: skip
NUMBERS = ["1", "-2.5", "n", "i", "y[0]", "m[0, 0]", "y.sum()", "m.max()", "c"]


class Writer:
    """Writes one function. What fits is found by trying what has been written."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = {
            "m": np.arange(12.0).reshape(3, 4) - 3,
            "y": np.arange(4.0),
            "w": np.arange(12) % 5,
            "i": 0,
            "n": 1,
            "c": 1.0,
            "np": np,
        }
        self.arrays = list(BASES)

    def tried(self, text):
        """The value of an expression, or None where it has none."""
        try:
            return eval(text, {**self.names, **{name: self.names[name].copy() for name in self.arrays}})
        except Exception:
            return None

    def places(self, x):
        while True:
            text = self.r.choice(PLACES).format(x=x, s=self.r.choice(NUMBERS))
            if self.tried(f"{x}[{text}]") is not None:
                return text

    def view(self):
        while True:
            text = self.r.choice(VIEWS).format(x=self.r.choice(self.arrays))
            found = self.tried(text)
            if found is not None and found.ndim:
                return text, found

    def value(self, x, places):
        for _ in range(20):
            text = self.r.choice(
                [
                    "{n}",
                    "{n}",
                    "{a}",
                    "{x}[{p}]",
                    "{x}[{p}] * 2",
                    "{x}[{p}][::-1]",
                    "{a}[{p}]",
                    "np.sort({x}[{p}], axis=0)",
                    "{a}.mean(0)",
                ]
            )
            text = text.format(n=self.r.choice(NUMBERS), a=self.r.choice(self.arrays), x=x, p=places)
            got, room = self.tried(text), self.tried(f"{x}[{places}]")
            try:
                np.broadcast_to(got, np.shape(room))
            except Exception:
                continue
            return text
        return "0"

    def simple(self):
        r = self.r
        x = r.choice(self.arrays)
        kind = r.randrange(14)
        if kind < 6:
            places = self.places(x)
            return f"{x}[{places}] {r.choice(['=', '=', '+=', '*=', '-='])} {self.value(x, places)}"
        if kind == 6:
            return f"c = c + {x}[{self.places(x)}].sum()"
        if kind == 7:
            places = self.places(x)
            return f"np.{r.choice(['add', 'subtract', 'maximum'])}.at({x}, {places}, {r.choice(NUMBERS)})"
        if kind == 8:
            return r.choice(
                [
                    "{x}.sort(axis=0)",
                    "{x}[...] = {x}[::-1]",
                    "{x}[1:] = {x}[:-1]",
                    "{x}.fill({n})",
                    "np.clip({x}, -2, {n}, out={x})",
                    "{x} += {x}[::-1]",
                    "np.copyto({x}, {n}, where={x} > 1)",
                    "np.putmask({x}, {x} > {n}, [1, 2])",
                    "{x}.put([0, -1], {n})",
                    "np.place({x}, {x} > {n}, [7, 8])",
                ]
            ).format(x=x, n=r.choice(NUMBERS))
        if kind == 9:
            return f"out.append({x}[{self.places(x)}])"
        if kind == 10:
            return f"c = float({self.number(x)})"
        if kind == 11:
            return f"v = {x}[{self.places(x)}]"
        if kind == 12:
            return f"print({x}[{self.places(x)}].sum(), c)"
        return f"v = {self.view()[0]}"

    def number(self, x):
        return f"np.sum({x}[{self.places(x)}])"

    def statement(self, depth):
        r, kind = self.r, self.r.random()
        if depth == 0 or kind < 0.6:
            return [self.simple()]
        if kind < 0.85:
            lines = [f"if {r.choice(NUMBERS)} {r.choice('<>')} {r.choice(NUMBERS)}:", *self.block(depth - 1)]
            return [*lines, "else:", *self.block(depth - 1)] if r.random() < 0.5 else lines
        return [f"for i in range({r.choice(['n', '3', '2'])}):", *self.block(depth - 1)]

    def block(self, depth):
        return [f"    {line}" for _ in range(self.r.randint(1, 2)) for line in self.statement(depth)]

    def text(self):
        lines = ["c, i, v, out = 1.0, 0, None, []"]
        for k in range(self.r.randint(1, 4)):
            text, found = self.view()
            lines.append(f"a{k} = {text}")
            self.names[f"a{k}"] = found
            self.arrays.append(f"a{k}")
        for _ in range(self.r.randint(3, 6)):
            lines += self.statement(2)
        leaving = [name for name in self.arrays if self.r.random() < 0.6]
        return "".join(
            [
                "import numpy as np\ndef f(m, y, w, n):\n",
                *(f"    {line}\n" for line in [*lines, f"return {', '.join(['m', *leaving, 'v', 'out', 'c'])}"]),
            ]
        )


def calls(seed):
    kinds = (np.float64, np.float32, np.int64)
    kind = kinds[seed % 3]
    return [
        Call(
            (
                (np.arange(12.0).reshape(3, 4) * 7 % 5 - k).astype(kind),
                np.array([1.0, 0, 3, 2]) - k,
                (np.arange(12) * k) % 7,
                np.int64(k),
            ),
            {},
        )
        for k in (1, 2, 0)
    ]
