"""`np.split` at places of which only the run knows how many there are: runs, segments and groups."""

import numpy as np

from tests.harness import Theme, call

program = Theme("split at places")
X = np.random.default_rng(3).random(30)
CALLS = (call(X), call(np.array([1.0, 1.0, 1.0])), call(np.array([1.0, 5.0, 1.0, 7.0])))


@program(*CALLS)
def segments(x):
    """Indices in segments that lie above or below the mean."""
    above = x > x.mean()
    edges = np.flatnonzero(np.diff(above.astype(int))) + 1
    return [(bool(above[s[0]]), x[s].sum()) for s in np.split(np.arange(len(x)), edges)]


@program(*CALLS)
def longest(x):
    """The parts leave as views, and the longest of them is summed."""
    above = x > x.mean()
    edges = np.flatnonzero(above[1:] != above[:-1]) + 1
    parts = np.split(x, edges)
    return parts, [len(p) for p in parts], max(parts, key=len).sum()


@program(*CALLS)
def along_axes(x):
    """Rows and columns of a matrix."""
    m = np.outer(x, x)
    edges = np.flatnonzero(x > x.mean())
    return np.split(m, edges, axis=1), np.vsplit(m, edges), np.hsplit(m, edges), np.array_split(m, edges)


@program(*CALLS)
def falling(x):
    """Places that a loop has collected in a list."""
    edges = []
    for i in range(1, len(x)):
        if x[i] < x[i - 1]:
            edges.append(i)
    return np.split(x, edges), len(edges)


@program(call(X), call(X[::-1] * 2))
def groups(x):
    """Groups of places, sorted by a key."""
    k = np.round(x * 3).astype(int)
    order = np.argsort(k, kind="stable")
    keys, start = np.unique(k[order], return_index=True)
    return {int(a): g for a, g in zip(keys, np.split(order, start[1:]))}


@program(call(np.arange(10), np.array([2, 5])), call(np.arange(10) * 2, np.array([2, 5])))
def given_places(x, places):
    """Places of a known number are parts of a known list."""
    a, b, c = np.split(x, places)
    return a, b.sum(), c


GRID = np.arange(24.0).reshape(4, 6)


@program(call(GRID, np.int64(2)), call(GRID[::-1], np.int64(3)), call(GRID[:, :3], np.int64(1)), call(GRID, np.int64(9)))
def of_an_unknown_extent(a, n):
    """Into a number of parts, where only the run knows how long the array is."""
    found = a[a > n * 3]
    parts = np.array_split(found, 3)
    for k, one in enumerate(parts):
        one += k
    try:
        equal = np.split(found, 2)
    except ValueError as error:
        equal = str(error)
    rows = np.tile(found, 6).reshape(-1, 6)
    return found, parts, equal, np.split(rows, 3, axis=1), [len(x) for x in np.array_split(rows, 5, axis=-2)], np.hsplit(rows, 2)


@program(call(np.arange(6.0)), call(np.arange(8.0)), call(np.arange(10.0)), call(np.arange(7.0)), call(np.arange(0.0)))
def of_changing_extents(x):
    """Of another length at each call."""
    return np.array_split(x[::-1], np.int8(4)), np.hsplit(x, 2)
