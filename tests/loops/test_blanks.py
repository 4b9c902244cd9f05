"""Arrays that are made anew where they are written to, not copied from one that is made once."""

import numpy as np
import pytest

import sct


def two(n):
    a = np.zeros(n)
    b = np.zeros(n)
    for i in range(n):
        a[i] += i
        b[n - 1 - i] -= i
    return a, b, a is b


def in_each_turn(n, turns):
    total = 0.0
    for i in range(turns):
        w = np.full(n, 2)
        for j in range(n):
            w[j] += i * j
        total += w[i % n]
    return total


def reset(x):
    seen = np.zeros(len(x), dtype=bool)
    resets = 0
    for i in range(len(x)):
        if seen[x[i]]:
            seen = np.zeros(len(x), dtype=bool)
            resets += 1
        seen[x[i]] = True
    return seen, resets


def followed(x):
    before = np.arange(len(x))
    for i in range(len(x)):
        now = np.arange(len(x))
        for j in range(1, len(x)):
            now[j] = before[j - 1] + x[i]
        before = now
    return before


def one_of_both(x, c):
    a = np.ones(len(x))
    if c:
        a[0] = 5.0
    b = np.ones(len(x))
    return a, b, a + x


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (two, (30,)),
        (two, (2000,)),
        (two, (np.int64(12),)),
        (in_each_turn, (50, 20)),
        (in_each_turn, (np.int64(50), 20)),
        (reset, (np.random.default_rng(0).integers(0, 40, 40),)),
        (followed, (np.arange(25),)),
        (one_of_both, (np.arange(20.0), np.bool_(True))),
        (one_of_both, (np.arange(20.0), np.bool_(False))),
    ],
)
def test_the_arrays_are_python_s(function, arguments, backend):
    static = sct.to_static(function, backend=backend)
    for _ in range(2):  # what one call writes, the next one does not see
        expected, got = function(*arguments), static(*arguments)
        for a, b in zip(expected, got, strict=True) if isinstance(expected, tuple) else [(expected, got)]:
            assert type(a) is type(b) and getattr(a, "dtype", None) == getattr(b, "dtype", None)
            assert np.array_equal(a, b)


def test_no_array_is_copied():
    static = sct.to_static(two, backend="native")
    static(2000)
    assert static.loops().count("sct_alloc") == 2
    assert static.loops().count("] = 0.0;") == 2
