"""Generators as people use them: grids, neighbours, batches, simulations, first matches."""

import itertools

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("generator_uses")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
M = np.arange(12.0).reshape(4, 3)


class Grid:
    def __init__(self, n):
        self.n = n

    def cells(self):
        for i in range(self.n):
            for j in range(self.n):
                if i != j:
                    yield i, j

    def __iter__(self):
        return self.cells()

    def nb(self, i, j):
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = i + di, j + dj
            if 0 <= a < self.n and 0 <= b < self.n:
                yield a, b


@program(call(np.arange(9.0).reshape(3, 3)), call(-np.eye(3)))
def grid(u):
    """Generators as people use them: grid."""
    g = Grid(3)
    out = np.zeros((3, 3))
    for i, j in g:
        out[i, j] = sum(u[a, b] for a, b in g.nb(i, j))
    return out


def neigh(u):
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            if u[i, j] > 0:
                yield i, j, u[i, j]


@program(call(M), call(-M))
def positions(u):
    """Generators as people use them: positions."""
    best = None
    for i, j, v in neigh(u):
        if best is None or v > best[2]:
            best = (i, j, v)
    return best


@program(call(M), call(-M), call(np.eye(4)))
def positions_list(u):
    """Generators as people use them: positions list."""
    return [(i, j) for i, j, v in neigh(u)], sum(v for *_, v in neigh(u)), np.array([v for _, _, v in neigh(u)])


def batches(x, y, size, rng_order):
    for s in range(0, len(x), size):
        idx = rng_order[s : s + size]
        yield x[idx], y[idx]


@program(call(M, np.arange(4.0), np.array([2, 0, 3, 1])))
def sgd(x, y, order):
    """Generators as people use them: sgd."""
    w = np.zeros(3)
    for epoch in range(3):
        for xb, yb in batches(x, y, 2, order):
            g = xb.T @ (xb @ w - yb) / len(yb)
            w -= 0.01 * g
    return w


def simulate(x0, dt):
    x, t = x0, 0.0
    while True:
        yield t, x
        x = x - dt * x * x
        t += dt


@program(call(np.array(2.0)), call(np.array(0.5)))
def until(x0):
    """Generators as people use them: until."""
    for t, x in simulate(float(x0), 0.1):
        if x < 0.3:
            return t, x


@program(call(np.array(2.0)), call(np.array(0.5)))
def until_take(x0):
    """Generators as people use them: until take."""
    return max(x for t, x in itertools.takewhile(lambda p: p[0] < 1.0, simulate(float(x0), 0.1))), [
        x for _, x in itertools.islice(simulate(float(x0), 0.1), 4)
    ]


def gen_state(x):
    total = 0.0
    for v in x:
        total += v
        got = yield total
        if got:
            total = 0.0


@program(call(V), call(-V))
def sending(x):
    """Generators as people use them: sending."""
    g = gen_state(x)
    out = [next(g)]
    for k in range(3):
        out.append(g.send(k == 1))
    g.close()
    return out


@program(call(V), call(-V))
def fallback_default(x):
    """Generators as people use them: fallback default."""
    return next((i for i, v in enumerate(x) if v > 3), None), next(iter([]), 5), next((v for v in x if v < -5), "none")


@program(call(V, np.array(3)), call(-V, np.array(0)))
def countdown(x, n):
    """Generators as people use them: countdown."""

    def down(k):
        while k > 0:
            yield k
            k -= 1

    s = 0.0
    for k in down(int(n)):
        s += x[k] * k
    else:
        s -= 1
    return s, sum(down(int(n))), list(down(3))


@program(call(V), call(-V))
def nested_break(x):
    """Generators as people use them: nested break."""

    def inner(v):
        for k in range(4):
            if v * k > 3:
                return
            yield v * k

    t = 0.0
    n = 0
    for v in x:
        for w in inner(v):
            if w < -5:
                break
            t += w
        else:
            n += 1
        if n > 3:
            break
    return t, n


@program(call(V), call(-V))
def gen_writes_self(x):
    """Generators as people use them: writes self."""

    class Acc:
        def __init__(self):
            self.log = []
            self.m = -np.inf

        def run(self, x):
            for v in x:
                self.m = max(self.m, v)
                yield self.m

    a = Acc()
    r = [m for m in a.run(x)]
    return r, a.m


@program(call(V), call(-V))
def tuple_gens(x):
    """Generators as people use them: tuple gens."""
    evens = (v for i, v in enumerate(x) if i % 2 == 0)
    odds = (v for i, v in enumerate(x) if i % 2)
    return (
        sum(a * b for a, b in zip(evens, odds)),
        dict(zip("ab", (v * 2 for v in x))),
        {k: v for k, v in ((i, x[i]) for i in range(3))},
    )


@program(call(V, 2), call(-V, 3), call(V, 0))
def yields_in_conditional_expressions(x, n):
    """A `yield` that may not be reached stands in Python's own expression, as the known conditions have it."""

    def chosen():
        for k, v in enumerate(x):
            sent = (yield v) if k % 2 else (yield -v)
            both = n > 1 and (yield n * v)
            either = k < 2 or (yield v + 1)
            chain = 0 < n < (yield 2)
            yield sent, both, either, chain

    return list(chosen())


@program(call(V), refused=Refusal("StaticValueError", "taken = (yield v) if v > 0 else (yield -v)"))
def yields_as_the_run_decides(x):
    """Where only the run knows which `yield` is reached, the generator cannot stop there."""

    def chosen():
        for v in x:
            taken = (yield v) if v > 0 else (yield -v)
            assert taken is None

    return list(chosen())


@program(call(V), call(-V), call(V[:2]))
def added_to_lists(x):
    """A list is made longer by what a generator yields, which may look at it, and a slice of it is replaced."""
    seen = [0.0]
    seen.extend(v for v in x if v not in seen)
    seen += (v * 2 for v in x if v > 0)
    some = [1.0, 2.0, 3.0]
    some[1:] = (v for v in x if v > 0)
    other = [1.0, 2.0, 3.0]
    other[:2] = [v for v in x if v < 0]
    for i in range(3):
        some.extend(v for v in range(4) if x[i % 2] > v)
    return seen, some, other
