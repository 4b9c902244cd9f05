"""Arrays in another shape: shown where they lie if NumPy shows them so, copied in machine code otherwise."""

import numpy as np
import pytest

import sct
from tests.harness import differences, observe
from tests.harness.program import call

X = np.arange(192.0).reshape(8, 6, 4)


def windows(x):
    total = 0.0
    for i in range(x.shape[0] - 3):
        for j in range(x.shape[1] - 2):
            total = total + x[i : i + 3, j : j + 2].reshape(3, -1) * x[i, j : j + 2, ::2].ravel().sum()
    return total


CASES = {
    "windows": windows,
    "a split axis": lambda x: x[:, 1:5].reshape(8, 2, 2, 4).sum(axis=1) + x[::2, ::-3].reshape(4, 1, 2, 2, 2).sum(),
    "an axis of one": lambda x: x[::2, 1:2].reshape(2, 2, 1, 4) * 2,
    "axes that join": lambda x: x[:, :, ::2].reshape(48, 2) - x[::2].reshape(4, 24)[:, :2].sum(),
    "axes that do not": lambda x: x[:, 1:5].reshape(-1, 2).cumsum(axis=0),
    "broadcast": lambda x: np.broadcast_to(x[0], (3, 6, 4)).reshape(-1) + 1,
    "none": lambda x: x[3:3, 1:].reshape(-1).sum(),
}


@pytest.mark.parametrize("given", [X, X[::-1, :, ::-1], np.asfortranarray(X)], ids=["C", "strided", "F"])
@pytest.mark.parametrize("name", CASES)
def test_same_numbers(name, given):
    static = sct.to_static(CASES[name], backend="native")
    for x in (given, given + 1, given):
        assert differences(observe(CASES[name], call(x)()), observe(static, call(x)())) == []


@pytest.mark.parametrize("name", CASES)
def test_machine_code(name):
    static = sct.to_static(CASES[name], backend="native")
    static(X)
    assert "called back" not in str(static.report())


SHOWN = {
    "a split axis": lambda x: x[:, 1:5].reshape(8, 2, 2, 4),
    "axes that join": lambda x: x[:, :, 1:3].reshape(48, 2),
    "turned": lambda x: x.T.reshape(4, 3, 2, 8),
    "one of both": lambda x: x[:, 1:5].reshape(8, 16),
    "copied": lambda x: x[:, 1:5].reshape(-1, 2),
    "in a branch": lambda x: x[:, 1:5].reshape(8, 2, 2, 4) if x[0, 0, 0] > -1 else x[:, :4].reshape(8, 2, 2, 4),
}


@pytest.mark.parametrize("given", [X, X[::-1, :, ::-1], np.asfortranarray(X)], ids=["C", "strided", "F"])
@pytest.mark.parametrize("name", SHOWN)
def test_views_are_views(name, given):
    """What leaves the function shows the caller's array where NumPy's does."""
    static = sct.to_static(SHOWN[name], backend="native")
    for _ in range(2):
        x, y = given.copy(order="K"), given.copy(order="K")
        expected, found = SHOWN[name](x), static(y)
        assert np.shares_memory(found, y) == np.shares_memory(expected, x)
        expected[0] += 100
        found[0] += 100
        np.testing.assert_array_equal(y, x)


def test_writes_are_seen_as_in_numpy():
    def written(x):
        y = x[:, 1:5].reshape(8, 2, 2, 4)
        before = y.sum()
        x[2, 2] = 7.0
        y[3] = -1.0
        return before, y, x[:, 1:5].reshape(-1, 2)

    static = sct.to_static(written, backend="native")
    for x in (X, X + 1, X[::-1]):
        assert differences(observe(written, call(x)()), observe(static, call(x)())) == []
