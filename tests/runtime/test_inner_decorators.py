"""Decorators of functions and classes that are defined inside: what they read is guarded, what they do is traced."""

import functools

import numpy as np
import pytest

import sct

FACTOR = 2.0
REGISTRY = []
X = np.array([1.0, 2.0])


def times_factor(f):
    k = FACTOR

    @functools.wraps(f)
    def wrapper(x):
        return f(x) * k

    return wrapper


def scaled(a):
    def decorator(f):
        k = FACTOR * a

        def wrapper(x):
            return f(x) * k

        return wrapper

    return decorator


def with_factor(cls):
    cls.k = FACTOR
    return cls


class Decorating:
    def __init__(self, f):
        self.f, self.k = f, FACTOR

    def __call__(self, x):
        return self.f(x) * self.k


def a_function(x):
    @times_factor
    def g(z):
        return z * 2

    return g(x)


def a_call(x):
    @scaled(3.0)
    @times_factor
    def g(z):
        return z * 2

    return g(x)


def a_class(x):
    @with_factor
    class C:
        def f(self, x):
            return x * self.k

    return C().f(x)


def a_method(x):
    class C:
        @times_factor_of_method
        def f(self, x):
            return x * 2

        @property
        def p(self):
            return x * 3

        @staticmethod
        @times_factor
        def s(x):
            return x * 4

    return C().f(x) + C().p + C.s(x)


def times_factor_of_method(f):
    k = FACTOR
    return lambda self, x: f(self, x) * k


def an_object(x):
    @Decorating
    def g(z):
        return z * 2

    return g(x)


def a_partial(x):
    @functools.partial(lambda k, f: lambda z: f(z) * k * FACTOR, 5.0)
    def g(z):
        return z * 2

    return g(x)


def under_a_condition(x):
    h = 1.0

    def decorator(f):
        nonlocal h
        if x[0] > 0:
            h = x[1] * 5
        return lambda z: f(z) * h

    @decorator
    def g(z):
        return z * 2

    return g(x)


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize(
    "function", [a_function, a_call, a_class, a_method, an_object, a_partial, under_a_condition]
)
def test_what_a_decorator_reads_is_guarded(function, backend, monkeypatch):
    static = sct.to_static(function, backend=backend)
    for factor in (2.0, 3.0, 2.0):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        for x in (X, -X):
            np.testing.assert_array_equal(static(x), function(x))


def registered(f):
    REGISTRY.append(f)
    return f


def registers(x):
    @registered
    def g(z):
        return z * 2

    return g(x)


def test_a_decorator_that_keeps_the_function():
    static = sct.to_static(registers)
    try:
        for _ in range(2):
            np.testing.assert_array_equal(static(X), X * 2)
        one, other = REGISTRY
        assert one is not other
        assert (one.__name__, one.__qualname__, one(4)) == ("g", "registers.<locals>.g", 8)
    finally:
        REGISTRY.clear()
