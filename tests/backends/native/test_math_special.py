"""Special values of the native math functions: NumPy's, sign of zero and NaN included."""

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from benchmarks.vector_math import array_function, dtype, plain_function
from sct.backends.native.math import FUNCTIONS
from tests.backends.native.accuracy import EXACT, SUMS


def numbers(kind):
    """Zeros, infinities, NaN, the edges of the format, and arguments whose results lie on edges."""
    info = np.finfo(kind)
    tiny, least = info.tiny, info.smallest_subnormal
    sizes = [0, 1, 0.5, 1.5, 2, 2.5, 3, 4, 0.25, 0.75, 1e-10, 1e10, np.inf, info.max, tiny, least, tiny - least]
    sizes += [1 + info.eps, 1 - info.eps, 2.0**52, 2.0**53, 2.0**53 + 2, 88.5, 90, 104, 128, 149, 151, 700, 709.7, 745.5]
    sizes += [750, 1000, 1024, 1074, 1076]
    one = np.array([*sizes, np.nan], kind)
    return np.concatenate([one, -one])


def same(got, want):
    return ((got == want) & (np.signbit(got) == np.signbit(want))) | (np.isnan(got) & np.isnan(want))


def is_special(values):
    return np.isnan(values) | np.isinf(values) | (values == 0)


@pytest.mark.parametrize("tag", ["f64", "f32"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_against_numpy(function, tag):
    plain = plain_function(function)
    if plain is None:
        pytest.skip("SciPy is not installed")
    one = numbers(dtype(tag))
    arrays = (one,) if FUNCTIONS[function] == 1 else tuple(a.ravel() for a in np.meshgrid(one, one))
    got = array_function(f"{function}.{tag}")(*arrays)
    with np.errstate(all="ignore"):
        want = plain(*arrays)
        # what is rounded to 0 in one may be the number next to it in the other
        difference = abs(got - want)
    assert want.dtype == got.dtype
    edge = difference <= np.finfo(got.dtype).smallest_subnormal
    fine = same(got, want) | ~(is_special(got) | is_special(want) | (function in EXACT)) | (edge & (function not in EXACT))
    if function in ("fmax", "fmin"):  # of two zeros either: NumPy answers now one, now the other
        fine |= got == want
    if function in SUMS:  # equal up to rounding errors of the arguments, which are about 1 where they cancel
        fine |= difference <= np.finfo(got.dtype).eps
    assert fine.all(), [(*[a[k] for a in arrays], got[k], want[k]) for k in np.nonzero(~fine)[0][:5]]


@pytest.mark.parametrize("tag", ["f64", "f32"])
@pytest.mark.parametrize(
    "function", ["expm1", "log1p", "sin", "tan", "sinh", "tanh", "arcsin", "arctan", "arcsinh", "arctanh"]
)
def test_tiny_arguments_are_their_own_results(function, tag):
    info = np.finfo(dtype(tag))
    x = np.array([info.tiny, info.tiny / 2, info.smallest_subnormal, 3 * info.smallest_subnormal, 0.0], info.dtype)
    x = np.concatenate([x, -x])
    got = array_function(f"{function}.{tag}")(x)
    assert (got == x).all() and (np.signbit(got) == np.signbit(x)).all()


@pytest.mark.parametrize("tag", ["f64", "f32"])
def test_subnormal_results(tag):
    x = np.linspace(-740, -709, 100) if tag == "f64" else np.linspace(-103, -88, 100)
    got = array_function(f"exp.{tag}")(x.astype(dtype(tag)))
    want = np.exp(x.astype(dtype(tag)).astype(np.longdouble)).astype(dtype(tag))
    assert (got > 0).all() and (abs(got - want) <= np.finfo(got.dtype).smallest_subnormal).all()


@pytest.mark.parametrize("size", range(0, 20))
def test_arrays_of_every_length(size):
    x = np.linspace(0.1, 2, size)
    for function in ("exp", "sin", "fmod"):
        arrays = [x] * FUNCTIONS[function]
        whole = array_function(f"{function}.f64")(*[np.resize(a, 40) for a in arrays]) if size else x
        assert (array_function(f"{function}.f64")(*arrays) == whole[:size]).all()
