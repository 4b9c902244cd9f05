"""Dicts of many lists under keys that only the running program knows: tables, or pools of the caller's lists."""

import heapq
from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("dicts of lists")
RNG = np.random.default_rng(5)
EDGES = [RNG.integers(0, n, (m, 2)) for n, m in ((12, 20), (12, 25), (30, 20), (30, 64))]
GRAPHS = (call(12, EDGES[0]), call(12, EDGES[1]), call(30, EDGES[2]), call(30, EDGES[3]))


@program(*GRAPHS)
def adjacency(n, edges):
    """The neighbours of each node."""
    g = {i: [] for i in range(n)}
    for a, b in edges:
        g[a].append(b)
        g[b].append(a)
    return g


@program(*GRAPHS)
def components(n, edges):
    """The same, and walked through."""
    g = {i: [] for i in range(n)}
    for a, b in edges.tolist():
        g[a].append(b)
        g[b].append(a)
    seen, sizes = set(), []
    for start in g:
        if start in seen:
            continue
        todo, size = [start], 0
        seen.add(start)
        while todo:
            size += 1
            for w in g[todo.pop()]:
                if w not in seen:
                    seen.add(w)
                    todo.append(w)
        sizes.append(size)
    return sizes, max(g, key=lambda k: len(g[k]))


@program(*GRAPHS)
def made_one_by_one(n, edges):
    """A loop makes them; keys that are not there are Python's KeyError."""
    g = {}
    for i in range(n - 1):
        g[i] = []
    for a, b in edges:
        g[a].append(int(b))
    return [sorted(v) for v in g.values()]


@program(call(np.arange(24.0)), call(np.arange(36.0)))
def by_position(x):
    """Keys that an unrolled loop knows."""
    g = {i: [] for i in range(12)}
    for i in range(12):
        g[i % 5].append(x[i])
        g[11 - i].append(i)
    return g, list(g)[3], g[2] is g[2]


@program(*GRAPHS)
def with_names(n, edges):
    """The lists have other names, too."""
    rows = [[] for _ in range(12)]
    g = dict(zip(range(12), rows, strict=True))
    for a, b in edges:
        g[int(a) % 12].append(int(b))
        rows[int(b) % 12].append(-1)
    return g, rows, g[0] is rows[0]


@program(*GRAPHS)
def one_for_two_keys(n, edges):
    """Two keys have one list."""
    g = {i: [] for i in range(12)}
    g[3] = g[4]
    for a, b in edges:
        g[int(a) % 12].append(int(b))
    return g, g[3] is g[4]


@program(call(np.arange(20.0)), call(np.arange(30.0)))
def words(x):
    """Keys may be texts."""
    g = {f"w{i}": [] for i in range(12)}
    for v in x:
        g[f"w{int(v) % 10}"].append(v)
    return g, {k: len(v) for k, v in g.items()}


@program(*GRAPHS)
def asked_first(n, edges):
    """With a question whether the key is there."""
    g = {i: [] for i in range(n)}
    missed = 0
    for a, b in edges:
        if a in g and b - 1 in g:
            g[a].append(b)
            g[b - 1] = [a]
        else:
            missed += 1
    return g, missed


FIVE = (call(5, EDGES[0]), call(5, EDGES[2]), call(8, EDGES[3]), call(4, EDGES[1][:3]))


@program(*FIVE)
def few_lists(n, edges):
    """A list of few lists is in rows, too."""
    g = [[] for _ in range(n)]
    for a, b in edges:
        g[a % n].append(b)
        g[b % n].append(a)
    return g


@program(*FIVE)
def few_with_a_name(n, edges):
    """One of them has a name, and is changed under it."""
    g = [[] for _ in range(n)]
    first = g[0]
    for a, b in edges:
        g[a % n].append(b)
        first.append(a)
    return g, first, first is g[0]


@program(*FIVE)
def few_named_in_the_loop(n, edges):
    """A name for the one that is met, which goes on after the loop."""
    g = [[] for _ in range(n)]
    for a, b in edges:
        row = g[a % n]
        row.append(b)
    row.append(-1)
    return g, row, [row is x for x in g]


@program(*FIVE)
def few_in_two_lists(n, edges):
    """The same lists in another order."""
    g = [[] for _ in range(n)]
    h = g[::-1]
    for a, b in edges:
        g[a % n].append(b)
        h[b % n].append(a)
    return g, h, g[0] is h[-1]


@program(*FIVE)
def few_and_replaced(n, edges):
    """Some are replaced, and some swapped."""
    g = [[i] for i in range(n)]
    for a, b in edges:
        g[a % n].append(b)
        if b % 3 == 0:
            g[b % n] = [a]
        g[0], g[a % n] = g[a % n], g[0]
    return g, sum(map(len, g))


@program(*FIVE)
def few_unlike(n, edges):
    """Lists of unlike things."""
    g = [[], [1.5], ["a"], [None], [()], [[]], [2], [True]]
    for a, b in edges:
        g[a % n].append(b)
    return g


@program(call(np.arange(16.0).reshape(4, 4), np.array([2, 0, 3])), call(np.ones((4, 4)), np.array([1, 1])))
def eliminated(m, pivots):
    """A matrix of lists, whose rows the run exchanges."""
    rows = [[float(v) + 1.0 for v in row] for row in m]
    for k, p in enumerate(pivots):
        rows[k], rows[p] = rows[p], rows[k]
        top = rows[k]
        for i in range(k + 1, 4):
            factor = rows[i][k] / top[k]
            for j in range(4):
                rows[i][j] -= factor * top[j]
    return rows


@program(*FIVE)
def few_as_arguments(n, edges):
    """They are handed to a function, and come back."""

    def put(where, x):
        where.append(x)
        return where

    g = [[] for _ in range(n)]
    for a, b in edges:
        same = put(g[a % n], b) is g[a % n]
        g[b % n].append(int(same))
    return g


# -- the caller's ------------------------------------------------------------------------------------


def _graph(n, seed, weighted=False):
    rng = np.random.default_rng(seed)
    graph = {i: sorted(set(rng.integers(0, n, rng.integers(1, 4)).tolist())) for i in range(n)}
    return {i: [(w, 1.0 + (w * i) % 5) for w in ws] for i, ws in graph.items()} if weighted else graph


STARTS = [call(_graph(n, seed), np.int64(3)) for n, seed in ((6, 1), (12, 1), (12, 2), (50, 1), (50, 3), (100, 4))]
WEIGHTED = [call(_graph(n, seed, weighted=True), np.int64(3)) for n, seed in ((6, 1), (12, 1), (50, 2))]


@program(*STARTS)
def breadth_first(graph, start):
    """A graph of the caller's is walked through."""
    dist = {start: 0}
    queue = deque([start])
    while queue:
        v = queue.popleft()
        for w in graph[v]:
            if w not in dist:
                dist[w] = dist[v] + 1
                queue.append(w)
    return dist


@program(*WEIGHTED)
def dijkstra(graph, start):
    """With weights, as pairs."""
    dist = {v: float("inf") for v in graph}
    dist[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        d, v = heapq.heappop(heap)
        if d > dist[v]:
            continue
        for w, c in graph[v]:
            if d + c < dist[w]:
                dist[w] = d + c
                heapq.heappush(heap, (d + c, w))
    return dist


def _empty(n):
    return {i: [] for i in range(n)}


SAMPLES = [call(_empty(n), np.random.default_rng(n).random(m)) for n, m in ((6, 5), (12, 5), (12, 9), (50, 7), (100, 9))]


@program(*SAMPLES)
def sorted_into(d, x):
    """Lists of the caller's grow: which of them, the run decides."""
    for v in x:
        d[int(v * len(d))].append(v)
    return sum(len(q) for q in d.values())


@program(*SAMPLES)
def sorted_into_or_new(d, x):
    """Some are not there yet."""
    for v in x:
        k = int(v * 60)
        if k in d:
            d[k].append(v)
        else:
            d[k] = [v]
    return len(d), d


@program(*SAMPLES)
def named_and_kept(d, x):
    """One leaves under its own name, and is the caller's."""
    best = d[0]
    for v in x:
        here = d[int(v * len(d))]
        here.append(v)
        if len(here) > len(best):
            best = here
    best.append(-1.0)
    return best, [best is q for q in d.values()]


def _one_twice(n):
    d = {i: [float(i)] for i in range(n)}
    d[2] = d[4]
    return d


@program(*(call(_one_twice(n), np.random.default_rng(n).random(6)) for n in (6, 12, 50)))
def one_twice(d, x):
    """One list is under two keys."""
    for v in x:
        d[int(v * 6)].append(v)
    return d, d[2] is d[4]


@program(*(call({f"w{i}": [i] for i in range(n)}, np.arange(float(m))) for n, m in ((12, 5), (12, 14), (50, 20))))
def under_texts(d, x):
    """Texts are the keys; one that is not there is Python's KeyError."""
    for v in x:
        d[f"w{int(v)}"].append(v)
    return d
