"""Functions of single numbers in loops over elements: machine code, with Python's and NumPy's results."""

import math
import warnings

import numpy as np
import pytest

import sct
from sct.cli.compare import compare
from sct.ir.core import ArrayConst

WHOLE = [-128, -7, -3, -1, 0, 1, 2, 3, 12, 100, 127]
REAL = [-np.inf, -1e300, -7.5, -1.25, -0.0, 0.0, 0.5, 1.0, 2.675, 1e-320, 1e300, np.inf, np.nan]


def whole_powers(x, k):
    out = []
    for i in range(len(x)):
        a = x[i]
        out.append((a**2, a**3, a**k, np.power(a, k), round(a), np.round(a, 2)))
    return out


def python_integers(x, k):
    out = []
    for i in range(len(x)):
        a = int(x[i])
        out.append((a**5, a**k, math.gcd(a, 12), math.lcm(a, 18), a.bit_length(), a.bit_count(), math.isqrt(a * a)))
    return out


def numpy_integers(x, y):
    out = []
    for i in range(len(x)):
        out.append((np.gcd(x[i], y[i]), np.lcm(x[i], y[i]), np.bitwise_count(x[i]), math.floor(x[i]), math.ceil(x[i])))
    return out


def of_floats(x):
    out = []
    for i in range(len(x)):
        a = x[i]
        tests = (math.isnan(a), math.isinf(a), math.isfinite(a), math.isclose(a, 1.0), math.isclose(a, a * 1.01, rel_tol=0.1))
        out.append((tests, math.modf(a), math.degrees(a), math.radians(a), math.hypot(a, 2.0), a.real, a.imag))
    return out


def roots(x):
    out = []
    for i in range(len(x)):
        out.append(math.isqrt(int(x[i])))
    return out


def rounded(x):
    return np.round(x, 2), np.round(x, -1), np.round(x, 0), np.round(x, 5)


def rests(x, y):
    out = []
    for i in range(len(x)):
        for j in range(len(y)):
            out.append(math.fmod(x[i], y[j]))
    return out


def of_uint64(x):
    out = []
    for i in range(len(x)):
        out.append((float(x[i]), int(x[i])))
    return out


def arrays(x, k):
    return x**2, x**3, x**k, np.power(x, 5), np.gcd(x, 12), np.bitwise_count(x)


def same(function, *args):
    static = sct.to_static(function)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected, got = function(*args), static(*args)
    verdict = compare(expected, got)
    assert verdict, verdict.differences
    assert repr(expected) == repr(got) or function is of_floats
    report = static.report()
    assert "machine code" in report
    assert "called back" not in report


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint64", "int32"])
def test_powers_of_numpy_integers(dtype):
    for k in (0, 1, 2, 7):
        same(whole_powers, np.array(WHOLE).astype(dtype), k)
    same(arrays, np.array(WHOLE).astype(dtype), 3)


@pytest.mark.parametrize("k", [0, 1, 4, 8])
def test_functions_of_python_integers(k):
    same(python_integers, np.array(WHOLE), k)


def test_powers_that_do_not_fit_are_for_python():
    static = sct.to_static(python_integers)
    assert static(np.array([2]), 62) == python_integers(np.array([2]), 62)
    assert static(np.array([-2]), 63) == python_integers(np.array([-2]), 63)
    assert static(np.array([2]), 63) == python_integers(np.array([2]), 63)


def test_integers_to_negative_powers_raise():
    for function in (lambda x, k: x**k, lambda x, k: x[2] ** k):
        with pytest.raises(ValueError, match="negative integer powers"):
            sct.to_static(function)(np.array(WHOLE), -1)


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint16"])
def test_functions_of_numpy_integers(dtype):
    x = np.array(WHOLE).astype(dtype)
    same(numpy_integers, x, x[::-1].copy())


def test_large_integers_are_floored_through_floats():
    def floors(x):
        return [math.floor(x[i]) for i in range(len(x))]

    big = np.array([2**53 + 1, -(2**53) - 1])
    assert sct.to_static(floors)(big) == floors(big)


def test_functions_of_floats():
    same(of_floats, np.array(REAL))
    same(of_floats, np.array(REAL[2:10], np.float32))
    same(rounded, np.array(REAL) * 3)
    same(rounded, np.random.default_rng(0).normal(0, 100, 1000))


def test_rests():
    same(rests, np.array(REAL[1:-2]), np.array([-3.0, 0.1, 1e-300, np.inf, np.nan]))
    for x, y in ((np.inf, 1.0), (1.0, 0.0)):
        with pytest.raises(ValueError, match=r"math domain|expected a"):
            sct.to_static(rests)(np.array([x]), np.array([y]))


def test_whole_roots():
    edges = [n for root in (1, 2, 94906267, 3037000499) for n in (root * root - 1, root * root)]
    same(roots, np.array([*edges, 0, 2**63 - 1, 2**62, 3037000499**2 + 1]))
    with pytest.raises(ValueError, match="nonnegative"):
        sct.to_static(roots)(np.array([-1]))


def test_unsigned_numbers():
    same(of_uint64, np.array([0, 1, 2**53 + 1, 2**63 - 1], np.uint64))
    x = np.array([2**64 - 1], np.uint64)
    assert sct.to_static(of_uint64)(x) == of_uint64(x)


def test_what_np_empty_holds_gets_into_no_program():
    def half(n):
        out = np.empty(n)
        for i in range(n // 2):
            out[i] = 1.0
        return out

    def like(n):
        out = np.empty_like(TEMPLATE)
        out[: n // 2] = 1
        return out

    for function in (half, like):
        for _ in range(3):
            rubbish = np.full(200, 7.25)
            del rubbish
            static = sct.to_static(function)
            assert static(200)[:100].tolist() == [1.0] * 100
            held = [value for op in static.program(200).body.ops for _, value in op.attrs]
            assert not any(isinstance(value, ArrayConst) for value in held)


TEMPLATE = np.arange(200.0)


def test_remainders_that_stay_scalar():
    """The function for vectors is dropped where nothing calls it, and LLVM's verifier says so: no defect."""
    f = sct.to_static(lambda x, y: (x % y, x // y), backend="native")
    assert f(np.float64(5.5), np.float64(2)) == (1.5, 2.0)
    assert f(np.float32(-5.5), np.float32(2)) == (0.5, -3.0)
