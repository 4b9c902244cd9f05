"""Objects in containers of a world that stays, which two static functions and plain code change in turns.

`python -m tests.fuzzing.turns SEED SECONDS` prints the programs that come out otherwise.
"""

from __future__ import annotations

from tests.fuzzing.blocks import Blocks
from tests.fuzzing.worlds import in_turns, main

__all__ = ["write"]

OBJECTS = ["L[0]", "L[1]", "L[-1]", 'D["a"]', 'D["b"]', "Q[0]", "Q[-1]", "N[0][0]", "N[1][0]", "T[0][0]", "k.at", "k"]
WORLD = '''
from collections import deque

import numpy as np

WORLD = ["L", "D", "Q", "N", "T", "k", "K", "KK", "G", "V"]


class Limited:
    """A number that is at most 5, and how often it was set."""

    sets = 0

    def __get__(self, owner, kind=None):
        return self if owner is None else owner.held

    def __set__(self, owner, value):
        K.sets += 1
        owner.held = min(value, 5)


class K:
    c = 1
    sets = 0
    lim = Limited()

    def __init__(self, a, b):
        self.a, self.b, self.held = a, b, 0
        self.at = self

    @property
    def p(self):
        return self.a - self.b

    @p.setter
    def p(self, x):
        self.a, self.b = x, self.a

    def add(self, x):
        self.a += x
        return self.b

    def link(self, other):
        self.at, other.at = other, self


class KK(K):
    c = 2


def made():
    one, two, three = K(0, 1), KK(1, 2), K(2, 0)
    k, G, V = K(3, 3), 1, np.arange(3)
    L, D, Q = [one, two, three], {"a": one, "b": three}, deque([two, three, k])
    N, T = [[one, k], [two]], ([k], [one, two])
    return k, G, V, L, D, Q, N, T


k, G, V, L, D, Q, N, T = made()
'''


class Writer(Blocks):
    """Writes functions of two numbers."""

    trips = ("n", "2", "3", "len(L)")

    def object(self):
        r = self.r
        return r.choice([*OBJECTS, *OBJECTS, "L[n % 3]", "Q[n % 3]", *[f"L[{i}]" for i in self.index()]])

    def place(self):
        """Where an object is put."""
        return self.r.choice(OBJECTS[:-1])

    def field(self):
        r = self.r
        return f"{self.object()}.{r.choice(['a', 'a', 'b', 'b', 'p', 'c', 'lim'])}"

    def target(self):
        return self.r.choice([self.field(), self.field(), self.field(), "G", "K.c", "V[0]"])

    def number(self):
        r, kind = self.r, self.r.random()
        if kind < 0.3:
            return r.choice("0123")
        if kind < 0.7:
            return self.field()
        rest = ["n", "m", "G", "K.c", "len(L)", "int(V[0])", f"{self.field()} % 3", f"{self.object()}.add(m)", *self.index()]
        return r.choice(rest)

    def condition(self):
        if self.r.random() < 0.2:
            return self.r.choice([f"{self.object()} is {self.object()}", f"{self.object()} in L", f"{self.object()} in N[0]"])
        return super().condition()

    def simple(self):
        r = self.r
        x, y = self.place(), self.place()
        return r.choice(
            [
                *[f"{self.target()} = {self.number()}" for _ in range(3)],
                *[f"{self.target()} {r.choice(['+=', '-='])} {self.number()}" for _ in range(3)],
                *[f"{x} = {self.object()}" for _ in range(2)],
                *[f"{x}, {y} = {y}, {x}" for _ in range(2)],
                f"{self.object()}.link({self.object()})",
                r.choice(["L.reverse()", "L.sort(key=lambda o: o.a)", "L.sort(key=lambda o: (o.b, o.a), reverse=True)"]),
                r.choice(["L.append(L.pop(0))", "L.insert(0, L.pop())", "L.insert(1, L.pop())", "Q.rotate(1)", "Q.rotate(n)"]),
                r.choice(["Q.append(Q.popleft())", "Q.appendleft(Q.pop())", 'D["a"] = D.pop("b"); D["b"] = L[0]']),
                r.choice([f"N[0].append({self.object()})", "len(N[0]) > 1 and N[0].pop()", "N[0], N[1] = N[1], N[0]"]),
                r.choice([f"T[0].append({self.object()})", "len(T[0]) > 1 and T[0].pop(0)", "L[0] = max(L, key=lambda o: o.a)"]),
                r.choice(["L[n % 3], L[0] = L[0], L[n % 3]", f"L[n % 3] = {self.object()}", f"T[1][0] = {self.object()}"]),
                r.choice(["for o in L: o.a += 1", f"for o in Q: o.b = {self.number()}", f"for o in D.values(): o.p = {self.number()}"]),
            ]
        )

    def function(self, name, more=()):
        lines = [line for _ in range(self.r.randint(2, 5)) for line in self.statement(2)]
        end = self.r.choice(["return G, L[0].a", "return L[0]", "return k.at, D", f"return {self.number()}"])
        text = "".join(f"    {x}\n" for x in ["global G, k", *more, *lines, end])
        return f"\n\ndef {name}(n, m):\n{text}"


def write(seed):
    """The world of this seed."""
    writer = Writer(seed)
    calls = writer.r.choice([(), (), ("g(n, m)",), ("if m > 1:", "    g(m, n)")])
    g, f = writer.function("g"), writer.function("f", calls)
    return in_turns(WORLD, f, g, writer.function("between"))


if __name__ == "__main__":
    raise SystemExit(main(write, __doc__))
