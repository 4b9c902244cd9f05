"""`np.nonzero` and its relatives, and what is written at places, in machine code: as NumPy has it."""

import numpy as np
import pytest

import sct

RNG = np.random.default_rng(5)
ARRAYS = [
    RNG.random(100), (RNG.random(1000) > 0.95) * 1.0, np.zeros(17), np.ones(64, dtype=bool)[1:], RNG.random(40)[::3],
    np.array([np.nan, 0.0, -0.0, 1.0] * 5), RNG.integers(0, 2, (13, 21)), RNG.random((3, 4, 5)) > 0.3, np.zeros((0, 4)),
    RNG.random((6, 7)).T.round(), np.asfortranarray(RNG.random((6, 7)) > 0.5), RNG.random(30) * 1j, RNG.random(3).round(),
]  # fmt: skip


def places(x):
    return np.nonzero(x), np.argwhere(x), np.flatnonzero(x), np.where(x == x[:1])


def beyond(x):
    return x[np.nonzero(np.abs(x) > 0.5)] * 2, len(np.flatnonzero(x != 0)), np.flatnonzero(np.abs(x) > 0.9).sum()


@pytest.mark.parametrize("function", [places, beyond])
@pytest.mark.parametrize("x", ARRAYS, ids=str)
def test_places(function, x):
    static = sct.to_static(function, backend="native")
    for given in (x, x[1:], x[2:]):  # the second time with extents that only the run knows
        for got, wanted in zip(static(given), function(given), strict=True):
            for ours, theirs in zip(*((v if type(v) is tuple else (v,)) for v in (got, wanted)), strict=True):
                np.testing.assert_array_equal(ours, theirs)
                assert np.asarray(ours).dtype == np.asarray(theirs).dtype


def diagonal(x, places, values):
    np.fill_diagonal(x, 0.5)


def wrapped(x, places, values):
    np.fill_diagonal(x, values[0], wrap=True)


def put(x, places, values):
    np.put(x[0], [1, 0, 1], [5.0, 6.0, 9.0])
    np.put(x, [1, -1], 7)


def rows(x, places, values):
    x[places] = values[:, None]
    return x[0]


def repeatedly(x, places, values):
    x[places, 1] += values
    np.subtract.at(x, places, 1.0)


@pytest.mark.parametrize("function", [diagonal, wrapped, put, rows, repeatedly])
@pytest.mark.parametrize("shape", [(6, 6), (5, 9), (9, 4)])
@pytest.mark.parametrize("last", [4, 40])
def test_written(function, shape, last):
    static = sct.to_static(function, backend="native")
    places, values = np.array([0, -1, 2, last]), np.arange(4.0)
    for _ in range(2):
        ours, theirs = (np.random.default_rng(3).random(shape) for _ in range(2))
        results = []
        for call, x in ((static, ours), (function, theirs)):
            try:
                results.append(call(x, places, values))
            except IndexError:
                results.append("out of bounds")
        np.testing.assert_array_equal(*results)
        np.testing.assert_array_equal(ours, theirs)


def different(x):
    return np.unique(x, return_counts=True), np.unique(x, return_index=True), np.unique(x, return_inverse=True)


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_unique_answers_what_is_asked_for(backend):
    x = np.array([3, 1, 3, 2, 1, 1])
    for got, wanted in zip(sct.to_static(different, backend=backend)(x), different(x), strict=True):
        for ours, theirs in zip(got, wanted, strict=True):
            np.testing.assert_array_equal(ours, theirs)
