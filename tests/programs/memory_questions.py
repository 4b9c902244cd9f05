"""What a function asks about the memory of its arrays: `np.shares_memory`, `np.may_share_memory`, `x.base` and `id`."""

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("memory questions")
X = np.arange(8.0)


@program(call(X), call(X.reshape(2, 4)), call(X.reshape(2, 4).T), call(X[:1]))
def views(x):
    """Views of an argument, and arrays of their own."""
    y, z, even, odd = x[1:], x.copy(), x[::2], x[1::2]
    asked = [
        (x, y),
        (x, z),
        (y, z),
        (even, odd),
        (x[:1], x[2:]),
        (x, x),
        (x.T, x),
        (x, x + 0),
        (x[:0], x),
        (x[None], y),
    ]
    return [np.shares_memory(a, b) for a, b in asked], [np.may_share_memory(a, b) for a, b in asked]


@program(call(X), call(X * 1j))
def of_new_arrays(x):
    """Views of what the function has made."""
    y = np.zeros((2, 3), complex)
    parts = y.reshape(-1)[:3], y[:, 0], y[1], y.real, y.imag
    found = [np.shares_memory(a, b) for a in parts for b in parts]
    return found, np.shares_memory(x, y), np.shares_memory(y, np.asarray(y)), np.may_share_memory(1.0, x), y.T


def overlapping():
    x = np.arange(8.0)
    return x, x[2:], x[::2], x[1::2]


@program(fresh(overlapping), call(X, X + 1, X, X), fresh(lambda: [overlapping()[k] for k in (0, 0, 2, 3)]))
def of_arguments(x, y, z, w):
    """Arguments that are views of one array, or of several."""
    pairs = [(x, y), (x, z), (z, w), (y, w)]
    return [np.shares_memory(a, b) for a, b in pairs], [np.may_share_memory(a, b) for a, b in pairs], x + 1


@program(call(X, np.int64(3)), call(X, np.int64(-3)))
def chosen(x, n):
    """An array that a branch has chosen."""
    y = np.zeros(8)
    z = x if n > 0 else y
    return np.shares_memory(z, x), np.shares_memory(z, y), np.may_share_memory(z, np.ones(3))


@program(call(X.reshape(2, 4), X.reshape(2, 4) + 1, np.int64(3)), call(X.reshape(2, 4), X.reshape(2, 4) + 1, np.int64(-3)))
def chosen_view(x, y, n):
    """A view that a branch or an index has chosen."""
    z = x[0] if n > 0 else y[1]
    r = list(x)[int(n > 0)]
    asked = [(x, z), (y, z), (x[0], z), (x[1], z), (z, z), (z[:2], x[0, 2:]), (r, x), (r, x[1]), (r, z), (r, y)]
    return [np.shares_memory(a, b) for a, b in asked], [np.may_share_memory(a, b) for a, b in asked]


@program(call(X), call(X * 1j))
def imaginary_parts(x):
    """Those of real numbers are an array of its own at each time, which nobody may write."""
    y = x.real
    return np.shares_memory(x, y), np.shares_memory(x.imag, y), np.shares_memory(x.imag, x.copy())


@program(call(X, X > 2), refused=Refusal("AliasError", "np.shares_memory(x[:k], x[k:])"))
def of_a_run_time_place(x, m):
    """Which part it is, only the run knows."""
    k = m.sum()
    return np.shares_memory(x[:k], x[k:])


@program(call(X), call(X.reshape(2, 4)))
def bases(x):
    """`x.base` of an argument and its views."""
    y = x[1:]
    y.base[0] = 7.0
    return x.base is None, y.base is x, y[..., 1:].base is x, x.T.base is x, y.base is y, x[None].base is None


@program(fresh(lambda: (np.arange(4.0)[1:],)), refused=Refusal("AliasError", "x.base is None"))
def base_of_a_view(x):
    """The argument is a view of an array that the function does not see."""
    return x.base is None


@program(call(X, X + 1), fresh(lambda: (X, X)))
def ids(x, y):
    """Ids of arrays that live are compared as `is` does it."""
    z, xs = x, [x, y]
    return id(x) == id(z), id(x) == id(y), id(x) != id(y), id(xs[0]) == id(x), id(xs[1]) == id(xs[0]), id(z) != id(x)


@program(call(X), refused=Refusal("StaticValueError", "return id(x) % 1"))
def arithmetic_with_an_id(x):
    """A number is not there before the program runs."""
    return id(x) % 1


@program(call(X), refused=Refusal("StaticValueError", "id(x.copy()) == id(x)"))
def id_of_what_is_gone(x):
    """Another array may get the id of one that is gone."""
    return id(x.copy()) == id(x)
