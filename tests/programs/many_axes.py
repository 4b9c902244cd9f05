"""Arrays with as many axes as NumPy has, and what would have more."""

import numpy as np

from tests.harness import Theme, call

program = Theme("many axes")
X = np.full((1,) * 64, 2.5)


@program(call(X), call(X * 2))
def as_many_as_there_are(x):
    """All 64 of them."""
    return x.T, x + x, x.sum(), np.flip(x), x.reshape(-1), x.mean(axis=(0, 3)).ndim


@program(call(X))
def one_more(x):
    """NumPy raises."""
    return np.array([x, x])


@program(call(X))
def one_more_for_a_moment(x):
    """Also where nothing would be left of it."""
    total = 0.0
    for v in x[None]:
        total += v.sum()
    return total


@program(call(X, np.int64(1)), call(X, np.int64(-1)))
def one_more_on_one_way(x, n):
    """In a branch that only the run takes."""
    return np.repeat(x[None], 2) if n > 0 else x.sum()


@program(call(X[0, 0, 0, 0]), call(X[0, 0]))
def outer(x):
    """The axes of two arrays."""
    return np.add.outer(x[(0,) * 28], x).ndim, np.multiply.outer(x, x)
