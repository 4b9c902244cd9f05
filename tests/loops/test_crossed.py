"""Loops that go across memory on one side are written a few columns at a time, with the same elements."""

import numpy as np
import pytest

import sct


def turned(x):
    return x.T.copy(), x.T + np.ascontiguousarray(x.T), np.ascontiguousarray(x.T[1:, 2:]) * 2.0


def into(x, out):
    out[...] = x.T
    out += out.T
    out[1:, :-1] = out[:-1, 1:].T
    return out


def of_three_axes(x):
    return x.transpose(2, 0, 1).copy(), x.transpose(0, 2, 1).copy(), np.ascontiguousarray(x.transpose(2, 1, 0))


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "u1", "?"])
def test_the_same_elements(dtype):
    static = sct.to_static(turned, backend="native")
    for shape in ((130, 140), (97, 101), (9, 1100), (1100, 17)):  # the others: extents that only the run knows
        x = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
        for want, got in zip(turned(x), static(x), strict=True):
            assert want.dtype == got.dtype and np.array_equal(want, got)


def test_stores_into_what_is_read():
    x, static = np.arange(14400.0).reshape(120, 120), sct.to_static(into, backend="native")
    np.testing.assert_array_equal(static(x, np.zeros_like(x)), into(x, np.zeros_like(x)))
    np.testing.assert_array_equal(static(x, x[::-1].copy()), into(x, x[::-1].copy()))
    same = x.copy()
    np.testing.assert_array_equal(static(same, same), _aliased(x))


def _aliased(x):
    x = x.copy()
    return into(x, x)


def test_of_three_axes():
    x, static = np.arange(40 * 50 * 60.0).reshape(40, 50, 60), sct.to_static(of_three_axes, backend="native")
    for want, got in zip(of_three_axes(x), static(x), strict=True):
        np.testing.assert_array_equal(want, got)


def test_a_few_columns_at_a_time():
    static = sct.to_static(turned, backend="native")
    static(np.ones((130, 140)))
    assert " + 8;" in static.loops()


def in_fortran_order(x):
    y = np.asfortranarray(x)
    y[0] = 7.0
    return y, np.asfortranarray(x + 1.0)


def both_orders(x):
    return np.asfortranarray(x), x + 1.0, np.asfortranarray(x + 2.0)


def test_copies_in_fortran_order_are_in_it():
    static = sct.to_static(both_orders, backend="native")
    x = np.arange(130 * 140.0).reshape(130, 140)
    for k, (want, got) in enumerate(zip(both_orders(x), static(x), strict=True)):
        assert got.flags.f_contiguous == (k != 1) and np.array_equal(want, got)
    assert "callback" not in static.loops() and " + 8;" in static.loops()


def test_what_is_in_fortran_order_already_is_no_copy():
    static = sct.to_static(in_fortran_order, backend="native")
    x = np.arange(130 * 140.0).reshape(130, 140)
    for given in (x, x[:1], x[:, :1], np.asfortranarray(x)):
        mine, its = given.copy("K"), given.copy("K")
        for want, got in zip(in_fortran_order(mine), static(its), strict=True):
            np.testing.assert_array_equal(want, got)
        np.testing.assert_array_equal(mine, its)
