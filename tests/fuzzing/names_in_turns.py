"""Names, defaults, cells, views and numbers of other types in a world that stays: static functions and plain code in turns.

`python -m tests.fuzzing.names_in_turns SEED SECONDS` prints the programs that come out otherwise.
"""

from __future__ import annotations

from tests.fuzzing.blocks import Blocks
from tests.fuzzing.worlds import in_turns, main

__all__ = ["write"]

WORLD = '''
import types

import numpy as np

WORLD = ["G", "H", "A", "B", "V", "W", "U", "D", "T", "k", "K", "m", "h", "read"]


class K:
    n = 1
    held = [1]
    v = np.zeros(2)


class KK(K):
    pass


k, m = KK(), types.SimpleNamespace(n=2, v=np.ones(2))
G, H, T = 1, 2.0, (1, 2)
A = [1, 2, 3]
B = A
V = np.arange(4.0)
W, U = V[1:], V[::2]
D = {"a": 1, "v": V, "l": A}


def h(x, held=[0], *, by={"n": 1}):
    held.append(x)
    by["n"] += 1
    if len(held) > 3:
        del held[:2]
    return len(held) * by["n"]


def made():
    c, l = 1, [1]

    def get():
        return c

    def put(x):
        nonlocal c
        c = x
        l.append(x)
        return len(l)

    def read():
        return c, l

    return get, put, read


get, put, read_ = made()


class Reading:
    """What the cells hold, as an attribute."""

    @property
    def __dict__(self):
        return {"cells": read_(), "defaults": (h.__defaults__, h.__kwdefaults__)}


read = Reading()


def same():
    """Lists, arrays and numbers are replaced by others that are equal."""
    global A, B, V, W, G, H, T
    A, V, T = list(A), V.copy(), tuple(list(T))
    G, H = H, G


def kinds(x):
    """Numbers are replaced by others that are equal, of another type."""
    global G, H
    G = (int, float, bool, np.int64, np.float32)[x % 5](G)
    k.n = (float, np.int64, int)[x % 3](k.n)
    A[0] = (bool, int, float)[x % 3](A[0])
'''


class Writer(Blocks):
    """Writes functions of two numbers."""

    trips = ("n", "2", "3")

    def place(self):
        return self.r.choice(["G", "G", "H", "A[0]", "B[-1]", "V[0]", "W[0]", "U[1]", 'D["a"]', "k.n", "K.n", "KK.n", "m.n", "m.v[0]", "K.v[1]", "K.held[0]"])

    def list_(self):
        return self.r.choice(["A", "B", 'D["l"]', "K.held", "k.held"])

    def array(self):
        return self.r.choice(["V", "W", "U", "m.v", "K.v", 'D["v"]', "k.v"])

    def number(self):
        r, kind = self.r, self.r.random()
        if kind < 0.3:
            return r.choice(["0", "1", "2", "3", "1.0", "True"])
        if kind < 0.65:
            return self.place()
        rest = [
            "n", "m_", "get()", f"put({r.choice('012n')})", f"h({r.choice('012n')})", f"len({self.list_()})", f"sum({self.list_()})",
            f"int({self.array()}[0])", f"{self.place()} % 3", "len(T)", "T[0]", f"{self.array()}.size", *self.index(),
        ]  # fmt: skip
        return r.choice(rest)

    def condition(self):
        r = self.r
        if r.random() < 0.25:
            return r.choice(
                [
                    f"{self.list_()} is {self.list_()}", f"{self.list_()} == {self.list_()}", f"{self.array()} is {self.array()}",
                    f"np.shares_memory({self.array()}, {self.array()})", "isinstance(G, float)", "G is True", "type(H) is int", '"n" in vars(k)',
                ]
            )  # fmt: skip
        return super().condition()

    def simple(self):
        r = self.r
        return r.choice(
            [
                *[f"{self.place()} = {self.number()}" for _ in range(3)],
                *[f"{self.place()} {r.choice(['+=', '-='])} {self.number()}" for _ in range(3)],
                f"{self.list_()}.append({self.number()})",
                f"len({self.list_()}) > 1 and {self.list_()}.pop()",
                r.choice(["A = B", "B = A", "B = A[:]", "A, B = B, A", 'D["l"] = A', "A = [G, 1]", "K.held = A", "k.held = B"]),
                r.choice(["V = W", "W = V[1:]", "W = V[1:].copy()", "U = W", 'D["v"] = U', "m.v = V", "V = V + 1", "k.v = W", "W, V = V, W"]),
                r.choice([f"{self.array()}[:] = {self.number()}", f"{self.array()} += {self.number()}", f"{self.array()}[-1] = {self.number()}"]),
                r.choice([f"put({self.number()})", f"h({self.number()})", f"T = ({self.number()}, 1)", "T += (1,)", "T = T[-2:]"]),
                r.choice(["G, H = H, G", "k.n, K.n = K.n, k.n", "A += [G]", "B += A[:1]", "del A[1:]", "A.reverse()", "A.sort()"]),
                r.choice(['vars(k).pop("n", None)', "k.n = K.n", "KK.n = 3", f"D[{r.choice(['1', 'True', '1.0'])}] = {self.number()}"]),
            ]
        )

    def function(self, name, more=(), plain=()):
        lines = [line for _ in range(self.r.randint(2, 4)) for line in self.statement(2)]
        end = self.r.choice(["return G, H", "return A", "return V, W is V", "return T, B is A", f"return {self.number()}"])
        lines = ["global G, H, A, B, V, W, U, T", *more, *lines, *plain, end]
        return f"\n\ndef {name}(n, m_):\n" + "".join(f"    {x}\n" for x in lines)


def write(seed):
    """The world of this seed."""
    writer = Writer(seed)
    calls = writer.r.choice([(), (), ("g(n, m_)",), ("if m_ > 1:", "    g(m_, n)")])
    plain = writer.r.choice([("same()",), ("kinds(int(n))",), ("same()", "kinds(int(m_))"), ()])
    g, f = writer.function("g"), writer.function("f", calls)
    return in_turns(WORLD, f, g, writer.function("between", plain=plain))


if __name__ == "__main__":
    raise SystemExit(main(write, __doc__))
