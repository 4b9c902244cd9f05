"""Forms of Python that other people's programs use: sets that take arrays, widths among the values of a format."""

import heapq
import math
from collections import Counter

import numpy as np

from tests.harness import Theme, call

program = Theme("python forms")


class Node:
    """Has a key."""

    def __init__(self, key):
        self.key = key


X, Y = np.array([1, 2, 3, 7]), np.array([2, 3, 4])


@program(call(np.array([1.5, 2, 1.5])), call(np.array([[1, 2], [5, 1]])))
def gathered(x):
    """A set gets the elements of arrays."""
    found = set()
    for row in x.reshape(2, -1) if x.ndim > 1 else [x]:
        found.update(row, row[:1])
    return sorted(found), len(found)


@program(call(X), call(X[:0]))
def methods_of_sets(x):
    """The other methods that take an array."""
    s, t = {1, 2, 9}, {1, 5}
    s.difference_update(x)
    t.symmetric_difference_update(x)
    some = {1, 2}
    return sorted(s), sorted(t), sorted(some.union(x, [3])), sorted(some.difference(x)), some.isdisjoint(x)


@program(call(X))
def counts(x):
    """A Counter counts the elements of an array."""
    found = Counter()
    found.update(x)
    found.update(x[x > 1])
    return sorted(found.items())


@program(call(X), call(X.reshape(2, 2)))
def arrays_as_elements(x):
    """Rows of an array are no elements of a set."""
    found = set()
    found.update(x)
    return sorted(found)


@program(call(X, Y), call(Y, X), call(Y, Y))
def elements_in_common(x, y):
    """Of two that are equal, an int and a number of NumPy's, it is the smaller set's, or that of what is no set."""
    a, b = {int(v) for v in x}, set(y)
    return [sorted(s) for s in (a & b, b & a, a.intersection(b), a.intersection(list(y)), b.intersection(a, [2, 4]))]


@program(call(X, Y), call(Y, X))
def left_in_common(x, y):
    """The same in place."""
    a, b = {int(v) for v in x}, {int(v) for v in x}
    a &= set(y)
    b.intersection_update(y)
    return sorted(a), sorted(b)


@program(call(np.int64(3)), call(np.int64(11)))
def table(n):
    """A width that is computed from what is printed."""
    for row in range(1, n + 1):
        print(" ".join("%*i" % (len(str(n**2)), row * column) for column in range(1, n + 1)))


@program(
    call(np.array([1, -22, 333]), 5),
    call(np.array([1, -22, 333]), np.int64(-6)),
    call(np.array([1.5, np.nan]), np.int64(7)),
)
def widths(x, n):
    """Flags beside a width that the run knows: zeros, signs, to the left if it is negative."""
    w = int(n)
    made = [("%*s|%-*s|%0*s" % (w, v, w, v, w, "ab")) for v in x]
    return made, ["%0*.1f|%+*d|%0*x" % (w, v, w, 3, w, 30) for v in x], "%*c%%" % (w, "a")


@program(call(np.int64(3)))
def width_of_numpy(n):
    """A width has to be an int of Python's."""
    return "%*d" % (n, 3)


@program(call(np.int64(3)))
def too_many_for_math(n):
    """`math.pow` takes two."""
    return math.pow(int(n), int(n), 5)


@program(call(np.int64(5), np.int64(3), np.int64(9)))
def ordered_by_number(a, b, c):
    """A heap of numbers, counts and objects."""
    heap = []
    for count, value in enumerate((a, b, c, a)):
        heapq.heappush(heap, (value, count, Node(value * 2)))
    found = []
    while heap:
        _, _, node = heapq.heappop(heap)
        found.append(node.key)
    return found


@program(call(np.int64(5), np.int64(3)), call(np.int64(3), np.int64(3)))
def lists_in_a_heap(a, b):
    """Lists of a number and a list."""
    heap = [[a, ["x", ""]], [b, ["y", ""]]]
    heapq.heapify(heap)
    return heap
