"""Loops in which rows go to lists, under names that move on."""

from __future__ import annotations

import random

import numpy as np

from tests.fuzzing.blocks import indented
from tests.harness import Call

ONCE_WRONG = (1331, 1374, 700045, 7000069)
STATEMENTS = [
    "out.append(row)", "out.append(row)", "row = [i]", "row = list(row)", "row.append(i)", "row[0] += i + 1",
    "prev = row", "out.append(prev)", "row = prev", "row, prev = prev, [i, 2]", "keep.append(row)",
    "if out: out[-1][0] += 1",
]  # fmt: skip
RESULTS = ["out", "[sum(v) for v in out], row", "out, len(keep)", "[v[0] for v in out], [v[0] for v in keep]"]


def block(rng, depth):
    """The lines of a block."""
    lines = []
    for _ in range(rng.randint(1, 2 if depth else 4)):
        k = rng.randrange(len(STATEMENTS) + 2)
        if k < len(STATEMENTS):
            lines.append(STATEMENTS[k])
            continue
        lines += [f"if {rng.choice(['i % 2', 'x[i] > 0', 'len(row) > 2'])}:", *indented(block(rng, depth + 1))]
        if rng.random() < 0.4:
            lines += ["else:", *indented(block(rng, depth + 1))]
    return lines


def text(seed):
    """A random function."""
    rng = random.Random(seed)
    body = ["out, keep, row = [], [], [0]", f"prev = {rng.choice(['row', '[7]'])}"]
    body += ["for i in range(n):", *indented(block(rng, 0))]
    body += rng.choice([[], ["row.append(9)"], ["if out: out[0][0] = 55"]])
    body.append(f"return {rng.choice(RESULTS)}")
    return "\n".join(["def f(n, x):", *indented(body), ""])


def calls(seed):
    return [Call((np.int64(n), np.array([1.0, -1.0, 2.0, -3.0, 1.0, 0.5, 4.0][: n + 1])), {}) for n in (5, 3, 6, 0)]
