"""Containers that are changed in place by one of several, as a branch has chosen: every name of them sees it."""

import heapq
import operator
from collections import Counter, OrderedDict, deque

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("chosen operands")
SIGNS = [call(np.array([1.0, 2.0])), call(np.array([-1.0, 2.0]))]
ROWS = [[1.0, 2.0], [0.5, 3.0]]


@program(*SIGNS)
def sets_in_place(x):
    """The operators of a set take one of several sets."""
    s = t = {1, 2}
    q = {7, 8} if x[0] > 0 else {1}
    s |= q
    t -= q
    s ^= q
    return s, t, s is t, q


@program(*SIGNS)
def what_no_set_takes(x):
    """One of several is no set, and a TypeError in the end."""
    s = t = {1, 2}
    q = {7, 8} if x[0] > 0 else [1]
    try:
        s |= q
    except TypeError:
        return 5
    return s, t, s is t, q


@program(*SIGNS)
def deques_in_place(x):
    """Items of one of several deques or lists are put at both ends."""
    s = t = deque([1.0, 2.0], maxlen=5)
    q = deque([7.0, 8.0]) if x[0] > 0 else [9.0]
    s += q
    t.extendleft(q)
    s.extend(q)
    return s, t, s is t, q


@program(*SIGNS)
def dicts_in_place(x):
    """`|=` of a dict with one of several mappings or lists of pairs."""
    s = t = {1: 2}
    s |= {7: 8} if x[0] > 0 else {1: 3}
    u = v = OrderedDict(a=1)
    u |= {"a": 2} if x[0] > 0 else [("b", 3)]
    return s, t, s is t, u, u is v


@program(*SIGNS)
def counters_in_place(x):
    """`|=` and `+=` of a Counter."""
    s = t = Counter("aab")
    q = Counter("ab") if x[0] > 0 else Counter("b")
    s |= q
    s += q
    return s, t, s is t, q


@program(*SIGNS)
def lists_in_place(x):
    """A list gets the keys of a dict or letters, and is repeated."""
    s = t = [1]
    s += {"a": 2} if x[0] > 0 else "xy"
    s *= 2 if x[0] > 0 else 3
    return s, t, s is t


@program(*SIGNS)
def a_list_or_an_array(x):
    """A list that one of several makes longer, and another one replaces by an array."""
    s = t = [1.0, 2.0]
    q = x if x[0] > 0 else [3]
    s += q
    return s, t, s is t, q


@program(*SIGNS)
def parts_of_lists(x):
    """Parts of lists are replaced by one of several sequences."""
    p, r = [1.0, 2.0, 3.0, 4.0], [5.0, 6.0]
    q = [7.0, 8.0] if x[0] > 0 else (5.0, 6.0)
    p[::2] = q
    p[-1:] = [9.0] if x[0] > 0 else p
    r[:] = q
    r[1:] = "abc" if x[0] > 0 else "de"
    return p, r, q


@program(call([row[:] for row in ROWS], np.array([1.0, 2.0])), call(ROWS[:1], np.array([0.0, -1.0, 3.0])))
def a_whole_list_in_a_loop(rows, x):
    """A list takes the items of one that grows in the other branch."""
    p, q = rows[0], [0.0, 1.0]
    for y in x:
        if p < q or y > 0:
            q = [*p, y]
        else:
            p[:] = q
    return p, q, rows


@program(*SIGNS)
def by_special_methods(x):
    """The operators' own methods are asked with one of several."""
    s, q = {1, 2}, {7, 8} if x[0] > 0 else {1, 9}
    d, e = {1: 2}, {7: 8} if x[0] > 0 else {1: 2}
    p, r = [1, 2], [7, 8] if x[0] > 0 else [1]
    u = deque(p)
    u.__iadd__(r)
    found = s.__le__(q), s.__eq__(q), d.__eq__(e), p.__add__(r), p.__lt__(r), u, d.__or__(e)
    s.__ixor__({2})
    return found, s


@program(*SIGNS)
def frozen_sets(x):
    """Methods of a frozenset are asked with a set with run-time elements, or the keys of such a dict."""
    s = frozenset({1, 2})
    k = int(x[0])
    q, d = {k}, {k: 5, 2: 1}
    return s.issuperset(q), s >= q, s.isdisjoint(q), s == q, s.issubset(d), s.isdisjoint(d)


@program(*SIGNS)
def a_frozen_set_of_run_time_elements(x):
    """An element of a frozenset that the run knows."""
    return len(frozenset({1, 2}).union({int(x[0])}))


@program(*[call(np.int64(k), np.int64(n)) for k, n in ((1, 2), (2, 3), (3, 0), (0, 3))])
def turned_by_one_of_two(k, n):
    """A deque is turned by a number of NumPy's or of Python's."""
    c = deque()
    if n > 2:
        k = 1
    c += deque([k, 2])
    if k > 1:
        c.rotate(k)
    return c


@program(*SIGNS, refused=Refusal("AliasError", "{7, int(x[1])} if x[0] > 0 else {1, 9}"))
def by_special_methods_with_run_time_elements(x):
    """One of several sets that cannot be told apart: the method had no answer to it, where the operator refused."""
    s, q = {1, 2}, {7, int(x[1])} if x[0] > 0 else {1, 9}
    return s.__le__(q)


@program(*SIGNS, refused=Refusal("StaticValueError", "range(3).__eq__(r)"))
def a_range_by_its_method(x):
    """A range that the run knows is a range."""
    r = range(int(x[1]))
    return r == range(2), range(3).__eq__(r)


LINKS = np.array([-1, 0, 1, 2])


@program(call(LINKS, np.array([-1] * 4), np.int64(2), np.int64(1)), call(LINKS, np.array([-1] * 4), np.int64(0), np.int64(1)))
def a_place_of_either_kind(parent, match, u, v):
    """An array is written to at a place that is a number of Python's or of NumPy's."""
    while u != -1:
        before = match[u]
        match[u] = v
        match[v] = u
        v = before
        u = parent[v] if v != -1 else -1
    return match


@program(call(np.arange(12.0).reshape(3, 4), np.int64(2)), call(np.arange(12.0).reshape(3, 4), np.int64(1)))
def rows_of_the_array_itself(x, i):
    """What is written at such a place is a part of the array."""
    u = np.array([-1, 0, 1])[i] if x[0, 2] < i + 1 else -1
    x[u] = x[i - 1]
    x[u, 1:] = x[i - 1, :-1]
    x[u, 1:] = x[u, :-1]
    x[:, u] += x[:, i]
    y = x.ravel().copy()
    y[u : u + 2] = y[u + 1 : u + 3]
    y[y > 4 if i > 1 else u] = y[0]
    return x, y


@program(*[call(np.array([1, 2, 3, 0]), np.int64(i), c) for i, c in ((1, np.True_), (3, np.True_), (1, np.False_))])
def as_many_as_either_says(k, i, c):
    """The best of a list, items of deques, bytes and an index, where the number is Python's or NumPy's."""
    u = k[i] if c else 2
    best = heapq.nsmallest(u, [5, 3, 1, 2]), heapq.nlargest(u, [5, 3, 1, 2], key=lambda v: -v), heapq.nsmallest(u, k)
    d, e, b = deque([1, 2, 3]), deque(k), bytearray(5)
    e.append(u)
    d[u - 1] += 2
    for _ in range(3):
        b[u] += 4
    return best, operator.index(u), d, d[u - 1], e[u], d[-u], e[-u], bytes(b)


@program(*[call(np.array([1, 3, 2], kind)) for kind in (np.int32, np.uint8, np.float32)], call(np.zeros(3, np.int32)))
def the_largest_of_narrow_numbers(k):
    """A number of Python's or a narrow one of NumPy's says where a slice ends, and is shown by `%`."""
    best = 0
    for v in k:
        if v > best:
            best = v
    shown = "%d|%5.2f|%03d|%s" % (best, best, best, best), "%x" % int(best), "%.3f" % best
    if k.dtype.kind == "f":
        return best, shown
    a = np.zeros(10)
    a[:best] = 1
    a[best:] -= a[: 10 - best]
    b = a[best:]
    b += 1
    return best, a, b, shown
