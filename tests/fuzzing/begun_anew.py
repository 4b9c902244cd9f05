"""Loops that collect numbers in a list, put it into another one, and begin anew."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

STATEMENTS = [
    "out.append(cur)", "cur = [y]", "cur = []", "cur.append(y)", "cur[0] = y", "last = cur", "last.append(0.5)",
    "out[-1].append(y)", "n += len(cur)", "cur = cur[:]", "cur = last", "out.append([y, 1.0])", "out.append(cur[:])",
    "cur += [y]", "cur.clear()", "tot += sum(cur)", "last = out[0]", "cur = out[-1]", "out[0].append(2.0)",
    "same += cur is last", "cur.pop()", "cur.insert(0, y)", "last = cur + [y]", "cur.extend(last)", "cur.reverse()",
    "last = sorted(cur)", "n += y in cur", "cur = [v + 1 for v in last]", "last = list(cur)",
]  # fmt: skip
TESTS = [
    "y > 0", "y > 1", "len(cur) > 1", "cur and y > cur[-1]", "len(out) > 1", "y - cur[-1] > 1",
    "out and len(out[-1]) < 2", "cur is last", "cur == last", "not last",
]  # fmt: skip
RESULTS = [
    "out", "out, cur", "out, len(cur), tot", "[len(c) for c in out], [sum(c) for c in out]", "out, last, n",
    "out, cur is last, same", "out, cur, last", "max(out, key=len), out", "{'cur': cur, 'out': out}",
]  # fmt: skip
TAILS = ["", "out.append(cur)", "if cur: out.append(cur)", "cur.append(9.0)", "last.append(8.0)", "out.sort(key=len)"]
VALUES = [
    (1, -2, 3),
    (2, 1, 0.5),
    (1, 2, 3, 4, 5, 6.5, 7),
    (-1, -2, 3, 2, -5, 1.5, 7, 3, 2, 5),
    (3, 2, 1, 0, -1, 5, 6, -2, 2),
]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        pick = self.random.choice
        body = [f"        if {pick(TESTS)}:", *self.block(1, 12), "        else:", *self.block(1, 12)]
        if self.random.random() < 0.4:
            body.insert(0, "        cur.append(y)")
        if self.random.random() < 0.3:
            body.append(f"        {pick(STATEMENTS[:4])}")
        lines = [
            "def f(x):",
            f"    out, cur, n, tot, same = [], {pick(['[x[0]]', '[]', '[1.0]'])}, 0, 0.0, 0",
            f"    last = {pick(['cur', '[]', '[0.0]'])}",
            f"    for y in x{pick(['', '[1:]'])}:",
            *body,
            f"    {pick(TAILS)}",
            f"    return {pick(RESULTS)}",
        ]
        return "\n".join([line for line in lines if line.strip()]) + "\n"

    def block(self, depth, pad):
        pick, lines = self.random.choice, []
        for _ in range(pick([1, 1, 2, 2, 3])):
            if depth and self.random.random() < 0.4:
                lines += [" " * pad + f"if {pick(TESTS)}:", *self.block(depth - 1, pad + 4)]
                if self.random.random() < 0.7:
                    lines += [" " * pad + "else:", *self.block(depth - 1, pad + 4)]
            else:
                lines.append(" " * pad + pick(STATEMENTS[:4] + STATEMENTS))
        return lines


def calls(seed):
    return [Call((np.array(values, float),), {}) for values in random.Random(seed).sample(VALUES, 3)]
