"""Arrays that hold the same from the start, in relations that no test tells: which is which, memory says."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning
from tests.harness import Call
from tests.harness.observe import differences, observe


def moved_in_two_loops(x, n, k):
    a, b = np.zeros(4), np.zeros(4)
    c, d, i = a, b, 0
    while i < n:
        i += 1
        for _ in range(k):
            d = c
    return c, d


def sums_in_two_loops(x, n, k):
    c, d = x + 1, x + 1
    for _ in range(n):
        for _ in range(k):
            c = d
    return c, d, x


def one_of_two_and_a_part(x, n, k):
    d, e = np.zeros(4), np.zeros(4)
    if n > k:
        return x, d, d[1:]
    return d, d, e


def a_view_of_what_is_always_the_same(x, n, k):
    d = np.ones(4)
    y = x
    for _ in range(k):
        y = d.T
    return d, y[1:]


def written_alike(x, n, k):
    c, d = np.zeros(4), np.zeros(4)
    c[1] = 3
    d[1] = 3
    for _ in range(n):
        for _ in range(k):
            d = c
    return c, d


def made_in_each_iteration(x, n, k):
    c = d = e = x
    for _ in range(n):
        e = c
        for _ in range(k):
            c = d
        d = np.array([1.0, 2.0, 3.0, 4.0])
        d[0] = 5.0
    return c, d, e


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize(
    "function",
    [moved_in_two_loops, sums_in_two_loops, one_of_two_and_a_part, a_view_of_what_is_always_the_same, written_alike, made_in_each_iteration],
)  # fmt: skip
def test_equal_arrays_stay_two(function, backend):
    static = sct.to_static(function, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        for n, k in [(0, 0), (2, 3), (2, 0), (0, 2), (4, 1)]:
            call = [Call((np.arange(4.0), np.int64(n), np.int64(k)), {}) for _ in range(2)]
            assert not differences(observe(function, call[0]), observe(static, call[1])), (n, k)


def test_what_nobody_sees_is_computed_once():
    def f(x, n, k):
        c, d = x + 1, x + 1
        for _ in range(n):
            for _ in range(k):
                d = c
            c = np.sin(x) * 2 + d[0] * (np.sin(x) * 2)
        return c, d

    program = sct.to_static(f).program(np.arange(4.0), np.int64(2), np.int64(3))
    names = [op.name for op in program.body.walk()]
    assert names.count("sin") == 1
    assert names.count("new") == 3


def test_what_is_written_while_its_other_name_moves_on_in_a_loop_in_a_loop():
    """The inner loop took the array for what it was before the outer one, and the writes were lost."""

    def f(z, n):
        x, y = z, np.full(2, 2.0)
        for _ in range(n):
            for _ in range(n):
                z[0] += 1
                x, y = y, x
        return z

    def g(a, b, n):
        x, y = a, np.full(4, 2.0)
        for _ in range(n):
            i = 0
            while i < 3:
                i += 1
                b.sort()
                x, y = y, x

    for k in (0, 2, 3):
        n = np.int64(k)
        z, wanted = np.zeros(2), np.zeros(2)
        sct.to_static(f, backend="numpy")(z, n)
        f(wanted, n)
        assert z.tolist() == wanted.tolist()
        base, wanted = (np.array([0.0, 1, 3, 2, 1, 0, 5, 6]) for _ in range(2))
        sct.to_static(g, backend="numpy")(base[:4], base[2:6], n)
        g(wanted[:4], wanted[2:6], n)
        assert base.tolist() == wanted.tolist()
