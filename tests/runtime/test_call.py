"""Calls on plain values: converted code calls exactly what the user wrote, at Python's own cost."""

import functools
import math
import threading

import numpy as np
import pytest

import sct
from sct.runtime.call import convert_call


def double(x):
    return x * 2


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def defaults(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, more


class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return self.n + x

    def add(self, x):
        return self.n + x


@functools.lru_cache(maxsize=None)
def cached(x):
    return [x]


@pytest.mark.parametrize(
    "f",
    [double, len, math.sin, np.add, np.sum, Adder, int, "a".join, cached, Adder(3), functools.partial(double, 4), 3],
)
def test_without_a_trace_a_callee_is_itself(f):
    assert convert_call(f) is f


def calls(f, *args, **kwargs):
    return f(*args, **kwargs)


def test_what_is_called_is_what_was_given():
    call = sct.transform(calls)
    assert call(double, 4) == 8
    assert call(Adder(3), 4) == call(Adder(3).add, 4) == 7
    assert call(cached, 1) is call(cached, 1)
    assert call(defaults, 1, 5, 6, c=7, d=8) == defaults(1, 5, 6, c=7, d=8)
    with pytest.raises(TypeError, match=r"defaults\(\) missing 1 required positional argument: 'a'"):
        call(defaults)
    with pytest.raises(TypeError, match="'int' object is not callable"):
        call(3)


def test_globals_are_looked_up_at_the_call():
    global double
    kept = double
    converted = sct.transform(uses_global)
    try:
        double = lambda x: -x
        assert converted(3) == -3
    finally:
        double = kept
    assert converted(3) == 6


def uses_global(x):
    return double(x)


def test_threads():
    results = []
    converted = sct.transform(fact)
    threads = [threading.Thread(target=lambda: results.append(converted(20))) for _ in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert results == [math.factorial(20)] * 8


def test_super_and_inheritance():
    class Base:
        def f(self, x):
            return x + 1

    class Derived(Base):
        def f(self, x):
            return super().f(x) * 2

    assert sct.transform(Derived().f)(1) == 4
