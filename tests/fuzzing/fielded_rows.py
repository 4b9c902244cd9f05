"""What the families of rows with fields share: dicts and objects in lists and dicts, that have several names and change."""

from __future__ import annotations

import random
import re

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

__all__ = ["FieldedRows", "calls"]

MOVES = [
    "M[i], M[0] = M[0], M[i]", "p = M[i]", "i = (i + 1) % len(M)", "p, q = q, p", "out.append(p)", "q = p", "p = NEW(y)",
    "D['a'] = p", "p = D['b']", "out.append(M[i])", "p.k = y", "p.k += y", "M[i].n += 1", "p.v.append(y)",
]  # fmt: skip
STATEMENTS = [
    "M[i].k += y", "p.n = n", "q.k = y", "q.v = p.v", "p.v = [y]", "p.v = p.v + [y]", "q.v += [1.0]", "p.v[0] = y",
    "M[i].v.append(p.k)", "p.v.pop()", "q.v.clear()", "p.v, q.v = q.v, p.v", "p.k, q.k = q.k, p.k", "q = M[-1]",
    "M.append(q)", "M.append(NEW(y))", "M.insert(0, p)", "p = out[-1]", "M.sort(key=lambda r: r.k)", "p = M.pop(0)",
    "M = M[1:] + M[:1]", "M = M[:]", "M[i] = p", "M[i] = NEW(y, 2)", "n += p is q", "n += M[i] is p", "M.reverse()",
    "p = min(M, key=lambda r: r.k)", "q = max(M, key=lambda r: r.n)", "out = [r for r in M if r.k > y]", "del M[0]",
    "out = sorted(M, key=lambda r: -r.k)", "n += sum(r.k for r in M)", "i = len(out) % len(M)", "out += M[:2]",
    "for r in M: r.k += 1", "for r in M[1:]: r.v = q.v", "for r in out: r.n = n", "out = M", "out = [p, q]",
    "q = next((r for r in M if r.k > y), p)", "n += len(p.v)", "n += p.v is q.v", "out.insert(0, q)", "M[-1] = q",
    "out = [r for r in M if r.v]", "D = {r.n: r for r in M} | {'a': p, 'b': q}", "D['b'] = M[i]", "D['c'] = p",
    "D['a'], D['b'] = D['b'], D['a']", "n += 'c' in D", "q = D.get('c', p)", "q = D.pop('c', q)", "D['a'].k = y",
    "for r in D.values(): r.k -= 1", "p = D.setdefault('c', NEW(y))", "D['b'].v.append(2.0)", "n += D['a'] is p",
    "E = {'u': D, 'w': [p, q]}", "E['w'].append(p)", "E['u']['a'].k += 1", "p = E['w'][-1]", "E['w'][0] = q",
    "for j, r in enumerate(M): r.n = j", "for r, s in zip(M, M[1:]): s.k = r.k", "p, q = M[0], M[i]", "M[:1] = [p]",
    "out = list(M)", "out = [*out, p]", "out.pop()", "n += len(out)", "n += any(r is p for r in out)", "p.n += 1",
]  # fmt: skip
ARRAYS = [
    "p.a = x", "p.a = x * y", "p.a += y", "p.a[0] = y", "q.a = p.a", "q.a = p.a[:]", "n += p.a is q.a", "p.a = p.a + 1",
    "M[i].a[0] += 1", "n += p.a.sum()", "for r in M: r.a = p.a", "p.a, q.a = q.a, p.a", "M[i].a = q.a.copy()",
]  # fmt: skip
LINKS = [
    "p.z = q", "q.z = M[i]", "p.z = NEW(y)", "p = p.z or p", "if q.z is not None: q.z.k = y", "q.z = None", "p.z = p",
    "while q.z is not None and q.z.k > q.k: q = q.z", "if p.z: p.z = p.z.z", "M[i].z, p.z = p.z, M[i].z", "n += p.z is q",
    "for r, s in zip(M, M[1:]): r.z = s", "if p.z: out.append(p.z)", "q.z = p.z", "q = NEW(y)\nq.z = p\np = q",
]  # fmt: skip
EQUALS = ["n += p == q", "n += p in out", "n += M.index(p)", "out.remove(p)", "n += out.count(p)", "n += M[i] != q", "M.remove(q)"]
TESTS = [
    "y > 0", "y > 1", "y > M[i].k", "p is q", "p is M[0]", "p.k > q.k", "p.n > 1", "len(p.v) > 1", "M[i].k > M[0].k", "q.v",
    "out and out[-1].k < y", "len(M) > 2", "p.v is q.v", "D['a'] is p", "D['b'].k > y", "len(out) > 2",
]  # fmt: skip
RESULTS = [
    "M", "M, out", "out, p", "p, q, n", "M[0], out, n", "[r.k for r in M], n", "p is M[0], M", "{'m': M, 'p': p}", "out, D",
    "p is q, p, M", "[r.v for r in M], q", "out, M, p, q", "D, M", "D, p, n", "E, D, out", "p, q, E", "[r.v for r in out], p.v",
]  # fmt: skip
LOOPS = ["for y in x:"] * 4 + ["for r, y in zip(list(M), x):", "for r in M[:]:\ny = r.k - 1", "for y in x[1:]:"]
TAILS = ["", "", "p.k = 9.0", "M[0].v.append(8.0)", "q.n = 7", "for r in out: r.k += 5.0", "D['a'].k = 6.0", "out.append(p)"]
VALUES = [(1, -2, 3), (2, 1, 0.5, -1), (0.5, -1, 2, 3, -3, 1), (-1, -2), (3, 0, 1, 2, 0.2, 0.7, 5, -1, 1)]
ROWS = [3, 4, 2, 3, 11]


class FieldedRows:
    """Writes one function of rows with a key, a count, a list and, in some, an array and a link to another row.

    Statements are of objects: writers of other rows say how they read in `line`. They also give `heads` (which make the
    rows of what is the caller's), `own` statements, how a row is made (`new`), and what stands above the function.
    """

    heads: tuple[str, ...]
    own: tuple[str, ...]
    tests: tuple[str, ...] = ()
    new: str

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.head = self.random.choice(self.heads)
        self.arrays = self.random.random() < 0.3
        parts = MOVES + self.random.sample([*STATEMENTS, *self.own, *self.own], 14)
        parts += self.random.sample(ARRAYS, 6) if self.arrays else []
        parts += self.random.sample(*self.random.choice([(LINKS, 7), (EQUALS, 3), ([], 0)]))
        self.pool = parts

    def above(self):
        return ""

    def line(self, text):
        return text

    def written(self, statements):
        """The lines of these statements, as they stand in programs."""
        lines = [line for statement in statements for line in statement.split("\n")]
        return [re.sub(r"NEW\(", self.new, self.line(line)) for line in lines if line.strip()]

    def text(self):
        pick = self.random.choice
        body = [f"if {pick(TESTS)}:", *indented(self.block(1))]
        if self.random.random() < 0.6:
            body += ["else:", *indented(self.block(1))]
        if self.random.random() < 0.4:
            body[:0] = pick(MOVES).split("\n")
        if self.random.random() < 0.4:
            body += pick(self.pool).split("\n")
        head, *first = pick(LOOPS).split("\n")
        lines = [
            self.head,
            f"out, n, i = [], 0.0, {pick(['0', '1', 'len(M) - 1'])}",
            f"p, q = M[0], {pick(['M[0]', 'M[-1]', 'NEW(0.5)', 'M[1]'])}",
            f"D = {{'a': p, 'b': {pick(['p', 'q', 'M[1]'])}}}",
            "E = {'u': D, 'w': [q]}",
            *(["p.a = x", "q.a = x + 1"] if self.arrays else []),
            pick(["", "", "while i and M[i].k > x[0]: i -= 1", "if x[0] > x[1]: i = 0"]),
            head,
            *indented([*first, *body]),
            pick(TAILS),
            f"return {pick(RESULTS)}",
        ]
        return self.above() + "\n".join(["def f(M, x):", *indented(self.written(lines))]) + "\n"

    def statements(self):
        """All that these programs do."""
        return self.written([*MOVES, *STATEMENTS, *self.own, *ARRAYS, *LINKS, *EQUALS])

    def block(self, depth):
        pick, lines = self.random.choice, []
        for _ in range(pick([1, 1, 2, 2, 3])):
            if depth and self.random.random() < 0.3:
                lines += [f"if {pick([*TESTS, *self.tests])}:", *indented(self.block(depth - 1))]
                if self.random.random() < 0.5:
                    lines += ["else:", *indented(self.block(depth - 1))]
            else:
                lines += pick(self.pool).split("\n")
        return lines


def calls(writer, row):
    """Three calls of one: `row` makes a row of the caller's of a key, a count, a list and an array."""
    choices, found = writer.random, []
    for k in range(3):
        numbers = np.random.default_rng(choices.randrange(10**6)).integers(0, 7, (choices.choice(ROWS), 3)) / 2
        theirs = numbers
        if "in M.tolist()" not in writer.head:
            ours = numbers if k != 1 else numbers.tolist()
            theirs = [row(r[0], int(r[1]), [r[2]], np.array([r[0], 1.0])) for r in ours]
            if k == 2 and choices.random() < 0.5:
                theirs[-1] = theirs[0]
        found.append(Call((theirs, np.array(choices.choice(VALUES), float)), {}))
    return found
