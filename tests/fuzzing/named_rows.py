"""Lists of lists, of the caller's or made of an array, whose rows change places, have several names and change."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

MOVES = [
    "M[i], M[0] = M[0], M[i]", "p = M[i]", "i = (i + 1) % len(M)", "p, q = q, p", "M[i], M[-1] = M[-1], M[i]",
    "out.append(p)", "M[i] = [v / 2 for v in M[i]]",
]  # fmt: skip
STATEMENTS = [
    "M[i][0] += y", "q = p", "p[0] = y", "p.append(y)", "q.append(1.0)", "out.append(M[i])", "M.append(q)",
    "M.append([y, 0.5])", "M.insert(0, p)", "p = out[-1]", "M.sort()", "M.sort(key=lambda r: r[0])", "M = M[:]",
    "M = M[1:] + M[:1]", "p = list(p)", "p = p + q", "M[i] = p", "n += p is q", "n += sum(p)", "M.reverse()",
    "p = M.pop(0)", "p.pop()", "q = max(M)", "p = min(M, key=lambda r: r[0])", "out = [r for r in M if r[0] > y]",
    "out = [r[:] for r in M]", "M[i] = [a - b for a, b in zip(M[i], p)]", "p.sort()", "n += p in out",
    "n += M.index(p)", "i = len(out) % len(M)", "out = sorted(M)", "q = M[-1]", "p = [y, n]", "q = p[:]", "M = M + [p]",
    "for r in M: r[0] += 1", "for r in M[1:]: r[0] = y", "for r in out: r[-1] = n", "n += M[i] is p", "out += M[:2]",
    "M[0] = M[i][:]", "del M[0]", "p, q = M[0], M[i]", "p[:] = q", "q += [y]", "p[0], p[-1] = p[-1], p[0]",
    "M[i].insert(0, y)", "out = M", "p.reverse()", "n += len(p)", "q = [*p, y]", "p = q * 2",
]  # fmt: skip
TESTS = [
    "y > 0", "y > M[i][0]", "p is q", "p is M[0]", "p == q", "p < q", "len(p) > 2", "p[0] > q[0]", "M[i][0] > M[0][0]",
    "out and out[-1][0] < y", "len(M) > 2",
]  # fmt: skip
RESULTS = [
    "M", "M, out", "out, p", "p, q, n", "M[0], out, n", "[sum(r) for r in M], n", "p is M[0], M", "sorted(M), M",
    "{'m': M, 'p': p}", "p is q, p, M", "[r[0] for r in M], q", "out, M, p, q",
]  # fmt: skip
HEADS = ["", "", "M = M.tolist()", "M = [list(r) for r in M]", "M = [r[:] for r in M]", "M = list(M)", "M = sorted(M)"]
TAILS = ["", "", "p.append(9.0)", "M[0][0] = 8.0", "q[0] = 7.0", "M[i][-1] = 6.0", "for r in out: r.append(5.0)"]
VALUES = [(1, -2, 3), (2, 1, 0.5, -1), (0.5, -1, 2, 3, -3, 1), (-1, -2), (3, 0, 1, 2, 0.2, 0.7, 5, -1, 1)]
ROWS = [3, 4, 2, 3, 11]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.head = self.random.choice(HEADS)

    def text(self):
        pick = self.random.choice
        body = [f"        if {pick(TESTS)}:", *self.block(1, 12)]
        if self.random.random() < 0.6:
            body += ["        else:", *self.block(1, 12)]
        if self.random.random() < 0.4:
            body.insert(0, f"        {pick(MOVES)}")
        if self.random.random() < 0.4:
            body.append(f"        {pick(MOVES + STATEMENTS)}")
        lines = [
            "def f(M, x):",
            f"    {self.head}",
            f"    out, n, i = [], 0.0, {pick(['0', '1', 'len(M) - 1'])}",
            f"    p, q = M[0], {pick(['M[0]', 'M[-1]', '[0.0, 1.0]', 'M[1]'])}",
            f"    {pick(['', '', 'while i and M[i][0] > x[0]: i -= 1', 'if x[0] > x[1]: i = 0'])}",
            "    for y in x:",
            *body,
            f"    {pick(TAILS)}",
            f"    return {pick(RESULTS)}",
        ]
        return "\n".join([line for line in lines if line.strip()]) + "\n"

    def block(self, depth, pad):
        pick, lines = self.random.choice, []
        for _ in range(pick([1, 1, 2, 2, 3])):
            if depth and self.random.random() < 0.3:
                lines += [" " * pad + f"if {pick(TESTS)}:", *self.block(depth - 1, pad + 4)]
                if self.random.random() < 0.5:
                    lines += [" " * pad + "else:", *self.block(depth - 1, pad + 4)]
            else:
                lines.append(" " * pad + pick(MOVES + STATEMENTS))
        return lines


def calls(seed):
    makes, choices = Writer(seed), random.Random(seed)
    found = []
    for k in range(3):
        rows = np.random.default_rng(seed + k).integers(0, 7, (choices.choice(ROWS), 2)) / 2
        theirs = rows if makes.head == "M = M.tolist()" else [list(row) for row in rows]
        if k == 1 and theirs is not rows:
            theirs = rows.tolist()
        if k == 2 and theirs is not rows and choices.random() < 0.5:
            theirs[-1] = theirs[0]
        found.append(Call((theirs, np.array(choices.choice(VALUES), float)), {}))
    return found
