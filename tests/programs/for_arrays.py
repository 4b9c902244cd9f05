"""for over arrays, and over enumerate, zip and reversed of them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("for_arrays")
V = np.array([3.0, 1.0, 2.0])
M = np.arange(12.0).reshape(4, 3)


@program(call(V), call(-V))
def elements(v):
    """Elements of a vector are NumPy scalars."""
    s = 0.0
    for e in v:
        s = s * 0.5 + e
    return s


@program(call(M), call(M * 2))
def rows(m):
    """Rows of a matrix are views."""
    s = np.zeros(3)
    for row in m:
        s = s + row * row[0]
    return s


@program(call(M), call(M * 2))
def write_through_rows(m):
    """Writing to a row writes to the matrix."""
    for row in m:
        row[0] = row.sum()
    return m.sum()


@program(call(M), call(M * 2))
def enumerate_rows(m):
    """enumerate gives Python ints."""
    s = 0.0
    for i, row in enumerate(m):
        s += i * row.sum()
    return s, i


@program(call(V))
def enumerate_start(v):
    """enumerate with a start."""
    s = 0.0
    for k, e in enumerate(v, start=10):
        s += k * e
    return s


@program(call(V, V + 1), call(V, V[:2]), call(V[:0], V))
def zip_two(a, b):
    """zip stops with the shortest."""
    s = 0.0
    for x, y in zip(a, b):
        s += x * y
    return s


@program(call(V, V[:2]), call(V, V))
def zip_strict(a, b):
    """zip(strict=True) raises ValueError when one is longer."""
    s = 0.0
    for x, y in zip(a, b, strict=True):
        s += x * y
    return s


@program(call(V, V), call(V, V[:2]), call(-V, V[:2]))
def zip_strict_below(a, b):
    """The same in a branch, and of what a mask picks: what comes before the end is done."""
    s = 0.0
    if a.sum() > 0:
        for x, y in zip(a, b, strict=True):
            s += x * y
    for x, y in zip(a[a > 0], b, strict=True):
        s += x - y
        if s < -100:
            break
    return s, list(zip(b, a[a < 0], strict=True))


@program(call(V, M[:3]), call(V, M[1:]))
def zip_enumerate(v, m):
    """Nested targets."""
    out = np.zeros(3)
    for i, (a, row) in enumerate(zip(v, m)):
        out[i] = a * row.sum()
    return out


@program(call(V), call(-V))
def reversed_vector(v):
    """Backwards."""
    s = 0.0
    for e in reversed(v):
        s = s * 0.5 + e
    return s


@program(call(V), call(V[:0]), call(-V))
def maximum_by_loop(v):
    """A running maximum, starting from None."""
    best = None
    for e in v:
        if best is None or e > best:
            best = e
    return best


@program(call(np.zeros((0, 3))), call(np.ones((2, 3))))
def no_rows(m):
    """No rows, no trips: the row name stays as it was."""
    row = None
    n = 0
    for row in m:
        n += 1
    return row is None, n


@program(call(np.array(3.0)), call(np.array(1.0)))
def zero_dimensional(x):
    """Iteration over a 0-d array raises TypeError."""
    s = 0
    for e in x:
        s += e
    return s


@program(call([V, V * 2, V * 3]), call([V]))
def list_of_arrays(parts):
    """A list of arrays."""
    s = 0
    for p in parts:
        s = s + p
    return s


@program(call({"a": V, "b": V * 2}), call({"b": V, "a": V * 2}))
def dict_items(d):
    """Items of a dict in their order."""
    s = 0.0
    for i, (key, value) in enumerate(d.items()):
        s = s + value * (i + 1) + len(key)
    return s


@program(call(V), call(V * 2))
def unpack_vector(v):
    """A vector is unpacked into names."""
    a, b, c = v
    return a - b * c


@program(call(V), call(V * 2))
def unpack_star(v):
    """A star takes the rest, as a list of scalars."""
    first, *rest = v
    return first, rest


@program(call(M), call(M + 1))
def comprehension(m):
    """A list comprehension over rows."""
    return [row.sum() for row in m]


@program(call(M), call(M - 4))
def comprehension_filter(m):
    """A comprehension with a static filter, and one inside."""
    return np.array([[x * 2 for x in row] for i, row in enumerate(m) if i % 2 == 0])


@program(call(V), call(-V))
def sum_of_generator(v):
    """sum over a generator expression."""
    return sum(e * e for e in v)


@program(call(np.arange(30.0)), call(np.zeros(30)))
def long_vector(v):
    """A longer vector: a decaying average."""
    avg = v[0]
    for e in v:
        avg = 0.9 * avg + 0.1 * e
    return avg


@program(call(V), call(-V))
def iterate_by_hand(v):
    """iter and next, with a default at the end."""
    it = iter(v)
    a = next(it)
    b = next(it)
    c = next(it)
    d = next(it, 7.0)
    return a + b * c + d


@program(call(np.array([True, False, True])), call(np.array([False, False, False])))
def bools(mask):
    """Elements of a mask decide."""
    n = 0
    for m in mask:
        if m:
            n += 1
    return n


@program(call(M), call(np.vstack([M, M])), call(-M[:2]))
def over_ndenumerate(m):
    """np.ndenumerate gives index and element."""
    total, last = 0.0, None
    out = np.zeros_like(m)
    for (i, j), value in np.ndenumerate(m):
        total += value * i
        if value > 0.5:
            out[j % m.shape[0], j] = value * j
        last = i
    return total, out, last


@program(call(M), call(np.vstack([M, M])))
def vectorized(m):
    """np.vectorize is a loop over the elements."""

    @np.vectorize
    def clipped(x, low):
        return low if x < low else x * 2.0

    return clipped(m, 1.5), np.vectorize(lambda x: x > 2)(m[0])


@program(*[call(np.array([3, 1, 2]).astype(d)) for d in ("u1", "i1", "i4", "i8", "f2", "f4", "f8", "?", "c16", "c8")])
def of_pythons_numbers(x):
    """`np.vectorize` makes Python's numbers of the elements: bytes do not wrap, and floats have all their digits."""
    scaled = np.vectorize(lambda v: v * 100 - 350, otypes=[complex])
    kinds = np.vectorize(lambda v: 1 if isinstance(v, np.generic) else 2 if isinstance(v, int) else 3, otypes=[int])
    thirds = np.vectorize(lambda v, k: (v / k, -v), otypes="DD")
    return scaled(x), kinds(x), thirds(x, 3), scaled(x.tolist())


@program(call(np.array([2.0, 0.0])), call(np.array([2.0, 4.0])), call(np.array([3, 1], "u1")), call(np.array([2j, 1])), call(np.array([])))
def that_may_raise(x):
    """What Python's numbers raise, and what of them does not fit into the dtype of the result."""
    return np.vectorize(lambda v: 1 / v, otypes=[float])(x), np.vectorize(lambda v: v * 100)(x)


@program(call(np.array([1.5, -2.0])), call(np.array([7], "i2")))
def asked_once_or_twice(x):
    """Without `otypes` the first element is asked for its dtype, as NumPy's number; with `cache` not once more."""

    def shown(v):
        print(v, isinstance(v, np.generic))
        return v * 2

    return np.vectorize(shown)(x), np.vectorize(shown, cache=True)(x), np.vectorize(shown, otypes=[float], cache=True)(x)


@program(call(np.array([3, 1, 2])), call(np.array([[1.5], [2.0]])))
def beside_known_numbers(x):
    """`np.vectorize` of an array and of a list that is known."""
    power = np.vectorize(lambda p, q: p**q)
    return power([1, 2, 3], x), power(np.array([[1], [2]]), x), power([2, 3], [0.5, 2])


@program(call(M.T), call(np.asfortranarray(M)), call(np.arange(24.0).reshape(4, 3, 2).transpose(1, 0, 2)[::-1]))
def in_the_order_of_memory(m):
    """NumPy takes the elements as they lie in memory, and lays out the results so."""
    seen = []

    def noted(v, w):
        seen.append(v)
        return v + w, v > w

    sums, larger = np.vectorize(noted, otypes="d?")(m, 1.5)
    return sums, larger, sums.strides, larger.flags.f_contiguous, seen


@program(call(M), call(-M))
def steps_of_new_axes(m):
    """An axis of one element has no step where it is a new one, and one where the array is reshaped."""
    made = m * 2.0
    shapes = np.atleast_3d(made), np.atleast_2d(made[0]), np.atleast_3d(made[0]), np.expand_dims(made, 1), made[:, None]
    return [x.strides for x in shapes]
