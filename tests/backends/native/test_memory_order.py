"""Arrays that do not lie in C order: the numbers of NumPy, bit for bit, and results laid out as NumPy lays them out."""

import itertools

import numpy as np
import pytest

import sct

RNG = np.random.default_rng(3)


def elementwise(a, b):
    return a * b + a, (a - b.T.T) / 2.0, -a


def transposed(a, b):
    return a.T + b.T * 2, (a.T + 1.0).T, np.transpose(a) - 3.0


def mixed(a, b):
    return a + b.T.copy().T, a.T.copy() + 1.0, np.ascontiguousarray(a.T), np.asfortranarray(a) * 2


def with_vectors(a, b):
    return a * b[0] + b[:, :1], a + b[:1], a.T * b[:, 0], np.where(a > b, a, 1.0)


def chained(a, b):
    t = a.T * 0.5
    s = t + b.T
    return s - t.mean(), s, np.exp(-s * s) > 0.5


def stored(a, b):
    out = np.zeros_like(a)
    out[1:, :] = a[:-1, :] + b[1:, :]
    out.T[...] += b.T
    a *= 2.0
    return out, a.T + out.T


def reduced(a, b):
    t = a.T + b.T
    return t.max(axis=0), t.min(), (t > 1.0).sum(axis=1), t.ravel(), t.reshape(-1, 2), t.T.copy()


def looped(a, b):
    for i in range(5):
        a = (a.T + b.T * i).T
    return a


def matmuls(a, b):
    t = a.T * 1.0
    return t @ b, t.T @ (b.T + 1.0), t[0], t[:, 1] + 1


FUNCTIONS = [elementwise, transposed, mixed, with_vectors, chained, stored, reduced, looped, matmuls]
MAKE = {
    "C": lambda shape: RNG.uniform(0.5, 2.0, shape),
    "F": lambda shape: np.asfortranarray(RNG.uniform(0.5, 2.0, shape)),
    "strided": lambda shape: RNG.uniform(0.5, 2.0, (2 * shape[0], shape[1]))[::2],
    "reversed": lambda shape: RNG.uniform(0.5, 2.0, shape)[::-1, ::-1],
}
SHAPES = [(4, 4), (12, 10), (70, 70)]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dynamic", [False, True])
def test_numbers_are_those_of_numpy(function, shape, dynamic):
    specs = {"input_spec": [sct.InputSpec([None, None])] * 2} if dynamic else {}
    if function is matmuls and shape[0] != shape[1]:
        pytest.skip("no product")
    static = sct.to_static(function, backend="native", **specs)
    for first, second in itertools.product(MAKE, repeat=2):
        given = MAKE[first](shape), MAKE[second](shape)
        mine = [x.copy(order="K") for x in given]
        expected, got = function(*given), static(*mine)
        for x, y in zip(_flat(expected), _flat(got), strict=True):
            assert x.dtype == y.dtype and np.shape(x) == np.shape(y)
            if function is matmuls or function is chained:
                np.testing.assert_allclose(x, y, rtol=1e-12)
            else:
                np.testing.assert_array_equal(x, y)
        for x, y in zip(given, mine, strict=True):
            np.testing.assert_array_equal(x, y)


def _flat(x):
    return x if isinstance(x, tuple) else (x,)


@pytest.mark.parametrize("order", ["C", "F"])
def test_results_keep_the_order(order):
    def f(a, b):
        return a * b + 1.0, a.T - b.T, np.exp(a), np.where(a > 1, a, b), a[None] * 2

    static = sct.to_static(f, backend="native")
    a, b = MAKE[order]((20, 30)), MAKE[order]((20, 30))
    for x, y in zip(f(a, b), static(a, b), strict=True):
        if x.ndim == 2:
            assert x.strides == y.strides


@pytest.mark.parametrize("order", ["C", "F"])
def test_copies_keep_the_order(order):
    def f(a):
        t = np.array(a.T)
        u = t.copy()
        u[1:] += 1
        return np.array(a), t, np.copy(a.T), a.T.copy("K"), a.T.astype("f4"), a.T.copy(), u, t @ a.T.T, np.copy(a.T).ravel("K"), t.sum(0)

    static = sct.to_static(f, backend="native")
    a = MAKE[order]((20, 30))
    for x, y in zip(f(a), static(a), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-13)
        assert x.strides == y.strides and x.flags.c_contiguous == y.flags.c_contiguous


def test_three_axes():
    def f(z):
        return z.transpose(2, 0, 1) + 1, z.swapaxes(0, 2) * z.T, z.transpose(1, 0, 2).copy()

    static = sct.to_static(f, backend="native")
    z = RNG.random((6, 7, 8))
    for x, y in zip(f(z), static(z), strict=True):
        np.testing.assert_array_equal(x, y)
    assert static(z)[0].strides == f(z)[0].strides


def rows_written_then_read(b, m):
    """Rows of an array in Fortran order, small enough for registers, read after it was written to in place."""
    c, w = np.zeros(4), m * 2
    if b.max() < 3:
        return b, w
    for row in w:
        np.negative(b[1:], out=row[1:])
    c[1:] = row[:-1]
    return c, w


@pytest.mark.parametrize("order", ["C", "F"])
def test_rows_of_what_is_written_in_place(order):
    m = np.asarray(np.arange(12.0).reshape(3, 4), order=order)
    want = rows_written_then_read(np.arange(4.0) + 2, m)
    got = sct.to_static(rows_written_then_read)(np.arange(4.0) + 2, m)
    assert [x.tolist() for x in got] == [x.tolist() for x in want]


def test_an_array_updated_in_a_loop_after_a_number():
    """`0.5 * b` lies where b does, in b's order: it had been that of the number."""

    def steps(y, turns):
        a, b, c = np.zeros_like(y), np.zeros_like(y), np.ones_like(y)
        for _ in range(turns):
            a = y * 1
            c = b * 2
            b = 0.5 * b - 0.01 * a
        return a, b, c

    def signs(y, turns):
        a, b, c = np.zeros_like(y), np.zeros_like(y), np.ones_like(y)
        for _ in range(turns):
            for i in range(len(y)):
                a[i] = np.sum(y[i] - y, 0)
            c = (c + 0.2) * ((a > 0) != (b > 0)) + (c * 0.8) * ((a > 0) == (b > 0))
            c[c < 0.01] = 0.01
            b = 0.5 * b - 0.01 * (c * a)
            y = y + b
            y = y - np.tile(y.mean(0), (len(y), 1))
        return a, b, c, y

    for order in "CF":
        y = np.asarray(np.random.default_rng(0).normal(size=(9, 2)), order=order)
        for function in (steps, signs):
            for found, wanted in zip(sct.to_static(function)(y, 20), function(y, 20), strict=True):
                np.testing.assert_allclose(found, wanted, rtol=1e-12)
