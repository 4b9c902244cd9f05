"""Sorting, min and max of lists of run-time length whose items hold numbers of several kinds, and constants."""

from collections import Counter, defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("mixed_orders")
N = np.int64
X = np.array([3, 1, 2, 5, 4, 3])


@program(call(X), call(-X))
def beside_constants(x):
    """Tuples with a number, a text or None that is the same in each of them."""
    pairs = [(v, 0.5) for v in x if v > 1]
    more = [("k", v, 0.5, None) for v in x if v > 1]
    alike = [(1, 2) for v in x if v > 1]
    return sorted(pairs), sorted(more, reverse=True), sorted(alike), max(pairs, default=None), min(more, default=None)


@program(call(X))
def sets_of_pairs(x):
    """A set of tuples with constants, sorted."""
    return sorted({(v, 0) for v in x}), sorted({(0, v, "a") for v in x}, reverse=True)


@program(call(X, 0.5), call(X, np.float64(0.5)))
def items_of_a_table(x, p):
    """The items of a dict of sums: the first value of each key is of Python's kind, or of NumPy's."""
    d = defaultdict(float)
    for v in x:
        d[v] += p
    return sorted(d.items()), max(d.items(), key=lambda item: (item[1], 0, -item[0]))


@program(call(X))
def by_a_tuple_in_a_tuple(x):
    """A key that holds a tuple of run-time numbers."""
    acc, counts = {}, Counter(x.tolist())
    for v in x:
        k = (v % 2, v)
        acc[k] = acc.get(k, 0) + 1
    nested = sorted([((v % 2, 1), (v, "x")) for v in x])
    return sorted(acc.items(), key=lambda i: (-i[1], i[0])), nested, sorted(counts.items(), key=lambda i: (-i[1], i[0]))


@program(
    call(3, N(5)), call(3.0, N(5)), call(np.float64(3), N(5)), call(3, N(0)), call(N(3), N(5)), call(2.0**60, N(5)),
)
def ints_and_floats(goal, n):
    """A list of ints and floats: the answer is of the kind that the item is."""
    px = [0]
    for i in range(n):
        if i % 2:
            px.append(goal * 0.5 + i)
        else:
            px.append(i * (2**58 + 1))
    least = min([(4 - x) ** 2 for x in px[:2]])
    return least, min(px), max(px), sorted(px), sorted(px, reverse=True), min(px, key=lambda v: -v)


@program(call(X), call(-X))
def kinds_that_change_places(x):
    """Tuples in which now one and now the other number is an int."""
    pairs, words = [], []
    for v in x:
        pairs.append((int(v), 1.5) if v > 2 else (2.5, int(v)))
        words.append(("a", 1.5) if v > 2 else ("b", int(v)))
    pairs.sort()
    return pairs, min(pairs), max(pairs), sorted(words), min(words)


@program(call(X, 1))
def truths_and_ints(x, n):
    """bool and int compare as numbers, and stay what they are."""
    u = []
    for v in x:
        u.append(True if v > 2 else int(v) - n)
    return sorted(u), max(u), min(u)
