"""Random functions that make, view, change and hand around arrays, alone and in containers: the same arrays leave."""

from __future__ import annotations

import linecache
import random
import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning, SctError
from tests.harness import Call
from tests.harness.observe import differences, observe

ARR = ["a", "b", "c", "d", "e"]
ONCE_WRONG = [("arrays", 90), ("arrays", 92), ("arrays", 1048), ("arrays", 1109), ("all", 29), ("all", 2217)]


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
        r = self.r
        lines = []
        for _ in range(r.randint(1, 3)):
            p = r.random()
            if p < 0.33:
                lines.append(f"{r.choice(ARR)} = {self.expr()}")
            elif p < 0.5:
                lines.append(self.write())
            elif p < 0.65 and self.kind != "arrays":
                lines.append(self.cont())
            elif p < 0.68 and depth:
                lines.append(f"return {self.ret()}")
            elif p < 0.7 and depth and self.loops:
                lines += [f"if {self.cond()}:", "    " + r.choice(["break", "continue"])]
            elif depth < 3:
                q = r.random()
                if q < 0.55:
                    lines += [f"if {self.cond()}:", *("    " + line for line in self.stmts(depth + 1))]
                    if r.random() < 0.5:
                        lines += ["else:", *("    " + line for line in self.stmts(depth + 1))]
                elif q < 0.85:
                    v = f"i{self.loops}"
                    self.loops += 1
                    lines += [
                        f"for {v} in range({r.choice(['n', 'k', '3', '6'])}):",
                        *("    " + line for line in self.stmts(depth + 1)),
                    ]
                    self.loops -= 1
                else:
                    v = f"i{self.loops}"
                    self.loops += 1
                    lines += [
                        f"{v} = 0",
                        f"while {v} < {r.choice(['n', 'k', '3'])}:",
                        f"    {v} += 1",
                        *("    " + line for line in self.stmts(depth + 1)),
                    ]
                    self.loops -= 1
        return lines or ["pass"]

    def ret(self):
        r = self.r
        pool = [*ARR, *ARR]
        if self.kind != "arrays":
            pool += ["xs", "ys", "q", "t"]
        pool += [f"{r.choice(ARR)}[1:]", "m"]
        return ", ".join(r.sample(pool, r.randint(1, 5)))

    def text(self):
        lines = ["c = d = e = a", f"c = {self.new()}", f"d = {self.new()}", f"e = {self.view()}"]
        if self.kind != "arrays":
            lines += ["xs = [a, c]", "ys = [d, d]", "q = {'u': c, 'v': d}", "t = (a, e)"]
        for _ in range(self.r.randint(1, 4)):
            lines += self.stmts(0)
        lines.append(f"return {self.ret()}")
        return "import numpy as np\ndef f(a, b, m, n, k):\n" + "".join(f"    {line}\n" for line in lines)


def arguments(seed, k):
    rng = np.random.default_rng(k)
    m, base = rng.integers(-3, 4, (3, 4)) * 1.0, rng.integers(-3, 4, 8) * 1.0
    own = (base[:4].copy(), base[4:].copy())
    a, b = [own, own, (base[:4], base[2:6]), (m[1], base[:4].copy()), (base[:4],) * 2][seed % 5]
    n, k = [(2, 1), (4, 3), (0, 2), (1, 0), (3, 3)][k]
    return Call((a, b, m, np.int64(n), np.int64(k)), {})


@pytest.mark.parametrize(("kind", "seed"), ONCE_WRONG)
def test_the_same_arrays(kind, seed):
    text, name = Writer(seed, kind).text(), f"<identity {kind} {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    scope = {}
    exec(compile(text, name, "exec"), scope)
    static = sct.to_static(scope["f"], backend="numpy")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.simplefilter("error", PlainPythonWarning)
        for k in range(5):
            want, got = observe(scope["f"], arguments(seed, k)), observe(static, arguments(seed, k))
            if isinstance(got.error, SctError):
                return
            assert not differences(want, got), text
