"""Axes that the run tells: each call of a program has others, two of them at once, and new ones."""

import numpy as np

from tests.harness import Theme, call

program = Theme("axes of the run")

X = np.arange(24).reshape(2, 3, 4)
PAIRS = [(i, j) for i in range(-3, 3) for j in range(-3, 3)]


@program(*[call(X, i, j) for i, j in PAIRS])
def swapped(x, i, j):
    """Each pair of axes, also those counted from the end."""
    return x.swapaxes(i, j), np.moveaxis(x, i, j)


@program(*[call(X, k, i, j) for k, (i, j) in enumerate(PAIRS) if (i - j) % 3])
def diagonals(x, offset, i, j):
    """A diagonal of each pair, and its sum."""
    offset = offset % 3 - 1
    return x.diagonal(offset, i, j), np.trace(x, offset, i, j), np.rot90(x, offset, (i, j))


@program(*[call(X, pair) for pair in PAIRS if (pair[0] - pair[1]) % 3])
def over_pairs(x, pair):
    """Reductions over two axes, which a tuple holds."""
    return x.sum(pair), np.flip(x, pair), np.count_nonzero(x, axis=pair, keepdims=True)


@program(*[call(X, pair) for pair in ((0, 1), (0, 2), (1, 2), (2, 0), (-1, 0), (0, -5), (4, 3), (3, 3))])
def new_axes(x, pair):
    """Two new axes: of five, some are none of the array's own; one that is twice there is an error."""
    return np.expand_dims(x, axis=pair)


@program(*[call(X[:1, :2] * 1.0, i, j) for i, j in (([0], [2]), ([1, 2], [0, 1]), ([2, 0], [-1, 1]), ([0, 1, 2], [2, 0, 1]))])
def moved_by_lists(x, source, destination):
    """Lists of axes, of several lengths."""
    return np.moveaxis(x, source, destination)


@program(*[call(X, np.resize(n, 200)) for n in ([0, 1], [2, 0], [-3, -1], [1, 3])])
def told_by_an_array(x, n):
    """Axes that are elements of an array, of which one is none: what is raised is caught."""
    try:
        return x.swapaxes(int(n[0]), int(n[1]))
    except np.exceptions.AxisError as error:
        return str(error)


DOTS = [
    {}, {"keepdims": True}, {"axis": 0}, {"axes": [(-1,), (-1,), (-1,)], "keepdims": True},
    {"axes": [0, 0], "keepdims": False}, {"axes": [0, 0, 0], "keepdims": True}, {"axes": [0, 1]},
    {"axes": [1, 1], "keepdims": True},
]  # fmt: skip


@program(*[call(X[:, :2, :2] * 1.0, **how) for how in DOTS])
def dots(x, **how):
    """Products of vectors along axes that a list of the caller's names."""
    return np.vecdot(x, x + 1, **how)
