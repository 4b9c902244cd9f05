"""Arrays that are read as if rolled: loops are cut where the reading turns around, and nothing else is different."""

import numpy as np
import pytest

import sct

RNG = np.random.default_rng(0)


def both(function, *args):
    """The same from plain Python and from machine code, to the bit, whatever is known of the extents."""
    for spec in (None, [sct.InputSpec([None] * a.ndim, a.dtype) if isinstance(a, np.ndarray) else None for a in args]):
        static = sct.to_static(function, backend="native", input_spec=spec)
        for _ in range(2):
            mine, theirs = ([a.copy() if isinstance(a, np.ndarray) else a for a in args] for _ in range(2))
            found, expected = static(*mine), function(*theirs)
            pairs = zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
            for a, b in [*pairs, *zip(mine, theirs, strict=True)]:
                np.testing.assert_array_equal(a, b, strict=isinstance(b, np.ndarray))
    return static


def stencil(u):
    return np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4.0 * u


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (2, 3), (3, 2), (7, 9), (40, 130)])
def test_a_stencil_is_one_loop(shape):
    static = both(stencil, RNG.random(shape))
    assert str(static.report()).count("loops ") == 1


@pytest.mark.parametrize("n", [1, 2, 3, 5, 300])
@pytest.mark.parametrize("shift", [0, 1, -1, 2, 4, -7, 1000])
def test_vectors(n, shift):
    def rolled(x):
        y = np.roll(x, shift)
        return y + x, (y * np.roll(x, -shift)).sum(), y.max(), np.roll(y, 1), np.roll(x[1:], shift) * 2

    if n > 1:
        both(rolled, RNG.random(n))
        both(rolled, RNG.random(2 * n)[::2])


def test_shifts_that_the_run_tells():
    def rolled(x, k):
        i = int(k[0])
        return np.roll(x, i) - np.roll(x, k[1]) + np.roll(x, -i) * np.roll(x, i + 3) - np.roll(x, 2 * i) + np.roll(x, 5 * i)

    for k in ([0, 0], [1, -1], [5, 2], [-3, 100]):
        both(rolled, RNG.random(11), np.array(k))


def test_sums_are_to_the_bit():
    def sums(x):
        near = np.roll(x, 3, axis=1) * x
        return near.sum(), near.sum(axis=0), near.sum(axis=1), near.mean(), near.argmax(), near.max(axis=0), near.cumsum()

    both(sums, RNG.random((5, 3000)))
    both(sums, RNG.random((300, 70)))


def test_an_array_that_is_written_afterwards_was_rolled_before():
    def step(u):
        y = np.roll(u, 1)
        u[2:4] = 7.0
        u[:] = np.roll(u, 1) + y
        u[1:] = np.roll(u, -1)[:-1]
        u += np.roll(u, 2)
        return y, u

    both(step, RNG.random(9))


def test_memory_that_overlaps():
    def moved(big):
        u = big[:-1]
        big[1:] = np.roll(u, -1, axis=0)
        big[:-1] = np.roll(big[1:], 1, axis=0) * 2
        return big

    both(moved, RNG.random((6, 4)))


def test_all_but_the_border():
    def inner(u):
        new = np.roll(u, 1, 0) + 1
        new[1:-1, 1:-1] = np.roll(u, (1, 2), (0, 1))[1:-1, 1:-1]
        return new

    both(inner, RNG.random((8, 9)))


def test_what_is_rolled_is_itself_computed():
    def computed(u, v):
        a = np.roll(u * v, 1, 0)
        b = np.roll(np.roll(a, -1, 1) + v.T.T, (2, -1), axis=(0, 1))
        return np.where(b > a, np.roll(a[1:], 1, 1)[:1], b), np.roll(u.T, 1, 0), np.roll(u[::-1], 1, 1) + u

    both(computed, RNG.random((6, 7)), RNG.random((6, 7)))


@pytest.mark.parametrize("dtype", ["f4", "c16", "i1", "?", "u8"])
def test_dtypes(dtype):
    def rolled(x):
        return np.roll(x, 1) == np.roll(x, -2), np.roll(x, 3)

    both(rolled, (RNG.random(10) * 3).astype(dtype))


def test_waves_in_a_loop():
    def wave(u, n):
        before = u.copy()
        for _ in range(n):
            u, before = 2 * u - before + 0.1 * (np.roll(u, 1) + np.roll(u, -1) - 2 * u), u
        return u

    both(wave, RNG.random(50), 10)


def test_long_arrays_on_several_threads():
    both(stencil, RNG.random((600, 700)))
    both(lambda x: np.roll(x, 1) + np.roll(x, -1), RNG.random(200_000))
    both(lambda x: (np.roll(x, 1) * np.roll(x, -1)).sum(), RNG.random(200_000))
