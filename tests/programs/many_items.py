"""Many known items that lists of run-time length get at once, and other lists of many."""

import numpy as np

from tests.harness import Theme, call

program = Theme("many items")
X = np.arange(6.0)


@program(call(X, 200), call(X, 3), call(X[:0], 200))
def zeros_behind(x, n):
    """`+=` of a constant, often."""
    out = [v * 2 for v in x]
    out += [0.0] * n
    out.extend([1] * n)
    return np.array(out), len(out)


@program(call(X, 200), call(X, 2))
def one_of_the_items(x, n):
    """The same number of the run, alone and in a tuple."""
    out = [v for v in x if v > 3]
    out += [x[0]] * n
    out += [(x[1], 1)] * n
    return out, out[-1]


@program(call(X, 100), call(X, 2))
def numbers_and_pairs(x, n):
    """Known numbers, and tuples of them."""
    out = []
    for k in range(40):
        out.extend([(i, float(i), True) for i in range(n)])
        out.append((k, x[k % 6], x[0] > k))
    return out


@program(call(X, 100))
def in_a_branch(x, n):
    """Only the run knows whether."""
    out = []
    for k in range(6):
        if x[k] > 2:
            out += list(range(n))
        out.append(k)
    return out


@program(call(X, 100), call(X, 0))
def texts(x, n):
    """Texts, of which one is another."""
    out = [str(v) for v in x if v > 3]
    out += ["q"] * n + ["r"]
    return out


@program(call(X, 100), call(-X, 100))
def lists_stay_objects(x, n):
    """The same list, often: a change of one item is one of all."""
    row = [0.0]
    out = [[v] for v in x if v > 3]
    out += [row] * n
    row[0] = x[1]
    return len(out), out[-1][0]


@program(call(X, 100))
def gets_ahead(x, n):
    """They come first, or between."""
    out = [v for v in x if v > 1]
    out[1:2] = [7.0] * n
    return [8.0] * n + out
