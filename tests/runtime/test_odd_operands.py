"""Operands that an operator or function does not take: in Python's words, or refused."""

import numpy as np
import pytest

import sct
from sct.errors import UnsupportedOpError

X, Y = np.array([2.0, 1.0]), np.array([[1.0, 2.0], [3.0, 4.0]])


def times_itself(x):
    x @= x
    return x


def times_vector(x):
    x @= np.ones(2)
    return x


RAISING = [
    (lambda x: [0] * x[0], X),
    (lambda x: x[0] * [1, 2], X),
    (lambda x: [0] * (x[0] > 0), X),
    (times_itself, X),
    (times_vector, Y),
]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function, x", RAISING)
def test_as_python_raises(function, x, backend):
    with pytest.raises((TypeError, ValueError)) as expected:
        function(x.copy())
    with pytest.raises(type(expected.value)) as raised:
        sct.to_static(function, backend=backend)(x.copy())
    assert (type(raised.value), str(raised.value)) == (type(expected.value), str(expected.value))


def test_lists_times_arrays_are_arrays():
    for function in (lambda x: [1, 2] * x, lambda x: x * [1, 2], lambda x: [[1], [2]] * x[0:1]):
        np.testing.assert_array_equal(sct.to_static(function)(X), function(X), strict=True)


@pytest.mark.filterwarnings("ignore:Cannot convert float:DeprecationWarning")  # NumPy 2.5 of 1.0
@pytest.mark.parametrize("function", [np.triu, np.tril])
def test_diagonals_have_whole_numbers(function):
    static = sct.to_static(lambda x, k: function(x, k))
    with pytest.raises(UnsupportedOpError, match="the number of a diagonal"):
        static(Y, 1.5)
    for k in (True, 1.0, np.float64(1), -1):
        np.testing.assert_array_equal(static(Y, k), function(Y, k))
