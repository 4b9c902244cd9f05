"""Functions in C of others fail where they are given run-time values: that is refused, and no `except` catches it.

`math.ldexp` stands for a function of an extension module: it says nothing of what it was given.
"""

import math

import numpy as np
import pytest

import sct
from sct.errors import UnsupportedCallError

X = np.array([3, 2])


def caught(x):
    """Falls back on something else where the function fails."""
    try:
        return math.ldexp(1.5, x[0])
    except TypeError:
        return None


def caught_in_lists(x):
    """The same with a list."""
    try:
        return math.ldexp(1.5, [x[0]])
    except Exception:
        return None


@pytest.mark.parametrize("f", [caught, caught_in_lists])
def test_refused_in_spite_of_except(f, monkeypatch):
    monkeypatch.setattr(math.ldexp, "__module__", "someones.extension")
    with pytest.raises(UnsupportedCallError, match=r"someones.extension.ldexp\(\) was given values"):
        sct.to_static(f)(X)


def test_what_fails_without_run_time_values_is_an_error(monkeypatch):
    def f(x, n):
        try:
            return x * math.ldexp(1.5, n)
        except TypeError:
            return x

    monkeypatch.setattr(math.ldexp, "__module__", "someones.extension")
    assert sct.to_static(f)(X, "n").tolist() == [3, 2]
