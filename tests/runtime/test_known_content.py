"""Shapes, axes, places and widths in arrays of the caller's: their content is guarded, and known to the graph."""

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError
from tests.runtime.same import observe

X = np.arange(6.0).reshape(2, 3)
FUNCTIONS = {
    "tile": (lambda x, n: np.tile(x, n), [[1, 2], [2, 2], [1, 2]]),
    "split": (lambda x, n: np.split(x.ravel(), n), [[1, 4], [2, 3]]),
    "transpose": (lambda x, n: x.transpose(n), [[1, 0], [0, 1]]),
    "roll": (lambda x, n: np.roll(x, n, axis=(0, 1)), [[1, 0], [0, -1]]),
    "axis": (lambda x, n: np.sum(x, axis=n[0]), [[1], [0]]),
    "permuted": (lambda x, n: np.moveaxis(x, n, n[::-1]), [[1, 0], [0, 1]]),
    "computed": (lambda x, n: np.resize(x, n * 2 + 1), [[1, 2], [2, 1]]),
    "shapes": (lambda x, n: np.broadcast_shapes(n, x.shape), [[1, 3], [2, 1]]),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_content_has_its_program(name):
    function, contents = FUNCTIONS[name]
    static = sct.to_static(function)
    for content in contents:
        assert observe(static, (X, np.array(content))) == observe(function, (X, np.array(content)))


def test_a_range_of_floats():
    function = lambda x, limits: np.histogram(x, bins=3, range=limits)  # noqa: E731
    static = sct.to_static(function)
    for limits in ([0.0, 4.0], [0.0, 8.0], [0.0, 4.0]):
        assert observe(static, (X, np.array(limits))) == observe(function, (X, np.array(limits)))
    assert static.cache_info().misses == 2


def test_one_content_one_program():
    static = sct.to_static(lambda x, n: np.tile(x, n))
    for _ in range(3):
        static(X, np.array([1, 2]))
    assert static.cache_info().misses == 1


def test_what_is_written_counts():
    def function(x, n):
        n[0] = 3
        return np.tile(x, n), n

    static = sct.to_static(function)
    for content in ([1, 2], [5, 2], [5, 1]):
        assert observe(static, (X, np.array(content))) == observe(function, (X, np.array(content)))


def test_what_is_written_in_a_branch_is_not_known():
    def function(x, n):
        if x[0, 0] > 0:
            n[0] = 3
        return np.tile(x, n)

    with pytest.raises(StaticValueError):
        sct.to_static(function)(X, np.array([1, 2]))


def test_constants_of_the_function():
    def function(x):
        order = np.argsort(np.array([3, 1, 2]))
        return np.sum(np.tile(x, order + 1), axis=order[0] - 1)

    assert observe(sct.to_static(function), (X,)) == observe(function, (X,))


def test_the_data_are_never_known():
    static = sct.to_static(lambda x: np.diff(x, n=x.argmax()))
    with pytest.raises(StaticValueError, match="'n' is known only when the program runs"):
        static(X)


def test_the_miss_is_explained():
    static = sct.to_static(lambda x, n: np.tile(x, n))
    static(X, np.array([1, 2]))
    static(X, np.array([2, 2]))
    assert "argument 'n' had other elements" in str(static.explain_cache())
