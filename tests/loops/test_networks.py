"""A few numbers are sorted in registers, by comparisons that do not depend on what they find."""

from itertools import product

import numpy as np
import pytest

import sct
from sct.loops.numbers.networks import comparators


@pytest.mark.parametrize("count", range(13))
def test_zeros_and_ones(count):
    """What sorts all of these sorts everything (Knuth, The Art of Computer Programming, 5.3.4)."""
    pairs = list(comparators(count))
    for numbers in product((0, 1), repeat=count):
        found = list(numbers)
        for a, b in pairs:
            assert a < b < count
            if found[a] > found[b]:
                found[a], found[b] = found[b], found[a]
        assert found == sorted(numbers)


def ordered(x):
    y = x.copy()
    y.sort()
    return np.sort(x), y, np.sort(x[::-1]), np.sort(x, kind="stable"), x


DTYPES = ["f8", "f4", "i8", "i4", "i2", "i1", "u8", "u4", "u1", "?", "c16"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_same_order(dtype):
    static = sct.to_static(ordered, backend="native")
    draw = np.random.default_rng(0)
    for count in (1, 2, 3, 9, 16, 25, 32, 33):
        for spread in (3, 120):
            x = draw.integers(0, spread, count).astype(dtype)
            if dtype in ("f8", "f4", "c16"):
                x[draw.random(count) < 0.2] = np.nan
                x[draw.random(count) < 0.1] = -np.inf
                x[draw.random(count) < 0.1] = np.inf
            elif dtype[0] == "u":
                x -= np.array(1, dtype)  # the largest comes last
            elif dtype[0] == "i":
                x -= np.array(spread // 2, dtype)
            for a, b in zip(ordered(x), static(x), strict=True):
                assert a.dtype == b.dtype
                assert np.array_equal(a, b, equal_nan=dtype[0] in "fc")


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_floats_are_compared_as_whole_numbers(dtype):
    """LLVM took 6 s for the selections of 20 floats; no bit is lost, and none of the numbers, also where NaNs have signs."""
    static = sct.to_static(lambda x: np.sort(x), backend="native")
    x = np.array([0.0, np.inf, -np.inf, np.nan, -np.nan, 5e-45, -5e-45, *np.linspace(-9, 9, 13)], dtype)
    np.random.default_rng(3).shuffle(x)
    found = static(x)
    assert np.array_equal(found, np.sort(x), equal_nan=True)
    assert sorted(found.view(f"u{x.itemsize}").tolist()) == sorted(x.view(f"u{x.itemsize}").tolist())
    assert "fcmp" not in static.llvm()


def medians(x, width):
    out = np.zeros(len(x) - width + 1)
    for i in range(len(out)):
        window = x[i : i + width].copy()
        window.sort()
        out[i] = window[width // 2]
    return out


@pytest.mark.parametrize("width", [1, 3, 9, 25])
def test_medians_without_a_call(width):
    static = sct.to_static(medians, backend="native")
    x = np.random.default_rng(2).normal(size=120)
    assert np.array_equal(static(x, width), medians(x, width))
    assert "called back" not in static.report()


def filtered(image):
    out = image.astype(np.float64)
    for i in range(1, image.shape[0] - 1):
        for j in range(1, image.shape[1] - 1):
            out[i, j] = np.median(image[i - 1 : i + 2, j - 1 : j + 2])
    return out


def middle(x):
    return np.median(x), np.median(x[:2]), np.median(x.reshape(2, -1))


@pytest.mark.parametrize("dtype", DTYPES[:-2])
def test_median(dtype):
    draw = np.random.default_rng(4)
    static, whole = (sct.to_static(f, backend="native") for f in (filtered, middle))
    image = draw.integers(0, 90, (9, 11)).astype(dtype)
    assert np.array_equal(static(image), filtered(image))
    assert "called back" not in static.report()
    for count in (2, 4, 10, 32, 34):
        x = draw.integers(0, 90, count).astype(dtype)
        for part in (None, np.nan, np.inf) if dtype[0] == "f" else (None,):
            if part is not None:
                x[draw.random(count) < 0.2] = part
            for a, b in zip(middle(x), whole(x), strict=True):
                assert type(a) is type(b)
                assert np.array_equal(a, b, equal_nan=True)
