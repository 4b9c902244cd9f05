"""Lists of run-time length whose items hold numbers of several kinds, or constants: their order, and their columns."""

from collections import Counter, defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("mixed_orders")
N = np.int64
X = np.array([3, 1, 2, 5, 4, 3])


@program(call(X), call(-X))
def beside_constants(x):
    """Tuples with a number, a text or None that is the same in each of them."""
    pairs = [(v, 0.5) for v in x if v > 1]
    more = [("k", v, 0.5, None) for v in x if v > 1]
    alike = [(1, 2) for v in x if v > 1]
    return sorted(pairs), sorted(more, reverse=True), sorted(alike), max(pairs, default=None), min(more, default=None)


@program(call(X))
def sets_of_pairs(x):
    """A set of tuples with constants, sorted."""
    return sorted({(v, 0) for v in x}), sorted({(0, v, "a") for v in x}, reverse=True)


@program(call(X, 0.5), call(X, np.float64(0.5)))
def items_of_a_table(x, p):
    """The items of a dict of sums: the first value of each key is of Python's kind, or of NumPy's."""
    d = defaultdict(float)
    for v in x:
        d[v] += p
    return sorted(d.items()), max(d.items(), key=lambda item: (item[1], 0, -item[0]))


@program(call(X))
def by_a_tuple_in_a_tuple(x):
    """A key that holds a tuple of run-time numbers."""
    acc, counts = {}, Counter(x.tolist())
    for v in x:
        k = (v % 2, v)
        acc[k] = acc.get(k, 0) + 1
    nested = sorted([((v % 2, 1), (v, "x")) for v in x])
    return sorted(acc.items(), key=lambda i: (-i[1], i[0])), nested, sorted(counts.items(), key=lambda i: (-i[1], i[0]))


@program(
    call(3, N(5)), call(3.0, N(5)), call(np.float64(3), N(5)), call(3, N(0)), call(N(3), N(5)), call(2.0**60, N(5)),
)
def ints_and_floats(goal, n):
    """A list of ints and floats: the answer is of the kind that the item is."""
    px = [0]
    for i in range(n):
        if i % 2:
            px.append(goal * 0.5 + i)
        else:
            px.append(i * (2**58 + 1))
    least = min([(4 - x) ** 2 for x in px[:2]])
    return least, min(px), max(px), sorted(px), sorted(px, reverse=True), min(px, key=lambda v: -v)


@program(call(X), call(-X))
def kinds_that_change_places(x):
    """Tuples in which now one and now the other number is an int."""
    pairs, words = [], []
    for v in x:
        pairs.append((int(v), 1.5) if v > 2 else (2.5, int(v)))
        words.append(("a", 1.5) if v > 2 else ("b", int(v)))
    pairs.sort()
    return pairs, min(pairs), max(pairs), sorted(words), min(words)


@program(call(X, 1))
def truths_and_ints(x, n):
    """bool and int compare as numbers, and stay what they are."""
    u = []
    for v in x:
        u.append(True if v > 2 else int(v) - n)
    return sorted(u), max(u), min(u)


@program(call(np.array([[1, 3], [4, 0]])), call(np.array([[1, 3], [4, 5]])), call(np.zeros((2, 2))))
def columns_as_indices(x):
    """zip(*pairs) unpacked to the rows and columns of an array; of no pairs it raises."""
    places = [(r, c) for r in range(2) for c in range(2) if x[r, c] > 2]
    rows, columns = zip(*places)
    return x[rows, columns], rows, columns


@program(call(X), call(-X))
def columns_of_triples(x):
    """Columns of several kinds, in lists and tuples."""
    found = []
    for i in range(len(x)):
        if x[i] > 2:
            found.append((i, x[i] * 0.5, 3))
    columns = list(zip(*found)), [sum(column) for column in zip(*found, strict=True)], tuple(map(list, zip(*found)))
    a, b, c = zip(*found)
    return columns, a, b, list(c)


@program(call(N(5)), call(N(1)), call(N(0)))
def arrays_of_run_time_length(n):
    """min and max of arrays as long as the run says; of an empty one they raise."""
    p0, p1 = np.ones(n), np.ones(n)
    for _ in range(1, n):
        p0, p1 = p1, p0 * 0.5
    some = max(p1, default=None), min(p1[p1 > 7], default=3), max(p1, key=lambda v: -v, default=0)
    return some, max(p0), min(p1)


@program(call(np.array([np.nan, 3.0, np.nan, 5.0])), call(np.array([3.0, np.nan, 5.0])), call(np.array([1.0])))
def masked_with_nan(x):
    """A NaN in the first place stays, as in Python."""
    y = x[~(x < 2)]
    return max(y), min(y)


@program(call(X))
def truths_to_a_power(x):
    """A boolean array to the power of an int: the square is of int8, others are int64."""
    mask = x > 2
    return mask**2, mask**3, mask**0, pow(mask, 1), mask[0] ** 2, 2**mask, mask ** (x > 3)


@program(*(call(n, np.int64(6)) for n in (2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**62 + 1, 2**63 - 512, 3)))
def neighbours_of_huge_ints(n, most):
    """Python compares an int with a float exactly, also where no float is that int."""
    values = [float(n)]
    for i in range(int(most)):
        if i % 2:
            values.append(n)
        else:
            values.append(float(n) * (1 - i * 2.0**-53))
    return sorted(values), sorted(values, reverse=True), min(values), max(values)
