"""Loops whose first turns read from the end (`x[i - 1]` at 0): these are done apart, so that the others need no tests."""

import re

import numpy as np
import pytest

import sct


def _upwind(u, out):
    for i in range(len(u)):
        out[i] = u[i] - 0.5 * (u[i] - u[i - 1])
    return out


def _far(u, out):
    for i in range(-1, len(u) - 1):
        out[i] = u[i - 2] + u[i] * u[i + 1]
    return out


def _in_place(u, out):
    total = 0.0
    for i in range(len(u)):
        if u[i - 1] > u[i]:
            u[i] += u[i - 1]
            total += u[i - 3]
    return total, u


def _plane(u, out):
    n, m = 4, 3
    grid = u[: n * m].reshape(n, m)
    for i in range(n):
        for j in range(m):
            grid[i, j] += grid[i - 1, j] - grid[i, j - 1]
    return grid


def _too_far(u, out):
    for i in range(len(u)):
        out[i] = u[2 * i - 20] + u[i]
    return out


RINGS = [_upwind, _far, _in_place, _plane, _too_far]


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("sizes", [[13], [12, 13, 14, 40], [12, 2, 1, 0, 3]])
def test_first_turns_read_from_the_end(ring, sizes):
    static = sct.to_static(ring, backend="native")
    for size in sizes:
        given = [np.random.default_rng(size).normal(size=size), np.zeros(size)]
        plain, own = [a.copy() for a in given], [a.copy() for a in given]
        try:
            expected = ring(*plain)
        except (IndexError, ValueError) as error:
            with pytest.raises(type(error)) as raised:
                static(*own)
            assert str(raised.value) == str(error)
        else:
            got = static(*own)
            for a, b in zip(np.atleast_1d(got) if isinstance(got, np.ndarray) else got, expected, strict=True):
                np.testing.assert_array_equal(a, b)
        for a, b in zip(own, plain, strict=True):
            np.testing.assert_array_equal(a, b)


def test_the_others_have_no_tests():
    static = sct.to_static(_upwind, backend="native")
    static(np.ones(50), np.zeros(50))
    first, others = re.findall(r"\nfor \((.*?)\n}", static.loops(), re.DOTALL)[-2:]
    assert " = 0;" in first.partition("\n")[0]
    assert " = 1;" in others.partition("\n")[0]
    assert "if (" not in others


def _neighbours(n, step):
    out = np.zeros((4, n), np.int64)
    for i in range(0, n, step):
        out[0, i] = (i + 1) % n
        out[1, i] = (i - 1) % n
        out[2, i] = (i - 1) // n
        out[3, i], _ = divmod(i + 1, n)
    return out


@pytest.mark.parametrize("step", [1, 2])
def test_neighbours_in_a_ring(step):
    static = sct.to_static(_neighbours, backend="native")
    for n in (5, 7, 1, 2, 30):
        np.testing.assert_array_equal(static(n, step), _neighbours(n, step))


def test_neighbours_take_no_division():
    @sct.to_static(backend="native")
    def shifted(u):
        out = np.zeros_like(u)
        for i in range(len(u)):
            out[i] = u[(i + 1) % len(u)] - u[(i - 1) % len(u)]
        return out

    for size in (5, 6, 7):
        u = np.arange(float(size)) ** 2
        np.testing.assert_array_equal(shifted(u), np.roll(u, -1) - np.roll(u, 1))
    assert " % " not in shifted.loops()
