"""Forms in which programs write NumPy's calls: arguments by other names and places, seldom used ones."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("numpy forms")

X = np.arange(6.0)
N, K = np.int64(9), np.int64(2)


@program(call(N, K), call(9, 2), call(np.int64(0), np.int64(3)))
def ranges(n, k):
    """`np.arange` with four arguments by position, or the stop alone by name."""
    return (
        np.arange(0, n, k, np.float32),
        np.arange(stop=n),
        np.arange(stop=n, step=k),
        np.arange(start=1, stop=n),
        np.arange(n, None, k),
        np.arange(n, None),
        np.arange(1, stop=n, dtype="f4"),
        np.arange(n, None, None, "i2"),
    )


@program(call(np.ones(20), np.array([2, 3, 7])), call(np.ones(20), np.array([-1, 4])))
def lengths_of_ranges(x, steps):
    """The length of a range up to that of an argument, with a step that the run knows."""
    return [len(np.arange(0, x.shape[0], k)) for k in steps], sum(np.arange(0, x.shape[0], k).size for k in steps)


@program(call(np.int64(3)))
def start_alone(n):
    """NumPy's error."""
    return np.arange(start=n)


@program(call(np.int64(3)))
def start_twice(n):
    """NumPy's error."""
    return np.arange(n, start=1)


@program(call(np.array([True, False])), call(np.array([1.0, -3, 0])), call(np.array([])))
def functions_of_parts(x):
    """`np.piecewise` does not call a function for an empty selection: -v of truths is an error."""
    return np.piecewise(x, [x < 0, x >= 0], [lambda v: -v, lambda v: v])


@program(call(np.array([1.0, 2])), call(np.array([1.0, -2, -4])))
def largest_of_part(x):
    """The largest of no elements is an error, of the selected ones it is not."""
    return np.piecewise(x, [x < 0, x > 1.5], [lambda v: v / v.max() if v.min() < -3 else v[::-1], 5, lambda v: v[0]])


@program(call(np.array([1.0, 2])), call(np.array([1.0, -2])), call(np.array([0.0])))
def counted_parts(x):
    """How often the functions run."""
    calls = []

    def twice(v):
        calls.append(v.size)
        print("called")
        return v * 2

    made = np.piecewise(x, [x < 0, x > 0], [twice, twice, 3])
    return made, len(calls)


@program(call(np.array([1.0, 2])), call(np.array([1.0, -2])))
def refusing_part(x):
    """A function that raises, if it is called."""

    def no(v):
        raise ValueError("no")

    return np.piecewise(x, [x < 0], [no, lambda v: v + 1])


@program(call(np.random.default_rng(1), np.random.RandomState(2)))
def truths(rng, old):
    """Random truths between False and True."""
    drawn = rng.integers(False, True, size=3, dtype=np.bool_), rng.integers(False, True, endpoint=True, dtype=bool)
    return drawn, old.randint(False, True, size=3, dtype=bool), old.randint(2, size=3, dtype=bool)


@program(call(X))
def pairs(x):
    """Items of an iterator that are arrays themselves."""
    pair = np.dtype((float, 2))
    return (
        np.fromiter(((v + 1, v * 2) for v in x), dtype=pair),
        np.fromiter([(k, k + 1) for k in range(4)], np.dtype((int, 2)), 3),
        np.fromiter(((v, -v) for v in x if v > 2), pair),
        np.fromiter([], dtype=pair),
    )


@program(call(np.arange(3), np.array([4, 0, 5])))
def operands_of_an_iterator(x, y):
    """Slices of an iterator's operands, read and written."""
    it = np.nditer([None, x, y], ["buffered"], [["writeonly", "allocate"], ["readonly"], ["readonly"]])
    with it:
        while not it.finished:
            it[0] = np.add(*it[1:])
            if it[-1] > 4:
                it[0:1] = [it[1] * it[2]]
            it.iternext()
        return it.operands[0]


@program(call(np.arange(3), np.array([4, 0, 5])))
def read_only_operand(x, y):
    """Writing to an operand that is only read."""
    it = np.nditer([x, y])
    it[0] = it[1]
    return x


@program(call(N, np.ones(2, np.complex64)))
def dtypes_of_numbers(n, x):
    """A number of NumPy's stands for its dtype."""
    return np.eye(n, dtype=np.complex128(1)), np.zeros(n, x[0]), np.array([1, 2], dtype=x[0] * 2), x.astype(x[1])


@program(call(np.array([1.0, -3, 2], np.float32)), call(np.array([1.0, 0, 2], np.float32)), call(np.zeros(3, np.float32)))
def roots_of_single(p):
    """Roots and polynomials of single precision, which are of double precision where nothing is computed."""
    return np.roots(p), np.roots(p * np.complex64(1)), np.poly(p), np.poly(np.outer(p, p))


@program(call(np.array([np.nan, np.inf, -np.inf, 1]), np.array([1.0, 2, 3, 4])))
def arrays_for_nan(x, y):
    """What stands in for NaN and infinities may be arrays, or numbers that the run knows."""
    return np.nan_to_num(x, nan=y), np.nan_to_num(x.astype("f4"), nan=y[0], posinf=[[5], [6]][0], neginf=y[1])


@program(call(np.array([1.0, 2], np.float32), np.int16(3)))
def limits(x, n):
    """What there is to know of the dtype of a number."""
    return np.finfo(x[0]).eps, np.iinfo(n).max, np.finfo(x.sum()).max


@program(call(X))
def windows(x):
    """Windows that may be written to, and are not."""
    seen = np.lib.stride_tricks.sliding_window_view(x, 3, writeable=True)
    x[2] = 100
    return seen, seen.flags.writeable


@program(call(X[:0], 1), call(X, 1), call(X.reshape(2, 3)[:, :0], 0), call(np.zeros((0, 3)), 2))
def nothing_to_go_through(x, k):
    """Iterators over arrays of no elements."""
    it = np.nditer(x, ["zerosize_ok", "multi_index"])
    total = k
    while not it.finished:
        total += it[0] * it.multi_index[0]
        it.iternext()
    for item in np.nditer(x, order="F", flags=["zerosize_ok"]):
        total += item
    with np.nditer([x, None], ["zerosize_ok"]) as both:
        for item, made in both:
            made[...] = 2 * item if item > k else -item
        return total, both.operands[1], both.ndim, both.itersize


@program(call(X, 3), call(X - 9, 3), call(X[:0], 3))
def closed_iterator(x, k):
    """What an iterator says after it has been closed."""
    out = np.zeros(x.shape)
    with np.nditer([x, out], ["zerosize_ok"], [["readonly"], ["writeonly"]]) as it:
        for item, made in it:
            made[...] = item * 2 if item > 0 else 0
        result = it.operands[1]
    said = [it.finished, len(it), list(it), it.iternext()]
    for ask in (lambda: it.operands, lambda: it.itersize, lambda: it[0], lambda: it[5], it.reset, it.__enter__):
        try:
            ask()
        except (ValueError, RuntimeError, IndexError) as error:
            said.append(f"{type(error).__name__}: {error}")
    return result, said


@program(call(X), call(X[1:]))
def owned_memory(x):
    """Whose memory an argument has, the program is made for."""
    y = x + 1
    return y, x.flags.owndata


@program(call(X), refused=Refusal("UnsupportedOpError", "it.iternext()"))
def stepped_after_a_loop(x):
    """An iterator that is stepped after a loop over it is refused, at its line."""
    it = np.nditer(x)
    total = sum(it)
    it.iternext()
    return total


@program(
    call(np.array([3, 1, 3, 2, 1, 3]), np.arange(6.0)), call(np.array([1, 2]), np.ones(2)), call(np.array([], int), np.ones(0))
)
def groups_of_labels(labels, values):
    """Places to split at, which a branch finds in a small array of the caller's."""
    keys, inverse = np.unique(labels, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    counts = np.bincount(inverse, minlength=len(keys))
    return np.split(values[order], np.cumsum(counts)[:-1]) if len(keys) else []


@program(call(np.array([2, 3, 4]), np.array([1, 1, 2])), call(np.array([5, 2, 3]), np.array([4, 1, 0])))
def places_in_a_table(extents, at):
    """Extents that an array holds, as `np.histogramdd` has them."""
    flat = np.ravel_multi_index(tuple(at), extents)
    return flat, np.unravel_index(flat, extents), np.unravel_index(np.arange(4), extents[:2], order="F")


@program(call(([1, 2, 3], [4, 5], [6, 7])), call((X, [0.5])))
def every_combination(lists):
    """`np.indices` of extents that a generator answers."""
    arrays = [np.asarray(x) for x in lists]
    places = np.indices((len(a) for a in arrays), dtype=int).reshape(len(arrays), -1).T
    out = np.empty(places.shape)
    for n, a in enumerate(arrays):
        out[:, n] = a[places[:, n]]
    return out, np.indices(map(len, (X, (1,)))), np.indices(iter([2]), sparse=True)


@program(call(X[:4]), call(X[2:]))
def elements_of_iterators_stay(x):
    """Elements of an nditer cannot be deleted."""
    it = np.nditer(x)
    try:
        del it[0]
    except TypeError as error:
        return str(error), it[0]


@program(call(X[:4], N), refused=Refusal("UnsupportedOpError", "it = np.nditer"))
def flags_as_often_as_the_run_says(x, n):
    """How operands are used is said as often as there are any."""
    it = np.nditer([x, x], [], [["readonly"]] * (int(n) - 7))
    return [a + b for a, b in it]
