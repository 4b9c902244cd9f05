"""Ordinary Python over lists, texts, dicts, sets and tuples whose numbers only the run knows, in branches and loops.

A line is kept where plain Python runs the function with it, or raises in a later call of it.
"""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.number_kinds import runs
from tests.harness import Call

NUMBERS = [
    "n", "k", "n", "k", "1", "2", "0", "-1", "3", "i", "len({l})", "len({t})", "sum({l})", "max({l}, default=0)", "min({l}, default=n)",
    "{l}[0]", "{l}[-1]", "{l}[{n} % len({l})]", "{l}.count({n})", "{l}.index({n})", "d.get({n}, {n})", "d[{n}]", "len(d)", "len(s)",
    "p[0]", "p[-1]", "{t}.count('a')", "{t}.find('1')", "int({n})", "abs({n})", "({n} + {n})", "({n} * {n})", "({n} - {n})", "({n} // 2)",
    "({n} % 3)", "min({n}, {n})", "max({n}, {n})", "sum(q[0])", "len(q)", "q[0][0]", "q[-1][-1]", "({n} if {c} else {n})", "({n} and {n})",
    "({n} or {n})", "sum(a * b for a, b in zip({l}, {l}))", "sum(j for j in {l} if j > {n})", "int(x[{n} % 3])", "x[0]", "float({n})",
    "next((j for j in {l} if j > {n}), {n})", "ord({t}[0])", "int(str({n}))", "len(set({l}))", "d.setdefault({n}, {n})", "o", "divmod({n}, 3)[1]",
    "{l}.pop()", "d.pop({n}, {n})", "q[0].pop()", "({n} ** 2)", "bool({n})", "hash({n})", "round({n} / 3, 2)", "({n} / 2)", "({n} & 3)", "len(str({n}))",
    "sorted({l})[0]", "list(d.values())[0]", "list(d)[-1]", "max(d, key=d.get)", "min({l}, key=lambda j: -j)", "sum(map(abs, {l}))", "dd['a']",
]  # fmt: skip
LISTS = [
    "xs", "ys", "xs", "ys", "xs[1:]", "{l}[::-1]", "{l}[:{n}]", "{l}[{n}:]", "sorted({l})", "list({l})", "[j * 2 for j in {l}]", "[{n}, {n}]", "{l} + {l}",
    "[j for j in {l} if j > {n}]", "list(range({n}))", "[{n}] * 2", "[{n}] * {n}", "list(d)", "list(d.values())", "sorted(s)", "list(map(abs, {l}))", "q[0]", "q[-1]",
    "[a + b for a, b in zip({l}, {l})]", "[j + {n} for j, _ in enumerate({l})]", "[*{l}, {n}]", "sorted({l}, reverse=True)", "list(p)", "{l}.copy()",
    "sorted({l}, key=lambda j: j % 3)", "[ord(j) for j in {t}]", "list(reversed({l}))", "x.astype(int).tolist()", "({l} if {c} else {l})", "sorted(d.values())",
    "[j for r in q for j in r]", "sorted(set({l}))", "[d.get(j, 0) for j in {l}]", "[max(r, default=0) for r in q]", "list(dict.fromkeys({l}))", "[len(r) for r in q]",
]  # fmt: skip
TEXTS = [
    "t", "t", "'ab'", "str({n})", "f'{{{n}}}'", "f'{{{n}}}-{{{n}}}'", "{t} + {t}", "{t}[::-1]", "{t}[1:]", "{t} * 2", "'a' if {c} else 'b1'", "{t}.upper()",
    "','.join(map(str, {l}))", "{t}.replace('a', 'c')", "{t}.zfill(4)", "str({l})", "chr(97 + {n} % 5)", "'x' * {n}", "repr({n})", "''.join(sorted({t}))", "{t}.strip('a')",
    "f'{{{n}:>4}}'", "str(p)", "'abc'[{n} % 3]", "{t}.split('1')[0]", "'%d|%s' % ({n}, {t})", "str(d)", "''.join(j for j in {t} if j != 'a')", "{t}.title()", "bin({n})",
    "f'{{{l}}}'", "str({c})", "f'{{{n}!r:*^5}}'", "'{{}}-{{}}'.format({n}, {t})", "{t}.ljust(4, '.')", "{t}[{n}:]", "hex({n})", "f'{{x[0]:.2f}}'",
]  # fmt: skip
TESTS = [
    "{n} > {n}", "{n} == {n}", "{n} < {n}", "{n} % 2", "{n} in {l}", "{n} in d", "{n} in s", "{t} == {t}", "{l}", "not {l}", "{t} < {t}", "{l} == {l}", "{l} < {l}",
    "'a' in {t}", "{t}.isdigit()", "{t}.startswith('a')", "n is None", "o is None", "o is not None", "any(j > {n} for j in {l})", "all({l})", "p == (n, k)", "xs is ys",
    "isinstance({n}, int)", "{n} not in {l}", "d", "s", "{n} > 0 and {n} < 3", "{n} == 1 or {c}", "not {c}", "q[0] == {l}", "q[0] is xs", "d == {{1: {n}}}", "s == {{1, {n}}}", "p < ({n}, {n})", "0 < {n} <= 3",
]  # fmt: skip
STEPS = [
    "k = {n}", "o = {n}", "o = None", "k += {n}", "k -= 1", "xs = {l}", "ys = {l}", "xs = {l}", "t = {t}", "t += {t}", "xs.append({n})", "ys.append({n})", "xs.extend({l})", "xs += {l}",
    "xs.insert({n}, {n})", "xs.insert(0, {n})", "xs.pop()", "xs.pop(0)", "ys.remove({n})", "xs.sort()", "ys.reverse()", "xs[0] = {n}", "xs[-1] += {n}", "xs[{n} % len(xs)] = {n}", "del xs[0]", "del ys[-1]",
    "xs[1:] = {l}", "ys[:2] = []", "d[{n}] = {n}", "d[{n}] = d.get({n}, 0) + 1", "d.pop({n}, None)", "d = {{}}", "d.update({{{n}: {n}}})", "s.add({n})", "s.discard({n})", "s = set({l})", "s |= {{{n}}}", "s &= {{{n}, 1, 2}}",
    "p = ({n}, {n})", "p = p[::-1]", "p = (*p, {n})", "q.append({l})", "q[0].append({n})", "q = [{l}, {l}]", "q[-1] = {l}", "q[0], q[-1] = q[-1], q[0]", "xs, ys = ys, xs", "q.append([])", "q.sort()", "q = q[:2]",
    "print({n}, {t})", "print({l})", "print(f'{{{n}}} {{{l}}}')", "print(d, s)", "print({c}, o)", "a, *ys = {l} or [0]", "k, o = {n}, {n}", "d = {{j: {n} for j in {l}}}", "s = {{j % 3 for j in {l}}}", "d = dict(zip({l}, {l}))",
    "q = [r[::-1] for r in q]", "dd[{t}] = {n}", "dd['a'] += {n}", "dd = {{'a': {n}, 'b': k}}", "ys = xs", "q = [xs, ys]", "xs.clear()", "for r in q: r.append({n})", "xs *= 2", "dd.setdefault({t}, {n})", "x[{n} % 3] = {n}", "x[0] += {n}",
    "q = [[{n}] * 2 for _ in range({n})]", "q[{n} % len(q)][0] = {n}", "d[{n}] = len(d)", "dd[{t}] = dd.get({t}, 0) + 1", "if {c}: xs.append({n})", "if {c}: k = {n}", "if {c}: d[{n}] = 1", "if {c}: ys = xs", "q[0] = ys", "xs.append(xs[0])",
]  # fmt: skip
NAMES = ["k", "o", "xs", "ys", "t", "d", "s", "p", "q", "dd", "x"]
START = ["i, o, k, t = 0, None, k + 1, 'a'", "xs, ys = [n, 2, k], [1]", "d, s, p, q = {1: n}, {n, 1}, (n, k), [[1, n], [k]]", "dd = {'a': n, 'b': 1}"]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.lines = list(START)

    def fill(self, text, depth=2):
        """A text with something in each place."""
        tables = {"n": NUMBERS, "l": LISTS, "t": TEXTS, "c": TESTS}
        few = {"n": ["n", "k", "1", "2"], "l": ["xs", "ys"], "t": ["t", "'a'"], "c": ["n > 1", "k % 2"]}
        made, at = "", 0
        while at < len(text):
            if text[at : at + 2] in ("{{", "}}"):
                made, at = made + text[at], at + 2
            elif text[at] == "{":
                kind = text[at + 1]
                made += self.fill(self.r.choice(tables[kind]), depth - 1) if depth else self.r.choice(few[kind])
                at += 3
            else:
                made, at = made + text[at], at + 1
        return made

    def step(self):
        return self.fill(self.r.choice(STEPS), self.r.choice([1, 1, 2]))

    def block(self, depth, looped):
        r = self.r
        lines = [f"    {self.step()}" for _ in range(r.choice([1, 1, 2, 3]))]
        if depth and r.random() < 0.4:
            lines += [f"    {line}" for line in self.compound(depth - 1, looped)]
        if looped and r.random() < 0.15:
            lines.append(f"    if {self.fill('{c}', 1)}: {r.choice(['break', 'continue'])}")
        return lines

    def compound(self, depth, looped):
        r = self.r
        kind = r.random()
        if kind < 0.45:
            lines = [f"if {self.fill('{c}', 1)}:", *self.block(depth, looped)]
            return [*lines, *(["else:", *self.block(depth, looped)] if r.random() < 0.5 else [])]
        if kind < 0.55:
            return ["try:", *self.block(depth, looped), f"except {r.choice(['IndexError', 'KeyError', 'ValueError', 'Exception'])}:", *self.block(0, looped)]
        heads = [
            "for i in range({n}):", "for i in {l}:", "for i in range(n):", "for i in xs[:]:", "for i, r in enumerate(q[:]):", "for i, j in zip({l}, {l}):", "for i in d:",
            "for i, j in d.items():", "for i in sorted(s):", "for j in {t}:", "for j in t:", "for r in q:", "for i in reversed({l}):",
        ]  # fmt: skip
        lines = [self.fill(r.choice(heads), 1), *self.block(depth, True)]
        return [*lines, *(["else:", *self.block(0, looped)] if r.random() < 0.15 else [])]

    def text(self):
        r = self.r
        tries, count = 0, r.randint(2, 6)
        while count and tries < 60:
            tries += 1
            new = [self.step()] if r.random() < 0.5 else self.compound(1, False)
            if runs([*self.lines, *new], NAMES, calls(self.seed), r.random() < 0.15, "x, n, k"):
                self.lines += new
                count -= 1
        return text_of(self.lines, r.sample(NAMES, r.randint(2, 5)))


def text_of(lines, results):
    return "import numpy as np\ndef f(x, n, k):\n" + "".join(f"    {line}\n" for line in [*lines, f"return {', '.join(results)}"])


def calls(seed):
    number = np.int64 if seed % 4 else int
    return [Call((np.array([1.0, 2.0, 0.0]) + j, number(n), number(k)), {}) for j, (n, k) in enumerate([(2, 1), (3, 3), (0, 2), (1, 0), (4, 1)])]
