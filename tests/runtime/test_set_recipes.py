"""Sets with run-time elements that were made of others leave in the order of Python's own tables."""

import collections
import random

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
CHANCE = random.Random(5)
ARRAYS = [np.array([CHANCE.randrange(90) for _ in range(n)]) for n in (7, 12, 23, 40, 6)]


def displays(x, y):
    s = {int(v) for v in x}
    d = {int(v): 1 for v in y}
    return {*s, int(y[0])}, {int(y[0]), *s}, {*s}, {*d, int(x[0])}, {*[int(v) for v in x], *s, 4, int(x[0]) + 100}


def copies(x, y):
    s = {int(v) for v in x}
    d = dict.fromkeys(x.tolist())
    return set(s), s.copy(), set(d), set(d.keys()), set(collections.Counter(x.tolist())), s


def updates(x, y):
    s, t, u = {int(v) for v in x}, {1, 2, 3, 50, 60}, {1, 33, 65, 97, 5, 6}
    s.update({int(v): 1 for v in y})
    t.update(x.tolist())
    t.update(set(y.tolist()))
    u.add(int(x[0]))
    return s, t, u


def operators(x, y):
    a, b = set(x.tolist()), set(y.tolist())
    c = a - {int(y[0])}
    found = a | b, a & b, b - a, a ^ b, a.union(b, c), a.intersection(y.tolist()), a.difference(y.tolist())
    a |= b
    c ^= {1, 2, int(x[0])}
    return *found, a, c


def in_place(x, y):
    a, b = set(x.tolist()), set(y.tolist())
    c, d = a.copy(), a.copy()
    a.difference_update(y.tolist()[:3])
    c.intersection_update(b)
    d.symmetric_difference_update(b)
    for one in (a, c, d):
        one.add(5)
    return a, c, d


def added_later(x, y):
    s = set(x.tolist()) | set(y.tolist())
    for v in range(120, 130):
        s.add(v)
    t = {*s}
    t.add(int(x[0]) + 200)
    u = s.copy()
    u.add(300)
    s.add(999)
    return s, t, u


def of_known_elements(x, y):
    s = set()
    for v in (5, 37, 69, 1, 33, 2, 65):
        s.add(v)
    s.discard(1)
    return {*s, int(x[0])}, s | {int(x[0])}, {*s, 4}


@BACKENDS
@pytest.mark.parametrize("f", [displays, copies, updates, operators, in_place, added_later, of_known_elements])
def test_order_of_what_leaves(f, backend):
    static = sct.to_static(f, backend=backend)
    for x, y in zip(ARRAYS[:3], ARRAYS[2:], strict=True):
        assert [list(one) for one in static(x, y)] == [list(one) for one in f(x, y)]


@BACKENDS
def test_in_branches_what_was_done_is_written_down(backend):
    def f(x, y):
        s = set(x.tolist())
        if y[0] > 3:
            s = s | set(y.tolist())
        return s

    static = sct.to_static(f, backend=backend)
    for x in ARRAYS:
        for y in ARRAYS[:3]:
            assert [*static(x, y)] == [*f(x, y)]
