"""`abs(z) < bound` goes by squares where they tell, and asks for the size itself where they do not."""

import math

import numpy as np
import pytest

import sct

ANGLES = np.random.default_rng(7).uniform(0, 2 * np.pi, 3000)
CIRCLE = np.cos(ANGLES) + 1j * np.sin(ANGLES)


def circle(dtype="complex128"):
    """Numbers some of which are below 1.0 and some above, by a rounding."""
    ulps = np.arange(len(CIRCLE)) % 7 - 3
    return ((1 + ulps * np.finfo(dtype).eps) * CIRCLE).astype(dtype)


ENDS = [0.0, -0.0, 1.0, -0.6, 0.8, 5e-324, 1e-160, 2.0**511, 1.3e308, 1.7e308, math.inf, -math.inf, math.nan]


def native(function):
    return sct.to_static(function, backend="native")


def sides_of_scalars(z):
    found = np.zeros((len(z), 4), dtype=bool)
    for i in range(len(z)):
        size = abs(z[i])
        found[i] = (size < 1.0, abs(z[i]) <= 1.0, 1.0 < abs(z[i]), abs(z[i]) >= 1.0)
    return found


def sides_of_python_numbers(z):
    found = []
    for w in z.tolist():
        found.append((abs(w) < 1.0, abs(w) <= 1.0, 1.0 < abs(w), abs(w) >= 1.0))
    return np.array(found)


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
def test_single_numbers_beside_a_bound(dtype):
    z = circle(dtype)
    expected = sides_of_scalars(z)
    assert 0 < expected[:, 0].sum() < expected[:, 1].sum() < len(z)
    np.testing.assert_array_equal(native(sides_of_scalars)(z), expected)


def test_python_numbers_beside_a_bound():
    np.testing.assert_array_equal(native(sides_of_python_numbers)(circle()), sides_of_python_numbers(circle()))


def turns_within(z, most):
    turns = np.zeros(z.shape, dtype=np.int64)
    for i in range(len(z)):
        w, k = z[i], 0
        while abs(w) < 1.0 and k < most:
            w, k = w * w, k + 1
        turns[i] = k
    return turns


def test_loops_that_go_on_below_a_bound():
    np.testing.assert_array_equal(native(turns_within)(circle(), 5), turns_within(circle(), 5))


def in_strips(z, most):
    turns, k = np.zeros(z.shape, dtype=np.int64), 0
    near = np.abs(z) < 1.0
    while near.any() and k < most:
        turns[near] += 1
        z = np.where(near, z * z, z)
        near = np.abs(z) < 1.0
        k += 1
    return turns, np.abs(z)


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
def test_strips_and_arrays_go_by_one_size(dtype):
    """A number counts as below 1.0 exactly where its size is, however that is rounded."""
    z = circle(dtype)
    static = native(in_strips)
    turns, sizes = static(z, 1)
    assert "lane" in static.loops()
    first = native(lambda z: np.abs(z))(z)
    np.testing.assert_array_equal(turns, first < 1.0)
    assert 0 < turns.sum() < len(z)
    np.testing.assert_array_equal(native(lambda z: np.abs(z) < 1.0)(z), first < 1.0)
    np.testing.assert_allclose(first, np.abs(z), rtol=2 * np.finfo(sizes.dtype).eps)


def side(x, y):
    return "in" if abs(complex(x, y)) < 1.0 else "out"


def test_ends_of_the_numbers():
    static = native(side)
    for x in ENDS:
        for y in ENDS:
            if math.isfinite(x) and math.isfinite(y) and math.isinf(math.hypot(x, y)):
                with pytest.raises(OverflowError, match="absolute value too large"):
                    static(x, y)
            else:
                assert static(x, y) == side(x, y), (x, y)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_hypot_of_all_sizes(dtype):
    with np.errstate(over="ignore"):
        rng, far = np.random.default_rng(3), np.finfo(dtype).maxexp
        x, y = (rng.normal(size=20_000) * 2.0 ** rng.uniform(-far, far, 20_000) for _ in range(2))
        ends = np.array(np.meshgrid(ENDS, ENDS)).reshape(2, -1)
        x, y = (np.concatenate(pair).astype(dtype) for pair in ((x, ends[0]), (y, ends[1])))
        found, expected = native(lambda x, y: np.hypot(x, y))(x, y), np.hypot(x, y)
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(expected))
    np.testing.assert_array_max_ulp(found[np.isfinite(found)], expected[np.isfinite(found)], 1)
