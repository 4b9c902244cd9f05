"""Ranges and deques of run-time length where arrays are written, grids between numbers of all kinds, counts below 0."""

from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("ranges as arrays")
X = np.arange(6.0)
COUNTS = [call(X), call(X + 1), call(X - 1)]


@program(*COUNTS)
def written(x):
    """A range is written to an array as NumPy writes it, in rows, too, and where a mask or flat says."""
    n = int(x[3])
    y, z = np.zeros(n), np.zeros((n, n), np.int8)
    y[:] = range(n)
    z[0] = range(n)
    z[n - 2 :] = [range(n), range(1, n + 1)]
    x[x < x[n]] = range(n)
    x.flat[1:n] = range(1, n)
    return y, z, x


@program(*COUNTS, call(X - 3))
def of_another_length(x):
    """What NumPy says where it does not fit."""
    n = int(x[3])
    x[:2] = range(n)
    return x


@program(*COUNTS)
def deques(x):
    """A deque that has grown is written as a list is."""
    kept = deque()
    for i in range(int(x[3])):
        kept.append(x[i])
    y = np.zeros(len(kept))
    y[:] = kept
    return y


@program(*COUNTS)
def in_methods_of_ufuncs(x):
    """Ranges among the arguments of a ufunc's methods."""
    n = int(x[3])
    np.add.at(x, range(n), 1)
    return x, np.add.reduceat(x, range(n)), np.add.outer(range(n), x), np.add.reduce(range(n)), np.add.accumulate(range(n))


@program(call(X, 3), call(X + 1, 4), call(X / 3 + 1, 2))
def grids(x, n):
    """Axes between floats have as many points as steps begin."""
    k, u = int(x[3]), x[2] / 3
    dense = np.mgrid[0:u, 0:2.5], np.mgrid[u : x[4] : 0.25, 0:k], np.mgrid[0 : k / 2 : 0.5, 0:n], np.mgrid[0 : float(n), 0:2]
    return dense, np.ogrid[0 : u : x[1] / 7, 1:k:2], np.mgrid[-u:u], np.mgrid[0 : x[4] : 3j, 0:u]


@program(call(X.astype("f4") + 1), call(X.astype("f4") + 2), call(X.astype("i2") + 1))
def grids_of_few_bits(x):
    """All axes are computed in the dtype of all bounds and steps."""
    u = x[1] / 7
    return np.mgrid[0 : x[2] : u, 0 : x[3]], np.mgrid[0 : x[2] : u, 0 : 3 : np.float64(0.5)], np.ogrid[0 : x[2] : u, 0:3.5]


@program(call([0.0, np.nan]), call([1.0, np.inf]), call([0.0, 3.0]), call([0.5, 3.0]), call([-0.5, 3.0]))
def steps_that_lead_nowhere(x):
    """Steps of 0, and bounds that are no numbers or endless."""
    return np.mgrid[0 : x[1] : x[0], 0:2]


NEGATIVE = [call(np.array([-2, 3])), call(np.array([3, -2])), call(np.array([0, 1]))]


@program(*NEGATIVE)
def indices_below_zero(x):
    """Grids of less than no points are refused by NumPy, not empty."""
    return np.indices((2, int(x[0])))


@program(*NEGATIVE)
def dense_grids_below_zero(x):
    """The same of mgrid."""
    return np.mgrid[0 : x[0], 0:2]


@program(*NEGATIVE)
def open_grids_below_zero(x):
    """Open ones are empty."""
    return np.ogrid[0 : x[0], 0:2], np.indices((2, max(int(x[0]), 0)), sparse=True)


def _said(function, *args):
    try:
        return function(*args)
    except (TypeError, ValueError) as error:
        return type(error).__name__, str(error)


@program(call(X), call(X.astype(np.float32)))
def known_counts_below_zero(x):
    """Shapes that are known to have no array."""
    wide = _said(np.broadcast_to, x, (-1, 6)), _said(np.broadcast_to, x, ())
    return wide, _said(np.vander, x, -2), _said(np.ndarray, (-2,)), _said(np.ndarray, "a"), np.ndarray((2, 0)).shape
