"""Graphs as dicts of lists, and other containers in dicts with run-time keys."""

from collections import Counter, defaultdict

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("adjacency")
N = np.int64
E = np.array([[0, 1], [1, 2], [2, 3], [0, 4], [4, 3], [5, 6], [0, 1], [2, 2]])
F = np.random.default_rng(1).integers(0, 6, (40, 2))


@program(call(E), call(E[:0]))
def a1(e):
    """Both ways, by setdefault."""
    g = {}
    for a, b in e:
        g.setdefault(int(a), []).append(int(b))
        g.setdefault(int(b), []).append(int(a))
    return g


@program(call(E))
def a2(e):
    """Both ways, by tests."""
    g = {}
    for a, b in e.tolist():
        if a not in g:
            g[a] = []
        if b not in g:
            g[b] = []
        g[a].append(b)
        g[b].append(a)
    return g


@program(call(E))
def a3(e):
    """Both ways, with weights."""
    g = defaultdict(list)
    for a, b in e.tolist():
        g[a].append((b, 1.5))
        g[b].append((a, 2.5))
    return g


@program(call(E))
def a7(e):
    """Lists that are there from the start."""
    g = {i: [] for i in range(7)}
    for a, b in e.tolist():
        g[a].append(b)
        g[b].append(a)
    return g


@program(call(E))
def a8(e):
    """Both ways, in an inner loop."""
    g = {}
    for a, b in e.tolist():
        for u, v in ((a, b), (b, a)):
            g.setdefault(u, []).append(v)
    return g


@program(call(E))
def a11(e):
    """Pairs of counts of a factory."""
    g = defaultdict(lambda: [0, 0])
    for a, b in e.tolist():
        g[a][0] += 1
        g[b][1] += 1
    return dict(g)


@program(call(E), refused=Refusal("AliasError", "g.setdefault(a, d).append(b)"))
def b1(e):
    """One list for all keys."""
    g = {}
    d = []
    for a, b in e.tolist():
        g.setdefault(a, d).append(b)
    return g


@program(call(E), refused=Refusal("AliasError", "g.setdefault(a, d).append(b)"))
def b2(e):
    """A list that stays known under a name."""
    g = {}
    for a, b in e.tolist():
        d = []
        g.setdefault(a, d).append(b)
        d.append(5)
    return g


@program(call(E), call(F))
def b4(e):
    """Counts and sums."""
    g = {}
    for a, b in e.tolist():
        x = g.setdefault(a, [0, 0])
        x[0] += b
        x[1] += 1
    return g


@program(call(E), call(F))
def b5(e):
    """Records."""
    g = {}
    for a, b in e.tolist():
        x = g.setdefault(a, {"n": 0, "s": 0})
        x["n"] += 1
        x["s"] += b
    return g


@program(call(E))
def d1(e):
    """A Counter for each key."""
    g = {}
    for a, b in e.tolist():
        if a not in g:
            g[a] = Counter()
        g[a][b] += 1
    return {k: dict(v) for k, v in g.items()}


@program(call(E), refused=Refusal("SideEffectError", "g[a].add(b)"))
def d2(e):
    """A set for each key."""
    g = {}
    for a, b in e.tolist():
        if a not in g:
            g[a] = set()
        g[a].add(b)
    return {k: sorted(v) for k, v in g.items()}


@program(call(E), call(F))
def d4(e):
    """The factory comes back."""
    g = defaultdict(list)
    for a, b in e.tolist():
        g[a].append(b)
    return (g, g.default_factory)


@program(call(E, N(1)), refused=Refusal("SideEffectError", "s.add(100)"))
def d5(e, n):
    """A set of one of two branches."""
    if n > 0:
        s = set()
        for a, b in e.tolist():
            s.add(a)
    else:
        s = set()
    s.add(100)
    return len(s)
