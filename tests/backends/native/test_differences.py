"""`np.diff` and `np.gradient` in machine code, and sums over what lies the other way round: bit for bit as NumPy."""

import numpy as np
import pytest

import sct

RNG = np.random.default_rng(2)
ARRAYS = [
    RNG.random(40), RNG.random((20, 30)), RNG.random(40).astype("f4"), RNG.integers(0, 99, 50), RNG.random((9, 8)).T,
    RNG.integers(0, 200, 50).astype("u1"), RNG.random((3, 4, 5)), RNG.random(40) > 0.5, RNG.random(30) * (1 + 1j),
    RNG.random(12)[:10:3], RNG.random(2), RNG.random(1), RNG.random((20, 3)).astype("f4"), np.zeros((0, 3)),
]  # fmt: skip


def neighbours(x):
    return np.diff(x), np.diff(x, n=2), np.diff(x, n=3, axis=0), np.diff(x, axis=0) * 2 + 1, np.diff(x[::-1])


def slopes(x):
    return np.gradient(x), np.gradient(x, 0.5), np.gradient(x, 2), np.gradient(x * 2, axis=0)


def turned(x):
    y = x.T
    return y.sum(axis=0), y.max(axis=0), (y * 2).sum(axis=-1), y.std(axis=0), y - y.mean(axis=0)


def leaves(result):
    return [leaf for item in result for leaf in leaves(item)] if isinstance(result, (list, tuple)) else [result]


@pytest.mark.parametrize("function", [neighbours, slopes, turned])
@pytest.mark.parametrize("x", ARRAYS, ids=str)
def test_as_numpy(function, x):
    static = sct.to_static(function, backend="native")
    for given in (x, x[1:], x[2:]):  # the second time with extents that only the run knows
        try:
            wanted = function(given)
        except (ValueError, TypeError, IndexError) as error:
            with pytest.raises(type(error)):
                static(given)
            continue
        for ours, theirs in zip(leaves(static(given)), leaves(wanted), strict=True):
            if given.ndim > 2 or given.dtype.kind == "c":  # the order of these sums is not promised
                np.testing.assert_allclose(ours, theirs, rtol=1e-12)
            else:
                np.testing.assert_array_equal(ours, theirs)
            assert np.asarray(ours).dtype == np.asarray(theirs).dtype
