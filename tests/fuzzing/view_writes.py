"""Functions whose loops write elements through views of views."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

CALLS = [0, 1, 3]
LAYOUTS = [
    lambda m: m.copy(), np.asfortranarray, lambda m: np.repeat(m, 2, axis=0)[::2], lambda m: np.flip(m.copy(), 1),
]  # fmt: skip
VIEWS = [
    "{x}[1:]", "{x}[::-1]", "{x}[::2]", "{x}[0]", "{x}[-1]", "{x}[:, 1]", "{x}[:, 1:-1]", "{x}[1:3, ::-2]", "{x}.T",
    "{x}.ravel()", "{x}.reshape(-1)", "{x}.reshape(2, -1)", "{x}[None]", "{x}.swapaxes(0, 1)", "np.flip({x}, 0)",
    "{x}.real", "{x}.imag", "{x}[..., 0]", "{x}[i % 2]", "{x}[i % 2:]", "{x}[:, i % 3]", "{x}.transpose()",
]  # fmt: skip


class Writer:
    """Writes one function. Shapes are found by trying what has been written, so that most indices fit."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {
            "m": np.arange(24.0).reshape(4, 6),
            "y": np.arange(6.0),
            "z": np.arange(12.0).reshape(3, 4) + 1j,
            "i": 0,
            "np": np,
        }
        self.arrays = ["m", "y", "z"]

    def text(self):
        lines = ["def f(m, y, n):", "    z = m[:3, :4] * 0.5 + 1j", "    s = 0.0", "    i = 0"]
        for _ in range(self.random.randrange(1, 4)):
            lines.append("    " + self.view(steady=True))
        before = list(self.arrays)
        lines.append(f"    for i in range({self.random.choice(['n', '3'])}):")
        for _ in range(self.random.randrange(2, 6)):
            lines += self.statement("        ", 2)
        views = [f"{x}.copy()" for x in before[3:]]
        return "\n".join([*lines, f"    return {', '.join(['m', 'y', 'z', *views, 's'])}", ""])

    def view(self, steady):
        """Another name for a view of what there is."""
        while True:
            of = self.random.choice(self.arrays)
            text = self.random.choice(VIEWS).format(x=of)
            try:
                found = eval(text, dict(self.names))
            except Exception:
                continue
            steadily = not steady or "i % " not in text
            if found.ndim and found.size and steadily and np.shares_memory(found, self.names[of]):
                name = f"v{len(self.arrays)}"
                self.names[name] = found
                self.arrays.append(name)
                return f"{name} = {text}"

    def index(self, x):
        parts = []
        for extent in self.names[x].shape:
            parts.append(self.random.choice([f"i % {extent}", str(self.random.randrange(-extent, extent)), f"-1 - i % {extent}"]))
        return f"{x}[{', '.join(parts)}]"

    def number(self):
        x = self.random.choice(self.arrays)
        read = self.index(x)
        read = f"{read}.real" if self.names[x].dtype.kind == "c" else read
        return self.random.choice([read, read, "i", "2.5", "s", f"abs({read})"])

    def statement(self, pad, depth):
        pick = self.random.choice
        kind = self.random.randrange(12)
        x = pick(self.arrays)
        if kind == 0:
            return [f"{pad}s += {self.number()}"]
        if kind < 3:
            return [pad + self.view(steady=False)]
        if kind == 3 and depth:
            inner = [line for _ in range(2) for line in self.guarded(pad + "    ", depth - 1)]
            return [f"{pad}if {self.number()} > {self.number()}:", *inner]
        if kind == 4 and depth:
            inner = [line for _ in range(2) for line in self.guarded(pad + "    ", depth - 1)]
            return [f"{pad}for i in range({pick(['2', 'n'])}):", *inner]
        if kind == 5:
            return [f"{pad}{x}[{pick(['...', '0', '-1', '1:', '::2'])}] {pick(['=', '+=', '*='])} {self.number()}"]
        return [f"{pad}{self.index(x)} {pick(['=', '=', '+=', '-='])} {self.number()} * 0.5"]

    def guarded(self, pad, depth):
        """A statement of a branch or loop: names that it makes are its own."""
        before = list(self.arrays)
        lines = self.statement(pad, depth)
        self.arrays = before
        return lines


def calls(seed):
    layout = LAYOUTS[seed % len(LAYOUTS)]
    return [Call((layout(np.arange(24.0).reshape(4, 6) - 7), np.arange(6.0) - 2, n), {}) for n in CALLS]
