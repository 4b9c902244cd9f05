"""Loops that put numbers into sets and dicts, put these into lists and dicts, choose among them, and begin anew."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

SETS = [
    "out.append(cur)", "cur = set()", "cur = {k}", "cur = {k, k + 1}", "cur.add(k)", "last = cur", "cur = last",
    "last.add(7)", "out[-1].add(k)", "cur = out[k % len(out)]", "last = out[0]", "out[k % len(out)].add(9)",
    "n += len(cur)", "n += k in cur", "same += cur is last", "same += cur == last", "n += len(cur & last)",
    "n += len(cur | last)", "same += cur <= last", "cur = cur | {k}", "last = cur - {k}", "cur |= last", "cur = set(last)",
    "last = cur.copy()", "tot += sum(sorted(last))", "out.append(set())", "n += sum(1 for c in out if k in c)",
    "cur.update([k, 2])", "last.update(cur)", "same += cur in out", "cur = max(out, key=len)", "cur = {(k + 1)}",
    "out[0], out[-1] = out[-1], out[0]", "cur, last = last, cur", "n += bool(cur)",
]  # fmt: skip
LOSES = [
    "cur.discard(k)", "last.clear()", "cur -= {k}", "if k in last: last.remove(k)", "cur &= last", "last ^= {k}",
    "for v in cur: n = n * 2 + v", "if cur: n = n * 3 + cur.pop()", "last = cur - last", "cur.difference_update([k])",
    "cur = {v + 1 for v in last}", "last = cur ^ last", "tot = tot / 2 + sum(v * 0.1 for v in last)", "cur = {*last, k}",
    "cur.update({k: 1, 3: 2})", "last = cur.intersection([k, 7, 2])", "n = n * 2 + (list(cur) or [0])[0]",
]  # fmt: skip
DICTS = [
    "out.append(cur)", "cur = {}", "cur = {k: 1}", "cur[k] = y", "cur[k] = cur.get(k, 0) + 1", "last = cur", "cur = last",
    "last[7] = y", "out[-1][k] = 2", "cur = out[k % len(out)]", "last = out[0]", "out[k % len(out)][9] = y",
    "n += len(cur)", "n += k in cur", "same += cur is last", "same += cur == last", "cur = dict(last)",
    "last = cur.copy()", "last = {**cur}", "tot += sum(cur.values())", "out.append({})", "cur.setdefault(k, 5)",
    "n += sum(1 for c in out if k in c)", "cur.update({k: 3})", "last.update(cur)", "cur = max(out, key=len)",
    "for kk in cur: n += kk", "for kk, vv in last.items(): tot += vv * kk", "cur.pop(k, 0)", "if k in cur: del cur[k]",
    "cur = {v: v * 2 for v in last}", "out[0], out[-1] = out[-1], out[0]", "cur, last = last, cur", "last.clear()",
    "if last: last.popitem()", "tot += cur.get(k, 0.5)", "cur = cur | {k: 4}", "n += sorted(cur)[0] if cur else 0",
]  # fmt: skip
TESTS = [
    "y > 0", "y > 1", "k in cur", "len(cur) > 1", "len(out) > 1", "cur is last", "not last", "k % 2", "k not in last",
    "out and k in out[-1]", "out and len(out[-1]) < 2",
]  # fmt: skip
RESULTS = [
    "out", "out, cur", "out, len(cur), tot", "[len(c) for c in out], [sum(c) for c in out]", "out, last, n",
    "out, cur is last, same", "out, cur, last", "max(out, key=len), out", "{'cur': cur, 'out': out}",
    "[sorted(c) for c in out], n, tot", "n, tot, same",
]  # fmt: skip
TAILS = ["", "out.append(cur)", "if cur: out.append(cur)", "cur.add(9)", "last.add(8)", "out.sort(key=len)"]
VALUES = [
    (1, -2, 3),
    (2, 1, 0.5),
    (1, 2, 3, 4, 5, 6.5, 7),
    (-1, -2, 3, 2, -5, 1.5, 7, 3, 2, 5),
    (3, 2, 1, 0, -1, 5, 6, -2, 2),
    (1, 1, 2, 9, 1, 9, 2, 2, 17, 1),
]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.sets = self.random.random() < 0.5
        self.pool = self.random.sample(SETS + LOSES if self.sets else DICTS, 14)

    def text(self):
        pick = self.random.choice
        body = [f"        if {pick(TESTS)}:", *self.block(1, 12), "        else:", *self.block(1, 12)]
        if self.random.random() < 0.4:
            body.insert(0, "        cur.add(k)" if self.sets else "        cur[k] = y")
        if self.random.random() < 0.3:
            body.append(f"        {pick(self.pool)}")
        empty = "set()" if self.sets else "{}"
        first = "{int(x[0])}" if self.sets else "{int(x[0]): 1}"
        tail = pick(TAILS) if self.sets else pick(TAILS).replace("add(9)", "update({9: n})").replace("add(8)", "clear()")
        lines = [
            "def f(x):",
            f"    cur, n, tot, same = {pick([empty, first])}, 0, 0.0, 0",
            f"    last = {pick(['cur', empty, first])}",
            f"    out = {pick(['[cur]', '[last, cur]', f'[{empty} for _ in range(5)]'])}",
            f"    for y in x{pick(['', '[1:]'])}:",
            "        k = int(y)",
            *body,
            f"    {tail}",
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
                lines.append(" " * pad + pick(self.pool))
        return lines


def calls(seed):
    return [Call((np.array(values, float),), {}) for values in random.Random(seed).sample(VALUES, 3)]
