"""Reshaped arrays that do not lie in C order: a copy where NumPy copies, else a view."""

import itertools

import numpy as np
import pytest

import sct

CASES = [
    (shape, order, new)
    for shape, news in (((2, 3, 4), [(-1,), (6, 4), (4, 6), (2, 12)]), ((2, 1, 6), [(-1,), (3, 4), (2, 6)]))
    for order in itertools.permutations(range(3))
    for new in news
]


@pytest.mark.parametrize(("shape", "order", "new"), CASES)
def test_reshape_after_transpose(shape, order, new):
    def both(x):
        turned = (x + 0).transpose(order)
        flat = turned.reshape(new)
        flat[...] = 1
        return turned, flat, x.transpose(order).reshape(new)

    static = sct.to_static(both, backend="native")
    x = np.arange(float(np.prod(shape))).reshape(shape)
    expected, found = both(x), static(x)
    for a, b in zip(expected, found, strict=True):
        np.testing.assert_array_equal(a, b)
    assert np.shares_memory(*expected[:2]) == np.shares_memory(*found[:2])
    assert np.shares_memory(expected[2], x) == np.shares_memory(found[2], x)


def test_heads_are_joined_without_calling_back():
    static = sct.to_static(lambda o: np.tanh(o).transpose(0, 2, 1, 3).reshape(2, 16, -1), backend="native")
    o = np.random.default_rng(9).standard_normal((2, 4, 16, 8))
    np.testing.assert_allclose(static(o), np.tanh(o).transpose(0, 2, 1, 3).reshape(2, 16, -1), rtol=1e-14)
    assert "called back" not in static.report()
