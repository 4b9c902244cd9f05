"""Functions that make, view, change and hand around arrays, alone and in containers: the same arrays leave."""

from __future__ import annotations

import random
import re

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

ARR = ["a", "b", "c", "d", "e"]


class Writer:
    """Writes one function."""

    def __init__(self, seed, kind):
        self.r = random.Random(seed)
        self.loops = 0
        self.kind = kind

    def num(self):
        x = self.r.choice(ARR)
        return self.r.choice([f"{x}[0]", f"{x}.sum()", "n", "k", self.it(), f"float({x}[-1])"])

    def it(self):
        return f"i{self.loops - 1}" if self.loops else "n"

    def cond(self):
        r = self.r
        return r.choice(
            [
                f"{self.it()} % 2 == {r.randint(0, 1)}",
                f"{self.it()} > {r.randint(0, 2)}",
                f"n > {r.randint(0, 3)}",
                f"k > {r.randint(0, 3)}",
                f"{r.choice(ARR)}[{r.randint(0, 3)}] > {r.randint(-1, 3)}",
                "n == k",
            ]
        )

    def new(self):
        r = self.r
        x = r.choice(ARR)
        return r.choice(
            [
                "np.zeros(4)",
                "np.zeros(4)",
                "np.ones(4)",
                "np.full((4,), 0.0)",
                "np.zeros(4)",
                "np.full(4, 2.0)",
                "np.arange(4.0)",
                f"{x}.copy()",
                f"{x} + 1",
                f"{x} + 1",
                f"np.zeros_like({x})",
                "np.array([1.0, 2.0, 3.0, 4.0])",
                f"np.array([{self.num()}, 1.0, 2.0, 3.0])",
                f"np.zeros({r.choice(['n', 'k'])} * 0 + 4)",
            ]
        )

    def view(self):
        r = self.r
        x = r.choice(ARR)
        return r.choice(
            [
                f"{x}[::-1]",
                f"{x}[:]",
                f"{x}.reshape(2, 2)[::-1].reshape(-1)",
                f"{x}.reshape(-1)",
                f"np.asarray({x})",
                f"{x}.ravel()",
                f"m[{r.choice(['0', '1', 'n % 3'])}]",
                "m[1, ::-1]",
                f"np.ascontiguousarray({x})",
                f"{x}.T",
            ]
        )

    def expr(self):
        r = self.r
        p = r.random()
        if p < 0.35:
            return self.new()
        if p < 0.6:
            return self.view()
        if p < 0.72:
            return r.choice(ARR)
        if p < 0.8:
            return f"{r.choice([self.new(), self.view(), r.choice(ARR)])} if {self.cond()} else {r.choice([self.new(), self.view(), r.choice(ARR)])}"
        if self.kind == "arrays":
            return r.choice(ARR)
        if p < 0.9:
            return f"xs[{r.choice(['0', '-1', '1'])}]"
        return f"q[{r.choice('uv')!r}]" if p < 0.95 else f"t[{r.choice('01')}]"

    def write(self):
        r = self.r
        x, y = r.choice(ARR), r.choice(ARR)
        return r.choice(
            [
                f"{x}[0] = {self.num()}",
                f"{x} += 1",
                f"{x}[1:] = {y}[:-1]",
                f"m[0] = {x}",
                f"{x}[n % 4] -= 1",
                f"np.add({x}, {y}, out={x})",
                f"{x}.sort()",
                f"{x}[:] = {y}",
                f"{x}[1] += {self.num()}",
            ]
        )

    def cont(self):
        r = self.r
        x = r.choice(ARR)
        return r.choice(
            [
                f"xs[{r.choice(['0', '-1', '1'])}] = {self.expr()}",
                f"xs.append({x})",
                f"xs = [{x}, {r.choice(ARR)}]",
                f"q[{r.choice('uv')!r}] = {x}",
                f"q = {{'u': {x}, 'v': {r.choice(ARR)}}}",
                f"t = ({x}, {r.choice(ARR)})",
                "ys = xs",
                "xs = ys",
                "q['w'] = xs",
                f"q['z'] = {r.choice(['xs', 'ys'])}",
                "xs, ys = ys, xs",
                f"ys = [{x}, {x}]",
                "ys = list(xs)",
                f"t = ({x}, xs)[:1] + t[1:]",
            ]
        )

    def stmts(self, depth):
        lines = []
        for _ in range(self.r.randint(1, 3)):
            lines += self.statement(depth)
        return lines or ["pass"]

    def statement(self, depth):
        r = self.r
        p = r.random()
        if p < 0.33:
            return [f"{r.choice(ARR)} = {self.expr()}"]
        if p < 0.5:
            return [self.write()]
        if p < 0.65 and self.kind != "arrays":
            return [self.cont()]
        if p < 0.68 and depth:
            return [f"return {self.ret()}"]
        if p < 0.7 and depth and self.loops:
            return [f"if {self.cond()}:", "    " + r.choice(["break", "continue"])]
        return self.block(depth) if depth < 3 else []

    def block(self, depth):
        r = self.r
        q = r.random()
        if q < 0.55:
            lines = [f"if {self.cond()}:", *indented(self.stmts(depth + 1))]
            return [*lines, "else:", *indented(self.stmts(depth + 1))] if r.random() < 0.5 else lines
        v = f"i{self.loops}"
        self.loops += 1
        if q < 0.85:
            lines = [f"for {v} in range({r.choice(['n', 'k', '3', '6'])}):", *indented(self.stmts(depth + 1))]
        else:
            count = r.choice(["n", "k", "3"])
            lines = [f"{v} = 0", f"while {v} < {count}:", f"    {v} += 1", *indented(self.stmts(depth + 1))]
        self.loops -= 1
        return lines

    def ret(self):
        r = self.r
        pool = [*ARR, *ARR]
        if self.kind != "arrays":
            pool += ["xs", "ys", "q", "t"]
        pool += [f"{r.choice(ARR)}[1:]", "m"]
        return ", ".join(r.sample(pool, r.randint(1, 5)))

    def start(self):
        lines = ["c = d = e = a", f"c = {self.new()}", f"d = {self.new()}", f"e = {self.view()}"]
        if self.kind != "arrays":
            lines += ["xs = [a, c]", "ys = [d, d]", "q = {'u': c, 'v': d}", "t = (a, e)"]
        return lines

    def text(self):
        lines = self.start()
        for _ in range(self.r.randint(1, 4)):
            lines += self.stmts(0)
        lines.append(f"return {self.ret()}")
        return "import numpy as np\ndef f(a, b, m, n, k):\n" + "".join(f"    {line}\n" for line in lines)


class Wide(Writer):
    """Writes one with objects, functions, `try`, and more ways to hand arrays around."""

    def view(self):
        r = self.r
        x = r.choice(ARR)
        if r.random() < 0.5:
            return super().view()
        return r.choice(
            [
                "m[::-1][1]",
                "m[1:][n % 2]",
                f"{x}[:][::-1]",
                f"h({x})",
                f"g({x}, {r.choice(ARR)})",
                "p.x",
                "p.y",
                f"{x}[::-1][::-1]",
                "m[k % 3]",
                "w[1]",
                "w[n % 2]",
                f"{x}.view()",
                "m.reshape(12)[4:8]",
            ]
        )

    def cont(self):
        r = self.r
        x, y = r.choice(ARR), r.choice(ARR)
        if r.random() < 0.35:
            return super().cont()
        return r.choice(
            [
                f"p.x = {x}",
                f"p.y = {self.expr()}",
                f"{x} = p.x",
                "p.x, p.y = p.y, p.x",
                "p.x[0] += 1",
                "o = p",
                "o.x = p.y",
                "q['u'], q['v'] = q['v'], q['u']",
                "q['u'][1] -= 1",
                f"{x}, {y} = {y}, {x}",
                "a, e, c = e, c, a",
                f"{x}, p.x = p.x, {x}",
                "z()",
                "xs[0], xs[-1] = xs[-1], xs[0]",
                "w = m[1:]",
                f"{x} = w[0]",
                "w[1][0] = 5",
                "q = dict(q)",
                "p.l = xs",
                f"p.l.append({x})",
                "xs = p.l",
                f"{x} = g({y}, {x})",
                "t = (e, p)",
                "xs = [v for v in (a, c)]",
                f"{x} = t[0]",
                "xs = xs[:2]",
                "xs.insert(0, a)",
                "q.update(v=e)",
            ]
        )

    def statement(self, depth):
        r = self.r
        if depth < 3 and r.random() < 0.1:
            inner = [*self.stmts(depth + 1), f"if {self.cond()}:", "    raise ValueError", *self.stmts(depth + 1)]
            return ["try:", *indented(inner), "except ValueError:", *indented(self.stmts(depth + 1))]
        if depth < 3 and r.random() < 0.04:
            return [f"for {r.choice(ARR)} in m:", *indented(self.stmts(depth + 1))]
        return super().statement(depth)

    def ret(self):
        r = self.r
        pool = [*ARR, *ARR, "xs", "ys", "q", "t", "p", "o", "w", f"{r.choice(ARR)}[1:]", "m", "(p.x, p.y)"]
        return ", ".join(r.sample(pool, r.randint(1, 5)))

    def start(self):
        r = self.r
        made = f"p = Box({r.choice(ARR)}, {r.choice(ARR)}, [b])"
        return [*HELPERS, *super().start(), made, "o = p", "w = m"]

    def text(self):
        return BOX + super().text()


class OneBranch(Wide):
    """Writes one that makes arrays, and containers of them, in no more than one branch of an `if`, or in a loop in it."""

    def start(self):
        return [*super().start(), "f1, f2, s = a, None, [a]"]

    def statement(self, depth):
        r = self.r
        if depth < 2 and r.random() < 0.2:
            return [f"if {self.cond()}:", *indented([*self.births(depth), *self.stmts(depth + 1)])]
        return super().statement(depth)

    def births(self, depth):
        r = self.r
        made = f"f1 = {self.new()}"
        uses = ["f2 = f1", "s = [f1, a]", "s.append(f1)", "xs = [f1, f1]", "q = {'u': f1, 'v': f1[:]}", "p.x = f1", "t = (f1, f1)"]
        uses += ["a = f1", "f1[0] += 1", f"{r.choice(ARR)} = f1[::-1]", "f2 = f1.reshape(-1)", "s[0], f1 = f1, s[0]", "f1 += a"]
        return [made, *r.sample(uses, r.randint(1, 3))]

    def ret(self):
        r = self.r
        pool = [*ARR, "f1", "f1", "f2", "f2", "s", "s", "xs", "q", "t", "p", "m"]
        return ", ".join(r.sample(pool, r.randint(2, 5)))


BOX = "class Box:\n    def __init__(self, x, y, l):\n        self.x, self.y, self.l = x, y, l\n"
HELPERS = [
    "def h(x):",
    "    return x[::-1] if n > 1 else x",
    "def g(x, y):",
    "    x[0] += 1",
    "    return y",
    "def z():",
    "    nonlocal a, b",
    "    a, b = b, a",
]
ANY_SIZE = [
    (r"np\.(zeros|ones)\(4\)", r"np.\1(s4)"), (r"np\.full\(\(?4,?\)?,", "np.full(s4,"), (r"np\.arange\(4\.0\)", "np.arange(s4 * 1.0)"),
    (r"np\.array\(\[1\.0, 2\.0, 3\.0, 4\.0\]\)", "np.arange(s4) + 1.0"), (r"np\.array\(\[(.*?), 1\.0, 2\.0, 3\.0\]\)", r"(np.arange(s4) + \1)"),
    (r"reshape\(2, 2\)", "reshape(2, -1)"), (r"\* 0 \+ 4", "* 0 + s4"), (r"reshape\(12\)\[4:8\]", "reshape(-1)[s4 : 2 * s4]"),
]  # fmt: skip


def any_size(text):
    """The same function for vectors of any length."""
    for pattern, instead in ANY_SIZE:
        text = re.sub(pattern, instead, text)
    return re.sub(r"(def f\(a, b, m, n, k\):\n)", r"\1    s4 = a.shape[0]\n", text)


def calls(seed, sizes=(4,)):
    """Calls with each pair of counts, and arrays of these sizes in turn."""
    return [arguments(seed, k, sizes[k % len(sizes)]) for k in range(5)]


def arguments(seed, k, size=4):
    rng = np.random.default_rng(k)
    m, base = rng.integers(-3, 4, (3, size)) * 1.0, rng.integers(-3, 4, 2 * size) * 1.0
    own = (base[:size].copy(), base[size:].copy())
    a, b = [own, own, (base[:size], base[2 : size + 2]), (m[1], base[:size].copy()), (base[:size],) * 2][seed % 5]
    n, k = [(2, 1), (4, 3), (0, 2), (1, 0), (3, 3)][k]
    return Call((a, b, m, np.int64(n), np.int64(k)), {})
