"""Reading and writing at arrays of integers, against NumPy: order, overlaps, what is out of bounds."""

import numpy as np
import pytest

import sct

RNG = np.random.default_rng(11)


def put(x, i, v):
    x[i] = v
    return x


def add(x, i, v):
    x[i] += v
    return x


def at(x, i, v):
    np.add.at(x, i, v)
    return x


def at_max(x, i, v):
    out = x * 1
    np.maximum.at(out, i, v)
    return out, x


def apart(x, i, v):
    y = x.copy()
    y[i] = v
    return x, y, y[i]


def rows(x, i, v):
    x[i, :] = v
    x[i] *= 2
    return x[i, ...]


def pairs(x, i, j, v):
    x[i, j] = v
    x[j, i] += 1
    return x, x[i, j] * 2, x[i, 0], x[1, j]


def crossed(x, i, j, v):
    x[i[:, None], j] = v
    return x[i[:, None], j[None, :]] + 1, x


def own_values(x, i, v):
    x[i] = x[: len(i)] + 0
    x[i] = x[: len(i)]
    return x


def looped(x, i, v):
    for k in range(6):
        x[i] = x[i] * 0.5 + v + k
    return x


def same(function, *args):
    static = sct.to_static(function, backend="native")
    for _ in range(2):
        mine, given = ([np.array(a, copy=True) for a in args] for _ in range(2))
        try:
            expected = function(*given)
        except IndexError:
            with pytest.raises(IndexError):
                static(*mine)
        else:
            got = static(*mine)
            for x, y in zip(_flat(expected), _flat(got), strict=True):
                np.testing.assert_array_equal(x, y)
                assert np.asarray(x).dtype == np.asarray(y).dtype
        for a, b in zip(given, mine, strict=True):
            np.testing.assert_array_equal(a, b)


def _flat(x):
    return x if isinstance(x, tuple) else (x,)


INDICES = [
    np.array([3, 0, 3, -1, 7]), np.array([], dtype=np.int64), np.array([2, 12]), np.array([-12, -13]),
    np.array([1, 2, 1, 1, 11], dtype=np.int32), np.array([200, 3], dtype=np.uint8), np.arange(12)[::-1],
]  # fmt: skip
VECTOR = [sct.InputSpec([None])]
VECTORS = [put, add, at, at_max, apart, looped]


@pytest.mark.parametrize("function", VECTORS)
@pytest.mark.parametrize("index", INDICES)
def test_vectors(function, index):
    dtype = {at: "i4", at_max: "f4", apart: "c16"}.get(function, "f8")
    x = RNG.integers(0, 9, 12).astype(dtype)
    same(function, x, index, RNG.integers(0, 9, len(index)).astype(dtype))
    same(function, x, index, np.asarray(3, dtype))


@pytest.mark.parametrize("function", [*VECTORS, rows])
@pytest.mark.parametrize("index", INDICES[:4])
def test_rows(function, index):
    x = RNG.random((12, 5))
    same(function, x, index, RNG.random((len(index), 5)))
    same(function, x, index, RNG.random(5))
    same(function, np.asfortranarray(x), index, RNG.random((len(index), 1)))


@pytest.mark.parametrize("function", [pairs, crossed])
def test_several_arrays(function):
    x = RNG.random((12, 12))
    i, j = np.array([0, 3, -1, 3, 7]), np.array([1, 1, 2, 1, -12])
    shape = (5,) if function is pairs else (5, 5)
    same(function, x, i, j, RNG.random(shape))
    same(function, x, i, j + 20, RNG.random(shape))
    same(function, x, i, j, np.float64(2.0))


def test_the_array_itself_is_the_value():
    same(own_values, RNG.random(12), np.array([5, 4, 3, 2, 1, 0]), np.zeros(1))


def test_run_time_extents():
    static = sct.to_static(add, backend="native", input_spec=[*VECTOR[:1], sct.InputSpec([None], dtype="int64"), *VECTOR])
    for n, count in ((12, 3), (20, 8), (5, 0)):
        x, i, v = RNG.random(n), RNG.integers(-n, n, count), RNG.random(count)
        np.testing.assert_array_equal(static(x.copy(), i, v), add(x.copy(), i, v))


@pytest.mark.parametrize("function", [put, add, at, rows, pairs])
def test_nothing_is_called_back(function):
    static = sct.to_static(function, backend="native")
    index = np.array([3, 0, 3, -1, 7])
    given = (RNG.random((12, 12)), index, index, 1.0) if function is pairs else (RNG.random((12, 5)), index, 2.0)
    static(*given)
    assert "called back" not in static.report()
