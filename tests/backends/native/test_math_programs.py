"""The math functions in programs: computed by machine code, without calling NumPy or SciPy back."""

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import sct
from benchmarks.vector_math import plain_function
from sct.backends.native.math import FUNCTIONS


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_in_a_program(function, kind):
    plain = plain_function(function)
    if plain is None:
        pytest.skip("SciPy is not installed")

    def one(x):
        return plain(x) * 2

    def two(x, y):
        return plain(x, y) * 2

    x = np.random.default_rng(0).uniform(0.05, 0.95, 101).astype(kind) + (function == "arccosh")
    body, arrays = (one, (x,)) if FUNCTIONS[function] == 1 else (two, (x, x[::-1].copy()))
    static = sct.to_static(body, backend="native")
    np.testing.assert_allclose(static(*arrays), body(*arrays), rtol=6 * np.finfo(kind).eps)
    assert "called back" not in str(static.report())


def test_numbers_that_are_no_floats_go_where_numpy_has_them_go():
    sp = pytest.importorskip("scipy.special")

    def f(i, z):
        return sp.erf(i), sp.expit(i), sp.erf(z), np.exp(i)

    i, z = np.arange(-3, 4), np.array([0.5 + 1j, -2j])
    for got, want in zip(sct.to_static(f, backend="native")(i, z), f(i, z), strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=1e-15)
