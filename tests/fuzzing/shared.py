"""Functions in which lists and objects have several names, change in branches and loops, and leave together."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

ONCE_WRONG = (186, 210, 312, 508, 651, 654, 728, 803, 988, 1091, 1185, 1210, 1398, 1802, 1811, 1990, 2142, 2145, 2236, 2107, 2798, 3412, 11338, 3000597)
CALLS = [(1, 2), (3, 0), (0, 3), (2, 2)]
RESULTS = ["r, s, keep, d, b, c", "r, keep", "s, d, r", "b, c, keep", "keep, d", "r, s"]


BOX = "class Box:\n    def __init__(self, value):\n        self.value = value\n"


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        lines = ["def f(n, m):", "    r, s = [1, 2], [3]", "    b = c = Box(4)", "    keep, d = [], {}"]
        for _ in range(self.random.randrange(3, 7)):
            lines += self.statement("    ", 3, [])
        return BOX + "\n".join([*lines, f"    return {self.random.choice(RESULTS)}", ""])

    def block(self, pad, depth, loops):
        return sum((self.statement(pad + "    ", depth - 1, loops) for _ in range(self.random.randrange(1, 4))), [])

    def condition(self, loops):
        return f"{self.random.choice(['n', 'm', *loops])} {self.random.choice('<>')} {self.random.randrange(4)}"

    def statement(self, pad, depth, loops):
        pick = self.random.choice
        xs, ys, box, number = pick("rs"), pick("rs"), pick("bc"), pick(["n", "m", "7", *loops])
        simple = [
            f"{xs} = [{number}, 5]", f"{xs} = {ys}", f"keep.append({xs})", f"keep.append({ys})", f"{xs}.append({number})",
            f"{xs}[0] = {number}", f"{xs}[0] += 1", "r, s = s, r", f"d[{pick('12')!r}] = {xs}", f"{box} = Box({number})",
            f"{box}.value = {number}", f"{box}.value = {xs}", "b, c = c, b", "c = b",
        ]  # fmt: skip
        kind = self.random.randrange(20)
        if kind == 0:
            return [f"{pad}if keep:", f"{pad}    keep[{pick(['0', '-1'])}][0] = {number}"]
        if depth and kind < 5:
            lines = [f"{pad}if {self.condition(loops)}:", *self.block(pad, depth, loops)]
            return lines + ([f"{pad}else:", *self.block(pad, depth, loops)] if pick([True, False]) else [])
        if depth and kind == 5 and len(loops) < 2:
            name = f"k{len(loops)}"
            lines = [f"{pad}for {name} in range({pick(['2', '3', 'n'])}):", *self.block(pad, depth, [*loops, name])]
            if pick([True, False]):
                lines += [f"{pad}    if {self.condition([*loops, name])}:", f"{pad}        break"]
            return lines
        return [pad + pick(simple)]


def calls(seed):
    return [Call((np.int64(n), np.int64(m)), {}) for n, m in CALLS]
