"""`functools.lru_cache` around functions that are called with numbers that keep changing, or only the run knows."""

import functools

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError
from tests.runtime.same import form

X = np.arange(6.0).reshape(2, 3)


def both(body, numbers):
    """What calls with these numbers give, plain and static, each with a cache of its own."""

    def calls(convert):
        seen = []
        kept = {
            "boxed": functools.lru_cache(None)(lambda n: [n]),
            "scaled": functools.lru_cache(None)(lambda n: n * 1000),
            "paired": functools.lru_cache(None)(lambda n: (n, n + 1)),
            "counted": functools.lru_cache(None)(lambda n: seen.append(n) or n + 1),
        }
        function = convert(body(**kept))
        return [form(function(X.copy(), n)) for n in numbers], form(seen)

    assert calls(lambda f: sct.to_static(f)) == calls(lambda f: f)


BODIES = {
    "one object": lambda boxed, **_: lambda x, n: (boxed(n) is boxed(n), x + 1),
    "one tuple": lambda paired, **_: lambda x, n: (paired(n) is paired(n), paired(n) is paired(n + 1), x + 1),
    "changed": lambda boxed, **_: lambda x, n: (boxed(n).append(1), list(boxed(n)), x + 1),
    "called once": lambda counted, **_: lambda x, n: counted(n) + counted(n) + x,
    "numbers": lambda scaled, **_: lambda x, n: (scaled(n), scaled(n + 1), scaled(np.int64(n)), x + 1),
}


@pytest.mark.parametrize("name", BODIES)
def test_of_numbers_that_change_from_call_to_call(name):
    both(BODIES[name], [5000, 6000, 7000, 7000, 8000])


def test_of_computed_numbers_only_numbers_are_kept():
    both(lambda scaled, **_: lambda x, n: (scaled(int(x[0, 1]) + n), scaled(x[1, 1])), [1, 2, 3])
    listed, seen = functools.lru_cache(None)(lambda n: [n]), []
    counted = functools.lru_cache(None)(lambda n: seen.append(1) or n)
    for function in (lambda x: listed(int(x[0, 1])), lambda x: counted(x[0, 1])):
        with pytest.raises(StaticValueError, match="keeps its results"):
            sct.to_static(function)(X)


def test_arrays_and_lists_are_no_keys():
    kept = functools.lru_cache(None)(lambda n: n * 2)
    for function in (lambda x: kept(x), lambda x: kept((1, x[0])), lambda x: kept([1]) + x, lambda x: kept(n=x[0])):
        with pytest.raises(TypeError) as plain:
            function(X)
        with pytest.raises(TypeError) as static:
            sct.to_static(function)(X)
        assert type(static.value) is TypeError
        assert str(static.value) == str(plain.value)


class _Settings:
    def __init__(self, size):
        self.size = size
        self.seen = 0


@functools.lru_cache
def _table(settings, times):
    return settings.size * times


def test_an_object_that_changes_under_its_key():
    settings = _Settings(5)

    def use(x):
        return x * _table(settings, 2) + settings.seen

    static, x = sct.to_static(use), np.arange(3.0)
    assert np.array_equal(static(x), x * 10)
    settings.seen = 1  # which the function does not look at
    assert np.array_equal(static(x), x * 10 + 1)
    settings.size = 6
    with pytest.raises(sct.errors.StaticValueError, match="_table keeps its results, and the _Settings"):
        static(x)
    settings.size = 5
    assert np.array_equal(static(x), x * 10 + 1)
