"""NumPy numbers that the caller gives where the graph needs a value: the program is made for that value, and guarded."""

import functools
import struct

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError

X = np.arange(24.0).reshape(4, 6)
FUNCTIONS = {
    "axis": lambda x, k: np.sum(x, axis=k),
    "decimals": lambda x, k: np.round(x * 1.234, k),
    "converted": lambda x, k: x.mean(axis=int(k)),
    "computed": lambda x, k: np.concatenate(np.split(x, k + 1, axis=1), axis=k),
    "twice": lambda x, k: np.expand_dims(np.flip(x, k), k) * k,
    "ddof": lambda x, k: np.var(x, ddof=k),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_value_has_its_program(name):
    function = FUNCTIONS[name]
    static = sct.to_static(function)
    for k in (np.int64(1), np.int64(0), np.int8(0), np.int64(1), 1, np.int64(0)):
        expected, got = function(X, k), static(X, k)
        np.testing.assert_array_equal(got, expected, strict=True)
    assert static.cache_info().hits == 2


def test_a_value_that_is_not_needed_stays_an_input():
    static = sct.to_static(lambda x, k, n: np.sum(x * k, axis=n))
    for k in range(4):
        np.testing.assert_array_equal(static(X, np.int64(k), np.int64(1)), np.sum(X * k, axis=1))
    assert static.cache_info().misses == 1


def test_the_number_of_a_diagonal_stays_an_input():
    function = lambda x, k: np.diag(x, k)  # noqa: E731
    static = sct.to_static(function)
    for k in range(-3, 5):
        np.testing.assert_array_equal(static(X, np.int64(k)), function(X, np.int64(k)), strict=True)
    assert static.cache_info().misses == 1


def test_what_the_program_computes_cannot_be_known():
    static = sct.to_static(lambda x: np.diff(x, n=x.argmax()))
    with pytest.raises(StaticValueError, match="'n' is known only when the program runs"):
        static(X)


def test_in_an_object_and_a_global(monkeypatch):
    class Options:
        axis = np.int64(0)

    static = sct.to_static(lambda x, options: np.cumsum(x, axis=options.axis))
    options = Options()
    for axis in (np.int64(0), np.int64(1), np.int64(0)):
        options.axis = axis
        np.testing.assert_array_equal(static(X, options), np.cumsum(X, axis=axis))


def test_where_a_function_says_something_else(recwarn):
    def packed(v, k):
        if k > 0:
            return struct.pack(">fh", v, k), struct.Struct("<d").pack(v * 2)
        return struct.pack("d", float(v))

    static = sct.to_static(packed)
    for v, k in ((1.5, 3), (-2.0, 3), (2.5, -1), (1.5, 3)):
        assert static(np.float64(v), np.int64(k)) == packed(np.float64(v), np.int64(k))
    with pytest.raises(struct.error):
        static(np.float64(1.0), np.int64(70_000))
    assert not recwarn.list


def test_what_a_callback_raises_is_its_own():
    def found(x, k):
        def one(a, b):
            try:
                np.expand_dims(x, k)  # asks for a value, and gets it
            finally:
                if b > 1:
                    raise KeyError(b)
            return a + b

        return functools.reduce(one, [1, 1, 2]), np.sum(x, axis=k)

    with pytest.raises(KeyError):
        sct.to_static(found)(X, np.int64(1))
