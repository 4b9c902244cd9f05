"""Sets of run-time elements that are walked through: in the order of Python's own table."""

import numpy as np

from tests.harness import Theme, call

program = Theme("walked_sets")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2, 5, 5, 11, 3])
LARGE = np.array([-1, -2, 2**61 - 1, -(2**61), 2**61, 5, 2**62 - 7, 1])
CROWDED = np.array([0, 16, 32, 48, 64, 80, 5, 21, 37, 7, 96, 112, 128])


def mk(x):
    """Added one by one."""
    s = set()
    for v in x:
        s.add(int(v))
    return s


@program(call(X), call(X[:0]), call(LARGE), call(CROWDED))
def w1(x):
    """By a `for`, as a list, in a sum."""
    s = mk(x)
    t = 0
    for k, v in enumerate(s):
        t += k * v
    return (t, list(s), [v for v in s], tuple(s), sum(s), s)


@program(call(X), call(X[:0]), call(LARGE), call(CROWDED))
def w2(x):
    """Made of a list."""
    s = set(x.tolist())
    return (
        list(s),
        [v * 2 for v in s if v > 2],
        {v: v * v for v in s},
        sorted(s, key=lambda v: -v // 3),
        max(s, key=lambda v: v % 5),
    )


@program(call(X), call(X[:0]), call(LARGE), call(CROWDED))
def w3(x):
    """Floats."""
    s = set((x / 7).tolist())
    return (list(s), sum(s))


@program(call(X), call(X[:0]), call(LARGE), call(CROWDED))
def w4(x):
    """Pairs."""
    s = {(int(a), int(b)) for a, b in zip(x, x[::-1])}
    return list(s)


@program(call(X), call(X[:0]), call(LARGE), call(CROWDED))
def w5(x):
    """With elements from the start."""
    s = {0, 5}
    for v in x:
        s.add(int(v))
    return list(s)


@program(call(X))
def w6(x):
    """With such that share a place in the table."""
    s = {0, 8, 16}
    for v in x:
        s.add(int(v))
    return list(s)


@program(call(X, 100), call(X, 5))
def w7(x, n):
    """A set that grows while it is walked through is an error."""
    s = set(x.tolist())
    for v in s:
        if v > n:
            s.add(v + 100)
    return list(s)


@program(call(X, 1))
def w8(x, n):
    """Walked through, and then smaller."""
    s = set(x.tolist())
    t = [v for v in s]
    s.discard(3)
    return (t, sorted(s))


@program(call(X, N(4)))
def w9(x, n):
    """Smaller after each walk: the order is not known."""
    s = set(x.tolist())
    t = 0
    for i in range(n):
        for v in s:
            t = t * 3 % 1001 + v
        s.discard(i)
    return t


@program(call(X))
def w10(x):
    """Emptied, and filled again."""
    s = set(x.tolist())
    s.clear()
    for v in x:
        s.add(int(v) % 7)
    u = set(s)
    return list(s)


@program(call(X), call(CROWDED))
def w11(x):
    """In comprehensions."""
    return (
        [v for v in set(x.tolist()) if v in {1, 2, 3}],
        list(frozenset([1, 2])),
        list({int(v) for v in x}),
        next(iter(set(x.tolist()))),
    )


@program(call(X), call(CROWDED))
def w12(x):
    """The longest run of neighbours."""
    s = set(np.unique(x).tolist())
    best = 0
    for v in s:
        if v - 1 not in s:
            k = v
            while k in s:
                k += 1
            best = max(best, k - v)
    return best


@program(call(X), call(CROWDED.astype(np.int16)), call(LARGE / 3), call(X > 2))
def w13(x):
    """NumPy numbers."""
    u = set()
    for v in x:
        u.add(v)
    return list(u)


@program(call(X))
def subset_sums(x):
    """Sets that are put together: the order is not known."""
    sums = {0}
    for v in x:
        new = set()
        for s in sums:
            new.add(s + int(v))
        sums |= new
    return (len(sums), max(sums), sorted(sums))
