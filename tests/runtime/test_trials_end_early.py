"""An iteration that is tried out is given up with its first op; what the user's code does about exceptions stays out."""

import contextlib

import numpy as np
import pytest

import sct

X = np.arange(12.0) - 5


class Noted:
    """A manager that keeps count, and swallows what it can."""

    def __init__(self, swallow):
        self.entered, self.left, self.errors, self.swallow = 0, 0, 0, swallow

    def __enter__(self):
        self.entered += 1
        return self

    def __exit__(self, kind, error, traceback):
        self.left += 1
        self.errors += kind is not None
        return self.swallow


def managed(x):
    total, k, noted = 0.0, 0, Noted(False)
    while k < 5:
        with noted:
            total += x[k] * 2
        k += 1
    return total, noted.entered, noted.left, noted.errors


def caught(x):
    total, k, seen = 0.0, 0, 0
    while k < 5:
        try:
            total += x[k] * 2
            seen += 10
        except BaseException:
            total, seen = -1.0, -1
            raise
        finally:
            seen += 1
        k += 1
    return total, seen


def swallowed(x):
    total, k = 0.0, 0
    while k < 5:
        with contextlib.suppress(BaseException):
            total += x[k] * 2
        k += 1
    return total


def one_of_two(x):
    """The first iterations are plain Python, the others are not."""
    total, log, k = 0.0, [], 0
    while k < 6:
        log.append(k)
        if k > 2:
            total = total + x[k]
        k += 1
    return total, log


def nested(x):
    total, k, trips = 0.0, 0, []
    while k < 3:
        j = 0
        trips.append(k)
        while j < 3:
            j += 1
            if k == 1:
                total += x[j] + k
        k += 1
    return total, trips


def stepped(x):
    def items():
        k = 0
        while k < 4:
            yield x[k] * k
            k += 1

    total = 0.0
    walk = items()
    for value in walk:
        total += value
        if total > 0:
            break
    return total, [float(v) for v in list(walk)[:1]] if total > 1e9 else []


def written(x):
    k, box = 0, {"n": 0}
    y = x.copy()
    while k < 4:
        box["n"] += 1
        y[k] = y[k + 1] + box["n"]
        k += 1
    return y, box


@pytest.mark.parametrize(
    "function", [managed, caught, swallowed, one_of_two, nested, stepped, written], ids=lambda f: f.__name__
)
def test_as_python(function):
    want = function(X.copy())
    try:
        got = sct.to_static(function)(X.copy())
    except sct.errors.SctError as error:
        assert "Grown" not in str(error)
        pytest.skip("refused")
    np.testing.assert_equal(got, want)
