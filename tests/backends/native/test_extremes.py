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


def turned(x):
    return np.argmax(x.T, axis=0), np.argmin(x.T, axis=-1, keepdims=True), np.argmax(x[:, 3:], axis=1)


def turned_products(x):
    return np.prod(x.T, axis=0), np.prod(x.T, axis=1)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u1", "?"])
def test_neighbours_along_an_axis_of_a_view(dtype):
    static = sct.to_static(turned, backend="native")
    for shape in ((4, 5000), (30, 1500), (31, 1500)):  # the last two: extents that only the run knows
        x = np.resize(placed(dtype), shape)
        check(turned, static, x)
        check(turned, static, x == x if dtype == "?" else -x)
    assert "maximum(" not in static.loops()


def test_the_first_of_few_truth_values():
    static = sct.to_static(turned, backend="native")
    for n, rows in ((100, 7), (5000, 3), (5001, 2)):  # the last one: extents that only the run knows
        for place in (0, 31, 32, 1023, 1024, 2047, 2048, n - 1, n):
            x = np.zeros((rows, n), "?")
            x[:, place : place + 1] = True
            check(turned, static, x)
            check(turned, static, ~x)


def test_zeros_and_nans_of_either_sign():
    static = sct.to_static(first, backend="native")
    for x in (np.resize([-0.0, 0.0], N), np.resize([0.0, -0.0], N), np.full(N, -np.nan)):
        check(first, static, x)
    x = placed("f8")
    x[[9000, 12000]] = np.copysign(np.nan, -1.0), np.inf
    check(first, static, x)


def test_products_over_either_axis_of_a_transposed_array_have_the_bits():
    static = sct.to_static(turned_products, backend="native")
    x = 1 + placed("f8").reshape(40, 500) / 1000
    for want, got in zip(turned_products(x), static(x), strict=True):
        assert want.tobytes() == got.tobytes()


def test_memory_is_read_once():
    static = sct.to_static(first, backend="native")
    static(placed("f8"))
    assert static.loops().count("maximum(") == 1  # of x.max() alone
    assert static.loops().count("smax(") == 1
