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


def best_of_a_shrinking_corner(m):
    n, made = len(m), []
    while n > 1:
        corner = m[:n, :n]
        i, j = np.unravel_index(np.argmax(corner), corner.shape)
        made.append((i, j, np.ravel_multi_index((i, j), corner.shape), np.unravel_index(n, n + 1)[0]))
        m[i, j] = -1
        n -= 1 if m[i, j - 1] > 3 else 2
    return made, type(i)


def places_in_a_grid(x, limit):
    k = 0
    while k * k < limit:
        k += 1
    return (
        np.unravel_index(x, (k, 3)),
        np.unravel_index(x, [k, 2, 2], order="F"),
        np.ravel_multi_index((x, x), (k, 8), mode="wrap"),
    )


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_places_in_shapes_of_the_run(backend):
    ours, theirs = np.arange(12.0).reshape(3, 4), np.arange(12.0).reshape(3, 4)
    assert sct.to_static(best_of_a_shrinking_corner, backend=backend)(ours) == best_of_a_shrinking_corner(theirs)
    np.testing.assert_array_equal(ours, theirs)
    static = sct.to_static(places_in_a_grid, backend=backend)
    for x in (np.array([3, 5, 7]), np.array([], int)):
        for a, b in zip(static(x, 16), places_in_a_grid(x, 16), strict=True):
            np.testing.assert_array_equal(a, b)
    with pytest.raises(ValueError, match="out of bounds"):
        static(np.array([3, 5, 70]), 16)
