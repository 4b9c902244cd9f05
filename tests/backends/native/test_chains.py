"""Chains of functions work on several vectors at a time: where an element stands does not show in its bits."""

import numpy as np
import pytest

import sct


def chain(x):
    return np.tanh(np.log1p(np.exp(np.sin(x)))) * x


def summed(x):
    return np.log(np.exp(np.cos(x)) + 1).sum(axis=0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_each_place_has_the_same_bits(dtype):
    static = sct.to_static(chain, backend="native")
    x = np.linspace(0.1, 3.0, 150).astype(dtype)
    whole = static(x)
    np.testing.assert_allclose(whole, chain(x), rtol=8 * np.finfo(dtype).eps)
    for first, last in [(0, 149), (1, 150), (3, 36), (5, 21), (40, 103), (7, 10)]:
        np.testing.assert_array_equal(static(x[first:last]), whole[first:last])


def test_rows_are_added_in_their_order():
    static = sct.to_static(summed, backend="native")
    x = np.random.default_rng(0).random((40, 75))
    np.testing.assert_allclose(static(x), summed(x), rtol=1e-14)
    np.testing.assert_array_equal(static(x[:, :33].copy()), static(x)[:33])
