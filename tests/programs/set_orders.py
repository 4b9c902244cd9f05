"""Sets from which elements were taken, or that were made of others, in Python's own order."""

from collections import Counter, OrderedDict

import numpy as np

from tests.harness import Theme, call, fresh

program = Theme("set orders")
CHANCE = np.random.default_rng(3)
X, Y = CHANCE.integers(0, 30, 20), CHANCE.integers(0, 60, 40)
LONG = CHANCE.integers(0, 300, 400)
E, MORE = CHANCE.integers(0, 8, (10, 2)), CHANCE.integers(0, 60, (150, 2))


def emptied():
    """A set with a large table and no element."""
    s = set(range(200))
    for v in range(200):
        s.discard(v)
    return s


@program(call(X, Y), call(Y, X), call(LONG, Y))
def operators(x, y):
    """Walks through what operators make."""
    a, b = set(x.tolist()), set(y.tolist())
    return [v for v in a - b], [v for v in a & b], [v for v in a | b], [v for v in a ^ b], a ^ b


@program(call(X, Y), call(Y, X), call(LONG, X))
def in_place(x, y):
    """The operators that change a set."""
    a, b = set(x.tolist()), set(y.tolist())
    found = []
    for k in range(4):
        c = a.copy()
        if k == 0:
            c -= b
        elif k == 1:
            c |= b
        elif k == 2:
            c &= b
        else:
            c ^= b
        found.append(list(c))
    a -= b
    return found, a


@program(call(X, Y), call(LONG, Y))
def methods(x, y):
    """Methods that take lists and several sets."""
    a, items = set(x.tolist()), y.tolist()
    some = a.union(items), a.intersection(items), a.difference(items), a.symmetric_difference(items)
    more = a.union({1, 2}, set(items)), a.difference(set(items), [3]), a.intersection(set(items), range(50))
    return *map(list, some), *map(list, more)


@program(call(X), call(Y), call(LONG))
def in_and_out(x):
    """An element that comes again goes."""
    s = set()
    for v in x.tolist():
        if v in s:
            s.discard(v)
        else:
            s.add(v)
    return [v for v in s], s


@program(call(X), call(Y))
def popped(x):
    """Which element pop takes, the table says."""
    s, out = set(x.tolist()), []
    while s:
        v = s.pop()
        out.append(v)
        if v % 3 == 0 and v > 0:
            s.add(v // 3)
    return out


@program(call(X), call(X[:0]))
def popped_empty(x):
    """There is an end to that."""
    s = set(x.tolist())
    s.clear()
    return s.pop()


@program(call(8, E), call(60, MORE))
def frontiers(n, edges):
    """Breadth first, level by level, as the sets are."""
    adj = [set() for _ in range(n)]
    for a, b in edges.tolist():
        adj[a].add(b)
        adj[b].add(a)
    seen, level, order = {0}, {0}, []
    while level:
        coming = set()
        for u in level:
            coming |= adj[u]
        coming -= seen
        seen |= coming
        order.append([v for v in coming])
        level = coming
    return order, seen


@program(call(X), call(Y))
def emptied_now_and_then(x):
    """Sets that are cleared, and go on."""
    s, out = set(), []
    for v in x.tolist():
        if v % 5 == 0:
            s.clear()
        s.add(v)
        if v % 4 == 0:
            s.remove(v)
        out.append(list(s))
    return out


@program(call(E), call(MORE))
def pairs(edges):
    """Tuples of numbers."""
    s = {(a, b) for a, b in edges.tolist()}
    t = {(b, a) for a, b in s}
    return [p for p in s - t], list(s & t), list(s | t)


@program(call(X), call(Y))
def displays(x):
    """Displays with stars, of sets and dicts, and of constants."""
    s = set(x.tolist())
    s.discard(int(x[0]))
    d = dict.fromkeys(x.tolist()[:5])
    t = {1, 2, 3, 4, 5, 6, 70}
    t -= s
    return list({*s, 5}), list({7, *d, *s}), list({*d}), list(t), t


@program(call(X), call(LONG))
def divisors(x):
    """A list of one constant makes a set, too."""
    out = []
    for n in x.tolist():
        factors = []
        while n > 0 and n % 2 == 0:
            factors.append(2)
            n //= 2
        out.append(sum(v for v in set(factors)))
    return out


@program(call(X), call(Y))
def floats_added_up(x):
    """In which order floats are added can be seen in the sum."""
    s = {v * 0.1 for v in x.tolist()}
    s -= {0.1 * 3}
    total = 0.0
    for v in s:
        total = total / 2 + v
    return total, sum(s)


@program(call(X), call(LONG))
def collected(x):
    """Sets that lose elements are put into a list, and begun anew."""
    out, cur = [], set()
    for v in x.tolist():
        if v in cur:
            cur.discard(v - 1)
            out.append(cur)
            cur = set()
        cur.add(v)
    out.append(cur)
    return out, [list(c) for c in out]


@program(call({3, 50}, X), call(set(), Y), fresh(lambda: (emptied(), X)))
def the_callers(s, x):
    """A set of the caller's gets and loses elements."""
    for v in x.tolist():
        if v in s:
            s.remove(v)
        else:
            s.add(v)
    return len(s)


SEVEN = dict.fromkeys([120, 8, 64, 33, 16, 1, 200, 72])
MORE_KEYS = dict.fromkeys(CHANCE.permutation(200)[:23].tolist())


@program(call(SEVEN), call(MORE_KEYS), call({}))
def of_known_dicts(d):
    """A set makes room for all keys of a dict at once, of a Counter one by one."""
    s = {1000}
    s.update(Counter(d))
    return list(set(d)), list(frozenset(d)), list(set(Counter(d))), list(set(OrderedDict(d))), list(s), list(set([*d]))


@program(call(SEVEN, X), call(MORE_KEYS, Y))
def of_a_known_dict_and_the_run(d, x):
    """Such a set loses and gets elements as the run decides."""
    s, t, found = set(d), set(d), []
    for v in x.tolist():
        if v in s:
            s.discard(v)
        else:
            t.add(v)
    while s:
        found.append(s.pop())
    return found, list(t)
