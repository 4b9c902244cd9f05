"""Iterables of users' classes, of which only the run knows what is in them, given to what takes all items at once."""

import heapq
import itertools
import math
from collections import Counter, deque

import numpy as np

from tests.harness import Theme, call

program = Theme("taken whole")

_GIVEN = (
    call(np.array([3, 1, 3])), call(np.array([], int)), call(np.array([0])), call(np.array([7])),
    call(np.array([1, 2, 3, 1])), call(np.array([5, 1])),
)  # fmt: skip


class Listed:
    def __init__(self, x):
        self.xs = [int(v) for v in x if v > 0]

    def __iter__(self):
        return iter(self.xs)


class Keyed:
    def __init__(self, x):
        self.xs = {}
        for v in x:
            if v > 0:
                self.xs[int(v)] = 1

    def __iter__(self):
        return iter(self.xs)


class Counting(Listed):
    """How often it is asked."""

    asked = 0

    def __iter__(self):
        self.asked += 1
        for x in self.xs:
            yield x


class Again:
    """An iterator that starts anew whenever it is asked for itself."""

    def __init__(self, x):
        self.x = x

    def __iter__(self):
        self.k = 0
        return self

    def __next__(self):
        while self.k < len(self.x) and self.x[self.k] <= 0:
            self.k += 1
        if self.k >= len(self.x):
            raise StopIteration
        self.k += 1
        return int(self.x[self.k - 1])


def of_all(x):
    return Listed(x), Keyed(x), Counting(x), Again(x)


@program(*_GIVEN)
def sets_beside(x):
    """Methods of sets."""
    out = []
    for m in of_all(x):
        s = {1, 3}
        s.update(m)
        apart = sorted({1, 9}.union(m)), sorted({1, 3}.intersection(m)), sorted({1, 3}.difference(m))
        out.append((sorted(s), *apart, {1, 3}.issubset(m), {1, 3}.issuperset(m), {1}.isdisjoint(m), len(set(m))))
    return out


@program(*_GIVEN)
def deques_and_counts(x):
    """A deque of the last, counts, products, sums."""
    m, c = Counting(x), Counter([1])
    c.update(m)
    c.subtract(Listed(x))
    c.update(Listed(x))
    return deque(m), deque(m, 2), c, math.prod(m), math.fsum(m), m.asked


@program(*_GIVEN)
def combined(x):
    """All pairs, and the largest."""
    m, d = Listed(x), Keyed(x)
    pairs = list(itertools.product(m, [1])), list(itertools.combinations(m, 2)), list(itertools.permutations(d, 2))
    return pairs, heapq.nlargest(2, m), heapq.nsmallest(1, d), bytes(m), math.hypot(*d), list(enumerate(Again(x)))


@program(*_GIVEN)
def put_into_slices(x):
    """They come in place of a part of a known list."""
    s, t, u = [0, 1, 2], [0], [5, 6]
    s[1:2] = Listed(x)
    t[:0] = Keyed(x)
    u[len(t) :] = Again(x)
    return s, t, u, len(s)


@program(*_GIVEN)
def unpacked(x):
    """As many as there are names, or else."""
    out = []
    for m in (Listed(x), Keyed(x)):
        try:
            a, b = m
            out.append((a, b))
        except ValueError as e:
            out.append(str(e))
    return out


@program(*_GIVEN)
def starred(x):
    """As arguments."""

    def count(*items):
        return len(items), sum(items)

    return count(*Listed(x)), count(0, *Keyed(x)), dict.fromkeys(Counting(x), 0)
