"""Empty arrays, loops without trips, and arrays without dimensions."""

import numpy as np

from tests.harness import Theme, call

program = Theme("empty_and_zero_d")
EMPTY = np.zeros(0)


@program(call(EMPTY), call(np.ones(2)), call(np.zeros((0, 3))))
def sum_of_empty(x):
    """Reductions with an identity."""
    return x.sum(), x.prod(), x.any(), x.all(), x.sum(axis=0), len(x)


@program(call(EMPTY), call(np.ones(2)))
def max_of_empty(x):
    """Reductions without an identity raise."""
    return x.max()


@program(call(EMPTY), call(np.ones(2)))
def mean_of_empty(x):
    """The mean of nothing is NaN."""
    return x.mean()


@program(call(EMPTY), call(np.ones(2)))
def argmax_of_empty(x):
    """argmax of nothing raises."""
    return x.argmax()


@program(call(EMPTY), call(np.ones(2)), call(np.zeros(3)))
def truth_of_arrays(x):
    """The truth of an empty array, and of one with several elements, as NumPy has it."""
    if x:
        return 1
    return 0


@program(call(EMPTY, EMPTY), call(np.ones(2), EMPTY), call(EMPTY, np.ones((1,))))
def concatenate_empty(a, b):
    """Empty parts."""
    return np.concatenate([a, b]), np.append(a, b), np.hstack((a, b))


@program(call(EMPTY), call(np.ones(3)))
def loop_over_empty(x):
    """No trips: the names keep their values."""
    s, last = 0, -1
    for i, e in enumerate(x):
        s = s + e
        last = i
    return s, last


@program(call(np.array([1.0, 2.0])), call(np.array([-1.0, -2.0])))
def mask_selects_nothing(x):
    """A mask may select nothing at all."""
    y = x[x > 0]
    return y, y.sum(), y.size, len(y)


@program(call(np.array([1.0, 2.0])), call(np.array([-1.0, -2.0])))
def mask_selects_then_loop(x):
    """A loop over what a mask has selected."""
    s = 1.0
    for e in x[x > 0]:
        s = s * (1 + e)
    return s


@program(call(np.array([1.0, 2.0])), call(np.array([0.0, 0.0])))
def nonzero_extent(x):
    """An extent that depends on data is a number in Python."""
    k = np.nonzero(x)[0]
    if len(k) == 0:
        return -1
    return k[0] + len(k)


@program(call(np.array(2.5)), call(np.array(-2.5)))
def zero_d_operations(x):
    """0-d arrays in, scalars out."""
    return x * 2, x.sum(), x.reshape(1), x[None], x.copy(), np.sqrt(abs(x)), x.ndim, x.size, x.T


@program(call(np.array(2.5)), call(np.array(-2.5)))
def zero_d_write(x):
    """A 0-d array is written in place, through [()] and [...]; the caller sees it."""
    x[()] = 5.0
    x += 1
    x[...] = x * 2


@program(call(np.float64(2.5)), call(np.float64(-2.5)))
def scalar_augmented(x):
    """A NumPy scalar is immutable: += makes a new one."""
    y = x
    x += 1
    return x, y


@program(call(np.float64(2.5)), call(np.float64(-2.5)))
def scalar_item_assignment(x):
    """NumPy scalars do not take items."""
    if x.ndim == 0:
        x[()] = 3.0
    return x


@program(call(np.array(3)), call(np.array(0)))
def zero_d_as_index(k):
    """A 0-d integer array is an index and a bound."""
    v = np.arange(5) * 10
    s = 0
    for i in range(k):
        s += v[i]
    return v[k], s, v[k:], v[: k + 1].sum()


@program(call(np.array([5])), call(np.array([0])))
def one_element(x):
    """Arrays with one element in conditions and casts."""
    n = 0
    while x > 0:
        x = x - 2
        n += 1
    return n, x, bool(x < 0)


@program(call(np.zeros((3, 0))), call(np.ones((3, 2))))
def rows_without_columns(m):
    """Rows of no elements."""
    total = 0.0
    for row in m:
        total = total + row.sum()
    return total, m.T.shape, m.sum(axis=1), m @ m.T


@program(call(EMPTY), call(np.ones(4)))
def slices_of_empty(x):
    """Slices beyond the ends."""
    return x[:3], x[5:], x[::-1], x[-2:], x[1:] - x[:-1]


@program(call(np.array(True)), call(np.array(False)))
def zero_d_bool(b):
    """A 0-d bool decides and selects."""
    x = np.arange(3)
    if b:
        x = x + 1
    return x, np.where(b, x, -x), x[b], not b


@program(call(np.float64(1), np.array(1.0), np.array([1.0])), call(np.float64(2), np.array(3.0), np.array([4.0])))
def three_kinds(s, z, v):
    """A scalar, a 0-d array and a vector of one: each keeps what it is."""
    return s, z, v, s + z, z + v, s * v, [s, z], z + 0


@program(
    *(call(np.zeros(shape), np.int64(n)) for shape in ((0,), (3, 0), (0, 3), (2,)) for n in (0, 1)),
    *(call(x, np.int64(0)) for x in (np.zeros(2)[::2], np.zeros((4, 3))[:1, ::2], np.zeros((3, 2)).T[:, :1])),
)
def empty_argument_as_it_is(x, n):
    """What nothing has changed is the caller's own array, however small."""
    for _ in range(n):
        x = x * 1.0
    return x
