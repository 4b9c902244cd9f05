"""Extremes and their places, where elements are neighbours and there are many of them."""

import numpy as np
import pytest

import sct

N = 20000  # several blocks of any dtype


def placed(dtype):
    return (np.cos(np.arange(float(N)) * 1.37) * 50).astype(dtype)


def first(x):
    return np.argmax(x), np.argmin(x), x.max(), x.min()


def rows(x):
    return np.argmax(x, axis=1), np.argmin(x, axis=-1, keepdims=True), x.max(axis=1)


def check(function, static, x):
    for want, got in zip(function(x), static(x), strict=True):
        assert type(want) is type(got) and np.asarray(want).dtype == np.asarray(got).dtype
        np.testing.assert_array_equal(want, got)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4", "u8", "u1", "?"])
def test_the_first_of_equals_wherever_it_is(dtype):
    static, static_rows = (sct.to_static(f, backend="native") for f in (first, rows))
    x = placed(dtype)
    check(first, static, x)
    check(rows, static_rows, x.reshape(4, 5000))
    for place in (0, 8191, 8192, N - 1):
        y = np.ones(N, dtype)
        y[place] = 0
        check(first, static, y)
        check(first, static, ~y if dtype == "?" else 1 - y)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_the_first_nan_comes_before_everything(dtype):
    static, static_rows = (sct.to_static(f, backend="native") for f in (first, rows))
    for places in ([5], [9000, 12000], [0, N - 1], [N - 1], list(range(N))):
        x = placed(dtype)
        x[places] = np.nan
        check(first, static, x)
        check(rows, static_rows, x.reshape(4, 5000))
    for number in (-np.inf, np.inf, 0.0, -0.0):
        check(first, static, np.full(N, number, dtype))


def test_memory_is_read_once():
    static = sct.to_static(first, backend="native")
    static(placed("f8"))
    assert static.loops().count("maximum(") == 2
