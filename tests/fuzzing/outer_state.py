"""Functions that read and write what is outside of them: globals, classes, objects, functions, closures, dicts, lists.

None of it is an argument, so nothing is made anew between two calls: what one leaves, or is put there by others, the
next one finds. `python -m tests.fuzzing.outer_state SEED SECONDS` prints the programs that come out otherwise.
"""

from __future__ import annotations

import random
import sys
import warnings

import numpy as np

import sct
from sct.errors import InternalError, PlainPythonWarning, SctError
from tests.fuzzing.blocks import Blocks
from tests.fuzzing.worlds import loaded, main

__all__ = ["check", "write"]

PLACES = [
    "G", "K.a", "k.a", "k.b", "h.n", 'D["a"]', "L[0]", 'K.T["a"]', "type(k).c", "kk.a", 'vars(k)["b"]',
    'h.__dict__["n"]', "cell()",
]  # fmt: skip
WORLD = '''
class K:
    a = 1
    c = 2
    T = {"a": 0}

    def __init__(self, b):
        self.b = b

    def add(self, x):
        self.a += x
        K.c = x
        return self.b


class KK(K):
    pass


k, kk, G, D, L = K(1), KK(2), 1, {"a": 1}, [1, 2]


def h(x):
    h.n += 1
    return h.n + x


h.n = 0


def made():
    v = 1

    def get():
        return v

    def put(x):
        nonlocal v
        v = x

    return get, put


cell, put = made()


def rd():
    return G + K.a


def set_it(x):
    global G
    G = x


def set_up(values):
    global G
    G, K.a, k.b, h.n, D["a"], L[0], v = values
    put(v)


def state():
    own = [{n: x for n, x in vars(c).items() if n in ("a", "c", "T")} for c in (K, KK)]
    return repr((G, own, vars(k), vars(kk), D, L, vars(h), cell())).replace("np.int64", "")
'''


class Writer(Blocks):
    """Writes one function of two numbers."""

    trips = ("n", "m", "2")

    def number(self):
        r, kind = self.r, self.r.random()
        if kind < 0.4:
            return r.choice("0123")
        if kind < 0.7:
            return r.choice(PLACES)
        return r.choice(["n", "m", f"{r.choice(PLACES)} % 3", "len(L)", "len(D)", "h(n)", "k.add(m)", "rd()", *self.index()])

    def target(self):
        place = self.r.choice(PLACES)
        return place if place != "cell()" else "G"

    def simple(self):
        r = self.r
        return r.choice(
            [
                *[f"{self.target()} = {self.number()}" for _ in range(3)],
                *[f"{self.target()} {r.choice(['+=', '-='])} {self.number()}" for _ in range(3)],
                f"L.append({self.number()})",
                "L.pop() if len(L) > 1 else None",
                f"put({self.number()})",
                f'D["z"] = {self.number()}',
                'D.pop("z", None)',
                f"k.add({self.number()})",
                f'K.T = {{"a": {self.number()}}}',
                f"kk.c = {self.number()}",
                f"h({self.number()})",
                f"set_it({self.number()})",
            ]
        )


def write(seed):
    """The source of the function of this seed."""
    writer = Writer(seed)
    lines = [line for _ in range(writer.r.randint(3, 6)) for line in writer.statement(2)]
    return "def f(n, m):\n" + "".join(f"    {x}\n" for x in ["global G", *lines, "return G, K.a, k.a, h.n, L[0]"])


def outcome(function, *args):
    try:
        return repr(function(*args)).replace("np.int64", "")
    except SctError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def check(text, seed, backend):
    """What becomes of it: "same", "refused", or what came out otherwise, in words."""
    name = f"<outer state {seed} {backend}"
    plain, static = loaded(WORLD + text, f"{name} plain>"), loaded(WORLD + text, f"{name} static>")
    f, r = sct.to_static(static.f, backend=backend), random.Random(seed)
    try:
        for call in range(9):
            if call % 3 != 1:
                values = [r.randint(0, 3) for _ in range(7)]
                plain.set_up(values)
                static.set_up(values)
            n, m = np.int64(r.randint(0, 3)), np.int64(r.randint(0, 3))
            wanted = outcome(plain.f, n, m), plain.state()
            with warnings.catch_warnings():
                warnings.simplefilter("error", PlainPythonWarning)
                found = outcome(f, n, m), static.state()
            if found != wanted:
                return f"call {call} with {n}, {m}\nplain  {wanted}\nstatic {found}"
    except InternalError as error:
        return str(error)
    except SctError:
        return "refused"
    finally:
        del sys.modules[plain.__name__], sys.modules[static.__name__]
    return "same"


if __name__ == "__main__":
    raise SystemExit(main(write, __doc__, check))
