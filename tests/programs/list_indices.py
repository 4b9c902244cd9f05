"""Lists that the program makes as indices of arrays, and lists that are kept in order by bisection."""

import bisect

import numpy as np

from tests.harness import Theme, call

program = Theme("list indices")
X = np.arange(5.0) - 2.2
T = np.array([1.0, -2, 3, 0, 1])
M = np.arange(16.0).reshape(4, 4)


@program(call(X, T), call(X, T[::-1]))
def basis_of_a_tableau(x, t):
    """One item of a list of known length is replaced at a run-time place."""
    basis = [0, 1]
    basis[int(np.argmin(t)) % 2] = 3
    y = np.zeros(5)
    y[basis] = x[:2]
    return y, x[basis], x[basis].sum()


@program(call(X, T), call(X, -T), call(X, T - 10))
def chosen_places(x, t):
    """Some indices, or none."""
    places = []
    for i, v in enumerate(t):
        if v > 0:
            places.append(i)
    y = np.zeros(5)
    y[places] = 1
    y[places] += 2
    return y, x[places], np.take(x, np.array(places, int)), x[places,].shape


@program(call(X, T), call(X, -T))
def pairs_of_places(x, t):
    """A list of lists is a matrix of indices."""
    places = [[0, 1], [2, 3]]
    places[int(np.argmax(t)) % 2][0] = 4
    return x[places], x[places[0]]


@program(call(X, T), call(X[::-1], T))
def kept_in_order(x, t):
    """Each number is put where it belongs."""
    found = []
    for v in x:
        bisect.insort(found, v)
    return found, bisect.bisect_left(found, 0.0)


@program(call(X, T), call(X[::-1], T), call(X, T - 2))
def some_kept_in_order(x, t):
    """As many as only the running program knows."""
    found = [0.5]
    for i in range(int(t[2])):
        if x[i] > -1:
            bisect.insort_left(found, x[i])
    return found


@program(call(M, 4), call(M, 1), call(M, 0), call(M.astype(np.float32), np.int64(3)))
def places_that_may_be_none(x, n):
    """An empty list of places holds integers, too, for functions that take places."""
    keep = [k for k in range(n) if k > 1]
    return x[np.ix_(keep, keep)], np.ix_(keep, [0, 1]), np.take(x, keep), np.take(x, keep, axis=1), np.delete(x, keep, 0)


@program(call(M, 4), call(M, 1))
def places_that_are_no_integers(x, n):
    """With items they are refused, as NumPy does."""
    keep = [k * 1.0 for k in range(n) if k > 1]
    try:
        return np.take(x, keep)
    except TypeError as error:
        return str(error)
