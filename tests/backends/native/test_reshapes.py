"""Reshaped arrays that do not lie in C order: a copy where NumPy copies, else a view."""

import itertools

import numpy as np
import pytest

import sct

CASES = [
    (shape, order, new)
    for shape, news in (((2, 3, 4), [(-1,), (6, 4), (4, 6), (2, 12)]), ((2, 1, 6), [(-1,), (3, 4), (2, 6)]))
    for order in itertools.permutations(range(3))
    for new in news
]


@pytest.mark.parametrize(("shape", "order", "new"), CASES)
def test_reshape_after_transpose(shape, order, new):
    def both(x):
        turned = (x + 0).transpose(order)
        flat = turned.reshape(new)
        flat[...] = 1
        return turned, flat, x.transpose(order).reshape(new)

    static = sct.to_static(both, backend="native")
    x = np.arange(float(np.prod(shape))).reshape(shape)
    expected, found = both(x), static(x)
    for a, b in zip(expected, found, strict=True):
        np.testing.assert_array_equal(a, b)
    assert np.shares_memory(*expected[:2]) == np.shares_memory(*found[:2])
    assert np.shares_memory(expected[2], x) == np.shares_memory(found[2], x)


RESHAPED = [
    lambda x: x.reshape(x.shape[::-1]), lambda x: x.reshape(4, -1)[:2], lambda x: x[:, :3].reshape(-1), lambda x: x.ravel(),
    lambda x: x.T.reshape(x.shape)[1:], lambda x: x.reshape(len(x), 2, -1),
]  # fmt: skip


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", RESHAPED)
@pytest.mark.parametrize("written", [False, True])
def test_other_extents_of_the_callers_arrays(function, written, backend):
    """Whether axes of an array with gaps become one depends on the extents, also where the program does not."""

    def both(x):
        made = function(x)
        if written:
            made[0] = 5
        return made

    static = sct.to_static(both, backend=backend)
    for shape in ((4, 3), (6, 4), (8, 6), (4, 4), (3, 4), (4, 8)):
        ours, theirs = (np.zeros((shape[0] + 2, 6))[1:-1, : shape[1]] for _ in range(2))
        try:
            expected = both(theirs)
        except ValueError:
            continue
        found = static(ours)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(ours, theirs)
        assert np.shares_memory(found, ours) == np.shares_memory(expected, theirs)


def test_heads_are_joined_without_calling_back():
    static = sct.to_static(lambda o: np.tanh(o).transpose(0, 2, 1, 3).reshape(2, 16, -1), backend="native")
    o = np.random.default_rng(9).standard_normal((2, 4, 16, 8))
    np.testing.assert_allclose(static(o), np.tanh(o).transpose(0, 2, 1, 3).reshape(2, 16, -1), rtol=1e-14)
    assert "called back" not in static.report()
