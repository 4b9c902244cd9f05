"""Objects whose classes say what an attribute is, in a world that stays: static functions and plain code in turns.

`python -m tests.fuzzing.kinds_in_turns SEED SECONDS` prints the programs that come out otherwise.
"""

from __future__ import annotations

from tests.fuzzing.blocks import Blocks
from tests.fuzzing.worlds import in_turns, main

__all__ = ["write"]

WORLD = '''
import functools

import numpy as np

WORLD = ["o", "q", "s", "w", "h", "C", "CC", "L", "G", "tally"]
tally = [0]


class Kept:
    """Keeps a value under its own name, and counts how often it was asked."""

    def __init__(self, name):
        self.name, self.asked = name, 0

    def __get__(self, owner, kind=None):
        if owner is None:
            return self
        self.asked += 1
        return owner.__dict__[self.name]

    def __set__(self, owner, value):
        if value > 8:
            raise ValueError(value)
        owner.__dict__[self.name] = value


class Default:
    """What an attribute is as long as the object has none of its own."""

    def __init__(self, value):
        self.value = value

    def __get__(self, owner, kind=None):
        return self.value


class C:
    n = 1
    k = Kept("k")
    e = Default(3)

    def __init__(self, a):
        self.a, self.b, self.k = a, 0, 1

    @property
    def p(self):
        tally[0] += 1
        return self.a + self.b

    @p.setter
    def p(self, x):
        self.a, self.b = x, self.b + 1

    @functools.cached_property
    def lazy(self):
        tally[0] += 1
        return self.a * 2

    def __call__(self, x):
        self.b += x
        return self.b

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return (self.a, self.b, self.n)[i]

    def __setitem__(self, i, x):
        self.a = x + i

    def __iter__(self):
        self.b += 1
        return iter([self.a, self.n])

    def __iadd__(self, x):
        self.a += x
        return self

    def __eq__(self, other):
        return self.a == other.a

    def __lt__(self, other):
        return self.a < other.a

    __hash__ = None


class CC(C):
    def __getattr__(self, name):
        if name.startswith("_") or name == "lost":
            raise AttributeError(name)
        tally[0] += 1
        return self.n


class S:
    __slots__ = ("a", "b", "k")

    def __init__(self, a):
        self.a = a

    n = 2


class W:
    """Counts what is set."""

    def __init__(self, a):
        self.sets = 0
        self.a, self.b, self.k, self.n = a, 1, 2, 3

    def __setattr__(self, name, value):
        if name != "sets":
            self.__dict__["sets"] += 1
        else:
            self.__dict__.setdefault("sets", 0)
        object.__setattr__(self, name, value)


def h(x, held=[1], *, by=2):
    h.n += 1
    held[0] += x
    return held[0] * by


h.n = 0
o, q, s, w = C(1), CC(2), S(3), W(4)
s.b, s.k = 1, 2
L, G = [o, q], 1
'''


class Writer(Blocks):
    """Writes functions of two numbers."""

    trips = ("n", "2", "3")

    def place(self):
        r = self.r
        own = [f"{x}.{y}" for x in ("o", "q", "L[0]", "L[1]") for y in ("a", "b", "k", "p", "n", "e")]
        return r.choice([*own, *own, "s.a", "s.b", "s.k", "w.a", "w.b", "C.n", "CC.n", "h.n", "G", "o.lazy", "q.lazy"])

    def target(self):
        while True:
            place = self.place()
            if not place.startswith("s.n"):
                return place

    def number(self):
        r, kind = self.r, self.r.random()
        if kind < 0.3:
            return r.choice("0123")
        if kind < 0.65:
            return self.place()
        x = r.choice(["o", "q", "L[0]", "L[-1]"])
        rest = [
            "n", "m", "s.n", "q.other", 'getattr(q, "lost", 1)', 'getattr(s, "k", 0)', f'hasattr({x}, "p")', f"{x}(m)", "w.sets",
            f"len({x})", f"{x}[n % 3]", f"sum({x})", f"h({r.choice('01n')})", f"{self.place()} % 3", "tally[0]", f"{x}.lazy",
            f'vars({x}).get("e", 5)', f'"e" in vars({x})', "max(L)[0]", "C.e", "min(L, key=lambda v: v.b).a", *self.index(),
        ]  # fmt: skip
        return r.choice(rest)

    def condition(self):
        if self.r.random() < 0.15:
            return self.r.choice(["o == q", "o < q", "o in L[1:]", 'hasattr(s, "b")', '"lazy" in vars(o)', "L[0] is o"])
        return super().condition()

    def simple(self):
        r = self.r
        x = r.choice(["o", "q", "L[0]", "L[1]"])
        return r.choice(
            [
                *[f"{self.target()} = {self.number()}" for _ in range(4)],
                *[f"{self.target()} {r.choice(['+=', '-='])} {self.number()}" for _ in range(3)],
                r.choice([f'vars({x}).pop("e", None)', f'vars({x}).pop("lazy", None)', f"{x}.e = {self.number()}"]),
                r.choice([f"del {x}.e", f"del {x}.lazy", "del s.k", f"del {x}.n", f"del {x}.p"]),
                r.choice([f"{x}[n % 3] = {self.number()}", f"{x}({self.number()})", "o += n", "q += 1"]),
                r.choice(["L.sort()", "L.reverse()", "L[0], L[1] = L[1], L[0]", "L.sort(key=lambda v: v.b)"]),
                r.choice([f'setattr({x}, "a", {self.number()})', f'w.__dict__["b"] = {self.number()}', f'C.__dict__["k"].asked = {self.number()}']),
                r.choice([f'C.__dict__["e"].value = {self.number()}', f"tally[0] = {self.number()}", f"h({self.number()})"]),
                r.choice([f"s.k = {self.number()}", "s.a, s.b = s.b, s.a", "o.a, q.a = q.a, o.a"]),
            ]
        )

    def function(self, name, more=()):
        lines = [line for _ in range(self.r.randint(2, 4)) for line in self.statement(2)]
        end = self.r.choice(["return G, o.a", "return [*L[0]]", f"return {self.number()}"])
        return f"\n\ndef {name}(n, m):\n" + "".join(f"    {x}\n" for x in ["global G, o, q", *more, *lines, end])


def write(seed):
    """The world of this seed."""
    writer = Writer(seed)
    calls = writer.r.choice([(), (), ("g(n, m)",), ("if m > 1:", "    g(m, n)")])
    g, f = writer.function("g"), writer.function("f", calls)
    return in_turns(WORLD, f, g, writer.function("between"))


if __name__ == "__main__":
    raise SystemExit(main(write, __doc__))
