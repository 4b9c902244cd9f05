"""Arrays made of lists of lists whose extents the run decides, and of numbers of which it decides the kind."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("arrays of lists")
I = np.int64
RNG = np.random.default_rng(8)
GRID = RNG.integers(-5, 6, (40, 30))
POINTS = RNG.normal(size=(70, 3))


@program(call(I(5), I(3)), call(I(1), I(1)), call(I(0), I(4)), call(I(4), I(0)), call(I(13), I(20)))
def times_tables(n, m):
    """A comprehension in another one, at sizes of the run, as rows and as columns."""
    table = np.array([[i * j for i in range(n)] for j in range(m)])
    return table, np.asarray([[i + j * 0.5 for i in range(n)] for j in range(m)]), table.shape


@program(call(POINTS), call(POINTS[:4]), call(POINTS[:9] * 2))
def gram(points):
    """What all pairs of rows give."""
    return np.array([[np.dot(p, q) for p in points] for q in points])


@program(call(I(4)), call(I(1)), call(I(0)), call(I(2)))
def of_unlike_lengths(n):
    """NumPy refuses rows of unlike lengths; of rows that are all empty, or no rows, it makes something else."""
    return np.array([[i * j for i in range(j)] for j in range(n)])


@program(call(I(4)), call(I(1)), call(I(2)))
def unlike_lengths_are_caught(n):
    """The handler of the function sees what NumPy raises."""
    try:
        return np.array([list(range(j % 3)) for j in range(n)])
    except ValueError:
        return "unlike"


@program(call(I(3), I(2)), call(I(3), I(0)), call(I(0), I(2)), call(I(5), I(6)))
def three_deep(n, m):
    """Lists of lists of lists, of numbers and of known content."""
    cube = np.array([[[i * j - k for i in range(n)] for j in range(m)] for k in range(n)])
    return cube, np.array([[[0.5] * m for _ in range(n)] for _ in range(m)]), cube.sum()


@program(call(I(4)), call(I(1)), call(I(9)))
def stacked(n):
    """`stack`, `vstack` and `copy` take them, too; items may be tuples."""
    rows = [[i * j + 1 for i in range(n)] for j in range(n)]
    pairs = np.array([[(i, j) for i in range(n)] for j in range(n)])
    return np.stack(rows), np.stack(rows, axis=1), np.vstack(rows), np.copy(rows), pairs


@program(call(GRID), call(GRID[:2, :3]), call(GRID[:3, :5]))
def table_that_is_filled(x):
    """A list of lists is filled element by element, and then becomes an array."""
    out = [[0] * len(x[0]) for _ in x]
    for i in range(len(x)):
        for j in range(len(x[0])):
            if x[i, j] > 0:
                out[i][j] = x[i, j]
    return np.array(out)


@program(call(GRID[0]), call(GRID[1]), call(GRID[0, :5]), call(-abs(GRID[2, :5])))
def known_or_not(x):
    """Each is a number of the array or a Python number: the dtype is the same in any case."""
    return np.array([max(v, 0) for v in x]), np.array([[min(v, 1), 2] for v in x]), np.sum([max(v, 0) for v in x])


@program(
    call(np.array([2.0, 2.0, 3.0])), call(np.array([0.5, 0.25, 0.5])), call(np.array([-1.0, -1.0, -1.0])),
    call(np.array([2.0, 0.5, 0.5])), call(np.array([-1.0, 0.5, 2.0])), call(np.tile([2.0, 0.5], 20)),
)  # fmt: skip
def dtype_of_what_is_there(x):
    """Bools, ints and floats: which of them there are says what the array is of."""
    return np.array([True if v > 1 else 2 if v > 0 else 0.25 for v in x]), np.array([v > 1 and v for v in x])


@program(call(GRID[0, :6], np.ones((3, 4))), call(GRID[1, :6], np.ones((3, 4))))
def beside_shapes_and_arrays(x, a):
    """A shape is no array, even if only the run knows of what kind its numbers are."""
    n = max(int(x[0] * 0), 0)
    return np.add([max(v, 0) for v in x], a[0, 0]), np.zeros((n + 2, 3)), np.stack([[max(v, 0) for v in x], x])


@program(call(I(4)), call(I(1)), call(I(0)), call(I(9)))
def one_after_the_other(n):
    """Rows of unlike lengths may be joined; an empty one is of floats."""
    rows = [[i * j for i in range(j + 1)] for j in range(n)]
    return np.concatenate(rows), np.hstack(rows), np.concatenate([[0.5] * j for j in range(n + 1)])


@program(call(I(4)), call(I(2)))
def joined_with_an_empty_one(n):
    """What NumPy makes of it then is for NumPy to say."""
    return np.concatenate([[i * j for i in range(j)] for j in range(n)])


@program(call(np.array([3.0, -2.0, 1.0, 0.0])), call(np.zeros(0)), call(np.arange(6.0)))
def none_for_those_to_come(x):
    """Places that hold None until a loop has filled them."""
    n = int(np.sum(x > -100))
    out, mixed = [None] * n, [None] * n
    for i in range(n):
        out[i] = x[i] * 2
        mixed[i] = 1 if x[i] > 0.5 else x[i] / 2
    return np.array(out), np.mean(mixed) if n else 0.0, np.array(mixed, dtype=float)


@program(call(np.array([3.0, -2.0, 1.0])), call(np.array([5.0, 4.0])))
def none_where_it_is_not(x):
    """Items that may be None for all that the program knows."""
    out = []
    for v in x[x > 0]:
        out.append(None if v > 1e6 else v)
    return np.array(out), np.isfinite(out)


@program(call(np.array([3.0, 2e6])), call(np.array([2e6])))
def none_that_is_there(x):
    """An array of dtype object."""
    out = []
    for v in x[x > 0]:
        out.append(None if v > 1e6 else v)
    return np.array(out)


SEGMENTS = np.random.default_rng(3).random((5, 2, 3)).round(1)


@program(call(SEGMENTS), call(SEGMENTS[:1]), call((SEGMENTS * 10).astype(int)))
def segments_in_order(segments):
    """A list of lists of lists gets shorter, and another one has its items."""
    rest = segments.tolist()
    ordered = [rest.pop(0)]
    last = np.array(ordered[0][1])
    while len(rest) > 0:
        ends = np.array(rest)
        first = np.abs(ends[:, 0, :] - last).sum(axis=1)
        second = np.abs(ends[:, 1, :] - last).sum(axis=1)
        i, j = first.argmin(), second.argmin()
        if first[i] < second[j]:
            ordered.append(rest.pop(i))
            last = np.array(ordered[-1][1])
        else:
            ordered.append(rest.pop(j))
            last = np.array(ordered[-1][0])
    return np.array(ordered), np.reshape(np.asarray(ordered), (-1, 3))


def _above(x, least=0):
    return [np.array([v, v * 2, 1.0]) for v in x if v > least]


@program(call(np.array([1.0, -2.0, 3.0, 4.0])), call(np.array([2.0, 5.0, 3.0, 4.0, -1.0])))
def one_beside_the_other(x):
    """Blocks of a list of run-time length: a list of arrays is no array to NumPy here."""
    found = _above(x)
    squares = [a[:, None] * a for a in found]
    numbers = [float(a[0]) for a in found]
    blocks = np.block(found), np.block(squares), np.block(numbers)
    columns = np.column_stack(found), np.column_stack(squares), np.column_stack(numbers)
    return blocks, columns, np.dstack(found), np.dstack(squares), np.dstack(numbers)


@program(call(np.array([1.0, -2.0, 3.0, 4.0])), call(np.array([2.0, 5.0, 3.0, 4.0, -1.0])))
def columns_of_a_histogram(x):
    """The items of a list are the columns of what is counted."""
    return np.histogramdd(_above(x), bins=2)[0]


@program(call(np.array([1.0, -2.0, 3.0])), refused=Refusal("UnsupportedOpError", "np.block("))
def blocks_in_lists(x):
    """Lists in such a list are another level of blocks: the program had put them side by side."""
    return np.block([[a] for a in _above(x)])


@program(call(np.array([1.0, -2.0, 3.0])), call(np.array([-1.0, -2.0])))
def nothing_beside_nothing(x):
    """A list that may be empty."""
    return np.column_stack(_above(x))


@program(call(np.arange(40.0) - 9), call(9 - np.arange(70.0)))
def blocks_of_such_lists(x):
    """Lists of run-time length in a list, as deep as they are: the program had taken them for arrays."""
    numbers = [float(v) for v in x if v > 0]
    return np.block([numbers, numbers]), np.block([[numbers], [numbers]])


@program(call(np.array([1.0, -2.0, 3.0, 4.0])), refused=Refusal("UnsupportedOpError", "np.block("))
def blocks_of_short_lists(x):
    """One that is one of a few known ones is refused."""
    numbers = [float(v) for v in x if v > 0]
    return np.block([numbers, numbers])
