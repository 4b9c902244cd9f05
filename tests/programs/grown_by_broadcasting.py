"""Arrays of one element that an iteration or a branch makes longer by broadcasting: Horner, Clenshaw, outer products."""

import numpy as np

from tests.harness import Theme, call

program = Theme("grown_by_broadcasting")
RNG = np.random.default_rng(8)
C, T, LONG = RNG.normal(size=5), np.linspace(0, 1, 5), np.linspace(0, 1, 50)
CALLS = [call(T, C, np.int64(n)) for n in (4, 0, 1)] + [call(LONG, C, np.int64(3)), call(T[:1], C, np.int64(3))]


@program(*CALLS)
def powers(t, c, n):
    """One coefficient, times an array as often as a value says."""
    y = c[:1]
    for _ in range(n):
        y = y * t
    return y * t


@program(*CALLS)
def clenshaw(t, c, n):
    """Both sums of Clenshaw's recurrence become as long as the points."""
    c = c[: n + 1].reshape(-1, 1)
    b1, b2 = c[-1], c[-1] * 0
    for i in range(len(c) - 1):
        b1, b2 = c[i] + 2 * t * b1 - b2, b1
    return b1 - t * b2, b2


@program(*CALLS)
def in_a_branch(t, c, n):
    """A branch makes it longer."""
    a, b = c[:1], c[1:2]
    if n > 2:
        a = c[2:3] - b
        b = a + b * t
    return a + b * t, np.maximum(b, t), b < t


@program(*CALLS)
def chosen(t, c, n):
    """np.where of arrays that may be of one element."""
    a = c[:1]
    for _ in range(n):
        a = a + t
    return np.where(a > 0.5, a, t), np.where(t > 0.5, a, 0.0), np.minimum(a, t) - np.hypot(a, t)


@program(call(np.ones((2, 3)), np.ones((1, 3)), np.int64(2)), call(np.ones((2, 3)), np.ones((1, 3)), np.int64(0)), call(np.ones((9, 7)), np.ones((1, 7)), np.int64(2)))
def rows(m, r, n):
    """A row that becomes a matrix."""
    for _ in range(n):
        r = r + m
    return r * m, m - r


@program(call(np.ones((2, 3)), np.ones((2, 1)), np.int64(2)), call(np.ones((2, 3)), np.ones((2, 1)), np.int64(0)))
def columns(m, r, n):
    """A column that becomes a matrix."""
    for _ in range(n):
        r = r + m
    return r * m, m - r


@program(call(np.arange(6.0)), call(np.arange(6.0) - 3), call(np.arange(6.0) - 99))
def arrays_of_one_shape(x):
    """`np.broadcast_arrays` of arrays whose extent only the run knows, and which is one: these very arrays."""
    y = x[x > 1]
    a, b = np.broadcast_arrays(y, y * 2)
    (c,) = np.broadcast_arrays(y)
    b[:1] = 7
    return a + b, a is y, c is y, c
