"""A number stored at a slice of a small array, of which only the run knows where it ends."""

import numpy as np
import pytest

import sct


def up_to(x, k):
    out = np.zeros(4)
    if x[0] > 0:
        out[:k] = 2.0
    out[:k] += 1
    return out


def with_steps(x, k):
    out = np.arange(4.0)
    out[k::2] = 9.0
    out[:k:2] = x[1]
    out[::-2] += x[0]
    out[3:k:-1] = 7.0
    return out


def in_two_axes(x, k):
    out = np.zeros((2, 3))
    out[1, :k] = 4.0
    out[:k, 0] = x[2]
    return out


def in_a_loop(x, k):
    out = np.zeros(1)
    for i in range(x.shape[0] - 5):
        out[i : i + k] = x[i : i + 6].var()
    return out


@pytest.mark.parametrize("function", [up_to, with_steps, in_two_axes, in_a_loop])
def test_as_numpy(function):
    x = np.random.default_rng(0).uniform(1, 2, 6)
    static = sct.to_static(lambda x, k: function(x, int(k)), backend="native")
    for k in (0, 1, 2, 3, 4, 6, -1, -3, -7):
        np.testing.assert_allclose(static(x, np.array(k)), function(x, k), rtol=1e-14)
