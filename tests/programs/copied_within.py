"""Rows and columns of one array that are written to each other, where NumPy may read what it has just written."""

import numpy as np

from tests.harness import Theme, call

program = Theme("copied_within")

SQUARE = np.arange(16.0).reshape(4, 4)
CUBE = np.arange(27.0).reshape(3, 3, 3)


@program(call(SQUARE, np.int64(1), np.int64(2)), call(SQUARE, np.int64(3), np.int64(0)))
def a_column_of_the_run(a, i, j):
    """Row i is what column j holds while it is written."""
    b = a.copy()
    a[i] = a[:, j]
    b[:, i] = b[j]
    b[i, :-1] += b[1:, j]
    b[:3, i] = b[j, 1:4]
    return a, b


@program(call(SQUARE.T, np.int64(1), np.int64(2)), call(SQUARE.T, np.int64(3), np.int64(0)))
def in_the_other_order(a, i, j):
    """The memory lies by columns, also that of a copy that keeps it so."""
    b = a.copy("K")
    a[i] = a[:, j]
    b[:, i] = b[j]
    return a, b


@program(call(SQUARE, np.array([1, 2, 3])), call(np.arange(25.0).reshape(5, 5), np.array([4, 0, 4])))
def row_and_column_of_one_number(a, places):
    """They meet in the turn that writes what it reads."""
    n = a.shape[0]
    for i in places:
        a[i] = a[:, i]
        a[:, i] += a[i]
    for i in range(n):
        a[i, i + 1 :] = a[i + 1 :, i]
        a[i:, i] = a[i, i:]
    return a


@program(call(CUBE, np.int64(1), np.int64(2)), call(CUBE, np.int64(2), np.int64(0)))
def of_a_cube(a, i, j):
    """Lines along three axes; planes are copied first."""
    a[i, j] = a[j, :, i]
    a[:, j, i] = a[i, j]
    a[..., i, j] = a[j, i]
    a[i] = a[:, j]
    return a


@program(call(np.arange(8.0), np.int64(2)), call(np.arange(9.0), np.int64(3)))
def spread_by_a_step_of_the_run(x, k):
    """Every k-th item gets the first ones, and they get those."""
    x[::k] = x[: (len(x) + k - 1) // k]
    x[1::k] = x[: (len(x) + k - 2) // k] + 1
    x[: (len(x) + k - 1) // k] = x[::k]
    return x


@program(call(SQUARE, np.int64(2)), call(SQUARE, np.int64(3)), call(SQUARE, np.int64(9)))
def not_of_that_length(a, k):
    """NumPy's error, and nothing has been written."""
    try:
        a[1, :k] = a[:2, k % 4]
    except ValueError as error:
        return str(error), a
    return a
