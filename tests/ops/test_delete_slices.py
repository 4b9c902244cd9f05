"""np.delete of known places of a vector: the slices that are left, as NumPy joins them."""

import numpy as np
import pytest

import sct

PLACES = [0, -1, 5, (0, 1), (3, 4, 5), (1, 3), (0, 19), (1, 3, 5, 7, 9, 11, 13, 15, 17), (), tuple(range(20)), (-20, 19)]


@pytest.mark.parametrize("places", PLACES)
def test_as_numpy(places):
    def left(x):
        return np.delete(x, places), np.delete(x.reshape(4, 5), places if isinstance(places, int) else list(places))

    x = np.arange(20.0)
    for expected, got in zip(left(x), sct.to_static(left)(x), strict=True):
        assert got.dtype == expected.dtype
        assert got.tolist() == expected.tolist()


def test_what_is_left_is_new():
    def shifted(x):
        y = np.delete(x, 0)
        y += 1
        return y

    x = np.arange(6)
    assert sct.to_static(shifted)(x).tolist() == [2, 3, 4, 5, 6]
    assert x.tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("step", [1, 2, -3])
def test_slices(step):
    def left(x):
        return np.delete(x, slice(2, 9, step)), np.delete(x, slice(9, 2, step))

    x = np.arange(12, dtype=np.int16)
    for expected, got in zip(left(x), sct.to_static(left)(x), strict=True):
        assert got.tolist() == expected.tolist()
