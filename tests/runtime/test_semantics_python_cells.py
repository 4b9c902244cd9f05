"""Variables of the traced function that inner functions assign, wherever those are called from."""

import numpy as np
import pytest

from tests.runtime.same import same

UP = np.array([1.0, -2.0, 3.0, 0.5])
CALLS = ((UP,), (-UP,), (np.zeros(4),))


def two_functions_deep(x):
    k = 0.0

    def inc(y):
        nonlocal k

        def deep():
            nonlocal k
            k += 1

        deep()
        return y

    z = inc(x) if x.sum() > 0 else x
    return k, z


def passed_to_another_function(x):
    n = 0

    def apply(f, y):
        return f(y)

    def g(y):
        nonlocal n
        n += 1
        return y + 1

    y = apply(g, x) if x.sum() > 0 else apply(lambda q: g(g(q)), x)
    return y, n


def called_by_any(x):
    n = 0

    def count(v):
        nonlocal n
        n += 1
        return v > 0

    r = any(count(v) for v in x)
    return r, n


def two_counters_in_a_loop(x):
    def make():
        n = 0

        def step():
            nonlocal n
            n = n + x.sum()
            return n

        return step

    s, u = make(), make()
    for _ in range(6):
        s()
        if x.max() > 2:
            u()
    return s(), u()


def made_in_the_loop(x):
    t = 0
    for i in range(6):
        n = 0

        def step(v):
            nonlocal n
            n = n + v
            return n

        for f in (step, step):
            t = t + f(x.sum() + i)
    return t


def array_changed_in_place(x):
    k = np.zeros(4)

    def add(v):
        nonlocal k
        k += v

    for f in (add, add):
        for i in range(6):
            f(x * i)
    return k


@pytest.mark.parametrize(
    "f",
    [
        two_functions_deep,
        passed_to_another_function,
        called_by_any,
        two_counters_in_a_loop,
        made_in_the_loop,
        array_changed_in_place,
    ],
)
def test_same(f):
    same(f, *CALLS)
