"""NumPy's warnings about known values come at each call, and only where the program gets there."""

import warnings

import numpy as np
import pytest

import sct


def of_numbers(x):
    return np.log(0), np.divide([1, 2], 0), np.divmod(1.0, 0.0), x[0]


def of_operators(x):
    z = np.int8(100)
    z += np.int8(100)
    return np.float64(1.0) / 0, np.float64(2) * np.float64(1e308), z, -np.int8(-128), x[0]


def of_nothing(x):
    return np.mean([]), x[0]


def in_a_branch(x):
    if x[0] > 100:
        return np.sqrt(-1)
    return 1.0


def raised_before(k):
    if max(np.abs(k)) >= 1:
        raise ValueError("no angle")
    return np.arcsin(k)


def said(f, x):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = repr(f(x))
        except ValueError as error:
            answer = repr(error)
    return answer, [str(one.message) for one in caught]


def of_the_run(x):
    k, n = x.astype(np.int64)[0] - 2 - 2**62 - 2**62, x.astype(np.int8)[1]
    return k // n, k % n, -k, abs(k), x[1] // np.float64(0), x[1] % np.float64(0)


@pytest.mark.parametrize("f", [of_numbers, of_operators, of_the_run, of_nothing, in_a_branch, raised_before])
def test_at_each_call(f):
    static = sct.to_static(f, backend="numpy")
    for x in ([2.0, 0.5], [2.0, 0.5], [200.0, 0.5]):
        given = x if f is raised_before else np.array(x)
        assert said(static, given) == said(f, given)


def test_no_complaint_about_a_branch_that_is_not_taken():
    assert said(sct.to_static(in_a_branch), np.array([1.0])) == ("1.0", [])


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_of_ints_that_no_program_holds(backend):
    def f(x):
        return np.float64(1e300) * 10**300, x

    with pytest.warns(RuntimeWarning, match="overflow"):
        assert sct.to_static(f, backend=backend)(np.float64(1.0)) == (np.inf, 1.0)
