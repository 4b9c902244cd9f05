"""Ufuncs under `where=`: warnings and exceptions are those of NumPy, which computes nothing under the mask."""

import warnings

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
X = np.array([0.0, 1.0, -1.0, 2.5, np.inf, np.nan, 1e300, -1e300])


def heard(function, *args):
    """What a function answers, or the exception, and what it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            answer = function(*args)
        except (TypeError, ValueError) as error:
            answer = type(error)
    return repr(answer), sorted(str(one.message) for one in caught)


def quotient(x, mask):
    return np.divide(x, x - x, where=mask, out=np.zeros_like(x))


def by_zero(x, mask):
    return np.divide(x, 0.0, where=mask, out=np.zeros_like(x))


def of_a_number(x, mask):
    return np.divide(x[0] + 1, 0, where=mask, out=np.zeros_like(x))


def with_a_list(x, mask):
    return np.log(x, where=[False, True] * 4, out=x.copy())


def of_a_domain(x, mask):
    return np.arctanh(x, where=np.abs(x) < 1, out=x.copy()), np.arccosh(x, where=x >= 1, out=x.copy())


def of_rows(x, mask):
    rows = x.reshape(4, 2)
    out = np.ones_like(rows)
    for k in range(len(rows)):
        np.sqrt(rows[k], where=mask[:2], out=out[k])
    return out


def pairs(x, mask):
    return np.divmod(x, 0.0, where=mask, out=(x.copy(), x.copy()))


def whole(x, mask):
    return np.floor_divide(np.arange(8), np.arange(8) % 3, where=mask, out=np.zeros(8, int))


def powers(x, mask):
    return np.power(np.arange(8), np.where(mask, 2, -2), where=mask, out=np.zeros(8, int))


FUNCTIONS = (quotient, by_zero, of_a_number, with_a_list, of_a_domain, of_rows, pairs, whole, powers)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("mask", [X > 0, X < X, X == X], ids=["some", "none", "numbers"])
def test_numpys_own_warnings(function, mask):
    static = sct.to_static(function, backend="numpy")
    for _ in range(2):
        assert heard(static, X, mask) == heard(function, X, mask)


@BACKENDS
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_same_values(function, backend):
    static = sct.to_static(function, backend=backend)
    for mask in (X > 0, X < X, X == X):
        assert heard(static, X, mask)[0] == heard(function, X, mask)[0]
        assert set(heard(static, X, mask)[1]) <= set(heard(function, X, mask)[1])


@BACKENDS
def test_masks_are_truths(backend):
    def numbers(x, mask):
        return np.add(x, x, where=mask, out=x.copy())

    static = sct.to_static(numbers, backend=backend)
    assert heard(static, X, np.arange(8)) == heard(numbers, X, np.arange(8)) == ("<class 'TypeError'>", [])


@BACKENDS
@pytest.mark.parametrize("mask", [[1, 0, 1], (0, 1.5, 0), 1, 0, np.True_, np.int64(1)], ids=str)
def test_numbers_that_are_taken_for_truths(mask, backend):
    def taken(x):
        return np.divide(x, x - x, where=mask, out=x.copy()), np.log(x, where=mask, out=None, dtype=float).shape

    static = sct.to_static(taken, backend=backend)
    assert heard(static, X[1:4])[0] == heard(taken, X[1:4])[0]


@BACKENDS
def test_a_mask_without_out(backend):
    def without(x, mask):
        return np.add(x, x, where=mask)[mask], np.add(x, x, where=mask, out=None)[mask], np.add(x, x, where=True)

    static = sct.to_static(without, backend=backend)
    for _ in range(2):
        assert heard(static, X[:3], X[:3] > 0) == heard(without, X[:3], X[:3] > 0)
