"""Nests of `try` statements: what is raised, where, behind which effects, and what handlers make of it."""

from __future__ import annotations

import random
import textwrap

import numpy as np

from tests.harness import Call, call

__all__ = ["calls", "text"]

HEAD = '''import contextlib
import math
import numpy as np

COUNT = 0
class Own(Exception): pass
class Lower(Own, KeyError): pass
class Told(Exception):
    def __init__(self, v):
        super().__init__("told", v)
        self.v = v
class Box:
    def __init__(self): self.n = 0; self.items = []
    def put(self, v):
        self.items.append(v)
        if v > 3: raise Own("full", v)
        self.n += v
        return self.n
    def __enter__(self): self.n += 1; return self
    def __exit__(self, kind, error, tb): self.n += 10; return kind is Own
    @property
    def p(self):
        if self.n > 4: raise AttributeError("p")
        return self.n
class Noting:
    def __init__(self, notes, limit=9): self.notes, self.limit = notes, limit
    def __enter__(self): self.notes.append("in"); return len(self.notes)
    def __exit__(self, *error): self.notes.append("out" if error[0] is None else error[0].__name__)
class Choosy(Noting):
    def __exit__(self, kind, error, tb):
        if error is not None: self.notes.append(str(error))
        return len(self.notes) > self.limit
class Replacing(Noting):
    def __exit__(self, kind, error, tb):
        if kind is KeyError or len(self.notes) > 7: raise Own("replaced")
@contextlib.contextmanager
def noted(notes, v):
    notes.append(v)
    try: yield v + 1
    finally: notes.append(-v)
def helper(v, w):
    try:
        if v > 3: raise ValueError("v", v)
        w[v] += 1
    except IndexError:
        w[0] -= 1
        raise KeyError(v)
    return w[0]
def generated(x):
    for v in x:
        if v > 3: raise Own("generated")
        yield v


'''
RAISES = (
    "if {c}: raise ValueError('a', k)", "if {c}: raise Own", "if {c}: raise Lower(k)", "n += d[k]", "n += items[k]",
    "n += x[k]", "n += 7 // (k - 2)", "n += items.pop()", "n += box.put(k)", "n += helper(k, items)",
    "assert not {c}, f'no {{k}}'", "n += int(math.sqrt(2 - k))", "n += sum(generated(x))", "del d[k]",
    "if {c}: raise Told(k)", "n += box.p", "y[k] += 1", "n += items.index(k)", "n += 1.0 / (k - 1)", "n += min(q for q in items if q > k)",
    "raise Own('always')", "n += next(iter(items[k:]))", "a, b = items[:k]", "if {c}: n += unset", "n += {{1: 2}}[k]",
    "n += int(k * float('inf'))", "n += int(x[x > 3].max())", "n += int(math.exp(k * 300) > 0)", "n += max([v for v in items if v > k])",
    "n += int(np.linalg.inv(np.array([[k, 2.0], [1.0, 2.0]]))[0, 0])",
)  # fmt: skip
EFFECTS = (
    "n += 1", "items.append(k)", "d[k] = n", "box.n += 1", "y[0] += 1", "print('here', n)", "out.append(n)", "k += 1",
    "global COUNT; COUNT += 1", "unset = 5", "n, k = k, n", "box = Box()", "items = items + [n]", "x = x + 1",
)  # fmt: skip
KINDS = (
    "ValueError", "KeyError", "LookupError", "Exception", "Own", "(IndexError, ZeroDivisionError)", "(Own, ValueError)",
    "ArithmeticError", "OverflowError", "np.linalg.LinAlgError", "Told", "AssertionError", "AttributeError", "",
)  # fmt: skip
TESTS = ("x[0] > 2", "k > 2", "n % 2 == 1", "x[1] < k", "box.n > 2", "len(items) > 3")
USES = ("out.append(str(e))", "out.append(e.args)", "out.append(type(e).__name__)", "print(e)", "raise", "raise Own('other') from e")


MANAGERS = (
    "with box:", "with contextlib.suppress(KeyError):", "with contextlib.suppress(Own, IndexError):", "with np.errstate(all='ignore'):",
    "with Noting(out) as k:", "with Noting(out), box as other:", "with Choosy(out):", "with Choosy(out, 2) as n:", "with Replacing(out):",
    "with noted(out, n) as k:", "with contextlib.nullcontext(n):",
)  # fmt: skip


class _Writer:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.left = 14

    def block(self, depth: int, in_loop: bool) -> list[str]:
        """A few statements."""
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            lines += self.statement(depth, in_loop)
        return lines

    def statement(self, depth: int, in_loop: bool) -> list[str]:
        """One of any kind; fewer that hold others, the deeper it stands."""
        self.left -= 1
        pick = self.chance.random()
        if self.left < 0 or depth > 4 or pick < 0.3:
            return [self.chance.choice(EFFECTS)]
        if pick < 0.55:
            return [self.chance.choice(RAISES).format(c=self.chance.choice(TESTS))]
        if pick < 0.6 and in_loop:
            return [f"if {self.chance.choice(TESTS)}: {self.chance.choice(('break', 'continue'))}"]
        if pick < 0.63:
            return [f"if {self.chance.choice(TESTS)}: return n, out"]
        if pick < 0.73:
            other = ["else:", *_in(self.block(depth + 1, in_loop))] if self.chance.random() < 0.5 else []
            return [f"if {self.chance.choice(TESTS)}:", *_in(self.block(depth + 1, in_loop)), *other]
        if pick < 0.8:
            head = self.chance.choice(("for k in range(3):", "for k in x.tolist():", "for v in x:", "for k in items[:4]:"))
            return [head, *_in(self.block(depth + 1, True))]
        if pick < 0.83:
            turn = f"turn_{self.left}"
            return [f"{turn} = 0", f"while {turn} < 3 and n < 40:", f"    {turn} += 1", *_in(self.block(depth + 1, True))]
        if pick < 0.87:
            return [self.chance.choice(MANAGERS), *_in(self.block(depth + 1, in_loop))]
        if pick < 0.9:
            return ["try:", *_in(self.block(depth + 1, in_loop)), "finally:", *_in(self.ending(depth, in_loop))]
        return self.attempt(depth, in_loop)

    def attempt(self, depth: int, in_loop: bool) -> list[str]:
        """A `try` with one or two handlers."""
        lines = ["try:", *_in(self.block(depth + 1, in_loop))]
        kinds = self.chance.sample(KINDS, self.chance.randint(1, 2))
        for kind in sorted(kinds, key=lambda one: not one):
            named = bool(kind) and self.chance.random() < 0.4
            use = [self.chance.choice(USES)] if named else []
            lines += [f"except {kind}{' as e' if named else ''}:", *_in([*use, *self.block(depth + 1, in_loop)])]
        if self.chance.random() < 0.3:
            lines += ["else:", *_in(self.block(depth + 1, in_loop))]
        if self.chance.random() < 0.25:
            lines += ["finally:", *_in(self.ending(depth, in_loop))]
        return lines

    def ending(self, depth: int, in_loop: bool) -> list[str]:
        """A `finally` clause: effects as a rule, or anything."""
        if self.chance.random() < 0.8:
            return self.chance.choices(EFFECTS, k=self.chance.randint(1, 2))
        return self.block(depth + 1, in_loop)

    def function(self) -> str:
        """The whole program."""
        lines = ["n, k, out, items, d = 0, int(x[0]), [], [3, 1, 2], {1: 4, 2: 5}", "box, y = Box(), x.copy()"]
        for _ in range(self.chance.randint(1, 3)):
            lines += self.attempt(0, False) if self.chance.random() < 0.7 else self.statement(0, False)
        lines.append("return n, k, out, items, d, box.n, box.items, y")
        shared = [line for line in lines if line.strip().startswith("global")]
        text = "\n".join(line.replace("global COUNT; ", "") for line in lines)
        return "def f(x):\n" + ("    global COUNT\n" if shared else "") + textwrap.indent(text, "    ") + "\n"


def _in(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def text(seed: int) -> str:
    """The source of one of them."""
    return HEAD + _Writer(seed).function()


def calls(seed: int) -> list[Call]:
    """Arrays whose elements decide what is raised."""
    return [call(np.array(x)) for x in ([1, 2, 0], [5, 1, 2], [2, 4, 3], [0, 0, 1], [3, 9, 9])]
