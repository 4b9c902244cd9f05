"""Lists that get longer as only the running program knows, and are the result."""


import numpy as np

from tests.harness import Theme, call

program = Theme("growing_lists")
V = np.array([3.0, -1.0, 2.0, 5.0, -4.0])
N = np.int64


# -- results -----------------------------------------------------------------------------------------


@program(call(N(27)), call(N(1)), call(N(6)))
def collatz(n):
    """The trajectory of the Collatz map."""
    path = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        path.append(n)
    return path, len(path), max(path)


@program(call(V), call(-V), call(V * 0))
def positives(x):
    """What is positive is collected."""
    out = []
    for i in range(x.shape[0]):
        if x[i] > 0:
            out.append(x[i])
    return out


@program(call(V), call(V * 0))
def places_of_maxima(x):
    """Local maxima: places and values in two lists."""
    places, values = [], []
    for i in range(1, len(x) - 1):
        if x[i - 1] < x[i] > x[i + 1]:
            places.append(i)
            values.append(float(x[i]))
    return places, values, len(places)


@program(call(N(60)), call(N(97)), call(N(1)))
def prime_factors(n):
    """Prime factors by trial division."""
    n = int(n)
    factors = []
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors.append(d)
            n = n // d
        d += 1
    if n > 1:
        factors.append(n)
    return factors


@program(call(N(30)), call(N(2)), call(N(3)))
def sieve(n):
    """The sieve of Eratosthenes on a list of bools."""
    n = int(n)
    alive = [True] * n
    primes = []
    for i in range(2, n):
        if alive[i]:
            primes.append(i)
            for j in range(i * i, n, i):
                alive[j] = False
    return primes


@program(call(np.array([1, 1, 1, 2, 3, 3])), call(np.array([5])), call(np.array([1, 2, 1, 2])))
def run_length_encoding(x):
    """Runs of equal values, as pairs."""
    runs = []
    last, count = x[0], 1
    for i in range(1, len(x)):
        if x[i] == last:
            count += 1
        else:
            runs.append((last, count))
            last, count = x[i], 1
    runs.append((last, count))
    return runs


@program(call(np.array([5, 2, 4])), call(np.array([0, 0, 0])))
def run_length_decoding(counts):
    """Each index as often as its count says."""
    out = []
    for i in range(len(counts)):
        for _ in range(counts[i]):
            out.append(i)
    return out, np.array(out, dtype=np.int64)


@program(call(N(10)), call(N(0)), call(N(1)))
def fibonacci(n):
    """The next item is the sum of the last two."""
    xs = [0, 1]
    for _ in range(n):
        xs.append(xs[-1] + xs[-2])
    return xs


@program(call(N(6)), call(N(0)))
def pascal_row(n):
    """A row of Pascal's triangle, each made of the one before."""
    row = [1]
    for _ in range(n):
        new = [1]
        for k in range(1, len(row)):
            new.append(row[k - 1] + row[k])
        new.append(1)
        row = new
    return row


@program(call(N(37), N(2)), call(N(255), N(16)), call(N(0), N(10)))
def digits(n, base):
    """Digits of a number, last first, then turned round."""
    n, base = int(n), int(base)
    found = []
    while n > 0:
        found.append(n % base)
        n //= base
    found.reverse()
    return found


@program(call(V), call(-V), call(V[:0]), call(np.arange(9.0)))
def beside_known_items(x):
    """`zip` of a list that has grown and of texts, functions, arrays and tuples: the shorter one ends it."""
    found = [v for v in x if v > 0]
    total, text = 0.0, ""
    for f, v in zip((np.sin, np.cos, np.tanh), found):
        total += f(v)
    weights = [np.ones((2, 2)), np.eye(2)]
    h = np.ones(2)
    for w, v in zip(weights, found):
        h = w @ h * v
        weights[0][0, 0] += 1
    for (times, letter), v in zip([(1, "a"), (2, "b")], found):
        text += letter * times + str(v > 2)
    return total, h, weights, text, dict(zip("abc", found)), {k: v for k, v in zip(("one", "two"), found)}


@program(call(V), call(-V))
def beside_a_list_that_changes(x):
    """The names are looked at anew for each turn."""
    found = [v for v in x if v > 0]
    names, more, out, others = ["a", "bb", "c"], ["x"], [], []
    for name, v in zip(names, found):
        names[1] = "zz" if v > 2.5 else "y"
        out.append(name + str(v))
    for name, v in zip(more, found):
        more.append("q")
        others.append(name)
    return out, names, others, more


M = np.array([[1.0, 2.0], [3.0, 4.0], [-1.0, 0.5]])


@program(call(M), call(-M), call(M[:1]), call(M[:0]), call(M[:1] * np.nan))
def lists_of_rows_compared_as_arrays(x):
    """np.array_equal of lists of rows: of no rows, the array has one axis only."""
    some, more = [], []
    for k in range(len(x)):
        if x[k, 0] > 0:
            some.append(x[k] * 2)
            more.append(x[k] + x[k])
    numbers = [v for v in x[:, 0] if v > 0]
    beside = np.array_equal(some, x * 2), np.array_equal(x[:1] * 2, some), np.array_equal(some, []), np.array_equal([], some)
    return np.array_equal(some, more), np.array_equal(some, numbers), beside, np.array_equal(more, some, equal_nan=True)
