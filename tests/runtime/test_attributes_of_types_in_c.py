"""Attributes of objects whose type, written in C, keeps them in a way of its own."""

import numpy as np
from scipy.linalg import lapack

import sct


def test_set_and_deleted():
    def f(x, function):
        function.of_mine = 3
        del function.of_mine
        return x + 1

    assert sct.to_static(f)(np.ones(2), lapack.dpotrf).tolist() == [2.0, 2.0]
    assert not hasattr(lapack.dpotrf, "of_mine")


def test_set_in_a_branch():
    def f(x, function):
        function.of_mine = "abc"
        if x[0] > 0:
            function.of_mine = "abcd"
        return x + len(function.of_mine)

    try:
        assert sct.to_static(f)(np.ones(2), lapack.dpotrf).tolist() == [5.0, 5.0]
        assert lapack.dpotrf.of_mine == "abcd"
    finally:
        del lapack.dpotrf.of_mine
