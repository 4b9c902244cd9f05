"""Places of grids of which only the run knows how large they are: `np.ndindex`, `np.fromfunction`; swapped bytes."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("open grids")
X = np.arange(6.0)
SIZES = [call(np.int64(n)) for n in (3, 4, 0, 1)] + [call(3)]


@program(*SIZES)
def places(n):
    """Loops and lists over np.ndindex of run-time extents."""
    total = 0
    for i, j in np.ndindex((n, n)):
        total += i * j
    found = [k * place[0] for k, place in enumerate(np.ndindex(n, 2))]
    return total, found, list(np.ndindex(n)), len(list(np.ndindex(n, 2, n))), sum(i for (i,) in np.ndindex(*(n,)))


@program(call(X.reshape(2, 3)), call(np.zeros((3, 0))), call(X))
def filled(x):
    """A loop over the places of an array, and one over those of another one of a run-time extent."""
    y = np.zeros((len(x[x >= 0]), 2))
    for place in np.ndindex(*y.shape):
        y[place] = place[0] - place[1]
    return y, [x[place] * 2 for place in np.ndindex(x.shape)]


@program(call(np.int64(2)), call(np.int64(-1)))
def negative(n):
    """NumPy's ValueError of an extent below zero."""
    return [i for (i,) in np.ndindex(n)]


@program(call(np.int64(2)), refused=Refusal("StaticValueError", "for i in it:  # again"))
def twice(n):
    """An np.ndindex is used up by one loop."""
    it = np.ndindex(n, 2)
    total = sum(i for i, _ in it)
    for i in it:  # again
        total += i[0]
    return total


@program(*SIZES)
def from_function(n):
    """np.fromfunction with a run-time shape."""
    return (
        np.fromfunction(lambda i, j: i + j, (n, n)),
        np.fromfunction(lambda i: i * 2.0, (n,), dtype=int),
        np.fromfunction(lambda i, j: i == j, (n, 2), dtype=np.float32),
        np.fromfunction(lambda i, k: i + k, (3,), k=n),
        np.fromfunction(lambda i: 5, (n,)),
    )


@program(call(X), call(-X))
def from_function_that_branches(x):
    """The function sees run-time values."""

    def made(i, j):
        if x[1] > 0:
            return i + x[1]
        return j * 1.0

    return np.fromfunction(made, (2, 3)), np.fromfunction(lambda i: x[i], (2,), dtype=int)


@program(call(X), call(np.arange(5, dtype=np.int16)), call(X.reshape(2, 3).T), call(X > 2), call(X * 1j))
def swapped(x):
    """x.byteswap(), as a new array and in place."""
    y = x.copy()
    return x.byteswap(), y.byteswap(inplace=True) is y, y, x[0].byteswap(), x.byteswap().byteswap() == x


@program(call(np.arange(4)), call(np.arange(4, dtype=np.uint8)))
def swapped_argument(x):
    """In place in the caller's array."""
    x[1:].byteswap(True)
    return x.sum()


GROWN = np.array([1.0, 5.0, 2.0, 8.0]), np.r_[np.arange(20.0), 1.0, 5.0]


@program(call(GROWN[0]), call(-GROWN[0]), call(GROWN[1]))
def of_lists_of_run_time_length(x):
    """Lists and tuples of which only the run knows how long they are, side by side with arrays."""
    found = []
    for v in x:
        if v > 2:
            found.append(v)
            found.append(v * 2)
    return np.r_[found], np.r_[x, found], np.r_[0, found, x[0]], np.c_[found, found], np.r_[tuple(found), 1.0]


@program(call(GROWN[0]), call(GROWN[1]))
def of_a_tuple(x):
    """A tuple is what is put one after the other."""
    return np.r_[tuple([v for v in x if v > 2])]


@program(*[call(x) for x in (GROWN[0], GROWN[1], -GROWN[0], -GROWN[1])])
def of_an_empty_tuple(x):
    """Of nothing NumPy makes nothing."""
    try:
        return np.r_[tuple([v for v in x if v > 2])]
    except ValueError as error:
        return str(error)


@program(call(GROWN[1]), refused=Refusal("UnsupportedOpError", "np.c_["))
def columns_of_a_tuple(x):
    """As columns, a tuple of run-time length is refused."""
    return np.c_[tuple([v for v in x if v > 2])]
