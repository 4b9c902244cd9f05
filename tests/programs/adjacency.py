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


@program(call(E))
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


@program(call(E))
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


@program(call(E, N(1)))
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


G = np.array([[0, 1], [1, 2], [0, 9], [0, 17], [4, 3], [5, 6], [0, 1], [0, 25], [2, 2]])


@program(call(G), call(G[:1]), call(G[:0]), call(G * 8))
def sets_by_factory(e):
    """A graph of sets, both ways."""
    g, h = defaultdict(set), {}
    for a, b in e.tolist():
        g[a].add(b)
        g[b].add(a)
        h.setdefault(a, set()).add(b)
    return {k: sorted(v) for k, v in g.items()}, {k: len(v) for k, v in h.items()}, 9 in g[0]


@program(call(G), call(G[:1]), call(G[:0]), call(G * 8))
def sets_returned(e):
    """The sets themselves."""
    g = defaultdict(set)
    for a, b in e.tolist():
        g[a].add(b)
    return g, len(g)


@program(call(G), call(G[:0]), call(G * 8))
def sets_walked(e):
    """Neighbours in the order of Python's own tables."""
    g = defaultdict(set)
    for a, b in e.tolist():
        g[a].add(b)
    return [(k, w) for k in g for w in g[k]]


@program(call(G), call(G[:1]))
def sets_reached(e):
    """All that can be reached."""
    g = defaultdict(set)
    for a, b in e.tolist():
        g[a].add(b)
        g[b].add(a)
    seen, todo = {0}, [0]
    while todo:
        for w in sorted(g[todo.pop()]):
            if w not in seen:
                seen.add(w)
                todo.append(w)
    return sorted(seen), len(g[0] & g[2]), g[1] == {0, 2}


@program(call(G), call(G[:1]))
def sets_lose(e):
    """Elements go, and sets go from the dict and from a list."""
    g = defaultdict(set)
    for a, b in e.tolist():
        g[a].add(b)
    for a, b in e.tolist():
        g[a].discard(b - 8)
        if b > 20:
            g[a].clear()
            g[a].update([a, b])
    gone = g.pop(0)
    return sorted(gone), {k: sorted(v) for k, v in g.items()}


@program(call(E, N(1)), call(E, N(-1)))
def set_of_one_branch(e, n):
    """A set of one of two branches, both with run-time elements afterwards."""
    if n > 0:
        s = set()
        for a, _ in e.tolist():
            s.add(a)
    else:
        s = set()
        s.add(int(n))
    s.add(100)
    t = {1}
    t.update([int(n), 7])
    return len(s), s, sorted(t)


@program(call(G))
def sets_out_of_order(e):
    """Sets that lose elements leave the function, in the order that Python has them in."""
    g = defaultdict(set)
    for a, b in e.tolist():
        g[a].add(b)
    for a, b in e.tolist():
        g[a].discard(b - 8)
    return g


@program(call(G))
def one_set_for_all(e):
    """One set for all keys."""
    g = {}
    s = set()
    for a, b in e.tolist():
        g[a] = s
        s.add(b)
    return {k: len(v) for k, v in g.items()}
