"""Letters of run-time numbers, comparing functions, sentinels: small idioms of exercise books."""

import functools
import itertools
import math
import operator
import statistics
from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("digits and keys")
N, P = np.int64(1723), np.int64(1221)
V = np.array([3, 30, 34, 5, 9])


@program(call(N), call(P), call(np.int64(0)))
def digits(n):
    """What walks through the letters of a number."""
    text = str(n)
    numbers = list(map(int, text))
    folded = functools.reduce(lambda a, c: a * 10 + int(c), text, 0)
    return numbers, sum(map(int, text)), math.prod(map(int, text)), folded, max(text), min(text)


@program(call(N), call(P))
def letters(n):
    """Unbound methods, and an iterator of letters."""
    it = iter(str(n))
    return any(map(str.isdigit, str(n))), list(filter(lambda c: c > "1", str(n))), list(it)


@program(call(np.array([1.5, 2.5])), call(np.array([-1.5, -2.5])))
def of_several_kinds(x):
    """The text of a number that Python's own or NumPy's is."""
    best = 0.5
    for v in x:
        if v > best:
            best = v
    return str(best), f"{best:.2f}", "%.1f|%d|%s" % (best, best, best), repr(best)


@program(call(np.int64(300), 3.7), call(np.int64(-300), -3.7))
def fields(n, f):
    """Fields of a % format that ask for whole numbers."""
    return "%d %5d %-5d| %i" % (n, np.float64(f) * 1, n * f, n), "%x %o %X" % (n, n, n), n.bit_count()


@program(call(V), call(V[::-1].copy()))
def comparing(x):
    """`cmp_to_key`, also backwards and in place."""

    def odd_first(a, b):
        if a % 2 != b % 2:
            return -1 if a % 2 else 1
        return (a > b) - (a < b)

    key = functools.cmp_to_key(odd_first)
    pairs = [(int(v) % 3, k) for k, v in enumerate(x)]
    pairs.sort(key=functools.cmp_to_key(lambda p, q: p[0] - q[0]))
    return sorted(x.tolist(), key=key), sorted(x.tolist(), key=key, reverse=True), pairs


@program(call(V))
def comparing_many(x):
    """Items of which only the program knows how many there are."""
    ys = [int(v) for v in x if v > 4]
    return sorted(ys, key=functools.cmp_to_key(lambda a, b: b - a))


@program(call(np.int64(300)), call(np.int64(0)))
def sentinels(n):
    """`iter` of a function and what ends it."""

    def half():
        nonlocal n
        n //= 2
        return n

    return sum(iter(half, 0)), [k for k in iter(itertools.count().__next__, 3)]


@program(call(V, np.int64(9)), call(V, np.int64(4)))
def places(x, k):
    """`countOf`, `indexOf` and a deque that is searched."""
    queue = deque(x.tolist())
    found = queue.count(k), k in queue, operator.countOf(x, k)
    return found, operator.indexOf(x.tolist(), k), queue.index(k)


@program(call(V), call(V * 0))
def of_lists(x):
    """Products, sums and statistics of lists of run-time length."""
    ys = [float(v) for v in x if v > 3]
    some = math.prod(ys), math.prod(ys, start=2), math.fsum(ys), math.prod(range(1, x[0]))
    return some, statistics.median(ys), statistics.mean(ys), statistics.stdev(ys)


@program(call(np.array([[0, 1, 4], [1, 2, 2], [3, 4, 1]])))
def sorted_edges(edges):
    """Lists of one length, of which a sort chose one."""
    out = []
    for u, v, w in sorted(edges.tolist(), key=lambda e: e[2]):
        out.append((u, v, w))
    first, *rest = min(edges.tolist(), key=lambda e: e[2])
    return out, first, rest


@program(call(np.int64(1)), call(np.int64(0)))
def small_ints(n):
    """Of the small ints there is one object each."""
    k, one = int(n), 1
    return k is one, k is not one, n is one, k is None
