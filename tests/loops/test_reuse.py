"""Memory of intermediate results: used again as soon as nothing reads it, and never before."""

import numpy as np
import pytest

import sct


def scaled(a):
    b = a / a.sum(axis=0)
    c = b / b.max(axis=0)
    d = np.exp(c - c.min(axis=0))
    return d / d.sum(axis=0)


def centred_twice(a):
    b = a - a.mean(axis=0)
    c = b / b.std(axis=1, keepdims=True)
    return c - c.mean(axis=0)


def of_other_sizes(a):
    b = a[1:] - a[1:].mean(axis=0)
    c = b[1:] / b.max(axis=0)
    d = c - c.mean(axis=0)
    return d * d.max(axis=0)


def read_from_the_end(a):
    b = a - a.mean(axis=0)
    c = b[::-1] * b.max(axis=0)
    return c / c.sum(axis=0)


def read_by_neighbours(a):
    b = a - a.mean(axis=0)
    c = b.copy()
    c[1:-1] = b[:-2] + b[2:]
    d = c / c.max(axis=0)
    return d - d.mean(axis=0), b


def read_turned(a):
    b = a - a.mean(axis=0)
    c = b.T / b.max(axis=1)
    return c.T - c.mean(axis=1)


def in_rows(a):
    b = a - a.mean(axis=1, keepdims=True)
    c = np.exp(b / b.std(axis=1, keepdims=True))
    d = c / c.sum(axis=1, keepdims=True)
    return d - d.max(axis=1, keepdims=True)


def narrower(a):
    b = (a - a.mean(axis=0)).astype(np.float32)
    c = b / b.max(axis=0)
    return c.astype(np.float64) - c.mean(axis=0)


def changes_its_argument(a):
    b = a / a.sum(axis=0)
    a -= b / b.max(axis=0)
    return b.sum(axis=0)


PROGRAMS = [
    scaled, centred_twice, of_other_sizes, read_from_the_end, read_by_neighbours, read_turned, in_rows, narrower,
    changes_its_argument,
]  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS)
@pytest.mark.parametrize("shape", [(40, 40), (33, 50), (300, 520)])
def test_results_are_those_of_numpy(function, shape):
    static = sct.to_static(function, backend="native")
    for n in (0, 1):  # the second time with extents that are known at run time only
        a = np.random.default_rng(n).random((shape[0] + n, shape[1] + 2 * n)) + 0.5
        ours, theirs = a.copy(), a.copy()
        got, wanted = static(ours), function(theirs)
        for x, y in zip(got if type(got) is tuple else (got,), wanted if type(wanted) is tuple else (wanted,)):
            np.testing.assert_allclose(x, y, rtol=1e-5 if function is narrower else 1e-11, atol=1e-12)
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def whole_arrays(static, a):
    static(a)
    return static.loops().count(f", {a.nbytes});")


@pytest.mark.parametrize(("function", "most"), [(scaled, 1), (centred_twice, 1), (read_from_the_end, 2)])
def test_one_whole_array_follows_the_other(function, most):
    assert whole_arrays(sct.to_static(function, backend="native"), np.ones((300, 310))) == most
