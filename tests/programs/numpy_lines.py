"""Functions of the user's that NumPy calls for lines of an array."""

import numpy as np

from tests.harness import Theme, call

program = Theme("numpy lines")

X = np.arange(6.0).reshape(2, 3)


@program(call(X), call(X.astype(int)), call(X[0]), call(np.asfortranarray(X)))
def padded_by_a_function(x):
    """The function writes into the ends of each line, axis by axis."""

    def border(line, width, axis, options):
        if width[0]:
            line[: width[0]] = options.get("with_", line[width[0]]) + axis
        if width[1]:
            line[-width[1] :] = line[-width[1] - 1] * 2

    return np.pad(x, 2, border), np.pad(x, (1, 0), border, with_=7)


@program(call(X), call(X * 0 - 1))
def padded_where_it_is_large(x):
    """The function looks at the values."""

    def border(line, width, axis, options):
        if line.sum() > 3:
            line[0] = -1
            line[-1] = line[1]

    return np.pad(x, 1, border)


@program(call(X, X), call(X, X[0]), call(np.stack([X, X]), X + 1))
def lines_of_two(x, y):
    """One number for each pair of lines, which are broadcast."""
    dot = np.vectorize(lambda a, b: (a * b).sum(), signature="(n),(n)->()")
    return dot(x, y), np.vectorize(lambda a: 1 if a.sum() > 4 else 0, signature="(n)->()")(x)


@program(call(X), call(X[0]))
def several_results(x):
    """A number and a line for each line."""
    centred = np.vectorize(lambda a: (a.mean(), a - a.mean()), signature="(n)->(),(n)")
    return centred(x)


@program(call(np.eye(3), X[:, :2]), call(X, np.arange(4)))
def new_extents(x, y):
    """The function says how long its results are."""
    convolve = np.vectorize(np.convolve, signature="(n),(m)->(k)")
    return convolve(x[:, None, :], y), np.vectorize(lambda a: a.sum(), signature="(n)->()", otypes=[np.float32])(x)


@program(call(X, X[:, :2]), call(X, np.float64(2)))
def wrong_lines(x, y):
    """What NumPy says to lines that do not fit."""
    return np.vectorize(lambda a, b: a + b, signature="(n),(n)->(n)")(x, y)


@program(call(X))
def printed_once_for_each(x):
    """The first call is no trial."""

    def shown(line):
        print(line)
        return line.max()

    return np.vectorize(shown, signature="(n)->()")(x)


@program(call(np.arange(4.0), np.int64(4)), call(np.ones(2, np.float32), 2), call(np.zeros(0), np.int32(0)))
def made_by_the_class(x, n):
    """np.ndarray(shape, dtype) is np.empty: energies of every step, as scientific codes keep them."""
    kept = np.ndarray(n + 1, dtype=np.float64)
    kept[0] = 1.0
    for i in range(n):
        kept[i + 1] = kept[i] + x[i]
    pairs = np.ndarray((n, 2), x.dtype, order="F")
    pairs[:] = x[:, None]
    return kept, pairs, isinstance(kept, np.ndarray)
