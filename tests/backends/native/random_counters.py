"""Random functions that walk over arrays with counters of their own: whiles, breaks, searches, small buffers."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from typing import Any

NAMES = ("i", "j", "k")


class Writer:
    """Writes one function, whose loops end: each has a count of its own turns."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = ["def walk(a, small, n):", "    i = j = 0", "    k = n", "    total = 0.0"]
        self.lines.append("    near = small.copy()")
        self.loops = 0

    def number(self) -> str:
        pick = self.random.random()
        if pick < 0.5:
            return self.random.choice(NAMES)
        if pick < 0.6:
            return "n"
        if pick < 0.7:
            return f"len({self.random.choice(('a', 'small'))})"
        return str(self.random.choice((-2, -1, 0, 1, 2, 3, 5, 8)))

    def integer(self) -> str:
        pick = self.random.random()
        if pick < 0.5:
            return self.number()
        left, right = self.number(), self.number()
        if pick < 0.75:
            return f"({left} {self.random.choice('+-')} {right})"
        if pick < 0.85:
            return f"({left} {self.random.choice(('//', '%'))} {self.random.choice((2, 3, 4, 8))})"
        if pick < 0.92:
            return f"{self.random.choice(('min', 'max'))}({left}, {right})"
        return f"({left} * {self.random.choice((0, 1, 2, 3))} % 11)"

    def index(self) -> str:
        pick = self.random.random()
        if pick < 0.2:
            return self.random.choice(NAMES)
        if pick < 0.3:
            return f"{self.random.choice(NAMES)} {self.random.choice('+-')} 1"
        return f"{self.integer()} % {self.random.choice((3, 5, 9))}"

    def element(self) -> str:
        return f"{self.random.choice(('a', 'a', 'near'))}[{self.index()}]"

    def test(self) -> str:
        relation = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        if self.random.random() < 0.7:
            return f"{self.integer()} {relation} {self.integer()}"
        return f"{self.element()} {relation} {self.element()}"

    def condition(self) -> str:
        pick = self.random.random()
        if pick < 0.55:
            return self.test()
        if pick < 0.8:
            return f"{self.test()} and {self.test()}"
        if pick < 0.92:
            return f"{self.test()} or {self.test()}"
        return f"not ({self.test()})"

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def statements(self, depth: int, count: int, in_loop: bool) -> None:
        for _ in range(count):
            self.statement(depth, in_loop)

    def statement(self, depth: int, in_loop: bool) -> None:
        pick = self.random.random()
        if pick < 0.3:
            step = self.random.choice((1, 1, 2, 3))
            self.put(depth, f"{self.random.choice(NAMES)} {self.random.choice(('+=', '-='))} {step}")
        elif pick < 0.4:
            self.put(depth, f"{self.random.choice(NAMES)} = {self.integer()}")
        elif pick < 0.55:
            self.put(depth, f"total += {self.element()}")
        elif pick < 0.65:
            self.put(depth, f"near[{self.index()}] = {self.element()}")
        elif pick < 0.7:
            self.put(depth, f"a[{self.index()}] = {self.element()} + 1.0")
        elif pick < 0.85 and depth < 5:
            self.put(depth, f"if {self.condition()}:")
            self.statements(depth + 1, self.random.randint(1, 2), in_loop)
            if in_loop and self.random.random() < 0.3:
                self.put(depth + 1, self.random.choice(("break", "break", "continue")))
            if self.random.random() < 0.4:
                self.put(depth, "else:")
                self.statements(depth + 1, self.random.randint(1, 2), in_loop)
        elif depth < 4:
            self.loop(depth)
        else:
            self.put(depth, "total *= 0.5")

    def loop(self, depth: int) -> None:
        self.loops += 1
        turns = f"t{self.loops}"
        if self.random.random() < 0.3:
            ends = self.random.choice(("n", "len(a)", "3", "1, n"))
            self.put(depth, f"for {self.random.choice(NAMES)} in range({ends}):")
            self.statements(depth + 1, self.random.randint(1, 3), True)
            return
        self.put(depth, f"{turns} = 0")
        self.put(depth, f"while {turns} < 12 and {self.condition()}:")
        self.put(depth + 1, f"{turns} += 1")
        self.statements(depth + 1, self.random.randint(1, 3), True)

    def text(self) -> str:
        self.loop(1)
        self.statements(1, 3, False)
        self.put(1, "return total, i, j, k, near, a")
        return "\n".join(self.lines) + "\n"


def function(seed: int) -> Callable[..., Any]:
    """The function that the seed stands for, with its source where `inspect` finds it."""
    text = Writer(seed).text()
    name = f"<counters {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {}
    exec(compile(text, name, "exec"), namespace)
    return namespace["walk"]
