"""Powers of elements with an exponent that the program knows: products and roots in the place of `pow`."""

import numpy as np
import pytest

import sct

EXPONENTS = (-1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3, -2, -3, 5, -5, 7, -8, 16, 8.5, -8.5, 64, -64)
RNG = np.random.default_rng(0)
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, -2.5, 2.0, -3.0]


def arguments(dtype):
    limits, far = np.finfo(dtype), np.log10(float(np.finfo(dtype).max)) - 1
    near = 10.0 ** RNG.uniform(-2, 2, 3000)
    ends = [limits.max, limits.tiny, limits.smallest_subnormal, limits.max ** dtype(0.67), limits.tiny ** dtype(0.67)]
    return np.concatenate([SPECIAL, ends, near, -near[:300], 10.0 ** RNG.uniform(-far, far, 2000)]).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("exponent", EXPONENTS)
@np.errstate(all="ignore")
def test_powers(exponent, dtype):
    x = arguments(dtype)
    static = sct.to_static(lambda x: x**exponent, backend="native")
    found, expected = static(x), np.power(x, dtype(exponent))
    assert found.dtype == expected.dtype
    assert "math" not in static.loops() and "pow" not in static.loops()
    special = ~np.isfinite(expected) | (expected == 0)
    np.testing.assert_array_equal(found[special], expected[special])
    np.testing.assert_array_equal(np.signbit(found[special & (expected == 0)]), np.signbit(expected[special & (expected == 0)]))
    usual = ~special
    exact = np.power(x[usual].astype(np.longdouble), np.longdouble(exponent))
    error = np.abs(found[usual].astype(np.longdouble) - exact) / np.spacing(np.abs(expected[usual])).astype(np.longdouble)
    assert error.max() <= (1.5 if dtype is np.float64 else 0.6)


def test_other_exponents_are_left_to_pow():
    for exponent in (1.7, 0.25, 127, -100.5):
        static = sct.to_static(lambda x: x**exponent, backend="native")
        x = RNG.random(50) + 0.5
        np.testing.assert_allclose(static(x), x**exponent, rtol=1e-15)
        assert "pow" in static.loops()


def test_single_numbers_have_the_bits_of_the_library():
    def powers(x):
        out = np.empty((len(x), 4))
        for i in range(len(x)):
            out[i, 0], out[i, 1], out[i, 2], out[i, 3] = x[i] ** -1.5, x[i] ** 2.5, x[i] ** -3, x[i] ** -0.5
        return out

    x = RNG.random(500) * 10
    np.testing.assert_array_equal(sct.to_static(powers, backend="native")(x), powers(x))
