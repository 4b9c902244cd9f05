"""Known numbers whose power fills the memory: where it is not certain that it is asked for, it is not computed."""

import numpy as np
import pytest

import sct
from sct.runtime.rolling.huge import check_size

X = np.array([1.0, 2.0, 3.0])


def power(n):
    best = 2**62
    while n > 0:
        best = 2**best
        n = n - 1
    return n


def augmented(n):
    best = 2**62
    if n > 0:
        best <<= best
    return best


def chosen(n):
    best = 2**62
    for i in range(n):
        best = min(best, X[i])
    return 2**best if n else best


def factors(n):
    a = 3
    if n > 10:
        for _ in range(60):
            a = a * a
        return a % 1000
    return n


def text(n):
    return "ab" * 10**12 if n > 10 else "none"


def items(n):
    xs = [n]
    if n > 10:
        xs *= 10**12
    return xs


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", [power, augmented, chosen, factors, text, items], ids=lambda f: f.__name__)
def test_what_is_not_asked_for(function, backend):
    static = sct.to_static(function, backend=backend)
    for n in (0, 3) if function not in (power, augmented) else (0, -1):
        found, expected = static(np.int64(n)), function(np.int64(n))
        assert (found, type(found)) == (expected, type(expected))


def test_what_is_certain_is_computed():
    assert sct.to_static(lambda x: x + 2**5_000_000 % 7)(X).tolist() == [5.0, 6.0, 7.0]


def test_outside_of_a_trace():
    check_size("pow", 2, 2**62)
