"""Loops of programs that are made for any extent: what they carry has those of the last iteration."""

import numpy as np
import pytest

import sct

SHAPES = ((4, 3), (6, 3), (7, 8), (3, 9))  # from the third on, extents are known to the running program only


def by_a_square(x):
    w = np.zeros(x.shape[1])
    for _ in range(10):
        g = x.T @ x[:, 0]
        step = np.eye(len(w)) @ g
        w = w - step
        if step[0] > 1e8:
            break
    return w


def by_a_sum_of_unknown_length(x):
    w = np.zeros(x.shape[1])
    for _ in range(10):
        w = w - np.append(x[0, 1:], w[:1])
        if w[0] > 1e8:
            break
    return w


def handed_on(x):
    w = np.zeros(x.shape[1])
    v = np.zeros(x.shape[1])
    for _ in range(10):
        w = v
        v = np.ones(x.shape[0])
        if w[0] > 5:
            break
    return w * 2


def of_two_lengths(x):
    w = np.zeros(x.shape[1])
    v = np.zeros(x.shape[1])
    for _ in range(10):
        w = v
        v = np.ones(3)
        if w[0] > 5:
            break
    return w + x[0]


def longer_by_turns(x):
    u = v = w = np.zeros(x.shape[1])
    for _ in range(x.shape[0]):
        w = v
        v = u
        u = np.append(u, 1.0)
    return w * 2, v + 1


def first_in_the_loop(x):
    for i in range(x.shape[0]):
        if i == 0:
            v = x[0] * 1.0
            w = v + 1
        else:
            v = np.append(v, 1.0)
    return v, w


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize(
    "function", [by_a_square, by_a_sum_of_unknown_length, handed_on, of_two_lengths, longer_by_turns, first_in_the_loop]
)
def test_extents_that_a_loop_changes(function, backend):
    static = sct.to_static(function, backend=backend)
    for shape in SHAPES:
        x = np.random.default_rng(0).normal(size=shape)
        try:
            wanted = function(x)
        except ValueError as error:
            with pytest.raises(ValueError) as raised:
                static(x)
            assert str(raised.value) == str(error)
            continue
        found = static(x)
        for a, b in zip(*((y if isinstance(y, tuple) else (y,)) for y in (wanted, found)), strict=True):
            np.testing.assert_allclose(b, a, rtol=1e-12)
            assert b.shape == a.shape
